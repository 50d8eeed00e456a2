import { BUILT_IN_MAPS, type ChanceMap, LEAST_CHANCE, LEAST_REST, LEVEL_NEEDS } from "../../data/metrics/chance.ts";
import { LENGTHS, RECENT_BARS } from "../../data/metrics/expression.ts";
import { readPrice } from "./evaluate.ts";
import { lastOf, type Reader, type Readers } from "./reading.ts";
import { sampleDeviation } from "./statistics.ts";

/** Yearly variances of log returns, each 0 or more. */
export interface Variances {
  /** Of the last year; of up to three years of months. */
  readonly year: number;
  /** Of the last 60 days; absent for monthly bars. */
  readonly recent?: number;
  /** Of the market over the same days. Default: the series' own, so that it is its own market. */
  readonly market?: { readonly year: number; readonly recent: number };
}

const YEAR = LENGTHS.daily.year.most;
/** The fall in question, as a share of the highest close so far. */
const DRAWDOWN = 0.15;
/** A quarter of a year. */
const YEARS = 0.25;
/** Observations (closes) per year. */
const LOOKS_PER_YEAR = 252;
/** Twice the mean overshoot of a normal random walk, which corrects for discrete observation (Siegmund 1985). */
const OVERSHOOT_STEPS = 1.1652;
/** Below this rate the formula gives less than {@linkcode LEAST_CHANCE}, and the series converges slowly. */
const MIN_RATE = 0.02;

/**
 * Chance that closes fall 15% or more below their highest within 63 trading days: of a name, an index, or a portfolio's
 * own returns. `data/metrics/risk.ts` defines it.
 * @param variances Of the series, and of the market.
 * @param map From the formula's odds to those of what happened.
 * @returns 0 to 1.
 */
export function drawdownChance(variances: Variances, map: ChanceMap): number {
  const staying = Math.max(LEAST_REST, chanceOfStaying(levelled(variances)));
  const mapped = 1 / (1 + Math.exp(-map.level) * (staying / Math.max(LEAST_CHANCE, 1 - staying)) ** map.slope);
  const chance = mapped * Math.min(1, (1 - staying) / LEAST_CHANCE);
  return chance < 1e-5 ? 0 : chance;
}

/** The order of names from their own variance, the level from how much the market has moved of late. */
function levelled({ year, recent, market }: Variances): number {
  if (recent === undefined) return year;
  const own = (year + recent) / 2;
  const level = market ?? { year, recent };
  const usual = (level.year + level.recent) / 2;
  return usual === 0 ? 0 : own * Math.sqrt(level.recent / usual);
}

/**
 * Probability that the daily closes of a driftless Brownian motion stay less than 15% below their running maximum
 * for a quarter of a year. The distance below the running maximum is a reflected Brownian motion (Lévy 1948),
 * so this is the probability that it does not leave an interval (Feller 1971, X.5), corrected for one close a day.
 */
function chanceOfStaying(variance: number): number {
  const barrier = -Math.log(1 - DRAWDOWN) + OVERSHOOT_STEPS * Math.sqrt(variance / LOOKS_PER_YEAR);
  const rate = (Math.PI ** 2 * variance * YEARS) / (8 * barrier ** 2);
  if (rate < MIN_RATE) return 1;
  let staying = 0;
  for (let k = 0;; k++) {
    const odd = 2 * k + 1;
    const term = Math.exp(-(odd ** 2) * rate) / odd;
    staying += k % 2 === 0 ? term : -term;
    if (term < 1e-18) break;
  }
  return Math.min(1, Math.max(0, (4 / Math.PI) * staying));
}

const chanceReader: Reader = (columns, position, { maps = BUILT_IN_MAPS } = {}) => {
  const year = readPrice("volatility", columns, position);
  if (!("value" in year)) return year;
  if (columns.frequency === "monthly") return { value: drawdownChance({ year: year.value ** 2 }, maps.monthly) };
  const recent = readPrice("volatility_recent", columns, position);
  if (!("value" in recent)) return recent;
  const market = marketVariances(lastOf(columns.marketReturns, YEAR, position));
  const own = { year: year.value ** 2, recent: recent.value ** 2 };
  return { value: drawdownChance({ ...own, ...(market && { market }) }, maps.daily) };
};

/**
 * The benchmark's variances, by its returns on the days of a year of the name, NaN on those that it lacks; `undefined` where
 * it lacks too many of them, or stands still.
 */
export function marketVariances(returns: Float64Array): Variances["market"] {
  const [year = NaN, recent = NaN] =
    ([[returns, LEVEL_NEEDS.year], [returns.subarray(-RECENT_BARS), LEVEL_NEEDS.recent]] as const)
      .map(([all, least]) => {
        const known = all.filter((one) => !Number.isNaN(one)).map(Math.log1p);
        return known.length < least ? NaN : sampleDeviation(known) ** 2 * YEAR;
      });
  return Math.min(year, recent) > LEVEL_NEEDS.still ? { year, recent } : undefined;
}

/** The chance of a drawdown; `data/metrics/risk.ts` defines it. */
export const CHANCE_READERS: Readers = { drawdown_probability: chanceReader };
