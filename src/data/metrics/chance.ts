/**
 * How the chance of a fall is computed: a formula of the variance, and a map from what the formula says to what happened.
 * `risk.ts` defines the figure; the agent and the verifier each compute it with code of their own.
 */

/** A line between log odds: log odds of the chance = level + slope * log odds of the formula. */
export interface ChanceMap {
  readonly level: number;
  /** Above 0. */
  readonly slope: number;
}

/** The maps in use, with their name. */
export interface ChanceMaps {
  /** Where they come from, in words that can stand in a list, like `built-in: fitted on S&P 500 prices of 2013 to 2016`. */
  readonly name: string;
  /** For daily bars; a fall is one between daily closes. */
  readonly daily: ChanceMap;
  /** For monthly bars; a fall is one between month-ends, of which there are fewer. */
  readonly monthly: ChanceMap;
}

/**
 * The built-in maps, fitted by logistic regression on prices of the S&P 500 up to 30 December 2016 and never changed
 * by anything later: daily on 320,961 cases of 10 February 2014 to 30 September 2016, monthly on 15,172 cases of the
 * same names' month-ends. `tests/bench/chance_bench.ts` fits them again, and judges them on what followed.
 */
export const BUILT_IN_MAPS: ChanceMaps = {
  name: "built-in: fitted on S&P 500 prices of 2013 to 2016",
  daily: { level: -0.61, slope: 0.6 },
  monthly: { level: -1.43, slope: 0.54 },
};

/** Below this chance of the formula the digits are too few to be mapped: from here to 0 the mapped one is a line, and 0 below 1e-5. */
export const LEAST_CHANCE = 1e-9;

/** The formula's chance counts as no nearer to 1 than this: what is left of 1 beyond it has too few digits to be mapped. */
export const LEAST_REST = 1e-6;

/** What the benchmark must have to set the level: paired returns, and a variance a year above `still`. */
export const LEVEL_NEEDS = { year: 240, recent: 57, still: 1e-12 } as const;
