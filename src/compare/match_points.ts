import type { ThesisRow } from "../run/thesis_row.ts";
import { type Point, type PointList, readPoints } from "./points.ts";
import { likeness, withoutFigures } from "./text_words.ts";

/** Drivers and risks that only one of two answers has. */
export interface ChangedPoints {
  readonly newDrivers: readonly Point[];
  readonly vanishedDrivers: readonly Point[];
  readonly newRisks: readonly Point[];
  readonly vanishedRisks: readonly Point[];
}

/**
 * Texts without claims count as the same above this similarity. Measured: 25 pairs of one statement in two wordings, in
 * the style of language models, have at least 0.60 with the same direction (0.36 to 0.40 with the opposite one); 120
 * pairs of different statements from one list have at most 0.36.
 */
const MIN_LIKENESS = 0.5;
/** Texts whose first figures have the same metric must also share half of all their metrics. */
const MIN_SHARED_METRICS = 0.5;
/** Bounds the time for a service that sends thousands of texts, because every pair is compared. */
const MAX_TEXTS = 100;
const LISTS: readonly PointList[] = ["drivers", "risks"];
const NONE: readonly Point[] = [];
const NO_CHANGE: ChangedPoints = { newDrivers: NONE, vanishedDrivers: NONE, newRisks: NONE, vanishedRisks: NONE };

/** Two points and their similarity. */
interface Pair {
  readonly before: Point;
  readonly after: Point;
  readonly likeness: number;
}

/**
 * Finds the drivers and risks that only one of two answers has. Figures, order and wording change from night to night;
 * two points are the same when their words without figures are equal, when their claims have the same metrics, or,
 * without claims, when their words are similar. A point that only moved to the other list, as an opposing driver does
 * when the thesis turns bullish, is also the same.
 */
export function changedPoints(before: ThesisRow, after: ThesisRow): ChangedPoints {
  const earlier = skeletonsOf(before);
  const later = skeletonsOf(after);
  const old = leftOf(before, { own: earlier, others: later });
  const fresh = leftOf(after, { own: later, others: earlier });
  if (old.length === 0 && fresh.length === 0) return NO_CHANGE;
  const gone = old.flatMap((left) => readPoints(before, left));
  const come = fresh.flatMap((left) => readPoints(after, left));
  const { matchedBefore, matchedAfter } = matchPoints(gone, come);
  const open = (points: readonly Point[], matched: ReadonlySet<Point>, list: PointList) =>
    points.filter((point) => point.list === list && !matched.has(point));
  return {
    newDrivers: open(come, matchedAfter, "drivers"),
    vanishedDrivers: open(gone, matchedBefore, "drivers"),
    newRisks: open(come, matchedAfter, "risks"),
    vanishedRisks: open(gone, matchedBefore, "risks"),
  };
}

/** The texts of a row without their figures, by list. */
type Skeletons = Readonly<Record<PointList, readonly string[]>>;

function skeletonsOf({ drivers, risks }: ThesisRow): Skeletons {
  return { drivers: drivers.map(withoutFigures), risks: risks.map(withoutFigures) };
}

/** The texts of a row without an equal one, figures ignored, in the other row; usually few. */
function leftOf(row: ThesisRow, { own, others }: { readonly own: Skeletons; readonly others: Skeletons }) {
  return LISTS.flatMap((list) => {
    const said = new Map<string, number>();
    for (const skeleton of others[list]) add(said, skeleton, 1);
    const at = own[list].flatMap((skeleton, at) => add(said, skeleton, -1) < 0 ? [at] : []);
    return at.length === 0
      ? []
      : [{ list, texts: at.slice(0, MAX_TEXTS).map((at) => [at, row[list][at] ?? ""] as const) }];
  });
}

function add(counts: Map<string, number>, key: string, step: number): number {
  const count = (counts.get(key) ?? 0) + step;
  counts.set(key, count);
  return count;
}

/** Matches each point at most once, the most similar pairs first; symmetric in its arguments. */
function matchPoints(before: readonly Point[], after: readonly Point[]) {
  const matchedBefore = new Set<Point>();
  const matchedAfter = new Set<Point>();
  const pairs = before.flatMap((one) =>
    after.map((other): Pair => ({ before: one, after: other, likeness: pointLikeness(one, other) }))
  );
  for (const pair of pairs.filter((one) => one.likeness > 0).toSorted(byLikeness)) {
    if (matchedBefore.has(pair.before) || matchedAfter.has(pair.after)) continue;
    matchedBefore.add(pair.before);
    matchedAfter.add(pair.after);
  }
  return { matchedBefore, matchedAfter };
}

/** Ties prefer the same list, then close positions, then early ones; pairs that still tie share no point. */
function byLikeness(one: Pair, other: Pair): number {
  return other.likeness - one.likeness || crossing(one) - crossing(other) || distance(one) - distance(other) ||
    earliest(one) - earliest(other) || Number(one.before.list === "risks") - Number(other.before.list === "risks");
}

function crossing({ before, after }: Pair): number {
  return before.list === after.list ? 0 : 1;
}

function distance({ before, after }: Pair): number {
  return Math.abs(before.at - after.at);
}

function earliest({ before, after }: Pair): number {
  return Math.min(before.at, after.at);
}

/** 0 for different points, 5 if only figures differ, 4 if all key words are equal, 2 to 3 if claims match, else below 1. */
function pointLikeness(one: Point, other: Point): number {
  const hasSides = one.side !== undefined && other.side !== undefined;
  const isOpposed = hasSides && one.side !== other.side;
  if (isOpposed && one.isSideStated && other.isSideStated) return 0;
  if (one.list !== other.list && (!hasSides || isOpposed)) return 0;
  if (one.frame === other.frame) return 5;
  const alike = likeness(one.words, other.words);
  if (alike === 1) return 4;
  const hasClaims = one.leads.size > 0 && other.leads.size > 0;
  if (!hasClaims) return alike >= MIN_LIKENESS ? alike : 0;
  return !isOpposed && measureTheSame(one, other) ? 2 + alike : 0;
}

function measureTheSame(one: Point, other: Point): boolean {
  const shared = one.metrics.intersection(other.metrics).size / one.metrics.union(other.metrics).size; // Jaccard's
  return !one.leads.isDisjointFrom(other.leads) && shared >= MIN_SHARED_METRICS;
}
