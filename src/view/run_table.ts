import { chanceWords } from "../run/fall_chance.ts";
import { errorOf, hasThesis, type Outcome, type ThesisOutcome } from "../run/outcome.ts";
import { shortPoint } from "../run/short_point.ts";
import { excerpt } from "../text/control.ts";

/** Layout of a table. */
export interface RunTableOptions {
  /** Columns of the terminal, at least 60. */
  readonly width: number;
  /** Most theses, and most other rows, to show. Default: 20. */
  readonly maxRows?: number | undefined;
}

const DEFAULT_MAX_ROWS = 20;
const MIN_WIDTH = 60;
const MAX_TICKER = 14;
const MAX_SIGNAL = 10;
const HEADINGS = ["rank", "ticker", "signal", "prob.", "15% fall", "for", "against", "reason"] as const;
/** Right-aligned columns. */
const RIGHT: ReadonlySet<number> = new Set([0, 3, 4, 5, 6]);

/**
 * Renders the theses of a run as a short table, the highest score first, then the rows that are not done and why.
 * @param outcomes The rows of a run; iterated once, and only rows that are shown are kept in memory.
 * @returns Lines no wider than the terminal, without control characters.
 */
export function runTable(outcomes: Iterable<Outcome>, options: RunTableOptions): string[] {
  const { maxRows = DEFAULT_MAX_ROWS } = options;
  const width = Math.max(options.width, MIN_WIDTH);
  const { theses, thesisCount, rest, restCount } = pick(outcomes, maxRows);
  return [
    ...thesisLines(theses, width),
    ...moreLine(thesisCount - maxRows, "theses in theses.csv"),
    ...(restCount > 0 && thesisCount > 0 ? [""] : []),
    ...rest.map((outcome) => excerpt(restLine(outcome), width)),
    ...moreLine(restCount - maxRows, "rows in failures.csv"),
  ];
}

/** Selects the highest scores, and the first rows with an error. */
function pick(outcomes: Iterable<Outcome>, maxRows: number) {
  const theses: ThesisOutcome[] = [];
  const rest: Outcome[] = [];
  let thesisCount = 0;
  let restCount = 0;
  for (const outcome of outcomes) {
    if (hasThesis(outcome)) {
      thesisCount++;
      insert(theses, outcome, maxRows);
    }
    if (errorOf(outcome) !== undefined && ++restCount <= maxRows) rest.push(outcome);
  }
  return { theses, thesisCount, rest, restCount };
}

/** Inserts after those with the same score. */
function insert(best: ThesisOutcome[], outcome: ThesisOutcome, maxRows: number): void {
  const score = scoreOf(outcome);
  const at = best.findIndex((other) => scoreOf(other) < score);
  best.splice(at < 0 ? best.length : at, 0, outcome);
  if (best.length > maxRows) best.pop();
}

function thesisLines(theses: readonly ThesisOutcome[], width: number): string[] {
  if (theses.length === 0) return [];
  const rows = [
    [...HEADINGS],
    ...theses.map((outcome) => {
      const { agent_thesis, key_drivers, metadata } = outcome.result;
      return [
        rankAmong(theses, metadata?.score),
        excerpt(outcome.input.ticker, MAX_TICKER),
        excerpt(agent_thesis.signal, MAX_SIGNAL),
        agent_thesis.confidence.toFixed(2),
        metadata?.drawdown_probability === undefined ? "" : chanceWords(metadata.drawdown_probability),
        `${metadata?.evidence?.for ?? ""}`,
        `${metadata?.evidence?.against ?? ""}`,
        shortPoint(key_drivers[0] ?? agent_thesis.reasoning, metadata?.subject ?? outcome.input.ticker),
      ];
    }),
  ];
  const widths = HEADINGS.map((_, at) => Math.max(...rows.map((row) => (row[at] ?? "").length)));
  return rows.map((row) => excerptLine(row.map((cell, at) => pad(cell, at, widths)).join("  "), width));
}

/** The rank among the shown theses, which include every higher score; equal scores share a rank. */
function rankAmong(best: readonly ThesisOutcome[], score: number | undefined): string {
  return score === undefined ? "" : `${1 + best.findIndex((other) => scoreOf(other) <= score)}`;
}

function pad(cell: string, at: number, widths: readonly number[]): string {
  if (at === HEADINGS.length - 1) return cell;
  const width = widths[at] ?? 0;
  return RIGHT.has(at) ? cell.padStart(width) : cell.padEnd(width);
}

/** Cuts a line; an excerpt would collapse the spaces between columns. */
function excerptLine(line: string, width: number): string {
  return line.length <= width ? line.trimEnd() : `${line.slice(0, width - 1).trimEnd()}…`;
}

function restLine(outcome: Outcome): string {
  const message = (errorOf(outcome)?.message ?? "").replace(/^Cannot .*?: service answered \d+: /, "");
  const ticker = outcome.input.ticker === "" ? "(no ticker)" : outcome.input.ticker;
  return `row ${outcome.input.row} ${ticker}, ${outcome.status.replace("_", " ")}: ${message}`;
}

function moreLine(count: number, where: string): string[] {
  return count > 0 ? [`… ${count.toLocaleString("en-US")} more ${where}`] : [];
}

function scoreOf({ result }: ThesisOutcome): number {
  return result.metadata?.score ?? -Infinity;
}
