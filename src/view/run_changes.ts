import { longDay } from "../calendar/day.ts";
import {
  cameTrueWords,
  changeCountWords,
  changeWords,
  kindWords,
  SETTING_WORDS,
  settingWords,
} from "../compare/change_words.ts";
import type { ClaimChange, ComparedRun, Comparison, RowChange, ThesisSide } from "../compare/comparison.ts";
import { withMinus } from "../protocol/answer_block.ts";
import { shortPoint } from "../run/headline.ts";
import { excerpt, oneLine } from "../text/control.ts";
import { counted } from "../text/counted.ts";
import { type BeforeNow, type Block, type BlockColumn, type BlockRow, said, type TableBlock } from "./block.ts";
import { timeWords } from "./progress_line.ts";
import { sentenceCase, signalWords } from "./thesis_view.ts";

const MAX_COMPANY = 60;
const MAX_POINT = 160;
const MAX_FIGURE = 40;
const MAX_SETTING = 120;
/** Figures in one point; further ones are counted. */
const MAX_CLAIMS = 4;

/** How a comparison is put into blocks. */
interface ChangesOptions {
  /** Words a change for the workbook. Default: `changeWords`. */
  readonly whatChanged?: ((change: RowChange) => string) | undefined;
  /** What of the changes is in sight. Default: all. */
  readonly show?: TableBlock["show"];
  /** The folders of the two runs, for display. Default: none. */
  readonly folders?: { readonly earlier: string; readonly later: string } | undefined;
}

/** What changed between two runs: the runs, differing settings, counts, then the names, the most important first. */
export function changesBlocks(comparison: Comparison, options: ChangesOptions = {}): Block[] {
  const { earlier, later, compared, differences, changes } = comparison;
  const { whatChanged = changeWords, show, folders } = options;
  const both = `${changeCountWords(comparison)}, of ${counted(compared, "name")} with a thesis in both runs.`;
  return [
    ...differences.length === 0 ? [] : [
      said("lead", ["These runs used different settings, which may explain the changes below."]),
      settingsTable(differences),
    ],
    said("text", [
      `Since the run of ${runWords(earlier, folders?.earlier)}; this one of ${runWords(later, folders?.later)}.`,
      ...orderLines(earlier, later),
    ]),
    said("text", [sentenceCase(both)]),
    ...changes.length === 0
      ? []
      : [{ kind: "table" as const, columns: COLUMNS, rows: changes.map((one) => cellsOf(one, whatChanged)), show }],
  ];
}

function settingsTable(differences: Comparison["differences"]): TableBlock {
  return {
    kind: "table",
    columns: [{ title: "Setting", look: "words" }, { title: "Before → now", look: "words" }],
    rows: differences.map(({ setting, before, after }) => {
      const [from, to] = [before, after].map((value) => excerpt(settingWords(value), MAX_SETTING));
      return [SETTING_WORDS[setting], { before: from, now: to }];
    }),
  };
}

/** A note on two runs that are the same, or in the wrong order. */
function orderLines(earlier: ComparedRun, later: ComparedRun): string[] {
  if (earlier.runId === later.runId) return ["Both are the same run."];
  return earlier.startedAt > later.startedAt ? ["The first run started after the second."] : [];
}

function runWords({ startedAt, asOf }: ComparedRun, folder = ""): string {
  const day = asOf === undefined ? "" : `as of ${longDay(excerpt(asOf, MAX_FIGURE))}`;
  const parts = [folder, day].filter((part) => part !== "").join(", ");
  return `${timeWords(startedAt)}${parts === "" ? "" : ` (${parts})`}`;
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

function cellsOf(change: RowChange, whatChanged: (change: RowChange) => string): BlockRow {
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
  const { kinds, newRisks, vanishedRisks, newDrivers, vanishedDrivers, claims } = change;
  if (kinds.includes("new") || kinds.includes("gone")) return [changeWords(change)];
  const listed = (name: string, [first, ...others]: readonly string[]) =>
    first === undefined
      ? []
      : [[withMinus(`${name}: ${excerpt(shortPoint(first, change), MAX_POINT)}`), ...more(others.length)].join("; ")];
  return [
    ...cameTrueWords(change, MAX_POINT).map((words) => `trigger hit: ${words}`),
    ...listed("new risk", newRisks),
    ...listed("risk gone", vanishedRisks),
    ...listed("new driver", newDrivers),
    ...listed("driver gone", vanishedDrivers),
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
