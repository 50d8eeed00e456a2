import { daysBetween } from "../../calendar/day.ts";
import type { PriceFile } from "../prices/price_file.ts";
import { inOrder, type StockSplit, type StoredRecords } from "../records.ts";

/** A report dates a split by its record or payment, which lie this far from the first day of trading at most. */
const SAME_SPLIT_DAYS = 45;
const SAME_RATIO = 0.01;

/**
 * The records of companies with the splits that files of prices show: what is stated for each share stands on them. One
 * that a report states too is kept once, as the prices have it: they know its day.
 */
export function withShownSplits(
  records: readonly StoredRecords[],
  files: readonly Pick<PriceFile, "file" | "splits">[],
): readonly StoredRecords[] {
  const shown = new Map<string, StockSplit[]>();
  for (const { file: source, splits = [] } of files) {
    for (const [ticker, own] of splits) {
      const before = shown.get(ticker) ?? [];
      const all = own.map(({ day, ratio }): StockSplit => ({ day, ratio, known: day, source }));
      shown.set(ticker, [...before, ...all.filter((one) => !before.some((other) => isSame(one, other)))]);
    }
  }
  return records.map((one) => {
    const own = shown.get(one.ticker);
    return own === undefined || !one.shelves.includes("facts") ? one : withSplits(one, own);
  });
}

function withSplits(records: StoredRecords, shown: readonly StockSplit[]): StoredRecords {
  const known = shown.map((one) => one.known).toSorted();
  const first = known[0] ?? "";
  const last = known.at(-1) ?? "";
  return {
    ...records,
    shelves: records.shelves.includes("splits") ? records.shelves : [...records.shelves, "splits"],
    first: first < records.first ? first : records.first,
    last: last > records.last ? last : records.last,
    load() {
      const all = records.load();
      const stated = all.splits.filter((one) => !shown.some((other) => isSame(one, other)));
      return { ...all, splits: inOrder([...stated, ...shown]) };
    },
  };
}

function isSame(one: StockSplit, other: StockSplit): boolean {
  return Math.abs(daysBetween(one.day, other.day)) <= SAME_SPLIT_DAYS &&
    Math.abs(one.ratio / other.ratio - 1) <= SAME_RATIO;
}
