import { isHighChance } from "../protocol/drawdown_line.ts";
import type { ThesisRow } from "../run/thesis_row.ts";
import { BEHIND_DRAWDOWN, type ClaimPair, pairClaims } from "./cause.ts";
import type { CameTrue, ChangeKind, ClaimChange, RowChange, ThesisSide } from "./comparison.ts";
import { type ChangedPoints, changedPoints } from "./match_points.ts";
import { foldTicker, type RowPair } from "./match_rows.ts";
import type { Point } from "./points.ts";
import { CHANGE_KINDS, rankMove, scoreMove } from "./weight.ts";
import type { Falsifier } from "../protocol/falsifier.ts";

/** The percentile of a row's score in its run, among the rows with the same bars. */
type PlaceOf = (row: ThesisRow) => number | undefined;

/** What two rows of a name differ in. */
export interface RowDifference {
  /** Absent without a change. */
  readonly change?: RowChange | undefined;
  /** Risks that only the later thesis has, with their figures. */
  readonly newRisks: readonly Point[];
}

/** The percentiles of both runs. */
export interface ThesisPlaces {
  readonly before: PlaceOf;
  readonly after: PlaceOf;
}

/** Smallest move in percentile points that counts as a change. */
const MIN_RANK_MOVE = 20;
/**
 * Smallest move of a score that counts as a change. Of 500 real names none moved that far from one night to the next (in
 * June 2017 and on 6 February 2018), while up to 110 had other drivers; within the month to that day 86 did.
 */
const MIN_SCORE_MOVE = 0.1;
/** Tolerance for percentiles in binary floating point. */
const ROUNDING = 1e-9;

/** Kinds after which the figures behind the score are shown. */
const TURNS: ReadonlySet<ChangeKind> = new Set(["flipped", "rank_moved", "score_moved"]);

/** Whether a row has a thesis. */
export function hasThesisRow(row: ThesisRow | undefined): row is ThesisRow {
  return row?.status === "done" || row?.status === "partial";
}

/**
 * Compares one name.
 * @param pair The row in both runs; at least one side exists.
 */
export function compareRows(pair: RowPair, places: ThesisPlaces): RowDifference {
  const { before, after } = pair;
  if (!hasThesisRow(before)) {
    return { change: hasThesisRow(after) ? oneSided(pair, { kind: "new", places }) : undefined, newRisks: [] };
  }
  if (!hasThesisRow(after)) return { change: oneSided(pair, { kind: "gone", places }), newRisks: [] };
  const sides = { before: sideOf(before, places.before), after: sideOf(after, places.after) };
  const points = changedPoints(before, after);
  const cameTrue = falsifiedBetween(before, after);
  const kinds = CHANGE_KINDS.filter((kind) =>
    kind === "falsified" ? cameTrue.length > 0 : TESTS[kind]?.(sides, points) ?? false
  );
  if (kinds.length === 0) return { newRisks: [] };
  const change = {
    ticker: after.ticker,
    company: after.company ?? before.company,
    kinds,
    ...sides,
    newDrivers: points.newDrivers.map(({ text }) => text),
    vanishedDrivers: points.vanishedDrivers.map(({ text }) => text),
    newRisks: points.newRisks.map(({ text }) => text),
    vanishedRisks: points.vanishedRisks.map(({ text }) => text),
    ...(cameTrue.length > 0 && { cameTrue }),
    claims: claimChanges({ before, after }, { kinds, points }),
  };
  return { change, newRisks: points.newRisks };
}

/** A row in both runs. */
interface Sides {
  readonly before: ThesisSide;
  readonly after: ThesisSide;
}

const TESTS: Readonly<Partial<Record<ChangeKind, (sides: Sides, points: ChangedPoints) => boolean>>> = {
  flipped: hasFlipped,
  drawdown_crossed: ({ before, after }) => isAcross(before.drawdownProbability, after.drawdownProbability),
  rank_moved: hasMovedInRank,
  score_moved: (sides) =>
    Math.abs(scoreMove(sides)) >= MIN_SCORE_MOVE - ROUNDING && !hasFlipped(sides) && !hasMovedInRank(sides),
  risks: (_, { newRisks, vanishedRisks }) => newRisks.length + vanishedRisks.length > 0,
  drivers: (_, { newDrivers, vanishedDrivers }) => newDrivers.length + vanishedDrivers.length > 0,
};

function hasFlipped({ before, after }: Sides): boolean {
  return signalWord(before) !== signalWord(after);
}

function hasMovedInRank(sides: Sides): boolean {
  return Math.abs(rankMove(sides)) >= MIN_RANK_MOVE - ROUNDING;
}

export function signalWord({ signal = "" }: Pick<ThesisSide, "signal">): string {
  return signal.trim().toLowerCase();
}

function isAcross(before: number | undefined, after: number | undefined): boolean {
  if (before === undefined || after === undefined) return false;
  return isHighChance(before) !== isHighChance(after);
}

/** A change of a name that only one run has a thesis for; it lists no texts, because all of them are new or gone. */
function oneSided(
  { before, after }: RowPair,
  { kind, places }: { readonly kind: "new" | "gone"; readonly places: ThesisPlaces },
): RowChange {
  return {
    ticker: after?.ticker ?? before?.ticker ?? "",
    company: after?.company ?? before?.company,
    kinds: [kind],
    before: before && sideOf(before, places.before),
    after: after && sideOf(after, places.after),
    newDrivers: [],
    vanishedDrivers: [],
    newRisks: [],
    vanishedRisks: [],
    claims: [],
  };
}

/** A row as a side of a change. */
export function sideOf(row: ThesisRow, placeOf: PlaceOf): ThesisSide {
  const { row: number, status, signal, confidence, score, rank, drawdownProbability, asOf } = row;
  const percentile = placeOf(row);
  return { row: number, status, signal, confidence, score, rank, percentile, drawdownProbability, asOf };
}

const MAX_CLAIMS = 5;
/** Prefix of the components of a score. */
const FAMILY = "score_";

/**
 * The figures behind a change, the most important first: the score and the chance of a fall if they changed, their
 * components, then the metrics of the new and vanished texts.
 * @returns At most five, each with a different figure than before.
 */
function claimChanges(
  { before, after }: { readonly before: ThesisRow; readonly after: ThesisRow },
  { kinds, points }: { readonly kinds: readonly ChangeKind[]; readonly points: ChangedPoints },
): readonly ClaimChange[] {
  if (before.claims.length === 0 && after.claims.length === 0) return [];
  const pairs = pairClaims(before.claims, after.claims);
  const hasTurned = kinds.some((kind) => TURNS.has(kind));
  const hasCrossed = kinds.includes("drawdown_crossed");
  const { newDrivers, newRisks, vanishedDrivers, vanishedRisks } = points;
  const metrics = new Set([
    ...hasTurned ? ["score"] : [],
    ...hasCrossed ? ["drawdown_probability"] : [],
    ...hasTurned ? familiesOf(pairs) : [],
    ...hasCrossed ? BEHIND_DRAWDOWN : [],
    ...[newDrivers, newRisks, vanishedDrivers, vanishedRisks].flat().flatMap(({ leads }) => [...leads]),
  ]);
  return [...metrics].flatMap((metric) => changeOf(pairs.get(metric))).slice(0, MAX_CLAIMS);
}

/** Components of the score, the largest move first. */
function familiesOf(pairs: ReadonlyMap<string, ClaimPair>): string[] {
  const families = [...pairs.values()].filter(({ metric }) => metric.startsWith(FAMILY));
  return families.toSorted((one, other) => moved(other) - moved(one)).map(({ metric }) => metric);
}

function moved({ before, after }: ClaimPair): number {
  const move = Math.abs(Number(after?.value ?? 0) - Number(before?.value ?? 0));
  return Number.isNaN(move) ? 0 : move;
}

function changeOf(pair: ClaimPair | undefined): ClaimChange[] {
  const before = pair?.before?.shown;
  const after = pair?.after?.shown;
  return pair === undefined || before === after ? [] : [{ metric: pair.metric, before, after }];
}

/**
 * What the earlier thesis said would speak against it, and the later figures say is so.
 * @returns In the order of the earlier thesis; none whose figure the later answer does not state.
 */
export function falsifiedBetween(before: ThesisRow, after: ThesisRow): readonly CameTrue[] {
  return (before.falsifiers ?? []).flatMap((falsifier) => {
    const { metric, side, threshold, value, text } = falsifier;
    const now = figureIn(after, falsifier);
    const isBeyond = (figure: number) => side === "below" ? figure < threshold : figure > threshold;
    if (now === undefined || !isBeyond(now) || isBeyond(value)) return [];
    return [{ metric, side, threshold, before: value, after: now, ...(text !== undefined && { text }) }];
  });
}

/** The same figure in a later answer: as it names it itself for what would speak against it, or as it verified it. */
export function figureIn(
  { falsifiers = [], claims }: ThesisRow,
  { metric, ticker }: Pick<Falsifier, "metric" | "ticker">,
): number | undefined {
  const again = falsifiers.find((one) => one.metric === metric && foldTicker(one.ticker) === foldTicker(ticker));
  if (again !== undefined) return again.value;
  const claim = claims.find((one) => one.metric === metric && foldTicker(one.id).startsWith(`${foldTicker(ticker)}.`));
  return typeof claim?.value === "number" ? claim.value : undefined;
}
