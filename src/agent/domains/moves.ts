import { dayText } from "../../calendar/day.ts";
import { HAIR } from "../../data/metrics/metric.ts";
import { type Columns, marketReturnBetween } from "./columns.ts";
import {
  DAILY_ONLY,
  type Lack,
  NO_BENCHMARK,
  type Reader,
  type Readers,
  type Reading,
  reading,
  SPANS,
} from "./reading.ts";
import { pairedReturns, RISK_READERS } from "./risk.ts";
import { mean, median } from "./statistics.ts";
import { TREND_READERS } from "./trend.ts";
import { lackOfWindow } from "./window.ts";

const NOTHING: Lack = { cause: "comparison", lacks: "has no such move" };
const SHORT_BENCHMARK: Lack = { cause: "benchmark", lacks: "needs the benchmark over the same year" };
/** One in so many of the bars with a benchmark must rise, or fall. */
const LEAST_PARTS = 5;

/** A reader of the bars of the past year: from the first of its returns to the last. */
function ofYear(
  read: (columns: Columns, window: { readonly first: number; readonly last: number }) => Reading,
): Reader {
  return (columns, last) => {
    const { year } = SPANS[columns.frequency];
    return lackOfWindow(columns, year + 1, last) ?? read(columns, { first: last - year + 1, last });
  };
}

/** The newest index between two with the largest value. */
function newestLargest(from: number, to: number, valueAt: (at: number) => number): number {
  let largest = -Infinity;
  for (let at = from; at <= to; at++) largest = Math.max(largest, valueAt(at));
  let at = to;
  while (at > from && valueAt(at) < largest - HAIR * Math.abs(largest)) at--;
  return at;
}

const sizeIn = ({ returns }: Columns) => (at: number) => Math.abs(returns[at] ?? NaN);

function topMove(pick: (columns: Columns, at: number) => Reading): Reader {
  return ofYear((columns, { first, last }) => pick(columns, newestLargest(first, last, sizeIn(columns))));
}

const topTimes: Reader = ofYear((columns, { first, last }) => {
  const sizes = columns.returns.subarray(first, last + 1).map(Math.abs);
  return reading(Math.max(...sizes) / median(sizes), NOTHING);
});

/** Each calendar month among some bars, with its last bar and the logarithm of its return. */
function monthsOf({ days, logReturns }: Columns, first: number, last: number): { end: number; sum: number }[] {
  const months: { end: number; sum: number }[] = [];
  let name = "";
  for (let at = first; at <= last; at++) {
    const own = dayText(days[at] ?? NaN).slice(0, 7);
    const month = months.at(-1);
    if (month === undefined || own !== name) months.push({ end: at, sum: logReturns[at] ?? NaN });
    else Object.assign(month, { end: at, sum: month.sum + (logReturns[at] ?? NaN) });
    name = own;
  }
  return months;
}

function mainMonth(pick: (columns: Columns, month: { end: number; sum: number }) => number): Reader {
  const read = ofYear((columns, { first, last }) => {
    const months = monthsOf(columns, first, last);
    const main = months[newestLargest(0, months.length - 1, (at) => Math.abs(months[at]?.sum ?? NaN))];
    return main === undefined ? NOTHING : reading(pick(columns, main), NOTHING);
  });
  return (columns, position) => columns.frequency === "monthly" ? DAILY_ONLY : read(columns, position);
}

function half(which: 1 | 2): Reader {
  return ofYear(({ closes, frequency }, { last }) => {
    const bars = SPANS[frequency].year / 2;
    const to = last - (2 - which) * bars;
    return reading((closes[to] ?? NaN) / (closes[to - bars] ?? NaN) - 1, NOTHING);
  });
}

/** The bar with the highest or the lowest of the year's closes; a window of so many closes, not of so many returns. */
function extremeClose(sign: 1 | -1, pick: (columns: Columns, at: number, last: number) => number): Reader {
  return (columns, last) => {
    const { year } = SPANS[columns.frequency];
    const lack = lackOfWindow(columns, year, last);
    if (lack) return lack;
    return reading(
      pick(columns, newestLargest(last - year + 1, last, (at) => sign * (columns.closes[at] ?? NaN)), last),
      NOTHING,
    );
  };
}

const dayIn = ({ days }: Columns, at: number) => days[at] ?? NaN;
const age = (_: Columns, at: number, last: number) => last - at;

function longestRun(pick: (columns: Columns, run: { end: number; length: number }) => number): Reader {
  return ofYear((columns, { first, last }) => {
    let best = { end: first, length: 0 };
    let length = 0;
    for (let at = first; at <= last; at++) {
      const way = Math.sign(columns.returns[at] ?? NaN);
      length = way !== 0 && way === Math.sign(length) ? length + way : way;
      if (length !== 0 && Math.abs(length) >= Math.abs(best.length)) best = { end: at, length };
    }
    return best.length === 0 ? NOTHING : reading(pick(columns, best), NOTHING);
  });
}

const marketShare: Reader = (columns, position) => {
  const pairs = pairedReturns(columns, position);
  if ("lacks" in pairs) return pairs;
  const [own, market] = pairs;
  const meanOwn = mean(own);
  const meanMarket = mean(market);
  let together = 0;
  let alone = 0;
  let other = 0;
  for (const [at, value] of own.entries()) {
    const one = value - meanOwn;
    const two = (market[at] ?? NaN) - meanMarket;
    together += one * two;
    alone += one * one;
    other += two * two;
  }
  return reading(together ** 2 / (alone * other), NOTHING);
};

const marketPart: Reader = (columns, position) => {
  const beta = RISK_READERS.beta?.(columns, position) ?? NOTHING;
  if (!("value" in beta)) return beta;
  const lack = lackOfWindow(columns, SPANS[columns.frequency].year + 1, position);
  if (lack) return lack;
  const { days, frequency } = columns;
  const market = marketReturnBetween(columns, days[position - SPANS[frequency].year], days[position]);
  return reading(beta.value * market, SHORT_BENCHMARK);
};

function capture(sign: 1 | -1): Reader {
  return (columns, position) => {
    const pairs = pairedReturns(columns, position);
    if ("lacks" in pairs) return pairs;
    const [own, market] = pairs;
    const isSide = (_: number, at: number) => sign * (market[at] ?? NaN) > 0;
    const side = market.filter(isSide);
    if (side.length < market.length / LEAST_PARTS) return SHORT_BENCHMARK;
    return reading(mean(own.filter(isSide)) / mean(side), NOTHING);
  };
}

/** The difference of two readings, or their quotient. */
function both(one: Reader, other: Reader, join: (one: number, other: number) => number): Reader {
  return (columns, position) => {
    const first = one(columns, position);
    const second = other(columns, position);
    if (!("value" in first)) return first;
    return "value" in second ? reading(join(first.value, second.value), NOTHING) : second;
  };
}

/** The deepest fall of the year, by the bars of its highest and its lowest close. */
function deepestFall(pick: (columns: Columns, fall: { from: number; to: number }, last: number) => number): Reader {
  return ofYear((columns, { first, last }) => {
    const { closes } = columns;
    const start = first - 1;
    const tops = new Float64Array(last - start + 1);
    for (let at = start; at <= last; at++) tops[at - start] = Math.max(tops[at - start - 1] ?? 0, closes[at] ?? NaN);
    const depth = (at: number) => 1 - (closes[at] ?? NaN) / (tops[at - start] ?? NaN);
    const to = newestLargest(start, last, depth);
    if (depth(to) < HAIR) return NOTHING;
    const from = newestLargest(start, to, (at) => closes[at] ?? NaN);
    return reading(pick(columns, { from, to }, last), NOTHING);
  });
}

const upCapture = capture(1);
const downCapture = capture(-1);
const first = half(1);
const second = half(2);
const nothing: Reader = () => NOTHING;
const { return_12m = nothing } = TREND_READERS;
const { volatility = nothing, volatility_recent = nothing } = RISK_READERS;

/** Metrics of the past year; `data/metrics/moves.ts` defines them. */
export const MOVES_READERS: Readers = {
  top_move: topMove(({ returns }, at) => reading(returns[at] ?? NaN, NOTHING)),
  top_move_day: topMove((columns, at) => reading(dayIn(columns, at), NOTHING)),
  top_move_market: topMove(({ marketReturns, market }, at) =>
    market === undefined ? NO_BENCHMARK : reading(marketReturns[at] ?? NaN, SHORT_BENCHMARK)
  ),
  top_move_times: topTimes,
  main_month: mainMonth((columns, { end }) => dayIn(columns, end)),
  main_month_return: mainMonth((_, { sum }) => Math.exp(sum) - 1),
  first_half: first,
  second_half: second,
  half_turn: both(second, first, (one, other) => one - other),
  high_day: extremeClose(1, dayIn),
  high_age: extremeClose(1, age),
  low_day: extremeClose(-1, dayIn),
  low_age: extremeClose(-1, age),
  longest_run: longestRun((_, { length }) => length),
  run_length: longestRun((_, { length }) => Math.abs(length)),
  run_day: longestRun((columns, { end }) => dayIn(columns, end)),
  market_share: marketShare,
  market_part: marketPart,
  own_return: both(return_12m, marketPart, (one, other) => one - other),
  up_capture: upCapture,
  down_capture: downCapture,
  capture_gap: both(upCapture, downCapture, (one, other) => one - other),
  fall_from: deepestFall((columns, { from }) => dayIn(columns, from)),
  fall_to: deepestFall((columns, { to }) => dayIn(columns, to)),
  recovery: deepestFall(({ closes }, { from, to }, last) => {
    const top = closes[from] ?? NaN;
    const bottom = closes[to] ?? NaN;
    const own = closes[last] ?? NaN;
    return (own - bottom) / (top - bottom);
  }),
  calm_change: both(volatility_recent, volatility, (one, other) => one / other),
};
