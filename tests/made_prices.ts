/** Prices of real session days, made anew from a seed: what tables of cases are made of. */
import { dayNumber, dayText } from "../src/calendar/day.ts";
import type { Exchange } from "../src/calendar/exchange.ts";
import { isSession } from "../src/calendar/exchange_days.ts";
import { exchangeOf, NYSE } from "../src/calendar/exchanges.ts";
import { xorshift } from "./xorshift.ts";

/** A bar of a made series. */
export interface MadeBar {
  /** `YYYY-MM-DD`. */
  readonly date: string;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number;
}

/** The sessions of an exchange from one day to another, both `YYYY-MM-DD` and included. */
export function sessionsOf(first: string, last: string, exchange: Exchange = NYSE): readonly string[] {
  return Array.from({ length: dayNumber(last) - dayNumber(first) + 1 }, (_, at) => dayText(dayNumber(first) + at))
    .filter((day) => isSession(day, exchange));
}

/**
 * A random walk over the sessions of a ticker's exchange; no day moves by more than 2%.
 * @param options `start` is the first close, `seed` a whole number above 0.
 */
export function walk(
  ticker: string,
  { first = "2023-01-03", last = "2025-06-30", start = 100, seed = 7 } = {},
): readonly MadeBar[] {
  const next = xorshift(seed);
  let close = start;
  return sessionsOf(first, last, exchangeOf(ticker)).map((date) => {
    const open = close * (1 + 0.004 * (next() - 0.5));
    close *= 1 + 0.04 * (next() - 0.5);
    const [high, low] = [Math.max(open, close) * 1.004, Math.min(open, close) * 0.996];
    const volume = 2_000_000 + Math.floor(6_000_000 * next());
    return { date, open: cents(open), high: cents(high), low: cents(low), close: cents(close), volume };
  });
}

function cents(value: number): number {
  return Math.round(100 * value) / 100;
}

/** A table of bars: a header, then a line for each. */
export function table(header: string, bars: readonly MadeBar[], line: (bar: MadeBar, at: number) => string): string {
  return [header, ...bars.map(line), ""].join("\n");
}

/** Bars as Yahoo writes them. */
export function ohlcv(bars: readonly MadeBar[]): string {
  return table(
    "Date,Open,High,Low,Close,Volume",
    bars,
    ({ date, open, high, low, close, volume }) => [date, open, high, low, close, volume].join(","),
  );
}

/** A time some hours before or after midnight UTC of a day, as `YYYY-MM-DDTHH:MM:SS`. */
export function hoursFrom(date: string, hours: number): string {
  return new Date(dayNumber(date) * 86_400_000 + hours * 3_600_000).toISOString().slice(
    0,
    "YYYY-MM-DDTHH:MM:SS".length,
  );
}
