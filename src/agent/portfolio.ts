import type { PositionWeight } from "../data/claim.ts";
import type { DatasetView } from "../data/dataset.ts";
import { LEAST_OF_SECTOR, MOST_MISSING } from "../data/metrics/portfolio.ts";
import { HAIR } from "../data/metrics/metric.ts";
import { valuesOfPeers } from "./comparison.ts";
import type { CompanyFindings } from "./findings.ts";
import { type Member, type Members, membersOf, portfolioWindow } from "./portfolio_window.ts";
import { type Measured, portfolioMeasures } from "./portfolio_measures.ts";
import { valueOf } from "./synthesis.ts";

/** Names held together: in the weights of a question, or in equal ones. */
export interface Portfolio extends Members {
  /** All names of the answer that have prices. */
  readonly found: readonly CompanyFindings[];
  /** Those of the question, each name once; empty for equal ones. */
  readonly weights: readonly PositionWeight[];
  /** `partial` where too much weight is not measured, `short` where the names measured have too few common days, `none` where no name is measured. */
  readonly bars: "daily" | "monthly" | "partial" | "short" | "none";
  /** Day of the newest common close, in days since 1 January 1970; absent where nothing is measured. */
  readonly lastDay?: number;
  /** What weights and returns give, by metric; a metric without a value is absent. */
  readonly figures: ReadonlyMap<string, number>;
  /** What the names measured have of it, by ticker. */
  readonly own: Measured["own"];
}

/**
 * Measures names together.
 * @param found The names of the answer that have prices.
 * @param options.weights Those of the question, each name once; empty for equal ones.
 * @param options.view The data, as of a day.
 */
export function portfolioOf(
  found: readonly CompanyFindings[],
  { weights, view }: { readonly weights: readonly PositionWeight[]; readonly view: DatasetView },
): Portfolio {
  const members = membersOf(found, { weights, asOf: view.asOf });
  const { measured } = members;
  const sizes = exposures(weights, measured);
  const isPartial = (sizes["missing_weight"] ?? 0) > MOST_MISSING * (sizes["gross_exposure"] ?? NaN) + HAIR;
  const window = isPartial ? undefined : portfolioWindow(measured);
  const lacking = measured.length === 0 ? "none" : isPartial ? "partial" : "short";
  const together = window && portfolioMeasures(measured, window, view.maps);
  const among = weights.length === 0 ? amongSectors(members, found) : {};
  const known = { ...sizes, ...together?.figures, ...among };
  return {
    ...members,
    found,
    weights,
    bars: window === undefined ? lacking : measured[0]?.columns.frequency ?? "daily",
    ...(window && { lastDay: window.days.at(-1) ?? NaN }),
    figures: new Map(Object.entries(known).filter(([, value]) => Number.isFinite(value))),
    own: together?.own ?? new Map(),
  };
}

/** Where the chance of a fall of a group lies among all companies and sectors of the data. */
function amongSectors(
  { measured }: Members,
  found: readonly CompanyFindings[],
): Readonly<Record<string, number>> {
  const [first] = measured;
  if (first === undefined) return {};
  const chances = measured.flatMap(({ findings }) => valueOf(findings, CHANCE) ?? []);
  const { values, bySector, byTicker } = valuesOfPeers(CHANCE, first.findings.research);
  const names = new Set(found.map(({ company }) => company.ticker));
  const isAlone = [...byTicker.keys()].every((ticker) => names.has(ticker));
  const medians = new Map(
    [...bySector].filter(([, of]) => of.length >= LEAST_OF_SECTOR)
      .map(([sector, of]) => [sector, median(of)]),
  );
  const [sector, ...others] = new Set(found.map(({ company }) => company.sector));
  const own = others.length === 0 ? medians.get(sector ?? "") : undefined;
  const isWhole = found.filter(({ company: { ticker } }) => byTicker.has(ticker)).length ===
    bySector.get(sector ?? "")?.length;
  return {
    group_chance: median(chances),
    all_chance: isAlone ? NaN : median(values),
    sectors: medians.size > 1 ? medians.size : NaN,
    ...(own !== undefined && isWhole && medians.size > 1 && {
      sector_rank: 1 + [...medians.values()].filter((one) => one > own + HAIR).length,
      sectors_below: [...medians.values()].filter((one) => one < own - HAIR).length,
    }),
  };
}

const CHANCE = "drawdown_probability";

function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const at = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(at)] ?? NaN) + (sorted[Math.ceil(at)] ?? NaN)) / 2;
}

/** The weights of a question with each name once: a name that it gives twice has the sum. */
export function mergedWeights(weights: readonly PositionWeight[]): readonly PositionWeight[] {
  const sums = new Map<string, number>();
  for (const { ticker, weight } of weights) sums.set(ticker, (sums.get(ticker) ?? 0) + weight);
  return [...sums].map(([ticker, weight]) => ({ ticker, weight }));
}

/** Figures of weights alone, by metric; none without weights. NaN where the weights are all 0. */
function exposures(
  weights: readonly PositionWeight[],
  measured: readonly Member[],
): Readonly<Record<string, number>> {
  if (weights.length === 0) return { measured_names: measured.length };
  let long = 0;
  let short = 0;
  let squares = 0;
  for (const { weight } of weights) {
    if (weight > 0) long += weight;
    else short -= weight;
    squares += weight ** 2;
  }
  const gross = long + short;
  const kept = new Set(measured.map(({ findings }) => findings.company.ticker));
  const missing = weights.filter(({ ticker }) => !kept.has(ticker));
  const concentration = squares / gross ** 2;
  return {
    measured_names: measured.length,
    gross_exposure: gross,
    net_exposure: long - short,
    long_exposure: long,
    short_exposure: short,
    missing_weight: missing.reduce((sum, { weight }) => sum + Math.abs(weight), 0),
    concentration,
    effective_names: 1 / concentration,
  };
}

/** The names by their shares of the variance, the largest first; of equal shares the first of the answer is first. */
export function byShare({ own }: Portfolio): readonly string[] {
  return [...own].filter(([, one]) => Number.isFinite(one.variance_share))
    .toSorted(([, one], [, other]) => other.variance_share - one.variance_share).map(([ticker]) => ticker);
}

/** The names that lower the variance, the most first. */
export function hedgesOf(portfolio: Portfolio): readonly string[] {
  return byShare(portfolio).filter((ticker) => shareOf(portfolio, ticker) < 0).toReversed();
}

/** The place of names, in their order, among all that are measured; `undefined` where they have none. */
export function placeOf(about: readonly string[], portfolio: Portfolio): string | undefined {
  if (isAtEnd(portfolio, about, 1)) return "top";
  return about.every((ticker) => shareOf(portfolio, ticker) < 0) && isAtEnd(portfolio, about, -1) ? "hedge" : undefined;
}

/** Whether names in order have the most (sign 1) or the least of the variance (-1), and no other has more, or less. */
function isAtEnd(portfolio: Portfolio, about: readonly string[], sign: 1 | -1): boolean {
  const values = about.map((ticker) => sign * shareOf(portfolio, ticker));
  if (values.some(Number.isNaN)) return false;
  const least = Math.min(...values);
  const isOrdered = values.every((value, at) => at === 0 || value <= (values[at - 1] ?? NaN) + NEAR);
  const others = [...portfolio.own.keys()].filter((ticker) => !about.includes(ticker));
  return isOrdered && others.every((ticker) => sign * shareOf(portfolio, ticker) <= least + NEAR);
}

/** Shares differ by their last digits where they are computed in two ways. */
const NEAR = 1e-12;

function shareOf({ own }: Portfolio, ticker: string): number {
  return own.get(ticker)?.variance_share ?? NaN;
}
