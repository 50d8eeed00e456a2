import type { Portfolio, PortfolioPosition } from "../protocol/portfolio.ts";
import type { ListWeight } from "./list_weights.ts";

const LEFT_OUT = "left out by the service";
/** Weights are written with six decimals of a per cent. */
const NEAR = 1e-8;

/**
 * The figures of a portfolio with every position of its list: one that the service leaves out, because it does not know
 * it, stays with its weight and without a share of the variance, and the sums of weights are those of the list.
 * @param figures As the service states them.
 * @param weights Those of the list.
 */
export function wholePortfolio(figures: Portfolio, weights: readonly ListWeight[]): Portfolio {
  const left = leftOut(figures.positions, weights);
  if (left.length === 0) return figures;
  const sizes = weights.map(({ weight }) => Math.abs(weight));
  const net = sum(weights.map(({ weight }) => weight));
  const gross = sum(sizes);
  const concentration = sum(sizes.map((size) => size * size)) / gross ** 2;
  return {
    ...figures,
    gross,
    net,
    long: (gross + net) / 2,
    short: (gross - net) / 2,
    concentration,
    effective_names: 1 / concentration,
    missing_weight: (figures.missing_weight ?? 0) + sum(left.map(({ weight }) => Math.abs(weight))),
    positions: [...figures.positions, ...left.map((position) => ({ ...position, missing: LEFT_OUT }))],
  };
}

/** The positions of a list that an answer has neither by ticker nor, under a new ticker, by weight. */
function leftOut(positions: readonly PortfolioPosition[], weights: readonly ListWeight[]): readonly ListWeight[] {
  const answered = new Set(positions.map(({ ticker }) => plain(ticker)));
  const missing = weights.filter(({ ticker }) => !answered.has(plain(ticker)));
  const asked = new Set(weights.map(({ ticker }) => plain(ticker)));
  const renamed = positions.filter(({ ticker }) => !asked.has(plain(ticker)));
  return missing.filter(({ weight }) => {
    const at = renamed.findIndex((position) => Math.abs(position.weight - weight) < NEAR);
    if (at !== -1) renamed.splice(at, 1);
    return at === -1;
  });
}

/** A ticker without what spellings of share classes differ in. */
function plain(ticker: string): string {
  return ticker.toUpperCase().replace(/[^\p{L}\p{N}]/gu, "");
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
