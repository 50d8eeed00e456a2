import { type ItemId, itemOf, SPLIT_TAG } from "../../data/metrics/items.ts";
import type { FiledFact, StockSplit } from "../../data/records.ts";
import type { FiledFacts, Report } from "./filed_facts.ts";
import { dayNumber } from "../../calendar/day.ts";

/** Two for one up to a hundred for one, and those between; and the inverse of each. */
const RATIOS: readonly number[] = [
  ...Array.from({ length: 99 }, (_, at) => at + 2),
  3 / 2,
  4 / 3,
  5 / 4,
  6 / 5,
  11 / 10,
  5 / 2,
  7 / 2,
  5 / 3,
  7 / 4,
];

/** A split between two reports: what was filed up to the one is in old shares, what was filed from the other on in new. */
interface SplitBetween {
  /** Absent where it is not certain. */
  readonly ratio: number | undefined;
  readonly from: string;
  readonly to: string;
}

/** What splits make of shares that were counted on another day. */
export class ShareSplits {
  readonly #recorded: readonly StockSplit[];
  readonly #between: readonly SplitBetween[];

  /** @param recorded Those known; others are derived from what is filed. */
  constructor(filed: FiledFacts, recorded: readonly StockSplit[]) {
    this.#recorded = recorded;
    this.#between = splitsBetween(filed, recorded);
  }

  /** Shares of the day of the view for one share as a report counts them; unknown where a split is not certain. */
  factor(filed: string): number | undefined {
    let factor = product(this.#recorded.filter(({ day }) => filed < day));
    for (const { ratio, from, to } of this.#between) {
      if (filed >= to) continue;
      if (ratio === undefined || filed > from) return undefined;
      factor *= ratio;
    }
    return factor;
  }
}

/** Splits that no recorded one explains, from what two reports state of one period. */
function splitsBetween(filed: FiledFacts, recorded: readonly StockSplit[]): readonly SplitBetween[] {
  const found: SplitBetween[] = [];
  const doubtful: SplitBetween[] = [];
  for (const change of changesIn(filed, recorded)) {
    const from = change.one.filed;
    const to = change.other.filed;
    const known = product(recorded.filter(({ day }) => from < day && day <= to));
    const inside = found.filter((one) => from <= one.from && one.to <= to);
    const ratio = change.ratio / known / product(inside);
    if (isNear(ratio, 1, LEAST_SPLIT)) continue;
    const across = found.findIndex((one) =>
      from < one.to && one.from < to && one.ratio !== undefined && isNear(ratio, one.ratio, change.rounding)
    );
    const other = found[across];
    if (other !== undefined) {
      found[across] = { ...other, from: later(from, other.from), to: earlier(to, other.to) };
      continue;
    }
    const exact = exactRatio(ratio, change.rounding);
    const isShown = exact !== undefined && (isTagged(filed, exact) || isCount(change) && isInEarnings(filed, change));
    const isCertain = isShown && known === 1; // a recorded split that reports do not follow is as doubtful
    if (!isCertain && isCorrection(filed, change, { ratio, exact })) continue;
    (isCertain ? found : doubtful).push({ ratio: isCertain ? exact : undefined, from, to });
  }
  const unexplained = doubtful.filter(({ from, to }) => !found.some((one) => from < one.to && one.from < to));
  return [...found.map((split) => narrowed(split, filed.reports)), ...unexplained];
}

/** Whether any report states a split of such a ratio; of one share for ten, some write 10 and some 0.1. */
function isTagged(filed: FiledFacts, ratio: number): boolean {
  return filed.tagged(SPLIT_TAG).some(({ value }) =>
    value > 0 && (isNear(ratio, value, RATIO_SHARE) || isNear(ratio, 1 / value, RATIO_SHARE))
  );
}

/** Reports between the two are in the shares that their own newest count is near to. */
function narrowed(split: SplitBetween, reports: readonly Report[]): SplitBetween {
  const near = Math.abs(Math.log(split.ratio ?? 1)) / 4;
  for (const tag of COUNT_TAGS) {
    const levels = reports.flatMap((report) => levelOf(report, tag));
    const old = levels.findLast(({ filed }) => filed <= split.from)?.level;
    const young = levels.find(({ filed }) => filed >= split.to)?.level;
    if (old === undefined || young === undefined) continue;
    const between = levels.filter(({ filed }) => filed > split.from && filed < split.to);
    const before = between.filter(({ level }) => Math.abs(Math.log(level / old)) < near).map(({ filed }) => filed);
    const after = between.filter(({ level }) => Math.abs(Math.log(level / young)) < near).map(({ filed }) => filed);
    const from = before.reduce(later, split.from);
    const to = after.reduce(earlier, split.to);
    return from < to ? { ...split, from, to } : split;
  }
  return split;
}

/** The count of the newest period of a report, by one tag. */
function levelOf({ facts, filed }: Report, tag: string): readonly { readonly filed: string; readonly level: number }[] {
  const counts = facts.filter((one) => one.tag === tag && one.share === undefined && one.value > 0);
  const [newest] = counts.toSorted((one, other) => one.end < other.end ? 1 : -1);
  return newest === undefined ? [] : [{ filed, level: newest.value }];
}

function exactRatio(ratio: number, rounding: number): number | undefined {
  const all = RATIOS.flatMap((one) => [one, 1 / one]).filter((one) => isNear(ratio, one, rounding));
  return all.sort((one, other) => Math.abs(ratio / one - 1) - Math.abs(ratio / other - 1))[0];
}

function product(splits: readonly { readonly ratio: number | undefined }[]): number {
  return splits.reduce((all, { ratio = 1 }) => all * ratio, 1);
}

function later(one: string, other: string): string {
  return one > other ? one : other;
}

function earlier(one: string, other: string): string {
  return one < other ? one : other;
}

/** Counts that differ by less are no split: weighted shares are at times corrected. */
const LEAST_SPLIT = 0.05;
/** Counts that are corrected change by less, if not by a thousand. */
const MOST_CORRECTION = 1.5;
/** A ratio of counts that are rounded to thousands or millions is within this share of the ratio of the split. */
const RATIO_SHARE = 0.005;
/** Earnings per share are rounded to cents. */
const HALF_CENT = 0.005;
/** Earnings that rounding may move by more tell no ratio. */
const MOST_ROUNDING = 0.01;

/** Tags of share counts. */
const COUNT_TAGS = tagsOf("shares_diluted", "shares_basic", "shares_outstanding");
/** Tags of earnings per share. */
export const EPS_TAGS = tagsOf("eps_diluted", "eps_basic");

/** A count or earnings per share of one period that two reports state, one after the other, and that differ. */
interface Change {
  /** Of shares: new for each old one. */
  readonly ratio: number;
  /** Share of the ratio by which rounding may move it. */
  readonly rounding: number;
  readonly one: FiledFact;
  readonly other: FiledFact;
}

/** Counts that changed between reports, then earnings that did, those of the nearest reports first. */
function changesIn(filed: FiledFacts, recorded: readonly StockSplit[]): readonly Change[] {
  const counts = COUNT_TAGS.flatMap((tag) => changesOf(filed, tag, (one, other) => [other / one, RATIO_SHARE]));
  const earnings = EPS_TAGS.flatMap((tag) =>
    changesOf(filed, tag, (one, other) => [one / other, HALF_CENT / Math.abs(one) + HALF_CENT / Math.abs(other)])
  );
  const isChanged = ({ ratio, one, other }: Change) =>
    !isNear(ratio, 1, LEAST_SPLIT) || recorded.some(({ day }) => one.filed < day && day <= other.filed);
  return [
    ...counts.filter(isChanged).sort(nearestFirst),
    ...earnings.filter((one) => one.rounding < MOST_ROUNDING && isChanged(one)).sort(nearestFirst),
  ];
}

function changesOf(
  filed: FiledFacts,
  tag: string,
  ratioOf: (one: number, other: number) => readonly [number, number],
): readonly Change[] {
  const whole = filed.tagged(tag).filter(({ share, value }) => share === undefined && value !== 0);
  return [...Map.groupBy(whole, ({ start, end }) => `${start}/${end}`).values()].flatMap((versions) => {
    const ordered = versions.toSorted((one, other) => filed.placeOf(one) - filed.placeOf(other));
    return ordered.slice(1).flatMap((other, at): readonly Change[] => {
      const one = ordered[at];
      if (one === undefined) return [];
      const [ratio, rounding] = ratioOf(one.value, other.value);
      return ratio <= 0 ? [] : [{ ratio, rounding, one, other }];
    });
  });
}

function nearestFirst(one: Change, other: Change): number {
  const width = (change: Change) => dayNumber(change.other.filed) - dayNumber(change.one.filed);
  const isBefore = one.one.filed < other.one.filed;
  return width(one) - width(other) || (isBefore ? -1 : 1);
}

/** Whether earnings per share of the same period went the other way between the same reports. */
function isInEarnings(filed: FiledFacts, { ratio, one, other }: Change): boolean {
  return EPS_TAGS.some((tag) => {
    const facts = filed.of(tag, one).filter(({ share }) => share === undefined);
    const before = facts.find(({ accession }) => accession === one.accession)?.value;
    const after = facts.find(({ accession }) => accession === other.accession)?.value;
    if (before === undefined || after === undefined) return false;
    const isInverse = Math.abs(before / ratio - after) <= HALF_CENT * (1 + 1 / ratio) * (1 + RATIO_SHARE);
    const isUnchanged = Math.abs(before - after) <= 2 * HALF_CENT;
    return isInverse && !isUnchanged;
  });
}

/**
 * Whether figures were corrected, and no split or merger changed the shares: counts a little or from thousands to shares,
 * earnings a little or with income.
 */
function isCorrection(
  filed: FiledFacts,
  change: Change,
  { ratio, exact }: { readonly ratio: number; readonly exact: number | undefined },
): boolean {
  const larger = Math.max(ratio, 1 / ratio);
  const isLittle = larger < MOST_CORRECTION;
  if (isCount(change)) {
    return exact === undefined && (isLittle || [1e3, 1e6].some((unit) => isNear(larger, unit, RATIO_SHARE)));
  }
  const { one, other } = change;
  const incomes = tagsOf("net_income").flatMap((tag) => filed.of(tag, one));
  const [before, after] = [one, other].map(({ accession }) =>
    incomes.find((fact) => fact.accession === accession)?.value
  );
  return isLittle || before === undefined || after === undefined || !isNear(before, after, LEAST_SPLIT);
}

/** Whether it is a count that changed, not earnings. */
function isCount({ one }: Change): boolean {
  return COUNT_TAGS.includes(one.tag);
}

function tagsOf(...ids: readonly ItemId[]): readonly string[] {
  return [...new Set(ids.flatMap((id) => itemOf(id).tags))];
}

/** Whether two values differ by no more than a share of the other. */
function isNear(value: number, other: number, share: number): boolean {
  return Math.abs(value / other - 1) <= share;
}
