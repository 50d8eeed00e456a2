import type { PositionWeight } from "../data/claim.ts";
import type { DatasetView } from "../data/dataset.ts";
import type { MetricId } from "../data/metrics/metric.ts";
import type { CompanyFindings } from "./findings.ts";
import { exposures } from "./joint_exposures.ts";
import { type Member, type Members, membersOf } from "./joint_members.ts";
import { type Measured, measureTogether } from "./joint_measures.ts";
import { jointWindow } from "./joint_window.ts";

/** Names held together: in the weights of a question, or in equal ones. */
export interface Joint extends Members {
  /** All names of the answer that have prices. */
  readonly found: readonly CompanyFindings[];
  /** Those of the question, each name once; empty for equal ones. */
  readonly weights: readonly PositionWeight[];
  /** `short` where the names measured have too few common days, `none` where no name is measured. */
  readonly bars: "daily" | "monthly" | "short" | "none";
  /** Day of the newest common close, in days since 1 January 1970; absent where nothing is measured. */
  readonly lastDay?: number;
  /** What weights and returns give, by metric; a metric without a value is absent. */
  readonly figures: ReadonlyMap<MetricId, number>;
  /** What the names measured have of it, by ticker. */
  readonly own: Measured["own"];
}

/**
 * Measures names together.
 * @param found The names of the answer that have prices.
 * @param options.weights Those of the question, each name once; empty for equal ones.
 * @param options.view The data, as of a day.
 */
export function jointOf(
  found: readonly CompanyFindings[],
  { weights, view }: { readonly weights: readonly PositionWeight[]; readonly view: DatasetView },
): Joint {
  const members = membersOf(found, { weights, asOf: view.asOf });
  const { measured } = members;
  const window = jointWindow(measured);
  const together = window && measureTogether(measured, window, view.maps);
  const known = { ...exposures(weights, measured), ...together?.figures };
  return {
    ...members,
    found,
    weights,
    bars: measured.length === 0 ? "none" : window === undefined ? "short" : barsOf(measured),
    ...(window && { lastDay: window.days.at(-1) ?? NaN }),
    figures: new Map(Object.entries(known).filter(([, value]) => Number.isFinite(value))),
    own: together?.own ?? new Map(),
  };
}

/** The weights of a question with each name once: a name that it gives twice has the sum. */
export function mergedWeights(weights: readonly PositionWeight[]): readonly PositionWeight[] {
  const sums = new Map<string, number>();
  for (const { ticker, weight } of weights) sums.set(ticker, (sums.get(ticker) ?? 0) + weight);
  return [...sums].map(([ticker, weight]) => ({ ticker, weight }));
}

function barsOf([first]: readonly Member[]): "daily" | "monthly" {
  return first?.columns.frequency ?? "daily";
}
