import { LENGTHS } from "../data/metrics/expression.ts";
import type { ChanceMaps } from "../data/metrics/chance.ts";
import { BENCHMARK_PAIRS, FAR_BELOW, RECENT_RETURNS, YEAR_RETURNS } from "../data/metrics/portfolio.ts";
import { HAIR } from "../data/metrics/metric.ts";
import { drawdownChance, marketVariances } from "./domains/chance.ts";
import { marketReturnsOn } from "./domains/columns.ts";
import { mean, sampleDeviation, slope } from "./domains/statistics.ts";
import type { Member, PortfolioWindow } from "./portfolio_window.ts";
import { valueOf } from "./synthesis.ts";

/** What names give together. */
export interface Measured {
  /** By metric; NaN where it has no value. */
  readonly figures: Readonly<Record<string, number>>;
  /** What each name has of it, by ticker. */
  readonly own: ReadonlyMap<string, { readonly variance_share: number }>;
}

/**
 * Measures names held together, from their returns in one pass each.
 * @param measured At least one name.
 * @param window Their returns, in the same order.
 * @param maps Of the chance of a fall.
 */
export function portfolioMeasures(
  measured: readonly Member[],
  { days, returns }: PortfolioWindow,
  maps: ChanceMaps,
): Measured {
  const weights = measured.map(({ weight }) => weight);
  const own = weightedSum(returns, weights);
  const market = measured[0] && marketReturnsOn(measured[0].columns, days);
  const all = weightedSum(returns, returns.map(() => 1));
  const beta = betaOf(own, measured, market);
  return {
    figures: {
      ...volatilities(own, { measured, market, maps }),
      ...pastYear(own, measured, days),
      names_chance: namesChance(measured),
      portfolio_beta: beta,
      portfolio_market_fall: -0.1 * beta,
      portfolio_correlation: meanCorrelation(returns),
      r_squared_to_rest: mean(returns.map((one) => commonShare(one, all, returns.length))),
      below_high: measured.filter(isFarBelowHigh).length,
    },
    own: new Map(measured.map(({ findings, weight }, at) => [
      findings.company.ticker,
      { variance_share: weight * slope(returns[at] ?? new Float64Array(), own) },
    ])),
  };
}

function weightedSum(returns: readonly Float64Array[], weights: readonly number[]): Float64Array {
  const sums = new Float64Array(returns[0]?.length ?? 0);
  for (const [at, one] of returns.entries()) {
    const weight = weights[at] ?? NaN;
    for (let k = 0; k < sums.length; k++) sums[k] = (sums[k] ?? NaN) + weight * (one[k] ?? NaN);
  }
  return sums;
}

function volatilities(
  own: Float64Array,
  { measured: [first], market, maps }: {
    readonly measured: readonly Member[];
    readonly market: Float64Array | undefined;
    readonly maps: ChanceMaps;
  },
): Readonly<Record<string, number>> {
  if (first?.columns.frequency !== "daily") {
    const year = sampleDeviation(own) * Math.sqrt(LENGTHS.monthly.year.most);
    return { portfolio_volatility: year, portfolio_chance: drawdownChance({ year: year ** 2 }, maps.monthly) };
  }
  const [year, recent] = [own, own.subarray(-RECENT_RETURNS)].map((one) => sampleDeviation(one) * Math.sqrt(YEAR));
  if (year === undefined || recent === undefined) return {};
  const level = market && marketVariances(market);
  const variances = { year: year ** 2, recent: recent ** 2, ...(level && { market: level }) };
  const chance = drawdownChance(variances, maps.daily);
  return { portfolio_volatility: year, portfolio_volatility_recent: recent, portfolio_chance: chance };
}

const YEAR = LENGTHS.daily.year.most;

/** Return and worst fall of the past year, of a fund that is brought back to its weights at each bar. */
function pastYear(
  own: Float64Array,
  measured: readonly Member[],
  days: Int32Array,
): Readonly<Record<string, number>> {
  const [first] = measured;
  if (first === undefined) return {};
  const count = YEAR_RETURNS[first.columns.frequency];
  let value = 1;
  let highest = 1;
  let deepest = 0;
  for (const one of own.subarray(-count)) {
    if (one <= -1) return {}; // it has lost everything
    value *= 1 + one;
    highest = Math.max(highest, value);
    deepest = Math.min(deepest, value / highest - 1);
  }
  const bases = new Set(measured.map(({ findings: { pair } }) => pair.series.basis));
  const isAlike = bases.size === 1 && !first.findings.pair.mixed;
  const [market] = isAlike ? marketReturnsOn(first.columns, [days.at(-1 - count) ?? NaN, days.at(-1) ?? NaN]) : [];
  return { portfolio_return: value - 1, portfolio_drawdown: deepest, portfolio_excess: value - 1 - (market ?? NaN) };
}

function betaOf(own: Float64Array, [first]: readonly Member[], market: Float64Array | undefined): number {
  if (first === undefined || market === undefined) return NaN;
  const isPaired = (_: number, at: number) => !Number.isNaN(market[at]);
  const paired = own.filter(isPaired);
  return paired.length < BENCHMARK_PAIRS[first.columns.frequency] ? NaN : slope(paired, market.filter(isPaired));
}

/** The mean over all pairs from the sum of the names' returns as unit vectors: its square is n + 2 times their sum. */
function meanCorrelation(returns: readonly Float64Array[]): number {
  const units = returns.map((one) => {
    const centre = mean(one);
    const length = sampleDeviation(one) * Math.sqrt(one.length - 1);
    return one.map((value) => (value - centre) / length);
  });
  const sums = weightedSum(units, units.map(() => 1));
  const count = units.length;
  return (sums.reduce((square, value) => square + value ** 2, 0) - count) / (count * (count - 1));
}

/** Squared correlation of a name's returns with the mean of the others'; NaN of a single name. */
function commonShare(one: Float64Array, all: Float64Array, count: number): number {
  const others = all.map((sum, k) => (sum - (one[k] ?? NaN)) / (count - 1));
  return slope(one, others) * slope(others, one);
}

function namesChance(measured: readonly Member[]): number {
  let sum = 0;
  let gross = 0;
  for (const { findings, weight } of measured) {
    sum += Math.abs(weight) * (valueOf(findings, "drawdown_probability") ?? NaN);
    gross += Math.abs(weight);
  }
  return sum / gross;
}

function isFarBelowHigh({ findings }: Member): boolean {
  const share = valueOf(findings, "close_to_52w_high");
  return share !== undefined && share <= (1 - FAR_BELOW) * (1 + HAIR);
}
