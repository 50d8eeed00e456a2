import {
  chancesOf,
  changeCountWords,
  changeWords,
  differenceWords,
  rankMoveWords,
  scoreMoveWords,
} from "../compare/change_words.ts";
import type { ComparedRun, Comparison, RowChange, ThesisSide } from "../compare/comparison.ts";
import { chanceWords } from "../run/fall_chance.ts";
import { excerpt, oneLine } from "../text/control.ts";
import { cutWords } from "../text/cut.ts";
import { timeWords } from "./progress_line.ts";
import { counted } from "../text/counted.ts";

/** Layout of a comparison. */
export interface ComparisonLinesOptions {
  /** Columns of the terminal, at least 60. */
  readonly width: number;
  /** Most changes to show. Default: 20. */
  readonly maxRows?: number | undefined;
  /** The folders of the two runs, for display. Default: the runs' identifiers, as where no command was run. */
  readonly folders?: { readonly earlier: string; readonly later: string };
}

const DEFAULT_MAX_ROWS = 20;
const MIN_WIDTH = 60;
const MAX_TICKER = 14;
const MAX_SIGNAL = 10;
const HEADINGS = ["ticker", "signal", "rank", "15% fall", "what changed"] as const;
/** Right-aligned columns. */
const RIGHT: ReadonlySet<number> = new Set([2, 3]);
/**
 * Renders a comparison: the runs, differences of settings, counts of changes, then the most important changes.
 * @returns Lines no wider than the terminal, except those that name the runs; without control characters.
 */
export function comparisonLines(comparison: Comparison, options: ComparisonLinesOptions): string[] {
  const { earlier, later, differences, changes } = comparison;
  const { folders, maxRows = DEFAULT_MAX_ROWS } = options;
  const width = Math.max(options.width, MIN_WIDTH);
  const shown = changes.slice(0, maxRows);
  return [
    runLine("Earlier", earlier, folders?.earlier ?? earlier.runId),
    runLine("Later", later, folders?.later ?? later.runId),
    ...orderLines(earlier, later),
    ...differences.map((difference) => excerpt(differenceWords(difference), width)),
    `${counted(comparison.compared)} compared: ${changeCountWords(comparison)}.`,
    ...shown.length > 0 ? ["", ...tableLines(shown, width)] : [],
    ...changes.length > shown.length
      ? [`… ${changes.length - shown.length} more ${restWords(comparison, options)}`]
      : [],
  ];
}

/** Where all changes are. */
function restWords({ changes }: Comparison, { folders }: ComparisonLinesOptions): string {
  return folders === undefined ? "in its changes" : `with --top ${changes.length}`;
}

function runLine(what: string, { startedAt, theses, asOf }: ComparedRun, folder: string): string {
  const data = asOf === undefined ? "" : `, data to ${asOf}`;
  return `${what}: `.padEnd(9) +
    oneLine(`${folder}, started ${timeWords(startedAt)}${data}, ${counted(theses, "thesis")}`);
}

function orderLines(earlier: ComparedRun, later: ComparedRun): string[] {
  if (earlier.runId === later.runId) return ["Both are the same run."];
  return earlier.startedAt > later.startedAt ? ["The first run started after the second."] : [];
}

function tableLines(changes: readonly RowChange[], width: number): string[] {
  const rows = [[...HEADINGS], ...changes.map(cellsOf)];
  const widths = HEADINGS.map((_, at) => Math.max(...rows.map((row) => (row[at] ?? "").length)));
  return rows.map((row) => cutWords(row.map((cell, at) => pad(cell, at, widths)).join("  ").trimEnd(), width));
}

function cellsOf(change: RowChange): string[] {
  const { ticker, before, after, kinds } = change;
  const signal = (text: string | undefined) => text === undefined ? "" : excerpt(text, MAX_SIGNAL).replace("_", " ");
  const others = { ...change, kinds: kinds.filter((kind) => !COLUMN_KINDS.has(kind)) };
  return [
    ticker === "" ? "(no ticker)" : excerpt(ticker, MAX_TICKER),
    move(signal(before?.signal), signal(after?.signal)),
    move(`${before?.rank ?? ""}`, `${after?.rank ?? ""}`),
    kinds.includes("drawdown_crossed") ? move(...chancesOf(change)) : move(chance(before), chance(after)),
    [
      ...kinds.includes("flipped") || kinds.includes("score_moved") ? scoreMoveWords(change) : [],
      ...kinds.includes("rank_moved") ? [rankMoveWords(change)] : [],
      changeWords(others),
    ].filter((part) => part !== "").join("; "),
  ];
}

function chance(side: ThesisSide | undefined): string {
  return side?.drawdownProbability === undefined ? "" : chanceWords(side.drawdownProbability);
}

/** Kinds with columns of their own. */
const COLUMN_KINDS: ReadonlySet<string> = new Set(["flipped", "drawdown_crossed", "rank_moved", "score_moved"]);

function move(before: string, after: string): string {
  return before === after ? after : `${before === "" ? "-" : before} → ${after === "" ? "-" : after}`;
}

function pad(cell: string, at: number, widths: readonly number[]): string {
  if (at === HEADINGS.length - 1) return cell;
  const width = widths[at] ?? 0;
  return RIGHT.has(at) ? cell.padStart(width) : cell.padEnd(width);
}
