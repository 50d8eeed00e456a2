/** Made trades with every fault that tick files have, and what a session of them is by plain loops over milliseconds. */
import type { Session } from "../../../src/data/session.ts";

/** A day of New York with its hours in UTC, written down by hand: 5 hours behind in winter, 4 in summer. */
export interface MadeDay {
  readonly day: string;
  readonly behind: 4 | 5;
  readonly closeHour: 13 | 16;
}

/** Around both changes of clocks, when Berlin is 5 hours ahead instead of 6, and on the three kinds of half days. */
export const MADE_DAYS: readonly MadeDay[] = [
  { day: "2024-03-08", behind: 5, closeHour: 16 }, // Friday before clocks change in New York
  { day: "2024-03-11", behind: 4, closeHour: 16 }, // Monday after; Berlin follows on 31 March
  { day: "2024-07-03", behind: 4, closeHour: 13 },
  { day: "2024-10-28", behind: 4, closeHour: 16 }, // Berlin changed the day before
  { day: "2024-11-01", behind: 4, closeHour: 16 },
  { day: "2024-11-04", behind: 5, closeHour: 16 },
  { day: "2024-11-29", behind: 5, closeHour: 13 }, // the day after Thanksgiving
  { day: "2024-12-24", behind: 5, closeHour: 13 },
];

/** What a row is; all but the first three are faults. */
export type Kind =
  | "plain"
  | "opening"
  | "closing"
  | "odd"
  | "late"
  | "early"
  | "after"
  | "official"
  | "cancelled"
  | "cancel"
  | "wrong"
  | "correction";

/** One row, at a time that no other row of its day has. */
export interface Made {
  readonly kind: Kind;
  /** Milliseconds since 1970 in UTC. */
  readonly ms: number;
  readonly price: number;
  readonly size: number;
  readonly id: number;
}

const HOUR = 3_600_000;
const MINUTE = 60_000;

/** Numbers from 0 to 1 that a seed decides (Numerical Recipes' linear congruential generator). */
export function numbersOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32;
}

/** Open and close of a made day, in UTC milliseconds. */
export function hoursOf({ day, behind, closeHour }: MadeDay): { open: number; close: number } {
  const midnight = Date.parse(`${day}T00:00:00Z`) + behind * HOUR;
  return { open: midnight + 9.5 * HOUR, close: midnight + closeHour * HOUR };
}

/** The rows of a day in order of time. */
export function madeTrades(day: MadeDay, seed: number): Made[] {
  const next = numbersOf(seed);
  const { open, close } = hoursOf(day);
  const rows: Made[] = [];
  const add = (kind: Kind, ms: number, price: number, size: number, id = rows.length + 1) =>
    rows.push({ kind, ms, price: Math.round(price * 100) / 100, size, id });
  let price = 100;
  add("opening", open + 412, price, 5000);
  for (let ms = open + 1000; ms < close - 500; ms += 500 + Math.floor(next() * 40_000)) {
    price *= 1 + (next() - 0.5) * 0.002;
    const kind = next();
    const size = 100 * (1 + Math.floor(next() * 9));
    if (kind < 0.1) add("odd", ms, price * 1.5, 1 + Math.floor(next() * 99));
    else if (kind < 0.14) add("late", ms, price * 0.7, size);
    else if (kind < 0.18) {
      const id = rows.length + 1;
      add("cancelled", ms, price * 2, size, id);
      add("cancel", ms + 211, price * 2, size, id);
    } else if (kind < 0.22) {
      const id = rows.length + 1;
      add("wrong", ms, price * 3, size, id);
      add("correction", ms + 223, price, size + 100, id);
    } else add("plain", ms, price, size);
  }
  add("closing", close + 1207, price * 1.001, 90_000);
  add("official", close + 1307, price * 1.001, 90_000);
  for (let at = 0; at < 40; at++) {
    add("early", open - MINUTE - Math.floor(next() * 3 * HOUR) - at, price * 0.9, 100);
    add("after", close + 10 * MINUTE + Math.floor(next() * 2 * HOUR) + at, price * 1.2, 100);
  }
  return rows.sort((one, other) => one.ms - other.ms);
}

/** A session by plain loops: nothing of the product, and other steps than its own. */
export function sessionOf(rows: readonly Made[], hours: { open: number; close: number }) {
  const traded = new Set<Kind>(["plain", "opening", "closing", "odd", "late", "wrong"]);
  const priced = new Set<Kind>(["plain", "opening", "closing", "wrong"]);
  let [volume, tradedValue, count, open, close, high, low] = [0, 0, 0, 0, 0, 0, Infinity];
  const times: number[] = [];
  const prices: number[] = [];
  for (const row of rows) {
    if (!traded.has(row.kind)) continue;
    const correction = rows.find((other) => other.kind === "correction" && other.id === row.id);
    const { price, size } = row.kind === "wrong" && correction ? correction : row;
    volume += size;
    tradedValue += price * size;
    count++;
    if (!priced.has(row.kind)) continue;
    if (open === 0) open = price;
    close = price;
    if (price > high) high = price;
    if (price < low) low = price;
    times.push(row.ms);
    prices.push(price);
  }
  const variance = varianceOf(times, prices, hours);
  return {
    open,
    high,
    low,
    close,
    volume,
    tradedValue,
    vwap: tradedValue / volume,
    volatility: variance ** 0.5,
    count,
  };
}

/** The last price at or before each fifth minute, looked up backwards. */
export function varianceOf(
  times: readonly number[],
  prices: readonly number[],
  { open, close }: { open: number; close: number },
  step = 5 * MINUTE,
): number {
  const marks = [prices[0] ?? NaN];
  for (let mark = open + step; mark <= close; mark += step) {
    const limit = mark === close ? Infinity : mark;
    const at = times.findLastIndex((time) => time <= limit);
    marks.push(at === -1 ? marks[0] ?? NaN : prices[at] ?? NaN);
  }
  let sum = 0;
  for (let at = 1; at < marks.length; at++) {
    const change = Math.log(marks[at] ?? NaN) - Math.log(marks[at - 1] ?? NaN);
    sum += change * change;
  }
  return sum;
}

/** The same figures of a session of the product. */
export function figuresOf(session: Session) {
  const { open, high, low, close, volume, tradedValue, vwap, realisedVolatility: volatility, rows: count } = session;
  return { open, high, low, close, volume, tradedValue, vwap, volatility, count };
}

/** The largest relative difference of two records of figures; 1 where one lacks what the other has. */
export function furthest(one: object, other: object): number {
  const [mine, theirs] = [one, other] as Record<string, number | undefined>[];
  return Math.max(
    ...Object.keys(theirs ?? {}).map((name) => {
      const [a, b] = [mine?.[name], theirs?.[name]];
      if (a === b) return 0;
      return a === undefined || b === undefined ? 1 : Math.abs(a - b) / Math.max(Math.abs(a), Math.abs(b)) || 1;
    }),
  );
}
