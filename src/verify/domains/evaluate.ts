import { type Column, type Expression, type Length, LENGTHS } from "../../data/metrics/expression.ts";
import { PRICE_ROWS, type PriceRow, type RowAt, rowAt } from "../../data/metrics/price_rows.ts";
import type { MetricId } from "../../data/metrics/metric.ts";
import { askedSpan, LEAST_PAIRS } from "../../data/metrics/soundness.ts";
import { operate, sampleDeviation, smallest, sum } from "./arithmetic.ts";
import { betaAt, closesUpTo, lastBy, returnBetween, returnsUpTo, tradedUpTo } from "./market.ts";
import type { Reader, Readers, Recomputed } from "./reader.ts";
import type { Subject } from "./subject.ts";

/** How many bars a length has at a bar; infinite where there are too few. */
function count(length: Length, { series: { frequency } }: Subject, at: number): number {
  if (typeof length === "number") return length;
  const { least, most } = LENGTHS[frequency][length];
  if (at >= most) return most;
  return at >= least ? at : least;
}

/** The values of a column, made anew from the closes. */
function list(
  { of, bars, more = 0 }: Column,
  subject: Subject,
  at: number,
): readonly number[] | Exclude<Recomputed, number> {
  const { series } = subject;
  const n = count(bars, subject, at);
  if (of === "traded") return tradedUpTo(series, at, n);
  if (of === "close") {
    const closes = closesUpTo(series, at, more > 0 ? n + more : n);
    return typeof closes === "string" || more >= 0 ? closes : closes.slice(-more);
  }
  const moves = returnsUpTo(series, at, n);
  if (typeof moves === "string" || of === "return") return moves;
  if (of === "log") return moves.map(Math.log1p);
  const impacts = moves.map((move, k) => {
    const bar = at - n + 1 + k;
    return Math.abs(move) / ((series.close[bar] ?? NaN) * (series.volume?.[bar] ?? NaN));
  });
  return impacts.every(Number.isFinite) ? impacts : "volume";
}

/** Scans from the end: each close against the lowest after it. */
function drawdownIn(closes: readonly number[]): number {
  return closes.reduceRight(
    ({ lowest, deepest }, one) => {
      const low = one < lowest ? one : lowest;
      return { lowest: low, deepest: Math.min(deepest, low / one - 1) };
    },
    { lowest: Infinity, deepest: 0 },
  ).deepest;
}

function ofList(expression: Extract<Expression, { readonly of: Column }>, values: readonly number[]): number {
  switch (expression.kind) {
    case "mean":
      return sum(values) / values.length;
    case "deviation":
      return sampleDeviation(values);
    case "highest":
      return values.reduce((one, other) => one > other ? one : other);
    case "median": {
      const middle = smallest(values, values.length / 2 + 1).slice(-2);
      return sum(middle) / middle.length;
    }
    case "drawdown":
      return drawdownIn(values);
    case "tail": {
      const worst = smallest(values, Math.ceil(Number((expression.share * values.length).toFixed(6))));
      return expression.pick === "last" ? worst.at(-1) ?? NaN : sum(worst) / worst.length;
    }
  }
}

function marketOver(length: Length, subject: Subject, at: number): Recomputed {
  const { benchmark, series: { days } } = subject;
  const start = days[at - count(length, subject, at)];
  const end = days[at];
  if (start === undefined || end === undefined) return "history";
  return (benchmark && returnBetween(benchmark, start, end)) ?? "benchmark";
}

function slopeOver(length: Length, subject: Subject, at: number): Recomputed {
  if (subject.benchmark === undefined) return "benchmark";
  const most = count(length, subject, at);
  const closes = closesUpTo(subject.series, at, most + 1);
  if (typeof closes === "string") return closes;
  const least = subject.series.frequency === "daily" ? most * LEAST_PAIRS - 1e-9 : LENGTHS.monthly.pairs.least;
  return betaAt(subject, at, { most, least }) ?? "benchmark";
}

function evaluate(expression: Expression, subject: Subject, at: number): Recomputed {
  switch (expression.kind) {
    case "number":
      return expression.value === "bars a year" ? LENGTHS[subject.series.frequency].year.least : expression.value;
    case "close": {
      const closes = closesUpTo(subject.series, at, count(expression.back, subject, at) + 1);
      return typeof closes === "string" ? closes : closes[0] ?? NaN;
    }
    case "market":
      return marketOver(expression.bars, subject, at);
    case "slope":
      return slopeOver(expression.bars, subject, at);
    case "root": {
      const own = evaluate(expression.of, subject, at);
      return typeof own === "string" ? own : own ** 0.5;
    }
    case "+":
    case "-":
    case "*":
    case "/": {
      const one = evaluate(expression.one, subject, at);
      const other = evaluate(expression.other, subject, at);
      if (typeof one === "string" || typeof other === "string") return typeof one === "string" ? one : other;
      return operate(expression.kind, one, other);
    }
    default: {
      const values = list(expression.of, subject, at);
      return typeof values === "string" ? values : ofList(expression, values);
    }
  }
}

/** Reads a measure of prices as of the bar at an index. */
export function readPrice(metric: MetricId, subject: Subject, at: number): Recomputed {
  return PRICE_READERS[metric]?.(subject, at) ?? "history";
}

/** Whether so many sessions up to a bar lie over as many days as they should. */
function isWhole({ days }: Subject["series"], at: number, sessions: number): boolean {
  const { least, most } = askedSpan(sessions);
  const length = (days[at] ?? NaN) - (days[at - sessions] ?? NaN);
  return Number.isNaN(length) || length >= least && length <= most;
}

/** A company held against another one, whose closes must carry as long a window up to the same day. */
function measuredAgainst(
  subject: Subject,
  at: number,
  { settings: { against }, sessions }: RowAt,
): Subject | undefined {
  if (against === undefined) return subject;
  const benchmark = subject.other(against);
  const last = benchmark ? lastBy(benchmark.days, subject.series.days[at] ?? NaN) : -1;
  const isSound = benchmark !== undefined && typeof closesUpTo(benchmark, last, sessions + 1) !== "string";
  return isSound ? { ...subject, benchmark } : undefined;
}

function readerOf({ value, isDaily, isMoney }: PriceRow, asked?: RowAt): Reader {
  const window = asked?.settings.window;
  return (given, at) => {
    if (isDaily && given.series.frequency !== "daily") return "monthly";
    if (isMoney && given.series.currency === "") return "unit";
    const subject = asked === undefined ? given : measuredAgainst(given, at, asked);
    const found = subject === undefined ? "benchmark" : evaluate(value, subject, at);
    if (found === "benchmark" && asked?.settings.against !== undefined) return "reference";
    if (typeof found === "string") return found;
    if (window !== undefined && !isWhole(given.series, at, window)) return "irregular_bars";
    return Number.isFinite(found) ? found : "history";
  };
}

/** Measures of prices, read from the same rows as the analyst's, with an arithmetic of their own. */
export const PRICE_READERS: Readers = Object.fromEntries(
  Object.entries(PRICE_ROWS).map(([metric, row]) => [metric, readerOf(row)]),
);

/** Reads a measure at the settings of its id; `undefined` of any other id. */
export function readerAt(id: MetricId): Reader | undefined {
  const asked = rowAt(id);
  return asked && readerOf(asked.row, asked);
}
