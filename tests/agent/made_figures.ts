import { dayNumber } from "../../src/calendar/day.ts";
import { madeMarket } from "./made_market.ts";

/** The made market, and plain sums over its closes: written for tests alone, so that they share no code with what they test. */
export const market = madeMarket();

const LAST = "2018-02-07";
const held = market.at(LAST);

/** A company that heads a ranking is named in full. */
export const named = (ticker = "") =>
  `${
    held.companies.find((one) => one.ticker === ticker)?.name.replace(/ (?:Corp\.|Company|Inc\.?)(?: \(The\))?$/, "")
  } (${ticker})`;

/** How an answer about one company calls it. */
export const called = (ticker: string) =>
  ticker === "IBM" ? ticker : named(ticker).replace(/,?(?: (?:& Co\.|Corp|Corporation))? \([A-Z.]+\)$/, "");
export const owner = (ticker: string) => called(ticker).replace(/(s?)$/, (_, end) => end === "s" ? "s'" : "'s");

/** Closes and their days. */
interface Bars {
  readonly days: readonly string[];
  readonly closes: readonly number[];
}

const bars = new Map<string, Bars>();

/** All bars of a ticker, read once. */
function allBars(ticker: string): Bars {
  const known = bars.get(ticker);
  if (known) return known;
  const [series] = held.prices(ticker);
  if (series === undefined) throw new TypeError(`${ticker} is not in the made market`);
  const days = Array.from(series.days, (day) => new Date(day * 86_400_000).toISOString().slice(0, 10));
  const made = { days, closes: Array.from(series.close) };
  bars.set(ticker, made);
  return made;
}

/** Those of a ticker up to a day. */
function barsOf(ticker: string, until = LAST): Bars {
  const { days, closes } = allBars(ticker);
  const count = days.filter((day) => day <= until).length;
  return { days: days.slice(0, count), closes: closes.slice(0, count) };
}

const at = (all: readonly number[], back: number) => all[all.length - 1 - back] ?? NaN;
const mean = (all: readonly number[]) => all.reduce((sum, one) => sum + one, 0) / all.length;
const returnsOf = (closes: readonly number[]) => closes.slice(1).map((close, k) => close / (closes[k] ?? NaN) - 1);

function deviation(all: readonly number[]): number {
  const centre = mean(all);
  return Math.sqrt(all.map((one) => (one - centre) ** 2).reduce((sum, one) => sum + one, 0) / (all.length - 1));
}

function slope(own: readonly number[], others: readonly number[]): number {
  const [one, other] = [mean(own), mean(others)];
  const together = own.map((value, k) => (value - one) * ((others[k] ?? NaN) - other)).reduce((sum, v) => sum + v, 0);
  return together / others.map((value) => (value - other) ** 2).reduce((sum, v) => sum + v, 0);
}

function worstDrawdown(closes: readonly number[]): number {
  return Math.min(...closes.map((close, k) => close / Math.max(...closes.slice(0, k + 1)) - 1));
}

type Measure = (closes: readonly number[], market: readonly number[]) => number;

/** Measures as docs/measures.md defines them, of daily closes; the benchmark has the same days. */
export const MEASURES = {
  close: (closes) => at(closes, 0),
  volatility: (closes) => deviation(returnsOf(closes.slice(-253)).map(Math.log1p)) * Math.sqrt(252),
  volatility_recent: (closes) => deviation(returnsOf(closes.slice(-61)).map(Math.log1p)) * Math.sqrt(252),
  beta: (closes, index) => slope(returnsOf(closes.slice(-253)), returnsOf(index.slice(-253))),
  momentum_12_1: (closes) => at(closes, 21) / at(closes, 252) - 1,
  return_12m: (closes) => at(closes, 0) / at(closes, 252) - 1,
  excess_12m: (closes, index) => at(closes, 0) / at(closes, 252) - at(index, 0) / at(index, 252),
  return_1m: (closes) => at(closes, 0) / at(closes, 21) - 1,
  trend_200d: (closes) => at(closes, 0) / mean(closes.slice(-200)) - 1,
  close_to_52w_high: (closes) => at(closes, 0) / Math.max(...closes.slice(-252)),
  max_drawdown_1y: (closes) => worstDrawdown(closes.slice(-253)),
  var_95: (closes) => returnsOf(closes.slice(-253)).toSorted((one, other) => one - other)[12] ?? NaN,
  es_95: (closes) => mean(returnsOf(closes.slice(-253)).toSorted((one, other) => one - other).slice(0, 13)),
} as const satisfies Readonly<Record<string, Measure>>;

/** A measure of a company on a day. */
export function measured(metric: keyof typeof MEASURES, ticker: string, until = LAST): number {
  return MEASURES[metric](barsOf(ticker, until).closes, barsOf("^GSPC", until).closes);
}

/** Tickers of the made market. */
export const TICKERS: readonly string[] = held.companies.map(({ ticker }) => ticker);

/** A company's place among all of the made market, the highest first, and its percentile. */
export function placeOf(metric: keyof typeof MEASURES, ticker: string, until = LAST) {
  const own = measured(metric, ticker, until);
  const all = TICKERS.map((one) => measured(metric, one, until));
  const [more, less] = [all.filter((one) => one > own).length, all.filter((one) => one < own).length];
  return { rank: more + 1, of: all.length, percentile: (less + (all.length - more - less) / 2) / all.length };
}

/** What a company returned from the close before one day to the close of another, and from when to when. */
export function returned(ticker: string, from: string, to: string) {
  const { days, closes } = barsOf(ticker, to);
  const before = Math.max(0, days.filter((day) => day < from).length - 1);
  const [first = "", last = ""] = [days[before], days.at(-1)];
  const own = closes.slice(before);
  const index = barsOf("^GSPC", to).closes.slice(before);
  const beta = slope(returnsOf(own), returnsOf(index));
  const [total, its] = [own, index].map((all) => at(all, 0) / (all[0] ?? NaN) - 1);
  return {
    first,
    last,
    total: total ?? NaN,
    market: its ?? NaN,
    beta,
    fall: worstDrawdown(own),
    days: dayNumber(last),
  };
}
