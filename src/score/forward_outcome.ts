import type { Stretch } from "./independent_dates.ts";
import type { Closes, PriceHistory } from "./price_port.ts";
import { daysBetween } from "./thesis_day.ts";

/** Why a thesis could not be judged. */
export type SkipReason =
  /** The data knows no such name. */
  | "no_prices"
  /** No close of its day, nor of the few days before. */
  | "no_close"
  /** Only monthly closes, and the horizon is no whole number of months. */
  | "no_months"
  /** The horizon goes beyond the data. */
  | "not_ended"
  /** The benchmark has no close at one of the two days. */
  | "no_benchmark";

/** What happened after a thesis. */
export interface Forward extends Stretch {
  /** How often there is a close. */
  readonly frequency: PriceHistory["frequency"];
  /** One of company and benchmark counts dividends and the other does not. */
  readonly isMixed: boolean;
  /** Return less the benchmark's between the same two days; the return itself where there is no benchmark. */
  readonly excess: number;
  /** A close stood 15 % or more below an earlier one of the stretch. */
  readonly fell: boolean;
  /** A close differs from the one before by more than 40 %: a split that the data did not adjust for, maybe. */
  readonly jumped: boolean;
}

/** What is asked of prices. */
export interface Ahead {
  /** The day of the thesis, `YYYY-MM-DD`. */
  readonly day: string;
  /** Trading days, at least 1. */
  readonly horizon: number;
  /** Whether returns are measured against a benchmark. */
  readonly isAgainst: boolean;
}

/** A long weekend, or Christmas: a close that is older is not that of the day. */
const MAX_CLOSE_AGE_DAYS = 5;
/** Trading days of a month, by the convention that a year has 252. */
const DAYS_PER_MONTH = 21;
/** The fall that a service names the chance of. */
const FALL = -0.15;
const JUMP = 0.4;
/** How near to an outcome a series comes; of several, the one that came nearest says what is missing. */
const NEARNESS: readonly SkipReason[] = ["no_prices", "no_close", "no_months", "not_ended", "no_benchmark"];

/**
 * What happened from the last close on or before a day to the one so many bars later.
 *
 * The fall is the deepest from a running peak of closes since the entry (maximum drawdown: Magdon-Ismail & Atiya 2004,
 * Risk); the excess is a difference of simple returns, as for abnormal returns of events (MacKinlay 1997, Journal of
 * Economic Literature 35).
 * @param histories The best first: the first that can tell is taken.
 * @param ahead From when, for how long.
 * @returns The outcome, or why there is none.
 */
export function forwardOutcome(histories: readonly PriceHistory[], ahead: Ahead): Forward | SkipReason {
  let nearest: SkipReason = "no_prices";
  for (const history of histories) {
    const outcome = outcomeIn(history, ahead);
    if (typeof outcome !== "string") return outcome;
    if (NEARNESS.indexOf(outcome) > NEARNESS.indexOf(nearest)) nearest = outcome;
  }
  return nearest;
}

/** The day of the close at which a thesis is taken, where there is one near its day. */
export function entryDay(histories: readonly PriceHistory[], day: string): string | undefined {
  for (const history of histories) {
    const at = closeNear(history, day);
    if (at !== undefined) return history.dates[at];
  }
  return undefined;
}

/**
 * Months of a horizon in trading days.
 * @returns Nothing where it is no whole number of them.
 */
export function monthsOf(horizon: number): number | undefined {
  return horizon % DAYS_PER_MONTH === 0 ? horizon / DAYS_PER_MONTH : undefined;
}

/**
 * Trading days of a horizon as a service writes it, like `63d` or `3 months`.
 * @returns Nothing for a text that we do not know.
 */
export function tradingDays(text: string): number | undefined {
  const [, number = "", unit = ""] = /^(\d{1,4}) *(d|days?|trading days|mo|months?)$/i.exec(text.trim()) ?? [];
  if (number === "") return undefined;
  return Number(number) * (/^m/i.test(unit) ? DAYS_PER_MONTH : 1);
}

function outcomeIn(history: PriceHistory, { day, horizon, isAgainst }: Ahead): Forward | SkipReason {
  const from = closeNear(history, day);
  if (from === undefined) return "no_close";
  const bars = history.frequency === "daily" ? horizon : monthsOf(horizon);
  if (bars === undefined) return "no_months";
  const [entry, exit] = [history.dates[from], history.dates[from + bars]];
  const closes = history.closes.slice(from, from + bars + 1);
  if (entry === undefined || exit === undefined) return "not_ended";
  const market = isAgainst ? benchmarkReturn(history.benchmark, { entry, exit }) : 0;
  if (market === undefined) return "no_benchmark";
  const { frequency, isMixed } = history;
  const excess = returnOf(closes.at(0), closes.at(-1)) - market;
  return { entry, exit, frequency, isMixed: isAgainst && isMixed, excess, ...pathOf(closes) };
}

function benchmarkReturn(benchmark: Closes | undefined, { entry, exit }: Stretch): number | undefined {
  if (benchmark === undefined) return undefined;
  const [from, to] = [closeNear(benchmark, entry), closeNear(benchmark, exit)];
  return from === undefined || to === undefined ? undefined : returnOf(benchmark.closes[from], benchmark.closes[to]);
}

function returnOf(first: number | undefined, last: number | undefined): number {
  return (last ?? NaN) / (first ?? NaN) - 1;
}

function pathOf(closes: readonly number[]) {
  let [peak, before, fell, jumped] = [0, closes[0] ?? 0, false, false];
  for (const close of closes) {
    peak = Math.max(peak, close);
    fell ||= close / peak - 1 <= FALL;
    jumped ||= Math.abs(close / before - 1) > JUMP;
    before = close;
  }
  return { fell, jumped };
}

/** Where the last close on or before a day stands, where it is not too old. */
function closeNear({ dates }: Closes, day: string): number | undefined {
  let [low, high] = [0, dates.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((dates[middle] ?? "") <= day) low = middle + 1;
    else high = middle;
  }
  const found = dates[low - 1];
  return found !== undefined && daysBetween(found, day) <= MAX_CLOSE_AGE_DAYS ? low - 1 : undefined;
}
