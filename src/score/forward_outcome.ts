import { countLeading, daysBetween } from "../calendar/day.ts";
import type { Period } from "./independent_dates.ts";
import type { Closes, PriceHistory } from "./price_port.ts";

/** Why a thesis is skipped. */
export type SkipReason =
  /** The data has no such company. */
  | "no_prices"
  /** No close on its day or the few days before. */
  | "no_close"
  /** Only monthly closes, and the horizon is not a whole number of months. */
  | "no_months"
  /** The horizon extends beyond the data. */
  | "not_ended"
  /** The company's prices end before the horizon, the market's do not. */
  | "ended"
  /** The benchmark has no close on one of the two days. */
  | "no_benchmark"
  /** A move between the two days, of the company or the benchmark, is not believed. */
  | "doubted";

/** The outcome after a thesis. */
export interface Forward extends Period {
  /** Frequency of the closes. */
  readonly frequency: PriceHistory["frequency"];
  /** Only one of company and benchmark includes dividends. */
  readonly isMixed: boolean;
  /** Return less the benchmark's between the same two days, the return itself without one; unknown where prices end before. */
  readonly excess: number | undefined;
  /** Whether a close was 15% or more below an earlier close of the period. */
  readonly fell: boolean;
}

/** The period to look at. */
export interface Lookahead {
  /** The day of the thesis, `YYYY-MM-DD`. */
  readonly day: string;
  /** Trading days, at least 1. */
  readonly horizon: number;
  /** Whether to subtract the benchmark's return. */
  readonly isExcess: boolean;
  /** Days on which the market traded, where there is no benchmark. Default: unknown. */
  readonly sessions?: readonly string[];
}

/** Largest age of a close that counts as the day's: a long weekend, or Christmas. */
const MAX_CLOSE_AGE_DAYS = 5;
/** Trading days per month, with 252 per year. */
const DAYS_PER_MONTH = 21;
/** The fall whose chance a service states. */
const DRAWDOWN = -0.15;
/** Reasons in ascending order of how close a series came to an outcome; the last one that applies is reported. */
const NEARNESS = "no_prices no_close no_months not_ended ended no_benchmark doubted".split(" ") as SkipReason[];

/**
 * Computes the outcome from the last close on or before a day to the close at the horizon.
 *
 * The fall is the deepest from a running peak of closes since the entry (maximum drawdown: Magdon-Ismail & Atiya 2004,
 * Risk); the excess is a difference of simple returns, as for abnormal returns of events (MacKinlay 1997, Journal of
 * Economic Literature 35). A fall before the prices of a company end is decided once the market has passed the horizon.
 * @param histories The best first; the first with an outcome is used.
 * @returns The outcome, or why it is missing.
 */
export function forwardOutcome(histories: readonly PriceHistory[], ahead: Lookahead): Forward | SkipReason {
  let nearest: SkipReason = "no_prices";
  let fallen: Forward | undefined;
  for (const history of histories) {
    const outcome = outcomeIn(history, ahead);
    if (outcome === "doubted") return outcome;
    if (typeof outcome === "string") {
      nearest = NEARNESS.indexOf(outcome) > NEARNESS.indexOf(nearest) ? outcome : nearest;
    } else if (outcome.excess !== undefined) return outcome;
    else fallen ??= outcome;
  }
  return fallen ?? nearest;
}

/** The day of the close at which a thesis starts, if there is one near its day. */
export function entryDay(histories: readonly PriceHistory[], day: string): string | undefined {
  for (const history of histories) {
    const at = closeNear(history, day);
    if (at !== undefined) return history.dates[at];
  }
  return undefined;
}

/**
 * Converts a horizon in trading days to months.
 * @returns `undefined` if it is not a whole number of months.
 */
export function monthsOf(horizon: number): number | undefined {
  return horizon % DAYS_PER_MONTH === 0 ? horizon / DAYS_PER_MONTH : undefined;
}

/**
 * Parses a horizon of a service, like `63d` or `3 months`, into trading days.
 * @returns `undefined` for an unknown format.
 */
export function tradingDays(text: string): number | undefined {
  const [, number = "", unit = ""] = /^(\d{1,4}) *(d|days?|trading days|mo|months?)$/i.exec(text.trim()) ?? [];
  if (number === "") return undefined;
  return Number(number) * (/^m/i.test(unit) ? DAYS_PER_MONTH : 1);
}

function outcomeIn(
  history: PriceHistory,
  { day, horizon, isExcess, sessions = [] }: Lookahead,
): Forward | SkipReason {
  const from = closeNear(history, day);
  if (from === undefined) return "no_close";
  const bars = history.frequency === "daily" ? horizon : monthsOf(horizon);
  if (bars === undefined) return "no_months";
  const entry = history.dates[from];
  const exit = history.dates[from + bars];
  const closes = history.closes.slice(from, from + bars + 1);
  const { frequency, doubted = [] } = history;
  const fell = hasFallen(closes);
  const end = exit ?? sessionAfter(history.benchmark?.dates ?? sessions, entry, bars);
  if (entry === undefined || end === undefined) return "not_ended";
  if (doubted.some((one) => one > entry && one <= end)) return "doubted";
  if (exit === undefined) {
    return fell ? { entry, exit: end, frequency, isMixed: false, excess: undefined, fell } : "ended";
  }
  const market = isExcess ? benchmarkReturn(history.benchmark, { entry, exit }) : 0;
  if (market === undefined) return "no_benchmark";
  if (isExcess && history.benchmark?.doubted?.some((one) => one > entry && one <= exit)) return "doubted";
  const { isMixed } = history;
  const excess = returnOf(closes.at(0), closes.at(-1)) - market;
  return { entry, exit, frequency, isMixed: isExcess && isMixed, excess, fell };
}

/** The day so many sessions after another, if the market has traded on it. */
function sessionAfter(dates: readonly string[], day: string | undefined, count: number): string | undefined {
  const at = day === undefined ? -1 : dates.findLastIndex((date) => date <= day);
  return at < 0 ? undefined : dates[at + count];
}

function benchmarkReturn(benchmark: Closes | undefined, { entry, exit }: Period): number | undefined {
  if (benchmark === undefined) return undefined;
  const from = closeNear(benchmark, entry);
  const to = closeNear(benchmark, exit);
  return from === undefined || to === undefined ? undefined : returnOf(benchmark.closes[from], benchmark.closes[to]);
}

function returnOf(first: number | undefined, last: number | undefined): number {
  return (last ?? NaN) / (first ?? NaN) - 1;
}

/** Whether a close is so far below the highest before it. */
function hasFallen(closes: readonly number[]): boolean {
  let peak = 0;
  return closes.some((close) => {
    peak = Math.max(peak, close);
    return close / peak - 1 <= DRAWDOWN;
  });
}

/** Index of the last close on or before a day, unless it is too old. */
function closeNear({ dates }: Closes, day: string): number | undefined {
  const at = countLeading(dates.length, (one) => (dates[one] ?? "") <= day) - 1;
  const found = dates[at];
  return found !== undefined && daysBetween(found, day) <= MAX_CLOSE_AGE_DAYS ? at : undefined;
}
