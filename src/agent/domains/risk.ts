import { BUILT_IN_MAPS, LEVEL_NEEDS } from "../../data/metrics/chance.ts";
import { chanceOfFall, type Variances } from "./chance.ts";
import type { Columns } from "./columns.ts";
import {
  DAILY_ONLY,
  type Lack,
  lastOf,
  NO_BENCHMARK,
  type Reader,
  type Readers,
  type Reading,
  reading,
  SPANS,
} from "./reading.ts";
import { LEAST_PAIRS } from "../../data/metrics/soundness.ts";
import { mean, sampleDeviation, slope } from "./statistics.ts";
import { lackOfWindow } from "./window.ts";

const DAILY_RETURNS = 252;
/** Most monthly returns used for volatility and beta. */
export const MONTHLY_RETURNS = 36;
const MIN_MONTHLY_RETURNS = 12;
const MIN_MONTHLY_PAIRS = 24;
const RECENT_RETURNS = 60;
/** Share of days in the tail. */
const TAIL = 0.05;
const NO_RETURN: Lack = { cause: "history", lacks: "needs a close above 0 on each day" };

const volatility: Reader = (columns, position) => {
  const { frequency, logReturns } = columns;
  const daily = frequency === "daily";
  const wanted = daily ? DAILY_RETURNS : Math.min(MONTHLY_RETURNS, Math.max(position, MIN_MONTHLY_RETURNS));
  return lackOfWindow(columns, wanted + 1, position) ??
    yearly(lastOf(logReturns, wanted, position), SPANS[frequency].year);
};

const recentVolatility: Reader = (columns, position) => {
  const { frequency, logReturns } = columns;
  if (frequency === "monthly") return DAILY_ONLY;
  return lackOfWindow(columns, RECENT_RETURNS + 1, position) ??
    yearly(lastOf(logReturns, RECENT_RETURNS, position), SPANS.daily.year);
};

function yearly(logReturns: Float64Array, barsPerYear: number): Reading {
  return reading(sampleDeviation(logReturns) * Math.sqrt(barsPerYear), NO_RETURN);
}

const deepestFall: Reader = (columns, position) => {
  const { frequency, closes } = columns;
  const count = SPANS[frequency].year + 1;
  const lack = lackOfWindow(columns, count, position);
  if (lack) return lack;
  let highest = 0;
  let deepest = 0;
  for (const close of lastOf(closes, count, position)) {
    highest = Math.max(highest, close);
    deepest = Math.min(deepest, close / highest - 1);
  }
  return { value: deepest };
};

/** The worst 5% of the daily returns of a year, worst first. */
function worstDays(columns: Columns, position: number): Float64Array | Lack {
  const { frequency, returns } = columns;
  if (frequency === "monthly") return DAILY_ONLY;
  const lack = lackOfWindow(columns, DAILY_RETURNS + 1, position);
  if (lack) return lack;
  const sorted = lastOf(returns, DAILY_RETURNS, position).toSorted();
  return sorted.slice(0, Math.ceil(TAIL * DAILY_RETURNS));
}

const valueAtRisk: Reader = (columns, position) => {
  const worst = worstDays(columns, position);
  return "lacks" in worst ? worst : reading(worst.at(-1) ?? NaN, NO_RETURN);
};

const expectedShortfall: Reader = (columns, position) => {
  const worst = worstDays(columns, position);
  return "lacks" in worst ? worst : reading(mean(worst), NO_RETURN);
};

/** The company's returns and the benchmark's of the same bars, as beta is made from them. */
function pairedReturns(columns: Columns, position: number): readonly [Float64Array, Float64Array] | Lack {
  const { frequency, returns, marketReturns, market } = columns;
  if (market === undefined) return NO_BENCHMARK;
  const daily = frequency === "daily";
  const window = daily ? DAILY_RETURNS : Math.min(MONTHLY_RETURNS, Math.max(position, MIN_MONTHLY_PAIRS));
  const lack = lackOfWindow(columns, window + 1, position);
  if (lack) return lack;
  const [own, others] = paired(lastOf(returns, window, position), lastOf(marketReturns, window, position));
  const needed = daily ? LEAST_PAIRS : MIN_MONTHLY_PAIRS;
  if (own.length < needed) {
    return { cause: "benchmark", lacks: `needs ${needed} returns paired with the benchmark, has ${own.length}` };
  }
  return [own, others];
}

const beta: Reader = (columns, position) => {
  const pairs = pairedReturns(columns, position);
  if ("lacks" in pairs) return pairs;
  return reading(slope(...pairs), { cause: "benchmark", lacks: "needs a benchmark that moves" });
};

/** Both lists without the bars for which the benchmark has no return. */
function paired(own: Float64Array, others: Float64Array): readonly [Float64Array, Float64Array] {
  if (!others.some(Number.isNaN)) return [own, others];
  const isPaired = (_: number, at: number) => !Number.isNaN(others[at]);
  return [own.filter(isPaired), others.filter(isPaired)];
}

const fallChance: Reader = (columns, position, { maps = BUILT_IN_MAPS } = {}) => {
  const year = volatility(columns, position);
  if (!("value" in year)) return year;
  if (columns.frequency === "monthly") return { value: chanceOfFall({ year: year.value ** 2 }, maps.monthly) };
  const recent = recentVolatility(columns, position);
  if (!("value" in recent)) return recent;
  const market = marketVariances(columns, position);
  const own = { year: year.value ** 2, recent: recent.value ** 2 };
  return { value: chanceOfFall({ ...own, ...(market && { market }) }, maps.daily) };
};

/** The benchmark's variances over the days of the name's; `undefined` where it lacks too many of them, or stands still. */
function marketVariances({ marketReturns }: Columns, position: number): Variances["market"] {
  const year = marketVariance(marketReturns, { position, bars: DAILY_RETURNS, least: LEVEL_NEEDS.year });
  const recent = marketVariance(marketReturns, { position, bars: RECENT_RETURNS, least: LEVEL_NEEDS.recent });
  return year === undefined || recent === undefined ? undefined : { year, recent };
}

function marketVariance(
  returns: Float64Array,
  { position, bars, least }: { readonly position: number; readonly bars: number; readonly least: number },
): number | undefined {
  const known = lastOf(returns, bars, position).filter((one) => !Number.isNaN(one)).map(Math.log1p);
  const variance = sampleDeviation(known) ** 2 * SPANS.daily.year;
  return known.length >= least && variance > LEVEL_NEEDS.still ? variance : undefined;
}

/** Metrics of risk; `data/metrics/risk.ts` defines them. */
export const RISK_READERS: Readers = {
  volatility,
  volatility_recent: recentVolatility,
  max_drawdown_1y: deepestFall,
  var_95: valueAtRisk,
  es_95: expectedShortfall,
  beta,
  drawdown_probability: fallChance,
};
