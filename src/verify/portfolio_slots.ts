import type { UnpricedSlot } from "./facts.ts";
import { dayText } from "../calendar/day.ts";
import {
  LEFT_OUT,
  type LeftOut,
  leftOutMetric,
  MOST_LEFT_OUT,
  PORTFOLIO_METRICS,
  WHOLE_METRICS,
} from "../data/metrics/portfolio.ts";
import { newestDay } from "./figures.ts";
import { type Together, togetherOn } from "./portfolio.ts";
import type { Ground } from "./knowledge.ts";
import { shownFigure } from "./shown.ts";

/** What a slot about names held together must hold, but for unit and formula. */
export interface PortfolioExpected {
  readonly value: number | string;
  readonly shown: string;
  readonly as_of: string;
  /** Frequency, basis and source of the bars behind a figure. */
  readonly origin?: { readonly frequency: string; readonly basis: string; readonly source: string };
}

/** Whether a metric is one of names held together. */
export function isOfPortfolio(metric: string): boolean {
  return Object.hasOwn(PORTFOLIO_METRICS, metric);
}

const REASON_OF: ReadonlyMap<string, LeftOut> = new Map(LEFT_OUT.map((why) => [leftOutMetric(why), why]));

/** Figures that rest on weights and no bars. */
const WITHOUT_BARS = /^(?:weight|(?:gross|net|long|short)_exposure|concentration|effective_names)$/;

/** Computes what a slot about names held together must hold; `undefined` when it can hold nothing. */
export function portfolioIn(slot: UnpricedSlot, ground: Ground): PortfolioExpected | undefined {
  const { metric, definition, about } = slot;
  const together = togetherOn(ground);
  const present = ground.subjects().map(({ series }) => series.ticker);
  const isWhole = about.length === present.length && about.every((ticker, at) => ticker === present[at]);
  if (together === undefined || WHOLE_METRICS.has(metric) && !isWhole) return undefined;
  const as_of = newestDay(ground.subjects(about));
  const why = REASON_OF.get(metric);
  if (why !== undefined) {
    const named = leftOut(why, together, ground);
    return named && { ...named, as_of };
  }
  if (definition.unit === "word") {
    const word = wordIn(metric, about, { together, ground });
    return word === undefined ? undefined : { value: word, shown: word, as_of };
  }
  const value = numberIn(metric, about, { together, ground });
  if (value === undefined) return undefined;
  const shown = shownFigure(definition, value, { currency: "" });
  const series = WITHOUT_BARS.test(metric) || together.lastDay === undefined
    ? undefined
    : together.held[0]?.subject.series;
  if (series === undefined) return { value, shown, as_of };
  return { value, shown, as_of: dayText(together.lastDay ?? NaN), origin: series };
}

/** The names left out for a reason, in the order of the answer, then of the weights. */
function leftOut(why: LeftOut, { reasons }: Together, ground: Ground): { value: string; shown: string } | undefined {
  const all = new Set([...ground.companies, ...ground.weights.map(({ ticker }) => ticker)]);
  const tickers = [...all].filter((ticker) => reasons.get(ticker) === why);
  if (tickers.length === 0) return undefined;
  const shown = tickers.slice(0, MOST_LEFT_OUT).map((ticker) => {
    const given = ground.weights.find((one) => one.ticker === ticker);
    return given === undefined ? ticker : `${ticker} (${weightShown(given.weight)})`;
  });
  if (tickers.length > MOST_LEFT_OUT) shown.push(`${tickers.length - MOST_LEFT_OUT} more`);
  return { value: tickers.join(" "), shown: shown.join(", ") };
}

function weightShown(weight: number): string {
  return shownFigure(PORTFOLIO_METRICS.weight, weight, { metric: "weight", currency: "" });
}

interface Known {
  readonly together: Together;
  readonly ground: Ground;
}

function wordIn(metric: string, about: readonly string[], { together, ground }: Known): string | undefined {
  switch (metric) {
    case "weighting":
      return ground.weights.length === 0 ? "equal" : "given";
    case "portfolio_bars":
      return together.bars;
    case "sector_end":
      return sectorEnd(together.figures);
    default: {
      const shares = together.variance_share;
      if (leads(about, shares)) return "top";
      const isHedge = about.every((ticker) => (shares.get(ticker) ?? NaN) < 0);
      return isHedge && leads(about, new Map([...shares].map(([ticker, value]) => [ticker, -value])))
        ? "hedge"
        : undefined;
    }
  }
}

function sectorEnd(figures: Together["figures"]): string | undefined {
  if (!figures.has("sector_rank")) return undefined;
  if (figures.get("sector_rank") === 1) return "highest";
  return figures.get("sectors_below") === 0 ? "lowest" : "inside";
}

/** Shares of the same size differ in their last digits. */
const LAST_DIGITS = 1e-12;

/** Whether names have the highest values, in descending order. */
function leads(about: readonly string[], values: ReadonlyMap<string, number>): boolean {
  const rest = new Map(values);
  return about.every((ticker) => {
    const own = rest.get(ticker) ?? NaN;
    rest.delete(ticker);
    return [...rest.values()].every((other) => other <= own + LAST_DIGITS);
  }) && about.every((ticker) => values.has(ticker));
}

function numberIn(metric: string, about: readonly string[], { together, ground }: Known): number | undefined {
  if (WHOLE_METRICS.has(metric)) return together.figures.get(metric);
  const values = about.map((ticker) => {
    if (metric === "weight") return ground.weights.find((one) => one.ticker === ticker)?.weight;
    return together.variance_share.get(ticker);
  });
  let total = 0;
  for (const value of values) {
    if (value === undefined) return undefined;
    total += value;
  }
  return total;
}
