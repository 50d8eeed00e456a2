import type { MethodInput } from "../run_method.ts";
import type { RowChange } from "../../compare/comparison.ts";
import { byBars } from "../../run/bars.ts";
import type { StatusCounts } from "../../run/counts.ts";
import type { Sparkline } from "../../run/sparkline.ts";
import type { ThesisRow } from "../../run/thesis_row.ts";
import type { Trend } from "../../run/trend.ts";
import { excerpt } from "../../text/control.ts";
import { ThesisTally } from "../thesis_columns.ts";

/** With more names than this, only names listed on the page have a card. */
const MAX_CARDS = 3_500;
/** Length of the lists of best, worst and riskiest names. */
const LIST_LENGTH = 10;
/** Most changes on the page; the others are in `changes.csv`. */
export const MAX_CHANGES = 100;

/** Derived data of a run, shared by all parts of the page. */
export interface ReportSurvey {
  readonly input: ReportInput;
  /** What the theses say together. */
  readonly tally: ThesisTally;
  /** Number of rows per status. */
  readonly statuses: StatusCounts;
  /** Rows with a thesis: by their bars, the highest score first, those without a score last. */
  readonly theses: readonly ThesisRow[];
  /** What is ranked together, the most names first; one of each kind of bars. */
  readonly rankings: readonly Ranking[];
  /** The lists of the first ranking. */
  readonly best: readonly ThesisRow[];
  readonly worst: readonly ThesisRow[];
  /** The highest chances of a drawdown first, whatever the bars. */
  readonly riskiest: readonly ThesisRow[];
  /** Median chance of a fall; `undefined` without any. */
  readonly medianDrawdown: number | undefined;
  /** Number of theses with a score. */
  readonly scored: number;
  /** Changes by row number. */
  readonly changeOf: ReadonlyMap<number, RowChange>;
  /** The groups, if requested. */
  readonly groups: readonly ReportGroup[];
  /** Numbers of the rows that have a card. */
  readonly cards: ReadonlySet<number>;
  /** Whether any card has a chart. */
  readonly isCharted: boolean;
  /** Most characters of a reasoning on a card. */
  readonly reasoningChars: number;
}

/** Names whose figures come from the same kind of bars. */
export interface Ranking {
  readonly frequency: string | undefined;
  /** Its rows with a thesis. */
  readonly theses: readonly ThesisRow[];
  /** Number of them with a score. */
  readonly scored: number;
  /** The highest scores first; disjoint from `worst`. */
  readonly best: readonly ThesisRow[];
  /** The lowest scores first. */
  readonly worst: readonly ThesisRow[];
}

/** Names with the same cell in the grouping column. */
export interface ReportGroup {
  /** The cell, as one line. */
  readonly name: string;
  /** Number of rows, with or without a thesis. */
  readonly rows: number;
  readonly medianScore: number | undefined;
  readonly medianDrawdown: number | undefined;
  /** The one with the highest drawdown risk. */
  readonly riskiest: ThesisRow | undefined;
}

/** Characters of reasoning on a page that can still be mailed, and their least and greatest share for a card. */
const REASONING = { page: 4_000_000, least: 1_000, most: 20_000 } as const;
/** Most groups shown. */
const MAX_GROUPS = 60;
const MAX_GROUP_NAME = 60;

/**
 * Derives what the page needs from a run.
 * @returns Orders by score and by risk; confidence is not an order.
 */
export function surveyReport(input: ReportInput): ReportSurvey {
  const rankings = byBars(input.rows.filter(hasThesis)).map(({ frequency, rows }) => rankingOf(frequency, rows));
  const theses = rankings.flatMap((ranking) => ranking.theses);
  const { best, worst } = rankings[0] ?? rankingOf(undefined, []);
  const riskiest = theses.filter(({ drawdownProbability }) => isNumber(drawdownProbability))
    .toSorted(byRisk)
    .slice(0, LIST_LENGTH);
  const statuses = { done: 0, partial: 0, failed: 0, invalid: 0, in_doubt: 0, skipped: 0, pending: 0 };
  for (const { status } of input.rows) statuses[status]++;
  const lists = { best, worst, riskiest, groups: groupsOf(input, rankings[0]?.frequency) };
  const cards = cardsOf(theses, namedIn(input, { rankings, ...lists }));
  return {
    input,
    theses,
    rankings,
    ...lists,
    tally: new ThesisTally(theses),
    statuses,
    medianDrawdown: median(theses.map(({ drawdownProbability }) => drawdownProbability)),
    scored: rankings.reduce((sum, ranking) => sum + ranking.scored, 0),
    changeOf: changesByRow(input),
    cards,
    isCharted: theses.some((row) => (input.seriesOf?.(row) ?? input.imageOf?.(row)) !== undefined),
    reasoningChars: Math.min(REASONING.most, Math.max(REASONING.least, Math.floor(REASONING.page / cards.size))),
  };
}

function rankingOf(frequency: string | undefined, rows: readonly ThesisRow[]): Ranking {
  const theses = rows.toSorted((a, b) => descending(a.score, b.score) || a.row - b.row);
  const scored = theses.filter(({ score }) => isNumber(score));
  const bestCount = Math.min(LIST_LENGTH, Math.ceil(scored.length / 2));
  const worstCount = Math.min(LIST_LENGTH, scored.length - bestCount);
  return {
    frequency,
    theses,
    scored: scored.length,
    best: scored.slice(0, bestCount),
    worst: scored.slice(scored.length - worstCount).reverse(),
  };
}

/** The ranking of a row. */
export function rankingFor({ rankings }: ReportSurvey, row: Pick<ThesisRow, "frequency">): Ranking | undefined {
  return rankings.find(({ frequency }) => frequency === row.frequency);
}

/** Whether a row has a thesis to show. */
export function hasThesis({ status }: ThesisRow): boolean {
  return status === "done" || status === "partial";
}

/**
 * The median.
 * @param values Absent and non-finite values are ignored.
 * @returns `undefined` without values.
 */
export function median(values: readonly (number | undefined)[]): number | undefined {
  const sorted = values.filter(isNumber).toSorted((a, b) => a - b);
  const low = sorted[(sorted.length - 1) >> 1];
  const high = sorted[sorted.length >> 1];
  return low === undefined || high === undefined ? undefined : (low + high) / 2;
}

/** Whether a value is a finite number. */
export function isNumber(value: number | undefined): value is number {
  return value !== undefined && Number.isFinite(value);
}

function byRisk(a: ThesisRow, b: ThesisRow): number {
  return descending(a.drawdownProbability, b.drawdownProbability) || a.row - b.row;
}

/** Compares in descending order, absent values last. */
function descending(a: number | undefined, b: number | undefined): number {
  if (!isNumber(a)) return isNumber(b) ? 1 : 0;
  return isNumber(b) ? b - a : -1;
}

function changesByRow({ comparison }: ReportInput): Map<number, RowChange> {
  return new Map((comparison?.changes ?? []).flatMap((change) => change.after ? [[change.after.row, change]] : []));
}

/** Finds the grouping column: an exact match, else a case-insensitive one. */
export function groupColumn({ manifest, group }: ReportInput): number {
  if (group === undefined) return -1;
  const exact = manifest.header.indexOf(group);
  return exact >= 0 ? exact : manifest.header.findIndex((name) => name.toLowerCase() === group.toLowerCase());
}

/** @param frequency The bars whose scores are compared. */
function groupsOf(input: ReportInput, frequency: string | undefined): ReportGroup[] {
  const at = groupColumn(input);
  if (at < 0) return [];
  const groups = Map.groupBy(input.rows, ({ cells }) => excerpt(cells[at] ?? "", MAX_GROUP_NAME) || "(empty)");
  return [...groups].map(([name, rows]) => toGroup(name, { rows, frequency }))
    .toSorted((a, b) =>
      descending(a.medianDrawdown ?? a.medianScore, b.medianDrawdown ?? b.medianScore) || (a.name < b.name ? -1 : 1)
    )
    .slice(0, MAX_GROUPS);
}

function toGroup(
  name: string,
  { rows, frequency }: { readonly rows: readonly ThesisRow[]; readonly frequency: string | undefined },
): ReportGroup {
  const theses = rows.filter((row) => hasThesis(row) && row.frequency === frequency);
  return {
    name,
    rows: rows.length,
    medianScore: median(theses.map(({ score }) => score)),
    medianDrawdown: median(theses.map(({ drawdownProbability }) => drawdownProbability)),
    riskiest: theses.filter(({ drawdownProbability }) => isNumber(drawdownProbability)).toSorted(byRisk)[0],
  };
}

/** Row numbers of all names listed on the page. */
function namedIn({ comparison }: ReportInput, { rankings, riskiest, groups }: {
  readonly rankings: readonly Ranking[];
  readonly riskiest: readonly ThesisRow[];
  readonly groups: readonly ReportGroup[];
}): Set<number> {
  const changed = (comparison?.changes ?? []).slice(0, MAX_CHANGES).map(({ after }) => after?.row);
  const alerted = (comparison?.alerts ?? []).slice(0, MAX_CHANGES).map(({ row }) => row);
  const ends = groups.map(({ riskiest }) => riskiest?.row);
  const listed = [...rankings.flatMap(({ best, worst }) => [...best, ...worst]), ...riskiest].map(({ row }) => row);
  return new Set([...listed, ...changed, ...alerted, ...ends].filter(isNumber));
}

function cardsOf(theses: readonly ThesisRow[], named: ReadonlySet<number>): Set<number> {
  const rows = theses.map(({ row }) => row);
  return new Set(theses.length <= MAX_CARDS ? rows : rows.filter((row) => named.has(row)));
}

/** Input of a report. All texts are untrusted. */
export interface ReportInput extends MethodInput {
  /** The run's folder, for display. */
  readonly folder: string;
  /** Renders a change in words. Default: `changeWords`. */
  readonly whatChanged?: ((change: RowChange) => string) | undefined;
  /** Input column to group by, case-insensitive. */
  readonly group?: string | undefined;
  /** Upper bound of the cost; absent without a price. */
  readonly spent?: number | undefined;
  /** Names of the files next to the page. Default: those in the manifest. */
  readonly beside?: readonly string[] | undefined;
  /** Prices to draw. */
  readonly seriesOf?: ((row: ThesisRow) => Sparkline | undefined) | undefined;
  /** An image as a base64 data: URI, used without prices. */
  readonly imageOf?: ((row: ThesisRow) => string | undefined) | undefined;
  /** How a name went over the nights. */
  readonly trendOf?: ((row: ThesisRow) => Trend | undefined) | undefined;
}
