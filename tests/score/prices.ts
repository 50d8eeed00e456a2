import type { PriceHistory, PricePort } from "../../src/score/price_port.ts";
import type { ThesisRow } from "../../src/run/thesis_row.ts";

const MS_PER_DAY = 86_400_000;

/** Weekdays from a first day. */
export function weekdays(first: string, count: number): string[] {
  const days: string[] = [];
  for (let time = Date.parse(first); days.length < count; time += MS_PER_DAY) {
    const day = new Date(time);
    if (day.getUTCDay() % 6 !== 0) days.push(day.toISOString().slice(0, 10));
  }
  return days;
}

/** Daily closes from 2020-01-01, a Wednesday. */
export function dailyHistory(closes: readonly number[], more: Partial<PriceHistory> = {}): PriceHistory {
  return { dates: weekdays("2020-01-01", closes.length), closes, frequency: "daily", isMixed: false, ...more };
}

/** Prices of tickers in upper case; each measured against the index if there is one. */
export function pricesOf(
  closes: Readonly<Record<string, readonly number[]>>,
  { index }: { readonly index?: readonly number[] | undefined } = {},
): PricePort {
  const benchmark = index === undefined ? undefined : dailyHistory(index);
  return {
    benchmark: index === undefined ? undefined : "INDEX",
    tickerOf: (ticker) => ticker.trim().toUpperCase(),
    closesOf: (ticker) => {
      const found = closes[ticker];
      return found === undefined ? [] : [dailyHistory(found, { benchmark })];
    },
  };
}

/** A row with a thesis. */
export function thesisRow(fields: Partial<ThesisRow>): ThesisRow {
  return {
    ...{
      row: 1,
      ticker: "AAA",
      cells: [],
      status: "done",
      drivers: [],
      risks: [],
      claims: [],
      warnings: [],
      files: [],
    },
    ...{ selected: [], attempts: 1, signal: "bullish", confidence: 0.6, asOf: "2020-01-01", ...fields },
  };
}
