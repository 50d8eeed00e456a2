import { type Column, type Expression, type Length, LENGTHS } from "../../data/metrics/expression.ts";
import { PRICE_ROWS, type PriceRow, type RowAt, rowAt } from "../../data/metrics/price_rows.ts";
import { HAIR, type MetricId } from "../../data/metrics/metric.ts";
import { askedSpan, LEAST_PAIRS } from "../../data/metrics/soundness.ts";
import { countUntil } from "../../data/series.ts";
import { type Columns, columnsOf, marketReturnBetween } from "./columns.ts";
import {
  type Beside,
  DAILY_ONLY,
  type Lack,
  lastOf,
  NO_BENCHMARK,
  NO_UNIT,
  type Reader,
  type Readers,
  type Reading,
  reading,
} from "./reading.ts";
import { mean, median, OPERATORS, sampleDeviation, slope } from "./statistics.ts";
import { lackOfWindow } from "./window.ts";

const NO_CLOSE: Lack = { cause: "history", lacks: "needs a close above 0 on each day" };
const SHORT_BENCHMARK: Lack = { cause: "benchmark", lacks: "needs the benchmark over the same year" };
const STILL_BENCHMARK: Lack = { cause: "benchmark", lacks: "needs a benchmark that moves" };
const NO_VOLUME: Lack = { cause: "volume", lacks: "needs trades on each day" };

/** A value as of the bar at a position, or why it is missing. */
type Evaluate = (columns: Columns, position: number) => number | Lack;

/** Bars of a length at a position: as many as there are, from its least to its most. */
function barsOf(length: Length, { frequency }: Columns, position: number): number {
  if (typeof length === "number") return length;
  const { least, most } = LENGTHS[frequency][length];
  return Math.min(most, Math.max(position, least));
}

const COLUMNS = { close: "closes", return: "returns", log: "logReturns", traded: "traded", impact: "returns" } as const;

/** The values of a column, in views of the columns of the series; each return needs a close more. */
function valuesOf({ of, bars, more = 0 }: Column, columns: Columns, position: number): Float64Array | Lack {
  const count = barsOf(bars, columns, position);
  const isOfCloses = of === "close" || of === "traded";
  const lack = lackOfWindow(columns, count + (isOfCloses ? Math.max(0, more) : 1), position);
  if (lack !== undefined) return lack;
  const values = lastOf(columns[COLUMNS[of]], count + more, position);
  if (of !== "traded" && of !== "impact") return values;
  const money = lastOf(columns.traded, count, position);
  const found = of === "traded" ? money : values.map((one, at) => Math.abs(one) / (money[at] ?? NaN));
  return found.every(Number.isFinite) ? found : NO_VOLUME; // a day without trades makes it missing, not infinite
}

/** The deepest fall from the highest close so far. */
function deepest(closes: Float64Array): number {
  let highest = 0;
  let drawdown = 0;
  for (const close of closes) {
    highest = Math.max(highest, close);
    drawdown = Math.min(drawdown, close / highest - 1);
  }
  return drawdown;
}

const LISTED = {
  mean,
  median,
  deviation: sampleDeviation,
  highest: (values: Float64Array) => Math.max(...values),
  drawdown: deepest,
} as const;

function compile(expression: Expression): Evaluate {
  switch (expression.kind) {
    case "number": {
      const { value } = expression;
      return value === "bars a year" ? ({ frequency }) => LENGTHS[frequency].year.most : () => value;
    }
    case "close":
      return (columns, position) => {
        const back = barsOf(expression.back, columns, position);
        return lackOfWindow(columns, back + 1, position) ?? columns.closes[position - back] ?? NaN;
      };
    case "market":
      return (columns, position) => marketOver(barsOf(expression.bars, columns, position), columns, position);
    case "slope":
      return (columns, position) => slopeOver(barsOf(expression.bars, columns, position), columns, position);
    case "root": {
      const own = compile(expression.of);
      return (columns, position) => withValue(own(columns, position), Math.sqrt);
    }
    case "tail": {
      const { of, share, pick } = expression;
      return listed(of, (values) => {
        const worst = values.toSorted().slice(0, Math.ceil(share * values.length - HAIR));
        return pick === "last" ? worst.at(-1) ?? NaN : mean(worst);
      });
    }
    case "/": // what it is divided by has the longer window, and says what is missing
      return joined((below, above) => above / below, compile(expression.other), compile(expression.one));
    case "+":
    case "-":
    case "*":
      return joined(OPERATORS[expression.kind], compile(expression.one), compile(expression.other));
    default:
      return listed(expression.of, LISTED[expression.kind]);
  }
}

function withValue(found: number | Lack, compute: (value: number) => number): number | Lack {
  return typeof found === "number" ? compute(found) : found;
}

function listed(column: Column, compute: (values: Float64Array) => number): Evaluate {
  return (columns, position) => {
    const values = valuesOf(column, columns, position);
    return "cause" in values ? values : compute(values);
  };
}

function joined(operate: (one: number, other: number) => number, one: Evaluate, other: Evaluate): Evaluate {
  return (columns, position) => {
    const first = one(columns, position);
    return typeof first === "number" ? withValue(other(columns, position), (second) => operate(first, second)) : first;
  };
}

function marketOver(bars: number, columns: Columns, position: number): number | Lack {
  if (columns.market === undefined) return NO_BENCHMARK;
  const { days } = columns;
  const found = marketReturnBetween(columns, days[position - bars], days[position]);
  return Number.isFinite(found) ? found : SHORT_BENCHMARK;
}

/** The slope of the company's returns on the benchmark's of the same bars, without those that the benchmark lacks. */
function slopeOver(bars: number, columns: Columns, position: number): number | Lack {
  const { market, frequency, returns, marketReturns } = columns;
  if (market === undefined) return NO_BENCHMARK;
  const lack = lackOfWindow(columns, bars + 1, position);
  if (lack !== undefined) return lack;
  const others = lastOf(marketReturns, bars, position);
  const isPaired = (_: number, at: number) => !Number.isNaN(others[at]);
  const own = lastOf(returns, bars, position).filter(isPaired);
  const needed = frequency === "daily" ? Math.ceil(bars * LEAST_PAIRS - HAIR) : LENGTHS.monthly.pairs.least;
  if (own.length < needed) {
    return { cause: "benchmark", lacks: `needs ${needed} returns paired with the benchmark, has ${own.length}` };
  }
  const found = slope(own, others.filter(isPaired));
  return Number.isFinite(found) ? found : STILL_BENCHMARK;
}

/** Why a window of sessions is not what a question asks for: days are missing in it, or there are too many. */
function lackOfSpan(sessions: number, { days }: Columns, position: number): Lack | undefined {
  const has = (days[position] ?? NaN) - (days[position - sessions] ?? NaN);
  const { least, most } = askedSpan(sessions);
  const lacks = `needs ${sessions} bars over ${Math.ceil(least)} to ${Math.floor(most)} days, has them over ${has}`;
  return has < least || has > most ? { cause: "irregular_bars", lacks } : undefined;
}

/** The same bars beside those of another company in the place of the benchmark, if these can carry a figure. */
function besideOther(columns: Columns, position: number, asked: RowAt, beside: Beside = {}): Columns | Lack {
  const { settings: { against }, sessions } = asked;
  if (against === undefined) return columns;
  const { series } = columns.sound;
  const other = beside.other?.(against, series);
  if (other === undefined) return lackOfReference(against, "are none like its own");
  const others = columnsOf({ series: other, mixed: false });
  const last = countUntil(others.days, columns.days[position] ?? NaN) - 1;
  const lack = lackOfWindow(others, sessions + 1, last);
  return lack ? lackOfReference(against, lack.lacks) : columnsOf({ series, benchmark: other, mixed: false });
}

function lackOfReference(ticker: string, why: string): Lack {
  return { cause: "reference", lacks: `needs usable closes of ${ticker}: ${why}` };
}

function readerOf({ value, isDaily, isMoney }: PriceRow, at?: RowAt): Reader {
  const evaluate = compile(value);
  const { window, against } = at?.settings ?? {};
  return (own, position, beside) => {
    if (isDaily && own.frequency === "monthly") return DAILY_ONLY;
    if (isMoney && own.sound.series.currency === "") return NO_UNIT;
    const columns = at === undefined ? own : besideOther(own, position, at, beside);
    if ("cause" in columns) return columns;
    const found = evaluate(columns, position);
    if (typeof found !== "number") {
      return against !== undefined && found.cause === "benchmark" ? lackOfReference(against, found.lacks) : found;
    }
    return (window === undefined ? undefined : lackOfSpan(window, columns, position)) ?? reading(found, NO_CLOSE);
  };
}

/** The readers of the measures of prices. */
export const PRICE_READERS: Readers = Object.fromEntries(
  Object.entries(PRICE_ROWS).map(([metric, row]) => [metric, readerOf(row)]),
);

/** Reads one of them as of the bar at a position. */
export function readPrice(metric: MetricId, columns: Columns, position: number): Reading {
  return PRICE_READERS[metric]?.(columns, position) ?? NO_CLOSE;
}

/** The reader of a measure of prices at the settings of its id; `undefined` of any other id. */
export function readerAt(id: MetricId): Reader | undefined {
  const at = rowAt(id);
  return at && readerOf(at.row, at);
}
