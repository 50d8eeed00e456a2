import { isBare } from "../data/choose_series.ts";
import type { PositionWeight } from "../data/claim.ts";
import type { PriceSeries } from "../data/dataset.ts";
import { type LeftOut, WINDOW_RETURNS } from "../data/metrics/portfolio.ts";
import { HAIR } from "../data/metrics/metric.ts";
import { sum } from "./domains/arithmetic.ts";
import { causeIn } from "./domains/soundness.ts";
import type { Subject } from "./domains/subject.ts";
import type { Ground } from "./knowledge.ts";

/** A name that the verifier measures with others. */
export interface Held {
  readonly subject: Subject;
  /** Signed. */
  readonly weight: number;
}

/** The names of an answer: measured, or why not. */
export interface HeldNames {
  readonly held: readonly Held[];
  readonly reasons: ReadonlyMap<string, LeftOut>;
}

/**
 * Finds which names of an answer are measured together.
 * @returns `undefined` where its weights are no weights: a name twice or not of the answer, or no number.
 */
export function heldNames(ground: Ground): HeldNames | undefined {
  const { weights } = ground;
  const given = new Map(weights.map(({ ticker, weight }) => [ticker, weight]));
  if (given.size < weights.length || weights.some((one) => !isWeight(one, ground))) return undefined;
  const reasons = new Map<string, LeftOut>();
  const isEqual = weights.length === 0;
  const sizeOf = (ticker: string) => isEqual ? 1 : Math.abs(given.get(ticker) ?? 0);
  const present = ground.companies.flatMap((ticker) => ground.subject(ticker) ?? []);
  for (const { series: { ticker } } of present) if (sizeOf(ticker) === 0) reasons.set(ticker, "weight");
  for (const { series } of present.filter(({ series }) => isBare(series) && !reasons.has(series.ticker))) {
    reasons.set(series.ticker, ground.view.prices(series.ticker).length === 0 ? "prices" : "stale_prices");
  }
  for (const { ticker } of weights) {
    if (sizeOf(ticker) > 0 && ground.subject(ticker) === undefined) reasons.set(ticker, "prices");
  }
  for (const kind of ["currency", "frequency"] as const) {
    const rest = present.filter(({ series }) => !reasons.has(series.ticker)).map(({ series }) => series);
    const main = mainOf(rest, { kind, sizeOf });
    for (const series of rest) if (series[kind] !== main) reasons.set(series.ticker, kind);
  }
  for (const subject of present) {
    const why = reasons.has(subject.series.ticker) ? undefined : whyUnfit(subject);
    if (why !== undefined) reasons.set(subject.series.ticker, why);
  }
  const held = present.filter(({ series }) => !reasons.has(series.ticker));
  const weightOf = ({ series: { ticker } }: Subject) => isEqual ? 1 / held.length : given.get(ticker) ?? 0;
  return { held: held.map((subject) => ({ subject, weight: weightOf(subject) })), reasons };
}

function isWeight({ ticker, weight }: PositionWeight, ground: Ground): boolean {
  return Number.isFinite(weight) && (ground.companies.includes(ticker) || ground.subject(ticker) === undefined);
}

/** The currency or frequency with the most weight; of equals the first. */
function mainOf(
  all: readonly PriceSeries[],
  { kind, sizeOf }: { readonly kind: "currency" | "frequency"; readonly sizeOf: (ticker: string) => number },
): string | undefined {
  const groups = [...Map.groupBy(all, (series) => series[kind])];
  const sizes = groups.map(([name, some]) => ({ name, size: sum(some.map(({ ticker }) => sizeOf(ticker))) }));
  const largest = Math.max(...sizes.map(({ size }) => size));
  return sizes.find(({ size }) => size * (1 + HAIR) >= largest)?.name;
}

function whyUnfit({ series, isOld }: Subject): LeftOut | undefined {
  if (isOld) return "stale_prices";
  const last = series.days.length - 1;
  const first = last - WINDOW_RETURNS[series.frequency];
  if (first < 0) return "history";
  return causeIn(series, first, last) === undefined ? undefined : "bars";
}
