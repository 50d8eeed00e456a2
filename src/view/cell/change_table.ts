import { cameTrueWords, chancesOf, changeWords, kindWords, rankMoveWords } from "../../compare/change_words.ts";
import type { ClaimChange, RowChange, ThesisSide } from "../../compare/comparison.ts";
import { chanceWords } from "../../run/fall_chance.ts";
import { shortPoint } from "../../run/short_point.ts";
import { excerpt } from "../../text/control.ts";
import { type Html, html } from "../../text/html.ts";
import { scoreWords } from "../thesis_view.ts";
import { figureTable } from "./figure_table.ts";

const MAX_TICKER = 16;
const MAX_COMPANY = 40;
const MAX_SIGNAL = 20;
const MAX_POINT = 160;
const MAX_FIGURE = 40;
/** Figures shown for a name, beside one text of each kind; further ones are counted. */
const MAX_CLAIMS = 4;

const COLUMNS = [
  { title: "Name" },
  { title: "What" },
  { title: "Signal" },
  { title: "Score", isFigure: true },
  { title: "Rank", isFigure: true },
  { title: "15% fall", isFigure: true },
  { title: "Behind it" },
];

/** Names that changed, each with its values before and after, and the texts and figures behind them. */
export function changeTable(changes: readonly RowChange[]): Html {
  return figureTable(COLUMNS, changes.map(cellsOf));
}

function cellsOf(change: RowChange): (string | Html)[] {
  const { before, after, kinds } = change;
  const isOneSided = kinds.includes("new") || kinds.includes("gone");
  return [
    nameOf(change),
    isOneSided ? changeWords(change) : kinds.map((kind) => kindWords(kind, change)).join("; "),
    move(signal(before), signal(after)),
    move(score(before), score(after)),
    rankCell(change),
    kinds.includes("drawdown_crossed") ? move(...chancesOf(change)) : move(chance(before), chance(after)),
    behind(change),
  ];
}

function nameOf({ ticker, company = "" }: RowChange): Html {
  const name = ticker === "" ? "(no ticker)" : excerpt(ticker, MAX_TICKER);
  const words = excerpt(company, MAX_COMPANY);
  return html`${name}${words !== "" && html`<br /><small style="font-weight:400">${words}</small>`}`;
}

function signal(side: ThesisSide | undefined): string {
  return excerpt(side?.signal ?? "", MAX_SIGNAL).replaceAll("_", " ");
}

function score(side: ThesisSide | undefined): string {
  return side?.score === undefined ? "" : scoreWords(side.score);
}

function chance(side: ThesisSide | undefined): string {
  return side?.drawdownProbability === undefined ? "" : chanceWords(side.drawdownProbability);
}

function rankCell(change: RowChange): Html | string {
  const ranks = move(`${change.before?.rank ?? ""}`, `${change.after?.rank ?? ""}`);
  if (!change.kinds.includes("rank_moved")) return ranks;
  return html`${ranks}<br /><small>${rankMoveWords(change)}</small>`;
}

/** The value before and now; the same value is shown once. */
function move(before: string, after: string): Html | string {
  if (before === after) return after;
  return html`${before === "" ? "–" : before} → <b>${after === "" ? "–" : after}</b>`;
}

/** The first reason, and the others below a fold: a table is read by its rows. */
function behind(change: RowChange): Html | string {
  const [first, ...others] = [...pointLines(change), ...claimLine(change.claims)];
  if (first === undefined || others.length === 0) return first ?? "";
  return html`
    ${first}<details>
      <summary>${others.length} more</summary>
      ${list(others)}
    </details>
  `;
}

/** Texts one below the other. */
function list(lines: readonly string[]): Html | string {
  return html`${lines.map((line, at) => html`${at > 0 && html`<br />`}${line}`)}`;
}

function pointLines(change: RowChange): string[] {
  const { ticker, newRisks, vanishedRisks, newDrivers, vanishedDrivers } = change;
  const told = (name: string, texts: readonly string[]) => [
    ...texts.slice(0, 1).map((text) =>
      [`${name}: ${excerpt(shortPoint(text, ticker), MAX_POINT)}`, ...more(texts.length - 1)].join("; ")
    ),
  ];
  return [
    ...cameTrueWords(change, MAX_POINT).map((words) => `came true: ${words}`),
    ...told("new risk", newRisks),
    ...told("risk gone", vanishedRisks),
    ...told("new driver", newDrivers),
    ...told("driver gone", vanishedDrivers),
  ];
}

/** Claims with columns of their own. */
const COLUMN_METRICS: ReadonlySet<string> = new Set(["score", "drawdown_probability"]);

/** The verified figures behind a change, in one line. */
function claimLine(claims: readonly ClaimChange[]): string[] {
  const words = (shown: string | undefined) => shown === undefined ? "–" : excerpt(shown, MAX_FIGURE);
  const others = claims.filter(({ metric }) => !COLUMN_METRICS.has(metric));
  const shown = others.slice(0, MAX_CLAIMS).map(({ metric, before, after }) =>
    `${excerpt(metric, MAX_FIGURE).replaceAll("_", " ")} ${words(before)} → ${words(after)}`
  );
  return shown.length === 0 ? [] : [[...shown, ...more(others.length - MAX_CLAIMS)].join("; ")];
}

function more(count: number): string[] {
  return count > 0 ? [`and ${count} more`] : [];
}
