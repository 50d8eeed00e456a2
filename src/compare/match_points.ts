import type { ThesisRow } from "../run/thesis_row.ts";
import { type Point, type PointList, readPoints } from "./points.ts";
import { likeness, withoutFigures } from "./text_words.ts";

/** What one of two answers says and the other does not. */
export interface ChangedPoints {
  readonly newDrivers: readonly Point[];
  readonly vanishedDrivers: readonly Point[];
  readonly newRisks: readonly Point[];
  readonly vanishedRisks: readonly Point[];
}

/**
 * Texts without claims are the same from this likeness on. Measured: 25 pairs of one statement in two wordings, written
 * by hand after the manner of language models, come to 0.60 and more where the direction stays (0.36 to 0.40 where it
 * turned); 120 pairs of different statements of one list to 0.36 at most.
 */
const MIN_LIKENESS = 0.5;
/** Texts whose figures lead with the same metric must share half of all their metrics. */
const MIN_SHARED_METRICS = 0.5;
/** Every pair is looked at: a service that sends thousands is not followed that far. */
const MAX_TEXTS = 100;
const LISTS: readonly PointList[] = ["drivers", "risks"];
const NONE: readonly Point[] = [];
const NO_CHANGE: ChangedPoints = { newDrivers: NONE, vanishedDrivers: NONE, newRisks: NONE, vanishedRisks: NONE };

/** Two points that may be the same, and how sure that is. */
interface Pair {
  readonly before: Point;
  readonly after: Point;
  readonly likeness: number;
}

/**
 * Finds the drivers and risks that only one of two answers has. Figures, places and wording move from night to night;
 * a point is the same when its words without figures are, when its claims measure the same, or, without claims, when
 * its words are alike. One that only went over to the other list, as a driver against does when the thesis turns
 * bullish, is the same too.
 */
export function changedPoints(before: ThesisRow, after: ThesisRow): ChangedPoints {
  const [said, saysNow] = [skeletonsOf(before), skeletonsOf(after)];
  const [old, fresh] = [
    leftOf(before, { own: said, others: saysNow }),
    leftOf(after, { own: saysNow, others: said }),
  ];
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

/** The texts of a row without their figures, list by list. */
type Skeletons = Readonly<Record<PointList, readonly string[]>>;

function skeletonsOf({ drivers, risks }: ThesisRow): Skeletons {
  return { drivers: drivers.map(withoutFigures), risks: risks.map(withoutFigures) };
}

/** The texts of a row that the other does not say with other figures: on most nights, few. */
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

/** Each point once, the surest pairs first; seen from the other side, the same pairs come out. */
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

/** Ties go to one list, then to near places, then to early ones: whatever is left tied shares no point. */
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

/** 0 for different points; more than 2 where claims tell, 4 where every telling word is one, 5 where only figures differ. */
function pointLikeness(one: Point, other: Point): number {
  const hasSides = one.side !== undefined && other.side !== undefined;
  const isOpposed = hasSides && one.side !== other.side;
  if (isOpposed && one.isSideSaid && other.isSideSaid) return 0;
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
