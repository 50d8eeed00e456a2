import { dayText } from "../../calendar/day.ts";
import { type Cause, HAIR } from "../../data/metrics/metric.ts";
import type { PriceSeries } from "../../data/dataset.ts";
import { comoments, smallest, sum } from "./arithmetic.ts";
import { pairsUpTo, returnBetween } from "./market.ts";
import { type Reader, type Readers, type Recomputed, withAll } from "./reader.ts";
import { RISK_READERS } from "./risk.ts";
import type { Subject } from "./subject.ts";
import { TREND_READERS } from "./trend.ts";
import { closesUpTo, returnsUpTo, WINDOWS } from "./windows.ts";

/** A bar, by its place in a window, and a value of it. */
interface Spot {
  readonly at: number;
  readonly value: number;
}

/** The last spot whose value none exceeds by more than the last digits of figures. */
function lastGreatest(spots: readonly Spot[]): Spot {
  const greatest = spots.reduce((best, { value }) => value > best ? value : best, -Infinity);
  return spots.findLast(({ value }) => value >= greatest - HAIR * Math.abs(greatest)) ?? { at: -1, value: NaN };
}

function greatestMove(returns: readonly number[]): number {
  return lastGreatest(returns.map((move, at) => ({ at, value: Math.abs(move) }))).at;
}

/** Reads the returns of the past year; `day` gives the index of the bar of one of them. */
function overYear(
  read: (returns: readonly number[], barOf: (at: number) => number, subject: Subject) => Recomputed,
): Reader {
  return (subject, at) => {
    const { year } = WINDOWS[subject.series.frequency];
    const returns = returnsUpTo(subject.series, at, year);
    return typeof returns === "string" ? returns : read(returns, (place) => at - year + 1 + place, subject);
  };
}

const topMove = overYear((returns) => returns[greatestMove(returns)] ?? "comparison");
const topDay = overYear((returns, barOf, { series }) => series.days[barOf(greatestMove(returns))] ?? "comparison");
const topMarket = overYear((returns, barOf, { series: { days }, benchmark }) => {
  const bar = barOf(greatestMove(returns));
  const [pair] = benchmark === undefined ? [] : pairsUpTo({ days, benchmark }, bar, 1);
  return pair ?? "benchmark";
});

const topTimes = overYear((returns) => {
  const sizes = returns.map(Math.abs);
  const middle = smallest(sizes, Math.floor(sizes.length / 2) + 1).slice(-(2 - sizes.length % 2));
  return finite(sizes.reduce((one, other) => one > other ? one : other) / (sum(middle) / middle.length));
});

function finite(value: number): Recomputed {
  return Number.isFinite(value) ? value : "comparison";
}

/** Each calendar month of the year's returns, as the index of its last bar and the logarithm of its growth. */
function monthly(subject: Subject, at: number): readonly Spot[] | Cause {
  const { series } = subject;
  if (series.frequency === "monthly") return "monthly";
  const returns = returnsUpTo(series, at, WINDOWS.daily.year);
  if (typeof returns === "string") return returns;
  const bars = returns.map((move, place) => ({ bar: at - returns.length + 1 + place, move }));
  const months = Map.groupBy(bars, ({ bar }) => dayText(series.days[bar] ?? NaN).slice(0, "YYYY-MM".length));
  return [...months.values()].map((all) => ({
    at: all.at(-1)?.bar ?? NaN,
    value: sum(all.map(({ move }) => Math.log1p(move))),
  }));
}

function mainMonth(read: (month: Spot, subject: Subject) => number): Reader {
  return (subject, at) => {
    const months = monthly(subject, at);
    if (typeof months === "string") return months;
    const { at: bar } = lastGreatest(months.map((one) => ({ ...one, value: Math.abs(one.value) })));
    const month = months.find((one) => one.at === bar);
    return month === undefined ? "comparison" : finite(read(month, subject));
  };
}

function halfYear(from: number, to: number): Reader {
  return ({ series }, at) => {
    const { year } = WINDOWS[series.frequency];
    return withAll<[readonly number[]]>(
      [closesUpTo(series, at, year + 1)],
      (closes) => (closes[year * to] ?? NaN) / (closes[year * from] ?? NaN) - 1,
      "comparison",
    );
  };
}

const firstHalf = halfYear(0, 0.5);
const secondHalf = halfYear(0.5, 1);

/** How many bars ago the year's closes had their last highest, or lowest, value. */
function barsSince(isHigh: boolean): Reader {
  return ({ series }, at) =>
    withAll<[readonly number[]]>([closesUpTo(series, at, WINDOWS[series.frequency].year)], (closes) => {
      const spots = closes.map((close, place) => ({ at: place, value: isHigh ? close : -close }));
      return closes.length - 1 - lastGreatest(spots).at;
    });
}

function dayOf(ago: Reader): Reader {
  return (subject, at) => {
    const bars = ago(subject, at);
    return typeof bars === "string" ? bars : subject.series.days[at - bars] ?? "comparison";
  };
}

const highAge = barsSince(true);
const lowAge = barsSince(false);

/** Runs of returns of one sign: where each ends, and its length, below 0 of falls. */
function runsOf(returns: readonly number[]): readonly Spot[] {
  const runs: { at: number; value: number }[] = [];
  for (const [at, move] of returns.entries()) {
    const last = runs.at(-1);
    const step = move > 0 ? 1 : move < 0 ? -1 : 0;
    if (step === 0) continue;
    if (last !== undefined && last.at === at - 1 && last.value * step > 0) {
      last.at = at;
      last.value += step;
    } else runs.push({ at, value: step });
  }
  return runs;
}

function longestRun(read: (run: Spot, barOf: (at: number) => number, subject: Subject) => number | undefined): Reader {
  return overYear((returns, barOf, subject) => {
    const runs = runsOf(returns);
    const { at } = lastGreatest(runs.map((run) => ({ at: run.at, value: Math.abs(run.value) })));
    const run = runs.find((one) => one.at === at);
    return (run && read(run, barOf, subject)) ?? "comparison";
  });
}

/** Returns of the company and of the benchmark over the bars behind beta. */
function pairsOf({ series, benchmark }: Subject, at: number): readonly (readonly [number, number])[] | Cause {
  const { most, bars, least } = WINDOWS[series.frequency].beta;
  if (benchmark === undefined) return "benchmark";
  const closes = closesUpTo(series, at, Math.min(most, Math.max(at, bars)) + 1);
  if (typeof closes === "string") return closes;
  const count = closes.length - 1;
  const market = pairsUpTo({ days: series.days, benchmark }, at, count);
  const pairs = market.flatMap((move, place): [number, number][] =>
    move === undefined ? [] : [[(closes[place + 1] ?? NaN) / (closes[place] ?? NaN) - 1, move]]
  );
  return pairs.length < least ? "benchmark" : pairs;
}

const marketShare: Reader = (subject, at) => {
  const pairs = pairsOf(subject, at);
  if (typeof pairs === "string") return pairs;
  const { squaresOne, squaresOther, product } = comoments(pairs);
  return finite((product / squaresOne) * (product / squaresOther));
};

const marketPart: Reader = (subject, at) => {
  const { series: { days, frequency }, benchmark } = subject;
  const { year } = WINDOWS[frequency];
  const beta = read(RISK_READERS, "beta")(subject, at);
  if (typeof beta === "string") return beta;
  const closes = closesUpTo(subject.series, at, year + 1);
  if (typeof closes === "string") return closes;
  const market = benchmark && returnBetween(benchmark, days[at - year] ?? NaN, days[at] ?? NaN);
  return market === undefined ? "benchmark" : beta * market;
};

function captured(isUp: boolean): Reader {
  return (subject, at) => {
    const pairs = pairsOf(subject, at);
    if (typeof pairs === "string") return pairs;
    const side = pairs.filter(([, market]) => isUp ? market > 0 : market < 0);
    if (side.length < pairs.length / 5) return "benchmark";
    return finite(sum(side.map(([own]) => own)) / sum(side.map(([, market]) => market)));
  };
}

function read(readers: Readers, metric: string): Reader {
  return (subject, at) => readers[metric]?.(subject, at) ?? "comparison";
}

/** Joins two metrics; the first that is missing says why. */
function joined(one: Reader, other: Reader, join: (one: number, other: number) => number): Reader {
  return (subject, at) => withAll<[number, number]>([one(subject, at), other(subject, at)], join, "comparison");
}

const upCapture = captured(true);
const downCapture = captured(false);

/** The deepest fall of the year, found from the end: each close against the highest before it. */
function fallOf(
  read: (
    fall: { readonly from: number; readonly to: number },
    closes: readonly number[],
    series: PriceSeries,
  ) => number,
): Reader {
  return ({ series }, at) => {
    const closes = closesUpTo(series, at, WINDOWS[series.frequency].year + 1);
    if (typeof closes === "string") return closes;
    const start = at - closes.length + 1;
    let top = -Infinity;
    const depths = closes.map((close, place) => {
      top = close > top ? close : top;
      return { at: place, value: (top - close) / top };
    });
    const { at: to, value } = lastGreatest(depths);
    if (value < HAIR) return "comparison";
    const { at: from } = lastGreatest(closes.slice(0, to + 1).map((close, place) => ({ at: place, value: close })));
    return finite(read({ from: start + from, to: start + to }, closes, series));
  };
}

/** Metrics of the past year; `data/metrics/moves.ts` defines them. */
export const MOVES_READERS: Readers = {
  top_move: topMove,
  top_move_day: topDay,
  top_move_market: topMarket,
  top_move_times: topTimes,
  main_month: mainMonth(({ at }, { series }) => series.days[at] ?? NaN),
  main_month_return: mainMonth(({ value }) => Math.expm1(value)),
  first_half: firstHalf,
  second_half: secondHalf,
  half_turn: joined(secondHalf, firstHalf, (second, first) => second - first),
  high_day: dayOf(highAge),
  high_age: highAge,
  low_day: dayOf(lowAge),
  low_age: lowAge,
  longest_run: longestRun(({ value }) => value),
  run_length: longestRun(({ value }) => Math.abs(value)),
  run_day: longestRun(({ at }, barOf, { series }) => series.days[barOf(at)]),
  market_share: marketShare,
  market_part: marketPart,
  own_return: joined(read(TREND_READERS, "return_12m"), marketPart, (all, market) => all - market),
  up_capture: upCapture,
  down_capture: downCapture,
  capture_gap: joined(upCapture, downCapture, (up, down) => up - down),
  fall_from: fallOf(({ from }, _, { days }) => days[from] ?? NaN),
  fall_to: fallOf(({ to }, _, { days }) => days[to] ?? NaN),
  recovery: fallOf(({ from, to }, closes, { close }) => {
    const bottom = close[to] ?? NaN;
    return ((closes.at(-1) ?? NaN) - bottom) / ((close[from] ?? NaN) - bottom);
  }),
  calm_change: joined(
    read(RISK_READERS, "volatility_recent"),
    read(RISK_READERS, "volatility"),
    (recent, year) => recent / year,
  ),
};
