import type { ChanceScore, HorizonScore, ScoreReport } from "../../score/score_report.ts";
import { excerpt } from "../../text/control.ts";
import { counted } from "../../text/counted.ts";
import { type Html, html } from "../../text/html.ts";
import type { View } from "../lines.ts";
import { caveatLines, countLines } from "../score_caveats.ts";
import { horizonRows, rangeWords, RAW, scoreLines } from "../score_lines.ts";
import { mainHorizon, statementTitle } from "../score_picture.ts";
import { verdictWords } from "../score_verdict.ts";
import { datesWords, percent } from "../score_words.ts";
import { figureTable, FRAME } from "../figure_table.ts";

/** Columns of the text, for a viewer that draws no markup. */
const TEXT_WIDTH = 100;
const MAX_STATEMENT = 300;

/**
 * What happened after theses: the verdicts in words, the figures of each horizon with their samples, the reliability
 * tables of the main horizon, the limitations.
 */
export function scoreView(report: ScoreReport): View {
  const statement = `Statement: ${excerpt(report.statement, MAX_STATEMENT)}.`;
  const raw = report.benchmark === undefined && html`<p style="${FRAME.warning}"><b>${RAW}</b></p>`;
  const parts = [
    html`<h3 style="${FRAME.title}">What happened next</h3>`,
    html`<ul style="margin:4px 0">${report.horizons.map((one) => html`<li><b>${verdictWords(one)}</b></li>`)}</ul>`,
    raw,
    html`<p style="${FRAME.line}">${statement} ${countLines(report).join(" ")}</p>`,
    ...report.horizons.map(figures),
    reliability(report),
    html`<h4 style="${FRAME.subtitle}">Limitations</h4>`,
    // Of how many services the theses are, a report does not know.
    ...caveatLines(report, { services: 1 }).filter((line) => line !== "").map((line) =>
      html`<p style="${FRAME.small}">${line}</p>`
    ),
  ];
  return {
    text: scoreLines(report, { width: TEXT_WIDTH }).join("\n").trimEnd(),
    html: html`<article style="${FRAME.article}">${parts}</article>`,
  };
}

function figures(score: HorizonScore): Html {
  const { horizon, sample, span } = score;
  const title = (words: string) => html`<h4 style="${FRAME.subtitle}">${counted(horizon, "trading day")}${words}</h4>`;
  if (span === undefined) return title(": nothing to score");
  const days = span.first === span.last ? span.first : `${span.first} to ${span.last}`;
  const rows = horizonRows(score).map(([name = "", value = "", words = ""]) => [name, value, words]);
  const head = [{ title: "Figure" }, { title: "Value", isFigure: true }, { title: "Of what, and how certain" }];
  return html`${title(`: ${counted(sample.theses, "thesis")} on ${datesWords(sample)}, ${days}`)}${
    figureTable(head, rows)
  }`;
}

function reliability(report: ScoreReport): Html | undefined {
  const score = mainHorizon(report);
  if (score === undefined) return undefined;
  const { direction, drawdown, horizon } = score;
  const tables = [
    ...direction === undefined ? [] : [bins(statementTitle(report.benchmark), direction)],
    ...drawdown === undefined ? [] : [bins("Falls 15% or more", drawdown)],
  ];
  if (tables.length === 0) return undefined;
  const title = `Stated and observed, ${counted(horizon, "trading day")} later`;
  return html`
    <h4 style="${FRAME.subtitle}">${title}</h4>
    <div style="display:flex;flex-wrap:wrap;gap:0 40px">${tables}</div>
  `;
}

const BIN_COLUMNS = [
  { title: "Stated", isFigure: true },
  { title: "Observed", isFigure: true },
  { title: "95% interval", isFigure: true },
  { title: "Theses", isFigure: true },
  { title: "0 to 100%" },
];

function bins(title: string, { bins }: ChanceScore): Html {
  const rows = bins.map(({ said, happened, sample }) => [
    percent(said.value),
    percent(happened.value),
    rangeWords(happened),
    `${sample.theses}`,
    strip(said.value, happened),
  ]);
  return html`<section><b>${title}</b>${figureTable(BIN_COLUMNS, rows)}</section>`;
}

const STRIP = "position:relative;width:160px;height:14px;margin-top:2px;background:#8883;border-radius:3px";

/** The interval of what was observed as a bar, and what was stated as a line; the figures beside it say the same. */
function strip(said: number, { low, high }: { readonly low: number; readonly high: number }): Html {
  const part = (from: number, width: string, style: string) =>
    html`<div style="position:absolute;left:${share(from)};width:${width};${style}"></div>`;
  const interval = part(low, share(high - low), "top:4px;height:6px;background:#3f7fc4;border-radius:3px");
  const line = part(said, "0", "top:0;height:14px;border-left:2px solid currentColor");
  return html`<div style="${STRIP}" aria-hidden="true">${interval}${line}</div>`;
}

function share(value: number): string {
  return `${(100 * Math.min(1, Math.max(0, value))).toFixed(1)}%`;
}
