import type { Comparison, RowEvent } from "../../compare/comparison.ts";
import { eventWords } from "../../compare/event_words.ts";
import { excerpt } from "../../text/control.ts";
import { counted } from "../../text/counted.ts";
import { type Html, html } from "../../text/html.ts";
import { blockTable } from "../block_html.ts";
import type { View } from "../lines.ts";
import { comparisonLines, DIFFERENT_SETTINGS, runChanges } from "../run_changes.ts";
import { CELL_FORM, FRAME } from "./card.ts";

/** Columns of the text, for a viewer that draws no markup. */
const TEXT_WIDTH = 100;
const MAX_EVENTS = 20;
const MAX_EVENT = 160;

/** What changed between two runs: the runs, counts, differing settings, the names by weight, and new events. */
export function comparisonView(comparison: Comparison): View {
  const { lines, settings, changes } = runChanges(comparison);
  const form = CELL_FORM;
  const rest = html`the comparison's <code>changes</code>`;
  const parts = [
    html`<h3 style="${FRAME.title}">What changed</h3>`,
    settings &&
    html`<div style="${FRAME.warning}"><b>${DIFFERENT_SETTINGS}</b>${blockTable(settings, { form })}</div>`,
    lines.map((line) => html`<p style="${FRAME.line}">${line}</p>`),
    changes && blockTable(changes, { form, shown: 20, most: 80, rest }),
    eventList(comparison.newEvents),
  ];
  return {
    text: comparisonLines(comparison, { width: TEXT_WIDTH }).join("\n"),
    html: html`<article style="${FRAME.article}">${parts}</article>`,
  };
}

function eventList(events: readonly RowEvent[] = []): Html | undefined {
  if (events.length === 0) return undefined;
  const items = events.slice(0, MAX_EVENTS).map((event) =>
    html`<li><b>${excerpt(event.ticker, MAX_EVENT)}</b> ${excerpt(eventWords(event), MAX_EVENT)}</li>`
  );
  const rest = events.length - items.length;
  const note = rest > 0 && html`<p style="${FRAME.small}">${counted(rest)} more in <code>newEvents</code>.</p>`;
  return html`<h4 style="${FRAME.subtitle}">New events</h4><ul style="margin:0">${items}</ul>${note}`;
}
