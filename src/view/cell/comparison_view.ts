import { changeCountWords, SETTING_WORDS } from "../../compare/change_words.ts";
import type { ComparedRun, Comparison, RowEvent } from "../../compare/comparison.ts";
import { eventWords } from "../../compare/event_words.ts";
import { excerpt } from "../../text/control.ts";
import { counted } from "../../text/counted.ts";
import { type Html, html } from "../../text/html.ts";
import { comparisonLines } from "../comparison_lines.ts";
import type { View } from "../lines.ts";
import { timeWords } from "../progress_line.ts";
import { changeTable } from "./change_table.ts";
import { figureTable, FRAME } from "./figure_table.ts";

/** Columns of the text, for a viewer that draws no markup. */
const TEXT_WIDTH = 100;
/** Changes that are shown at once, and those below a fold; what is left stays in the comparison. */
const MAX_OPEN = 20;
const MAX_FOLDED = 60;
const MAX_EVENTS = 20;
const MAX_RUN_ID = 60;
const MAX_SETTING = 120;
const MAX_EVENT = 160;

/** What changed between two runs: differing settings first, then counts, the names by weight, and new events. */
export function comparisonView(comparison: Comparison): View {
  const { earlier, later, newEvents = [] } = comparison;
  const parts = [
    html`<h3 style="${FRAME.title}">What changed</h3>`,
    html`<p style="${FRAME.line}">From ${runWords(earlier)}<br />to ${runWords(later)}</p>`,
    orderNote(comparison),
    differences(comparison),
    countLine(comparison),
    ...changeParts(comparison),
    eventList(newEvents),
  ];
  return {
    text: comparisonLines(comparison, { width: TEXT_WIDTH }).join("\n"),
    html: html`<article style="${FRAME.article}">${parts}</article>`,
  };
}

function runWords({ runId, startedAt, asOf, theses }: ComparedRun): Html {
  const data = asOf === undefined ? "" : `data to ${excerpt(asOf, MAX_RUN_ID)}, `;
  const words = `: ${data}${counted(theses, "thesis")}, started ${timeWords(startedAt)}`;
  return html`<b>${excerpt(runId, MAX_RUN_ID)}</b>${words}`;
}

function orderNote({ earlier, later }: Comparison): Html | undefined {
  const note = (words: string) => html`<p style="${FRAME.warning}">${words}</p>`;
  if (earlier.runId === later.runId) return note("Both are the same run.");
  return earlier.startedAt > later.startedAt ? note("The first run started after the second.") : undefined;
}

function differences({ differences }: Comparison): Html | undefined {
  if (differences.length === 0) return undefined;
  const rows = differences.map(({ setting, before, after }) => [
    SETTING_WORDS[setting],
    excerpt(before, MAX_SETTING),
    excerpt(after, MAX_SETTING),
  ]);
  const table = figureTable([{ title: "Setting" }, { title: "Before" }, { title: "Now" }], rows);
  const note = "The two runs used different settings. This alone can explain the changes below.";
  return html`<div style="${FRAME.warning}"><b>${note}</b>${table}</div>`;
}

function countLine(comparison: Comparison): Html {
  const both = `of ${counted(comparison.compared)} names with a thesis in both runs.`;
  return html`<p style="${FRAME.line}"><b>${changeCountWords(comparison)}</b>, ${both}</p>`;
}

function changeParts({ changes }: Comparison): (Html | undefined)[] {
  if (changes.length === 0) return [];
  const folded = changes.slice(MAX_OPEN, MAX_OPEN + MAX_FOLDED);
  const rest = changes.length - MAX_OPEN - folded.length;
  return [
    changeTable(changes.slice(0, MAX_OPEN)),
    folded.length === 0 ? undefined : html`
      <details>
        <summary>${counted(folded.length)} more, less important</summary>
        ${changeTable(folded)}
      </details>
    `,
    rest <= 0
      ? undefined
      : html`<p style="${FRAME.small}">${counted(rest)} more are in the comparison's <code>changes</code>.</p>`,
  ];
}

function eventList(events: readonly RowEvent[]): Html | undefined {
  if (events.length === 0) return undefined;
  const items = events.slice(0, MAX_EVENTS).map((event) =>
    html`<li><b>${excerpt(event.ticker, MAX_EVENT)}</b> ${excerpt(eventWords(event), MAX_EVENT)}</li>`
  );
  const rest = events.length - items.length;
  const note = rest > 0 && html`<p style="${FRAME.small}">${counted(rest)} more are in <code>newEvents</code>.</p>`;
  return html`<h4 style="${FRAME.subtitle}">New events</h4><ul style="margin:0">${items}</ul>${note}`;
}
