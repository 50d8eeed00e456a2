import type { WantedUnpriced } from "./fact_claims.ts";
import type { Claim } from "../data/claim.ts";
import { dayText } from "../calendar/day.ts";
import {
  LEFT_OUT,
  type LeftOut,
  leftOutMetric,
  MOST_LEFT_OUT,
  PORTFOLIO_METRICS,
  WHOLE_METRICS,
} from "../data/metrics/portfolio.ts";
import { type MetricId, metricIds } from "../data/metrics/metric.ts";
import { lastDay } from "../data/series.ts";
import { placeOf, type Portfolio } from "./portfolio.ts";
import { showFigure } from "./show_figure.ts";

/** Whether a metric is one of names held together. */
export function isPortfolioMetric(metric: MetricId): boolean {
  return Object.hasOwn(PORTFOLIO_METRICS, metric);
}

/** Figures of weights alone, which no bar stands behind. */
const OF_WEIGHTS = new Set(
  metricIds("weight gross_exposure net_exposure long_exposure short_exposure concentration effective_names"),
);

const REASONS: ReadonlyMap<MetricId, LeftOut> = new Map(LEFT_OUT.map((why) => [leftOutMetric(why), why]));

/** The claim of names held together; `undefined` when it does not exist. */
export function portfolioClaim(wanted: WantedUnpriced, portfolio: Portfolio): Claim | undefined {
  const { metric, definition: { unit }, about } = wanted;
  const tickers = portfolio.found.map(({ company }) => company.ticker);
  if (WHOLE_METRICS.has(metric) && about.join(" ") !== tickers.join(" ")) return undefined;
  if (about.some((ticker) => !tickers.includes(ticker))) return undefined;
  const why = REASONS.get(metric);
  if (why !== undefined) return named(wanted, portfolio, portfolio.leftOut.get(why) ?? []);
  if (unit === "word") return worded(wanted, portfolio, wordOf(metric, about, portfolio));
  const value = valueIn(metric, about, portfolio);
  if (value === undefined || !Number.isFinite(value)) return undefined;
  return figured(wanted, portfolio, value);
}

function wordOf(metric: MetricId, about: readonly string[], portfolio: Portfolio): string | undefined {
  if (metric === "weighting") return portfolio.weights.length > 0 ? "given" : "equal";
  if (metric === "portfolio_bars") return portfolio.bars;
  return metric === "share_place" ? placeOf(about, portfolio) : sectorEnd(portfolio.figures);
}

function sectorEnd(figures: Portfolio["figures"]): string | undefined {
  const rank = figures.get("sector_rank");
  if (rank === undefined) return undefined;
  return rank === 1 ? "highest" : figures.get("sectors_below") === 0 ? "lowest" : "inside";
}

function valueIn(metric: MetricId, about: readonly string[], portfolio: Portfolio): number | undefined {
  if (WHOLE_METRICS.has(metric)) return portfolio.figures.get(metric);
  const weights = new Map(portfolio.weights.map(({ ticker, weight }) => [ticker, weight]));
  const values = about.map((ticker) => {
    return metric === "weight" ? weights.get(ticker) : portfolio.own.get(ticker)?.variance_share;
  });
  return values.every((value) => value !== undefined) ? values.reduce((sum, value) => sum + value, 0) : undefined;
}

function head({ metric, definition: { unit, formula }, about }: WantedUnpriced) {
  const whom = about.length === 1 ? about[0] : WHOLE_METRICS.has(metric) ? "all" : about.join("+");
  return { id: `${whom}.${metric}`, entities: about, metric, unit, formula };
}

function worded(wanted: WantedUnpriced, portfolio: Portfolio, value: string | undefined): Claim | undefined {
  return value === undefined ? undefined : { ...head(wanted), value, as_of: newest(wanted, portfolio), shown: value };
}

/** Names that are left out, with their weights where there are any. */
function named(wanted: WantedUnpriced, portfolio: Portfolio, tickers: readonly string[]): Claim | undefined {
  if (tickers.length === 0) return undefined;
  const weights = new Map(portfolio.weights.map(({ ticker, weight }) => [ticker, weight]));
  const texts = tickers.slice(0, MOST_LEFT_OUT).map((ticker) => {
    const weight = weights.get(ticker);
    if (weight === undefined) return ticker;
    return `${ticker} (${showFigure(PORTFOLIO_METRICS.weight, weight, { metric: "weight", currency: "" })})`;
  });
  const more = tickers.length - texts.length;
  const shown = [...texts, ...more > 0 ? [`${more} more`] : []].join(", ");
  return { ...head(wanted), value: tickers.join(" "), as_of: newest(wanted, portfolio), shown };
}

function figured(wanted: WantedUnpriced, portfolio: Portfolio, value: number): Claim {
  const { metric, definition, about } = wanted;
  const [first] = portfolio.measured;
  const series = first?.findings.pair.series;
  const isMeasured = portfolio.lastDay !== undefined && series !== undefined && !OF_WEIGHTS.has(metric);
  const shown = showFigure(definition, value, { metric, currency: "" });
  if (!isMeasured) return { ...head({ metric, definition, about }), value, as_of: newest(wanted, portfolio), shown };
  const { frequency, basis, source } = series;
  const as_of = dayText(portfolio.lastDay ?? NaN);
  return { ...head({ metric, definition, about }), value, as_of, frequency, basis, source, shown };
}

/** Date of the newest bar of the companies. */
function newest({ about }: WantedUnpriced, { found }: Portfolio): string {
  const all = found.filter(({ company }) => about.includes(company.ticker)).map(({ pair }) => lastDay(pair.series));
  return all.reduce((one, other) => one > other ? one : other, "");
}
