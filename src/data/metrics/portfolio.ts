import { metricRows, type Metrics } from "./metric_row.ts";

/** Returns of the window in which names are measured together: a year of days, or three of months. */
export const WINDOW_RETURNS: Readonly<Record<"daily" | "monthly", number>> = { daily: 252, monthly: 36 };
/** Returns of the recent window; daily only. */
export const RECENT_RETURNS = 60;
/** Returns of the past year. */
export const YEAR_RETURNS: Readonly<Record<"daily" | "monthly", number>> = { daily: 252, monthly: 12 };
/** Least of the window's returns that must pair with the benchmark's. */
export const BENCHMARK_PAIRS: Readonly<Record<"daily" | "monthly", number>> = { daily: 240, monthly: 24 };
/** A name is far below its high of the past year from here on. */
export const FAR_BELOW = 0.15;
/** Least companies of a sector that has a place among sectors. */
export const LEAST_OF_SECTOR = 3;
/** Names that a list of those left out shows; more are counted. */
export const MOST_LEFT_OUT = 20;

/**
 * Why a name is not measured with the others, the first that holds: no weight, or one of 0, where others have one; no
 * price by the day; prices in another currency, or bars of another frequency, than most of the gross weight (the first
 * where two have the same); a last bar that is too old; too few closes for the window; a window over bars that
 * `soundness.ts` does not trust.
 */
export const LEFT_OUT = ["weight", "prices", "currency", "frequency", "stale_prices", "history", "bars"] as const;

/** One of {@linkcode LEFT_OUT}. */
export type LeftOut = (typeof LEFT_OUT)[number];

/** The names that are not measured for a reason: like `left_out_history`. */
export function leftOutMetric<Why extends LeftOut>(why: Why): `left_out_${Why}` {
  return `left_out_${why}`;
}

/**
 * Names held together: those of the answer, in the weights w of the question as they are, or each of n in 1 / n where it
 * gives none. Common days are those on which every name measured has a close, spikes left out. r_i is a name's simple
 * return from one common day to the next, r = sum of w_i r_i: the weights are held fixed, and what is not measured counts
 * as cash. The window is that of the last 252 r daily, 36 monthly.
 */
export const PORTFOLIO_METRICS = {
  ...metricRows(`
  weighting: word 0 | given where the question gives weights, else equal
  portfolio_bars: word 0 | daily or monthly, that of the names measured; short where they have too few common days for the window; partial where missing_weight is over a tenth of gross_exposure; spans 252; none where no name is measured | was joint_bars
  weight: fraction 1 | w of the question; of several names, the sum | head weight
  gross_exposure: fraction 1 | sum of the absolute w of all names of the question
  net_exposure: fraction 1 | sum of w of all names of the question
  long_exposure: fraction 1 | sum of the w above 0
  short_exposure: fraction 1 | sum of the absolute w below 0
  missing_weight: fraction 1 | sum of the absolute w of the names that are not measured
  concentration: ratio 3 | sum of w^2 over gross_exposure^2, of all names of the question | published Herfindahl 1950
  effective_names: count 1 | 1 / concentration | published Adelman 1969
  measured_names: count 0 | number of names measured together
  portfolio_volatility: fraction 1 | sample sd of r over the window times sqrt(252) daily, sqrt(12) monthly | published Markowitz 1952 | head volatility | was joint_volatility
  portfolio_volatility_recent: fraction 1 | sample sd of the last 60 r times sqrt(252); daily only | was joint_volatility_recent
  portfolio_chance: fraction 0 | drawdown_probability with portfolio_volatility and portfolio_volatility_recent in place of a company's own, and the benchmark's returns between the common days | published as of drawdown_probability | head chance of a 15% drawdown | was joint_chance
  names_chance: fraction 0 | mean of the drawdown_probability of the names measured, each with its absolute w
  portfolio_beta: ratio 2 against | cov(r, b) / var(b) over the window, b the benchmark's return between the same two days; at least 240 of 252 daily, 24 of 36 monthly | published Sharpe 1964 | head beta | was joint_beta
  portfolio_market_fall: fraction 1 against | portfolio_beta times -0.1, a fall of the benchmark by 10% | was joint_market_fall
  portfolio_drawdown: fraction 1 | min over t of V[t] / max(V[first..t]) - 1, V = product of 1 + r over the last 252 r daily, 12 monthly | published Magdon-Ismail & Atiya 2004 | was joint_fall
  portfolio_return: fraction 1 | product of 1 + r over the last 252 r daily, 12 monthly, - 1 | was joint_return
  portfolio_excess: fraction 1 against points | portfolio_return minus the benchmark's return between the same two days; only where all closes are adjusted alike | was joint_excess
  portfolio_correlation: ratio 2 | mean correlation of the r_i of two names over the window, all pairs of names measured | published Pollet & Wilson 2010 | was joint_correlation
  variance_share: fraction 1 | w_i cov(r_i, r) / var(r) over the window; of several names, the sum; 1 over all | published Litterman 1996 | head share of variance
  r_squared_to_rest: fraction 0 | mean over the names measured of the squared correlation of r_i with the mean return of the others over the window | published Roll 1988 | was joint_common
  below_high: count 0 | names measured whose last close is 15% or more below the highest of their last 252, 12 monthly
  share_place: word 0 | of variance_share: top where each name has as much as the next, and no other name more; hedge where each has less than 0 and no more than the next, and no other less
  group_chance: fraction 0 | median drawdown_probability of names measured in equal weights
  all_chance: fraction 0 | the same of all companies with bars like theirs, where there are others
  sectors: count 0 | sectors with three or more of these, from two on
  sector_rank: count 0 ordinal | 1 + sectors with a higher median, of names that are a whole sector
  sector_end: word 0 | of sector_rank: highest, lowest or inside
`),
  ...(Object.fromEntries(LEFT_OUT.map((why) => [leftOutMetric(why), {
    unit: "name",
    decimals: 0,
    formula:
      `the names that are not measured for the reason: ${why}, each with its w where there is one; the first ${MOST_LEFT_OUT}, and how many more`,
    ...why === "stale_prices" && { was: "left_out_old" },
  }])) as Metrics<`left_out_${LeftOut}`>),
};

/** Of the gross weight, what may be without a measure where the whole has one. */
export const MOST_MISSING = 0.1;

/** Just below the line of a likely drawdown they show more decimals, as `protocol/drawdown_line.ts` has it. */
export const CHANCES: ReadonlySet<string> = new Set(["drawdown_probability", "portfolio_chance", "names_chance"]);

/** Metrics of all companies of an answer together. */
export const WHOLE_METRICS: ReadonlySet<string> = new Set(
  Object.keys(PORTFOLIO_METRICS).filter((id) => !["weight", "variance_share", "share_place"].includes(id)),
);
