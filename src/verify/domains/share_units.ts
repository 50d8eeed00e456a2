import { type ItemId, itemOf, SPLIT_TAG } from "../../data/metrics/items.ts";
import type { FiledFact, StockSplit } from "../../data/records.ts";
import { isSame, type Report } from "./reports.ts";

/** A split between two reports: what was filed before its day is in other shares; of unknown size without a ratio. */
export interface Split {
  readonly day: string;
  readonly ratio?: number;
}

const COUNTS: readonly ItemId[] = ["shares_diluted", "shares_basic"];
const PER_SHARE: readonly ItemId[] = ["eps_diluted", "eps_basic"];

/** Ratios of splits and their inverses: 2 to 50 for 1, and 3 for 2, 4 for 3, 5 for 4, 5 for 2. */
const RATIOS = [...Array.from({ length: 49 }, (_, at) => at + 2), 3 / 2, 4 / 3, 5 / 4, 5 / 2]
  .flatMap((ratio) => [ratio, 1 / ratio]);

/** Shares by which two statements of one count may differ and still be the same count, split. */
const COUNT_SLACK = 0.005;

/** What is filed rounds earnings per share to a cent. */
const HALF_CENT = 0.005;

/**
 * The splits recorded, and those that only the reports themselves tell of: two of them state the shares of one period in
 * counts that a split sets apart.
 * @param reports In the order in which they were filed.
 */
export function splitsOf(reports: readonly Report[], recorded: readonly StockSplit[]): readonly Split[] {
  const found: Split[] = [...recorded];
  const latest = new Map<string, FiledFact>();
  for (const report of reports) {
    const counts = COUNTS.flatMap((id) => factsOf(id, report));
    const pairs = counts.flatMap((newer) => {
      const older = latest.get(keyOf(newer));
      return older && isSame(older, newer) ? [{ older, newer }] : [];
    });
    const split = pairs.flatMap((pair) => derivedOf(pair, { reports, found })).at(0);
    if (split !== undefined) found.push(split);
    for (const one of counts) latest.set(keyOf(one), one);
  }
  return found;
}

/** How many shares of the day there are for each share of a day; undefined where a split of unknown size lies between. */
export function factorSince(filed: string, splits: readonly Split[]): number | undefined {
  return splits.filter(({ day }) => filed < day)
    .reduce<number | undefined>(
      (product, { ratio }) => product === undefined || ratio === undefined ? undefined : product * ratio,
      1,
    );
}

function keyOf({ tag, start, end }: FiledFact): string {
  return `${tag} ${end} ${Math.round((Date.parse(end) - Date.parse(start ?? end)) / 864e6)}`;
}

function factsOf(id: ItemId, { facts }: Report): readonly FiledFact[] {
  return (itemOf(id)?.tags ?? []).flatMap((tag) => facts.get(tag) ?? []).filter(({ share, value }) =>
    share === undefined && value > 0
  );
}

/** The split that sets two counts of one period apart and is not among those found before. */
function derivedOf(
  { older, newer }: { readonly older: FiledFact; readonly newer: FiledFact },
  { reports, found }: { readonly reports: readonly Report[]; readonly found: readonly Split[] },
): readonly Split[] {
  if (found.some(({ day }) => older.filed < day && day <= newer.filed)) return [];
  const ratio = RATIOS.find((one) => Math.abs(newer.value / older.value / one - 1) <= COUNT_SLACK);
  if (ratio === undefined) return [];
  const [before, after] = [older, newer].map(({ accession }) => reports.find((one) => one.accession === accession));
  const isTold = before && after &&
    (isPerShareSplit({ before, after, period: newer }, ratio) || hasRatio(after, ratio));
  return [{ day: newer.filed, ...(isTold && { ratio }) }];
}

/** Whether earnings per share of the period differ by the inverse of the ratio. */
function isPerShareSplit(
  { before, after, period }: { readonly before: Report; readonly after: Report; readonly period: FiledFact },
  ratio: number,
): boolean {
  return PER_SHARE.some((id) => {
    const [older, newer] = [before, after].map((one) => factsOfPeriod(id, one, period));
    return older !== undefined && newer !== undefined && older !== 0 &&
      Math.abs(older / ratio - newer) <= HALF_CENT * (1 + 1 / ratio);
  });
}

function factsOfPeriod(id: ItemId, { facts }: Report, period: FiledFact): number | undefined {
  return (itemOf(id)?.tags ?? []).flatMap((tag) => facts.get(tag) ?? []).find((one) => isSame(one, period))?.value;
}

function hasRatio({ facts }: Report, ratio: number): boolean {
  return (facts.get(SPLIT_TAG) ?? []).some(({ value }) =>
    [value, 1 / value].some((one) => Math.abs(one / ratio - 1) <= COUNT_SLACK)
  );
}
