import { daySpan } from "../../calendar/day.ts";
import type { HorizonScore, ScoreReport } from "../../score/score_report.ts";
import { excerpt } from "../../text/control.ts";
import { counted } from "../../text/counted.ts";
import { type Html, html } from "../../text/html.ts";
import { blockTable } from "../block_html.ts";
import type { View } from "../lines.ts";
import { caveatLines, countLines } from "../score_caveats.ts";
import { binBlocks, horizonRows, RAW, scoreLines } from "../score_lines.ts";
import { mainHorizon } from "../score_picture.ts";
import { datesWords, verdictWords } from "../score_verdict.ts";
import { CELL_FORM, FRAME } from "./card.ts";

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

const COLUMNS = [
  { title: "Figure", look: "words" },
  { title: "Value", look: "figures" },
  { title: "Of what, and how certain", look: "words" },
] as const;

function figures(score: HorizonScore): Html {
  const { horizon, sample, span } = score;
  const title = (words: string) => html`<h4 style="${FRAME.subtitle}">${counted(horizon, "trading day")}${words}</h4>`;
  if (span === undefined) return title(": nothing to score");
  const block = { kind: "table", columns: COLUMNS, rows: horizonRows(score) } as const;
  const of = `: ${counted(sample.theses, "thesis")} on ${datesWords(sample)}, ${daySpan(span.first, span.last)}`;
  return html`${title(of)}${blockTable(block, { form: CELL_FORM })}`;
}

function reliability(report: ScoreReport): Html | undefined {
  const score = mainHorizon(report);
  const tables = score === undefined
    ? []
    : binBlocks(report, score).map((block) => blockTable(block, { form: CELL_FORM }));
  return tables.length === 0 || score === undefined ? undefined : html`
    <h4 style="${FRAME.subtitle}">Forecast and observed, ${counted(score.horizon, "trading day")} later</h4>
    <div style="display:flex;flex-wrap:wrap;gap:0 40px">${tables}</div>
  `;
}
