import { type ItemId, itemOf, SPLIT_TAG } from "../../data/metrics/items.ts";
import type { FiledFact, StockSplit } from "../../data/records.ts";
import { isSame, type Report } from "./reports.ts";

/** A split between reports: what was filed before its day is in other shares; of unknown size without a ratio. */
export interface Split {
  readonly day: string;
  readonly ratio?: number;
  /** Days of reports of which nobody can say whether they are in the shares before or after it. */
  readonly unclear?: ReadonlySet<string>;
}

/** What two reports state of one period. */
interface Pair {
  readonly older: FiledFact;
  readonly newer: FiledFact;
  /** What the splits known between the two make of a count; undefined where one is of unknown size. */
  readonly known: number | undefined;
}

/** The first that a report states tells in which shares it is. */
const COUNTS: readonly ItemId[] = ["shares_diluted", "shares_basic", "shares_outstanding"];
const PER_SHARE: readonly ItemId[] = ["eps_diluted", "eps_basic"];

/** Ratios of splits and their inverses: 2 to 50 for 1, and 3 for 2, 4 for 3, 5 for 4, 5 for 2. */
const RATIOS = [...Array.from({ length: 49 }, (_, at) => at + 2), 3 / 2, 4 / 3, 5 / 4, 5 / 2]
  .flatMap((ratio) => [ratio, 1 / ratio]);

/** How far two statements of one count may differ and still be the same count, split. */
const COUNT_SLACK = 0.005;
/** How far a company's count may move between two reports without a split. */
const MOVE_SLACK = 0.2;
/** From how many times on a count that is stated again counts other shares, as after a merger. */
const OTHER_SHARES = 1.5;
/** Counts that are so far apart are in different scales; how near they must be. */
const SCALES = [1e3, 1e6, 1e-3, 1e-6];
const SCALE_SLACK = 0.1;
/** What is filed rounds earnings per share to a cent. */
const HALF_CENT = 0.005;

/**
 * The splits recorded, and those that only the reports themselves tell of: two of them state one period in shares that a
 * split sets apart.
 * @param reports In the order in which they were filed.
 */
export function splitsOf(reports: readonly Report[], recorded: readonly StockSplit[]): readonly Split[] {
  const found: Split[] = [...recorded];
  const latest = new Map<string, FiledFact>();
  for (const report of reports) {
    const stated = [...COUNTS, ...PER_SHARE].flatMap((id) => statedOf(id, report));
    const pairs = stated.flatMap((newer) => {
      const older = latest.get(keyOf(newer));
      return older && isSame(older, newer) ? [{ older, newer, known: factorBetween(older, newer, found) }] : [];
    });
    const split = splitAmong(pairs, reports);
    if (split !== undefined) found.push(split);
    for (const one of stated) latest.set(keyOf(one), one);
  }
  return found;
}

/** How many shares of the day there are for each share of a day; undefined where a split of unknown size lies between. */
export function factorSince(filed: string, splits: readonly Split[]): number | undefined {
  let factor = 1;
  for (const { day, ratio, unclear } of splits) {
    if (unclear?.has(filed)) return undefined;
    if (filed >= day) continue;
    if (ratio === undefined) return undefined;
    factor *= ratio;
  }
  return factor;
}

function keyOf({ tag, start, end }: FiledFact): string {
  return [tag, end, start === undefined ? "" : Math.round((Date.parse(end) - Date.parse(start)) / (14 * 864e5))].join();
}

function statedOf(id: ItemId, { facts }: Report): readonly FiledFact[] {
  const all = itemOf(id).tags.flatMap((tag) => facts.get(tag) ?? []);
  return all.filter(({ share, value }) => share === undefined && value !== 0);
}

/** What the splits between two reports make of a count; undefined where one of them is of unknown size. */
function factorBetween(older: FiledFact, newer: FiledFact, found: readonly Split[]): number | undefined {
  const between = found.filter(({ day }) => older.filed < day && day <= newer.filed);
  return between.reduce<number | undefined>(
    (product, { ratio }) => product === undefined || ratio === undefined ? undefined : product * ratio,
    1,
  );
}

/** The split that sets pairs apart: told by counts and earnings together, or by either and the tag for it. */
function splitAmong(pairs: readonly Pair[], reports: readonly Report[]): Split | undefined {
  const counts = pairs.filter(({ newer }) => newer.unit === "shares");
  const earnings = pairs.filter(({ newer, known }) => newer.unit !== "shares" && known === 1);
  for (const pair of counts) {
    const split = splitOfCounts(pair, earnings, reports);
    if (split !== undefined) return split;
  }
  for (const pair of earnings) {
    const ratio = RATIOS.find((one) => isSplitBy(pair, one) && hasRatio(pair, one, reports));
    if (ratio !== undefined) return placed(pair, ratio, reports);
  }
  return undefined;
}

/** The split behind two counts of one period; one that is recorded and not followed is of unknown size. */
function splitOfCounts(pair: Pair, earnings: readonly Pair[], reports: readonly Report[]): Split | undefined {
  const { older, newer, known } = pair;
  if (known === undefined) return undefined;
  const times = newer.value / older.value / known;
  if (Math.abs(times - 1) <= COUNT_SLACK || SCALES.some((scale) => Math.abs(times / scale - 1) <= SCALE_SLACK)) {
    return undefined;
  }
  const ratio = RATIOS.find((one) => Math.abs(times / one - 1) <= COUNT_SLACK);
  const isOther = Math.max(times, 1 / times) >= OTHER_SHARES;
  if (ratio === undefined || known !== 1) return isOther ? { day: newer.filed } : undefined;
  const isTold = earnings.some((one) => isSplitBy(one, ratio)) || hasRatio(pair, ratio, reports);
  return placed(pair, isTold ? ratio : undefined, reports);
}

/** Whether earnings per share differ by the inverse of a ratio, and not only by what rounding hides. */
function isSplitBy({ older, newer }: Pair, ratio: number): boolean {
  const slack = HALF_CENT * (1 + 1 / ratio);
  return Math.abs(older.value / ratio - newer.value) <= slack && Math.abs(older.value - newer.value) > 2 * slack;
}

function hasRatio({ newer }: Pair, ratio: number, reports: readonly Report[]): boolean {
  const stated = reports.find(({ accession }) => accession === newer.accession)?.facts.get(SPLIT_TAG) ?? [];
  return stated.some(({ value }) => [value, 1 / value].some((one) => Math.abs(one / ratio - 1) <= COUNT_SLACK));
}

/** Before which report the split came: those between the two are in the shares that their own newest count is near to. */
function placed({ older, newer }: Pair, ratio: number | undefined, reports: readonly Report[]): Split {
  if (ratio === undefined) return { day: newer.filed };
  const between = reports.filter(({ filed }) => older.filed < filed && filed < newer.filed);
  const after = newestCount(reports.find(({ accession }) => accession === newer.accession));
  const sides = between.map((report) => ({ filed: report.filed, side: sideOf(newestCount(report), after, ratio) }));
  const first = sides.find(({ side }) => side === "after")?.filed ?? newer.filed;
  const unclear = sides.filter(({ filed, side }) => side === undefined || (filed >= first) !== (side === "after"));
  return { day: first, ratio, unclear: new Set(unclear.map(({ filed }) => filed)) };
}

function sideOf(count: number | undefined, after: number | undefined, ratio: number): "before" | "after" | undefined {
  if (count === undefined || after === undefined) return undefined;
  if (Math.abs(count / after - 1) <= MOVE_SLACK) return "after";
  return Math.abs(count * ratio / after - 1) <= MOVE_SLACK ? "before" : undefined;
}

/** The newest count of shares of a report, of the first kind that it states. */
function newestCount(report: Report | undefined): number | undefined {
  const counts = report === undefined ? [] : ([...COUNTS, "shares_cover"] as const).map((id) => statedOf(id, report));
  const [stated = []] = counts.filter(({ length }) => length > 0);
  return stated.toSorted((one, other) => one.end < other.end ? 1 : -1)[0]?.value;
}
