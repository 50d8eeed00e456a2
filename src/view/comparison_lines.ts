import { changeCountWords, differenceWords } from "../compare/change_words.ts";
import type { ComparedRun, Comparison } from "../compare/comparison.ts";
import { excerpt, oneLine } from "../text/control.ts";
import { counted } from "../text/counted.ts";
import { tableLines } from "./block_lines.ts";
import { timeWords } from "./progress_line.ts";
import { orderLines, runChanges } from "./run_changes.ts";

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
/**
 * Renders a comparison: the runs, differences of settings, counts of changes, then the most important changes.
 * @returns Lines no wider than the terminal, except those that name the runs; without control characters.
 */
export function comparisonLines(comparison: Comparison, options: ComparisonLinesOptions): string[] {
  const { earlier, later, differences, changes } = comparison;
  const { folders, maxRows = DEFAULT_MAX_ROWS } = options;
  const width = Math.max(options.width, MIN_WIDTH);
  const shown = changes.slice(0, maxRows);
  const table = runChanges({ ...comparison, changes: shown }).changes;
  return [
    runLine("Earlier", earlier, folders?.earlier ?? earlier.runId),
    runLine("Later", later, folders?.later ?? later.runId),
    ...orderLines(earlier, later),
    ...differences.map((difference) => excerpt(differenceWords(difference), width)),
    `${counted(comparison.compared)} compared: ${changeCountWords(comparison)}.`,
    ...table === undefined ? [] : ["", ...tableLines(table, width)],
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
