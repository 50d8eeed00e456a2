import { HAIR, type MetricId } from "../data/metrics/metric.ts";
import { LENGTHS } from "../data/metrics/expression.ts";
import type { PositionWeight } from "../data/claim.ts";
import { BENCHMARK_PAIRS, FAR_BELOW, MOST_MISSING, RECENT_RETURNS, YEAR_RETURNS } from "../data/metrics/portfolio.ts";
import { LEVEL_NEEDS } from "../data/metrics/chance.ts";
import { moments, sum } from "./domains/arithmetic.ts";
import { drawdownChance, type Spread } from "./domains/chance.ts";
import { returnOnDays } from "./domains/market.ts";
import { covariances, type HeldReturns, heldReturns, ofGroup } from "./portfolio_matrix.ts";
import { type Held, type HeldNames, heldNames } from "./portfolio_members.ts";
import type { Ground } from "./knowledge.ts";

/** What the verifier finds of names held together. */
export interface Together extends HeldNames {
  readonly bars: "daily" | "monthly" | "partial" | "short" | "none";
  /** Newest common day, in days since 1 January 1970. */
  readonly lastDay?: number;
  readonly figures: ReadonlyMap<string, number>;
  /** By ticker, of the names measured. */
  readonly variance_share: ReadonlyMap<string, number>;
}

/** Measures the names of an answer together, once for a draft; `undefined` where its weights are no weights. */
export function togetherOn(ground: Ground): Together | undefined {
  return ground.onceHere("together", () => {
    const names = heldNames(ground);
    return names && measured(names, ground);
  });
}

function measured(names: HeldNames, ground: Ground): Together {
  const { held } = names;
  const counted: Readonly<Record<string, number>> = { ...ofWeights(ground.weights, held), measured_names: held.length };
  const returns = heldReturns(held);
  const isPartial = (counted["missing_weight"] ?? 0) / (counted["gross_exposure"] ?? 1) - MOST_MISSING > HAIR;
  if (returns === undefined || isPartial) {
    const bars = held.length === 0 ? "none" : isPartial ? "partial" : "short";
    return { ...names, bars, figures: finite(counted), variance_share: new Map() };
  }
  const matrix = new Matrix(held, returns);
  return {
    ...names,
    bars: held[0]?.subject.series.frequency ?? "daily",
    lastDay: returns.days.at(-1) ?? NaN,
    figures: finite({
      ...counted,
      ...matrix.figures(),
      ...overYear(held, returns),
      ...ofNames(held, ground),
      ...(ground.weights.length === 0 && ofGroup(held, ground)),
    }),
    variance_share: finite(matrix.varianceShares()),
  };
}

function finite(values: Readonly<Record<string, number>>): ReadonlyMap<string, number> {
  return new Map(Object.entries(values).filter(([, value]) => Number.isFinite(value)));
}

function ofWeights(weights: readonly PositionWeight[], held: readonly Held[]): Readonly<Record<string, number>> {
  if (weights.length === 0) return {};
  const sizes = weights.map(({ weight }) => Math.abs(weight));
  const gross = sum(sizes);
  const long = sum(weights.map(({ weight }) => Math.max(weight, 0)));
  const herfindahl = sum(sizes.map((size) => (size / gross) ** 2));
  return {
    gross_exposure: gross,
    net_exposure: sum(weights.map(({ weight }) => weight)),
    long_exposure: long,
    short_exposure: sum(weights.map(({ weight }) => Math.max(-weight, 0))),
    missing_weight: sum(
      weights.filter((one) => !held.some(({ subject }) => subject.series.ticker === one.ticker))
        .map(({ weight }) => Math.abs(weight)),
    ),
    concentration: herfindahl,
    effective_names: 1 / herfindahl,
  };
}

/** Figures of names from their covariances: every sum is of the table, none of the returns of the whole. */
class Matrix {
  readonly #held: readonly Held[];
  readonly #returns: HeldReturns;
  readonly #table: readonly Float64Array[];
  /** For each name, its covariance with the whole. */
  readonly #withAll: readonly number[];
  readonly #variance: number;

  constructor(held: readonly Held[], returns: HeldReturns) {
    this.#held = held;
    this.#returns = returns;
    this.#table = covariances(returns.rows);
    this.#withAll = this.#table.map((row) => this.#weighted(row));
    this.#variance = this.#weighted(this.#withAll);
  }

  figures(): Readonly<Record<string, number>> {
    const { frequency } = this.#held[0]?.subject.series ?? { frequency: "daily" as const };
    const { year: { least: year } } = LENGTHS[frequency];
    const variance = year * this.#variance;
    const recent = frequency === "daily" ? year * this.#recentVariance() : NaN;
    return {
      portfolio_volatility: Math.sqrt(variance),
      portfolio_volatility_recent: Math.sqrt(recent),
      portfolio_chance: this.#chance(variance, recent),
      portfolio_beta: this.#beta(),
      portfolio_market_fall: this.#beta() / -10,
      portfolio_correlation: this.#correlation(),
      r_squared_to_rest: moments(this.#commonShares()).mean,
    };
  }

  varianceShares(): Readonly<Record<string, number>> {
    return this.#byTicker((at) => this.#weightAt(at) * (this.#withAll[at] ?? NaN) / this.#variance);
  }

  /** From sums of rows: the mean of the others is the sum of all without the name, divided by their number. */
  #commonShares(): readonly number[] {
    const rows = this.#table.map((row) => sum(row));
    const all = sum(rows);
    return rows.map((row, at) => {
      const own = this.#table[at]?.[at] ?? NaN;
      return (row - own) ** 2 / (own * (all - 2 * row + own));
    });
  }

  /** A mean over pairs, each once. */
  #correlation(): number {
    const deviations = this.#table.map((row, at) => Math.sqrt(row[at] ?? NaN));
    const pairs = function* (table: readonly Float64Array[]) {
      for (let i = 0; i < table.length; i++) {
        for (let j = 0; j < i; j++) yield (table[i]?.[j] ?? NaN) / ((deviations[i] ?? NaN) * (deviations[j] ?? NaN));
      }
    };
    const { count, mean } = moments(pairs(this.#table));
    return count === 0 ? NaN : mean;
  }

  #recentVariance(): number {
    const recent = covariances(this.#returns.rows.map((row) => row.subarray(-RECENT_RETURNS)));
    return this.#weighted(recent.map((row) => this.#weighted(row)));
  }

  #chance(long: number, short: number): number {
    const [first] = this.#held;
    if (first === undefined) return NaN;
    const { maps } = first.subject;
    if (Number.isNaN(short)) return drawdownChance(long, { map: maps.monthly });
    return drawdownChance({ long, short }, { map: maps.daily, market: this.#marketSpread() });
  }

  /** The benchmark's variances over the window, where it has enough returns, and moves. */
  #marketSpread(): Spread | undefined {
    const begin = this.#returns.days.length - 1 - RECENT_RETURNS;
    const all = this.#market();
    const late = all.filter(({ k }) => k >= begin);
    if (all.length < LEVEL_NEEDS.year || late.length < LEVEL_NEEDS.recent) return undefined;
    const [long, short] = [all, late].map((some) => {
      const { count, squares } = moments(some.map(({ value }) => Math.log1p(value)));
      return LENGTHS.daily.year.least * squares / (count - 1);
    });
    if (long === undefined || short === undefined) return undefined;
    return Math.min(long, short) > LEVEL_NEEDS.still ? { long, short } : undefined;
  }

  /** The benchmark's returns between the common days where it has both, with their places. */
  #market(): readonly { readonly value: number; readonly k: number }[] {
    const [first] = this.#held;
    const { days } = this.#returns;
    return days.slice(1).flatMap((day, k) => {
      const value = first && returnOnDays(first.subject, days[k] ?? NaN, day);
      return value === undefined ? [] : [{ value, k }];
    });
  }

  /** The names' own betas, weighted. */
  #beta(): number {
    const [first] = this.#held;
    const { rows } = this.#returns;
    const paired = this.#market();
    if (first === undefined || paired.length < BENCHMARK_PAIRS[first.subject.series.frequency]) return NaN;
    const { mean, squares } = moments(paired.map(({ value }) => value));
    const slopes = rows.map((row) => sum(paired.map(({ value, k }) => (value - mean) * (row[k] ?? NaN))) / squares);
    return this.#weighted(slopes);
  }

  #weighted(values: ArrayLike<number>): number {
    return sum(this.#held.map(({ weight }, at) => weight * (values[at] ?? NaN)));
  }

  #weightAt(at: number): number {
    return this.#held[at]?.weight ?? NaN;
  }

  #byTicker(valueAt: (at: number) => number): Readonly<Record<string, number>> {
    return Object.fromEntries(this.#held.map(({ subject }, at) => [subject.series.ticker, valueAt(at)]));
  }
}

/** Return, worst fall and excess of the past year, from the logarithm of wealth, seen from its end. */
function overYear(held: readonly Held[], { days, rows }: HeldReturns): Readonly<Record<string, number>> {
  const [first] = held;
  if (first === undefined) return {};
  const count = YEAR_RETURNS[first.subject.series.frequency];
  const from = days.length - 1 - count;
  const steps = Array.from(
    { length: count },
    (_, k) => Math.log1p(sum(rows.map((row, at) => (held[at]?.weight ?? NaN) * (row[from + k] ?? NaN)))),
  );
  if (!steps.every(Number.isFinite)) return {}; // it has lost everything
  let lowest = 0;
  let deepest = 0;
  for (const step of steps.toReversed()) {
    lowest = Math.min(0, lowest + step);
    deepest = Math.min(deepest, lowest);
  }
  const gained = Math.expm1(sum(steps));
  return {
    portfolio_return: gained,
    portfolio_drawdown: Math.expm1(deepest),
    portfolio_excess: gained - excessOver(held, days[from] ?? NaN, days.at(-1) ?? NaN),
  };
}

/** The benchmark's return; NaN where it or a name is adjusted otherwise. */
function excessOver(held: readonly Held[], from: number, to: number): number {
  const [first] = held;
  const basis = first?.subject.benchmark?.basis;
  if (first === undefined || held.some(({ subject }) => subject.series.basis !== basis)) return NaN;
  return returnOnDays(first.subject, from, to) ?? NaN;
}

function ofNames(held: readonly Held[], ground: Ground): Readonly<Record<string, number>> {
  const read = (metric: MetricId, { subject }: Held) => {
    const value = ground.read(metric, subject);
    return typeof value === "number" ? value : NaN;
  };
  const gross = sum(held.map(({ weight }) => Math.abs(weight)));
  const limit = (1 - FAR_BELOW) * (1 + HAIR);
  return {
    names_chance: sum(held.map((one) => read("drawdown_probability", one) * Math.abs(one.weight) / gross)),
    below_high: held.filter((one) => read("close_to_52w_high", one) <= limit).length,
  };
}
