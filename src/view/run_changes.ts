import { longDay } from "../calendar/day.ts";
import {
  cameTrueWords,
  changeCountWords,
  changeWords,
  differenceWords,
  kindWords,
  SETTING_WORDS,
  settingWords,
} from "../compare/change_words.ts";
import type { ClaimChange, ComparedRun, Comparison, RowChange, ThesisSide } from "../compare/comparison.ts";
import { shortPoint } from "../run/short_point.ts";
import { excerpt, oneLine } from "../text/control.ts";
import { counted } from "../text/counted.ts";
import type { BeforeNow, BlockColumn, TableBlock } from "./block.ts";
import { tableLines } from "./block_lines.ts";
import { timeWords } from "./progress_line.ts";
import { signalWords } from "./thesis_view.ts";

const MAX_COMPANY = 60;
const MAX_POINT = 160;
const MAX_FIGURE = 40;
const MAX_SETTING = 120;
const MAX_RUN_ID = 60;
/** Figures in one point; further ones are counted. */
const MAX_CLAIMS = 4;

/** What changed between two runs, in words and tables: page, cell, terminal and workbook draw the same. */
export interface RunChanges {
  /** The two runs, a note where they are in a strange order, and the counts. */
  readonly lines: readonly string[];
  /** Settings that differ; absent where none does. */
  readonly settings?: TableBlock | undefined;
  /** Names that changed, the most important first; absent where none did. */
  readonly changes?: TableBlock | undefined;
}

/** What is said above differing settings. */
export const DIFFERENT_SETTINGS = "These runs used different settings, which may explain the changes below.";

/**
 * Puts a comparison into words and tables.
 * @param options `whatChanged` words a change for the workbook. Default: `changeWords`.
 */
export function runChanges(
  comparison: Comparison,
  { whatChanged = changeWords }: { readonly whatChanged?: ((change: RowChange) => string) | undefined } = {},
): RunChanges {
  const { earlier, later, compared, differences, changes } = comparison;
  const both = `${changeCountWords(comparison)}, of ${counted(compared, "name")} with a thesis in both runs.`;
  return {
    lines: [
      `Since the run of ${runWords(earlier)}; this one of ${runWords(later)}.`,
      ...orderLines(earlier, later),
      both.replace(/^./u, (first) => first.toUpperCase()),
    ],
    ...differences.length > 0 && {
      settings: {
        kind: "table",
        columns: (["Setting", "Before", "Now"] as const).map((title) => ({ title, look: "words" })),
        rows: differences.map(({ setting, before, after }) => [
          SETTING_WORDS[setting],
          ...[before, after].map((value) => excerpt(settingWords(value), MAX_SETTING)),
        ]),
      },
    },
    ...changes.length > 0 && {
      changes: {
        kind: "table",
        columns: COLUMNS,
        rows: changes.map((change) => cellsOf(change, whatChanged)),
      },
    },
  };
}

/** A note on two runs that are the same, or in the wrong order. */
export function orderLines(earlier: ComparedRun, later: ComparedRun): string[] {
  if (earlier.runId === later.runId) return ["Both are the same run."];
  return earlier.startedAt > later.startedAt ? ["The first run started after the second."] : [];
}

function runWords({ runId, startedAt, asOf }: ComparedRun): string {
  const prices = asOf === undefined ? "" : `, prices to ${longDay(excerpt(asOf, MAX_FIGURE))}`;
  return `${timeWords(startedAt)} (${excerpt(runId, MAX_RUN_ID)}${prices})`;
}

const COLUMNS: readonly BlockColumn[] = [
  { title: "Name", look: "name" },
  { title: "Change", look: "marks" },
  { title: "What changed", look: "texts" },
  { title: "Signal", look: "words" },
  { title: "Rank", look: "rank" },
  { title: "Score", look: "score" },
  { title: "Drawdown risk", look: "chance" },
  { title: "Behind it", look: "points" },
  { title: "New drivers", look: "texts" },
  { title: "Vanished drivers", look: "texts" },
  { title: "New risks", look: "texts" },
  { title: "Vanished risks", look: "texts" },
  { title: "Figures that changed", look: "texts" },
];

function cellsOf(change: RowChange, whatChanged: (change: RowChange) => string): TableBlock["rows"][number] {
  const { ticker, company = "", after, kinds, newDrivers, vanishedDrivers, newRisks, vanishedRisks, claims } = change;
  return [
    { name: ticker === "" ? "(no ticker)" : oneLine(ticker), note: excerpt(company, MAX_COMPANY), row: after?.row },
    kinds.map((kind) => kindWords(kind, change)),
    [whatChanged(change)],
    pair(change, ({ signal = "" }) => signalWords(signal)),
    pair(change, ({ rank }) => rank),
    pair(change, ({ score }) => score),
    pair(change, ({ drawdownProbability }) => drawdownProbability),
    pointsOf(change),
    newDrivers,
    vanishedDrivers,
    newRisks,
    vanishedRisks,
    claims.map(({ metric, before = "none", after = "none" }) => `${metric.replaceAll("_", " ")}: ${before} → ${after}`),
  ];
}

function pair({ before, after }: RowChange, of: (side: ThesisSide) => BeforeNow["now"]): BeforeNow {
  return { before: before && of(before), now: after && of(after) };
}

/** What came true, what texts are new or gone, and the verified figures behind it; of a name of one run what became of it. */
function pointsOf(change: RowChange): readonly string[] {
  const { ticker, kinds, newRisks, vanishedRisks, newDrivers, vanishedDrivers, claims } = change;
  if (kinds.includes("new") || kinds.includes("gone")) return [changeWords(change)];
  const told = (name: string, [first, ...others]: readonly string[]) =>
    first === undefined
      ? []
      : [[`${name}: ${excerpt(shortPoint(first, ticker), MAX_POINT)}`, ...more(others.length)].join("; ")];
  return [
    ...cameTrueWords(change, MAX_POINT).map((words) => `trigger hit: ${words}`),
    ...told("new risk", newRisks),
    ...told("risk gone", vanishedRisks),
    ...told("new driver", newDrivers),
    ...told("driver gone", vanishedDrivers),
    ...claimPoint(claims),
  ];
}

/** Claims with columns of their own. */
const COLUMN_METRICS: ReadonlySet<string> = new Set(["score", "drawdown_probability"]);

function claimPoint(claims: readonly ClaimChange[]): string[] {
  const others = claims.filter(({ metric }) => !COLUMN_METRICS.has(metric));
  const shown = others.slice(0, MAX_CLAIMS).map(({ metric, before = "–", after = "–" }) =>
    `${[excerpt(metric, MAX_FIGURE).replaceAll("_", " "), excerpt(before, MAX_FIGURE)].join(" ")} → ${
      excerpt(after, MAX_FIGURE)
    }`
  );
  return shown.length === 0 ? [] : [[...shown, ...more(others.length - MAX_CLAIMS)].join("; ")];
}

function more(count: number): string[] {
  return count > 0 ? [`and ${counted(count)} more`] : [];
}

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
  const data = asOf === undefined ? "" : `, data to ${longDay(asOf)}`;
  return `${what}: `.padEnd(9) +
    oneLine(`${folder}, started ${timeWords(startedAt)}${data}, ${counted(theses, "thesis")}`);
}
