import { dayNumber } from "../../calendar/day.ts";
import { type ItemId, itemOf } from "../../data/metrics/items.ts";
import type { FiledFact, StockSplit } from "../../data/records.ts";
import type { FiledFacts } from "./filed_facts.ts";

/** Counts that differ by less are no split: weighted shares are at times corrected. */
export const LEAST_SPLIT = 0.05;
/** Counts that are corrected change by less, if not by a thousand. */
const MOST_CORRECTION = 1.5;
/** A ratio of counts that are rounded to thousands or millions is within this share of the ratio of the split. */
export const RATIO_SHARE = 0.005;
/** Earnings per share are rounded to cents. */
const HALF_CENT = 0.005;
/** Earnings that rounding may move by more tell no ratio. */
const MOST_ROUNDING = 0.01;

/** Tags of share counts. */
export const COUNT_TAGS = tagsOf("shares_diluted", "shares_basic", "shares_outstanding");
const EPS_TAGS = tagsOf("eps_diluted", "eps_basic");

/** A count or earnings per share of one period that two reports state, one after the other, and that differ. */
export interface Change {
  /** Of shares: new for each old one. */
  readonly ratio: number;
  /** Share of the ratio by which rounding may move it. */
  readonly rounding: number;
  readonly one: FiledFact;
  readonly other: FiledFact;
}

/** Counts that changed between reports, then earnings that did, those of the nearest reports first. */
export function changesIn(filed: FiledFacts, recorded: readonly StockSplit[]): readonly Change[] {
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
export function isInEarnings(filed: FiledFacts, { ratio, one, other }: Change): boolean {
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
export function isCorrection(
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
export function isCount({ one }: Change): boolean {
  return COUNT_TAGS.includes(one.tag);
}

function tagsOf(...ids: readonly ItemId[]): readonly string[] {
  return [...new Set(ids.flatMap((id) => itemOf(id).tags))];
}

/** Whether two values differ by no more than a share of the other. */
export function isNear(value: number, other: number, share: number): boolean {
  return Math.abs(value / other - 1) <= share;
}
