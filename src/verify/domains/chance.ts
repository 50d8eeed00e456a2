import { type ChanceMap, LEAST_CHANCE, LEAST_REST, LEVEL_NEEDS } from "../../data/metrics/chance.ts";
import { LENGTHS, RECENT_BARS } from "../../data/metrics/expression.ts";
import { moments, sum } from "./arithmetic.ts";
import { readPrice } from "./evaluate.ts";
import { pairedReturns } from "./market.ts";
import { type Reader, type Readers, withAll } from "./reader.ts";
import type { Subject } from "./subject.ts";

const YEAR = LENGTHS.daily.year.least;

/** Variances a year of log returns: over the year, and over the last 60 days. */
export interface Spread {
  readonly long: number;
  readonly short: number;
}

const DRAWDOWN = { depth: -Math.log(0.85), years: 0.25, looksPerYear: 252 };

/**
 * Chance that closes fall 15% or more below their highest within a quarter of a year, as `data/metrics/risk.ts` defines it.
 * @param own Of the series; a number for months, which have no short one.
 * @param market Whose recent variance sets the level; the series itself where it has no market.
 */
export function drawdownChance(
  own: Spread | number,
  { map, market }: { readonly map: ChanceMap; readonly market?: Spread | undefined },
): number {
  const formula = reflectedProbability(typeof own === "number" ? own : scaled(own, market ?? own), DRAWDOWN);
  const said = Math.min(Math.max(formula, LEAST_CHANCE), 1 - LEAST_REST);
  const against = map.slope * (Math.log1p(-said) - Math.log(said)) - map.level;
  const chance = Math.min(1, formula / LEAST_CHANCE) / (1 + Math.exp(against));
  return chance < 1e-5 ? 0 : chance;
}

function scaled(own: Spread, market: Spread): number {
  const between = ({ long, short }: Spread) => moments([long, short]).mean;
  return market.short === 0 ? 0 : between(own) * Math.sqrt(market.short) / Math.sqrt(between(market));
}

/**
 * Complementary error function, accurate to about 14 significant digits even in the far tail, where `1 - erf`
 * has none. Series for small arguments, continued fraction beyond (Abramowitz & Stegun 1964, 7.1.6 and 7.1.14).
 * @param x 0 or more.
 */
function erfc(x: number): number {
  const bell = Math.exp(-x * x) / Math.sqrt(Math.PI);
  if (x < 2) {
    let term = 2 * x;
    let total = 2 * x;
    for (let n = 1; term > total * 1e-17; n++) {
      term *= 2 * x * x / (2 * n + 1);
      total += term;
    }
    return 1 - bell * total;
  }
  let tail = x;
  for (let n = 120; n >= 1; n--) tail = x + n / 2 / tail;
  return bell / tail;
}

/**
 * Probability that a driftless Brownian motion, observed `looksPerYear` times a year, falls `depth` below its
 * running maximum within `years`.
 *
 * The fall from the maximum is distributed as the absolute value of a Brownian motion (Lévy 1948), so this is
 * the probability that |B| reaches the depth: by reflection 2 sum over k >= 0 of (-1)^k erfc((2k+1) z), with
 * z = h / (s sqrt(2 years)) (Feller 1971, X.5). Discrete observation misses extremes, so the depth becomes
 * h = depth + 1.1652 s / sqrt(looks per year), 1.1652 being twice the mean overshoot of a normal walk (Siegmund 1985).
 * @param variance Yearly variance, s^2.
 * @param options.depth Fall in log price, above 0.
 * @param options.looksPerYear Infinity for continuous observation.
 */
export function reflectedProbability(
  variance: number,
  { depth, years, looksPerYear }: { depth: number; years: number; looksPerYear: number },
): number {
  if (variance === 0) return 0;
  const z = (depth + 1.1652 * Math.sqrt(variance / looksPerYear)) / Math.sqrt(2 * variance * years);
  // erfc underflows to 0 beyond 27.3
  const odds = Array.from({ length: Math.ceil(14 / z) + 1 }, (_, k) => (k % 2 === 0 ? 1 : -1) * erfc((2 * k + 1) * z));
  return Math.min(1, 2 * sum(odds));
}

const chanceReader: Reader = (subject, at) => {
  const { maps } = subject;
  const long = readPrice("volatility", subject, at);
  if (subject.series.frequency === "monthly") {
    return withAll<[number]>([long], (deviation) => drawdownChance(deviation ** 2, { map: maps.monthly }));
  }
  return withAll<[number, number]>([long, readPrice("volatility_recent", subject, at)], (one, other) => {
    const own = { long: one ** 2, short: other ** 2 };
    return drawdownChance(own, { map: maps.daily, market: spreadOfMarket(subject, at) });
  });
};

/** The benchmark's variances, if it has enough returns on the days of the series, and moves. */
function spreadOfMarket(subject: Subject, at: number): Spread | undefined {
  const [long, short] = [
    { returns: pairedReturns(subject, { at, most: YEAR }), least: LEVEL_NEEDS.year },
    { returns: pairedReturns(subject, { at, most: RECENT_BARS }), least: LEVEL_NEEDS.recent },
  ].map(({ returns, least }) => {
    const { count, squares } = moments(returns.map(Math.log1p));
    return count < least ? 0 : YEAR * squares / (count - 1);
  });
  if (long === undefined || short === undefined) return undefined;
  return Math.min(long, short) > LEVEL_NEEDS.still ? { long, short } : undefined;
}

/** The chance of a drawdown; `data/metrics/risk.ts` defines it. */
export const CHANCE_READERS: Readers = { drawdown_probability: chanceReader };
