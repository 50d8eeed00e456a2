import type { MetricId, PerMetric } from "../../data/metrics/metric.ts";
import { SPAN_BASE_DAYS, SPAN_PAIRS } from "../../data/metrics/span.ts";
import { countUntil } from "../../data/series.ts";
import type { DaySpan } from "../../data/about.ts";
import { type Columns, marketReturnBetween } from "./columns.ts";
import type { Reader } from "./reading.ts";
import { PRICE_READERS } from "./evaluate.ts";
import { slope } from "./statistics.ts";
import { lackOfWindow } from "./window.ts";

/** The bars of a span, as indexes of the close it is measured from and of its last. */
export interface SpanBars {
  readonly first: number;
  readonly last: number;
  /** Whether the first close is one of the span's own days. */
  readonly isLate: boolean;
}

/** The bars of a span; `undefined` where there are fewer than two closes. */
export function spanBars({ days, frequency }: Columns, { from, to }: DaySpan): SpanBars | undefined {
  const last = countUntil(days, to) - 1;
  const before = countUntil(days, from - 1) - 1;
  const isNear = from - (days[before] ?? -Infinity) <= SPAN_BASE_DAYS[frequency];
  const first = isNear ? before : before + 1;
  return last > first ? { first, last, isLate: !isNear } : undefined;
}

/** Whether the bars of a span can carry a figure. */
export function isSoundSpan(columns: Columns, { first, last }: SpanBars): boolean {
  return lackOfWindow(columns, last - first + 1, last) === undefined;
}

type SpanReader = (columns: Columns, bars: SpanBars) => number;

const spanReturn: SpanReader = ({ closes }, { first, last }) => (closes[last] ?? NaN) / (closes[first] ?? NaN) - 1;

const market: SpanReader = (columns, { first, last }) =>
  marketReturnBetween(columns, columns.days[first], columns.days[last]);

const beta: SpanReader = ({ returns, marketReturns, frequency }, { first, last }) => {
  const [own, others] = [returns, marketReturns].map((all) => all.subarray(first + 1, last + 1));
  const paired = (_: number, at: number) => !Number.isNaN(others?.[at] ?? NaN);
  const dependent = own?.filter(paired) ?? new Float64Array();
  const independent = others?.filter(paired) ?? new Float64Array();
  return dependent.length < SPAN_PAIRS[frequency] ? NaN : slope(dependent, independent);
};

const explained: SpanReader = (columns, bars) => beta(columns, bars) * market(columns, bars);

interface Drawdown {
  readonly size: number;
  readonly from: number;
  readonly to: number;
}

/** The deepest fall below the highest close so far. */
function deepestDrawdown({ closes }: Columns, { first, last }: SpanBars): Drawdown | undefined {
  let peak = first;
  let deepest: Drawdown | undefined;
  for (let at = first; at <= last; at++) {
    if ((closes[at] ?? NaN) >= (closes[peak] ?? NaN)) peak = at;
    const size = (closes[at] ?? NaN) / (closes[peak] ?? NaN) - 1;
    if (size < (deepest?.size ?? 0)) deepest = { size, from: peak, to: at };
  }
  return deepest;
}

function worstBar({ returns, frequency }: Columns, { first, last }: SpanBars): number {
  let worst = first + 1;
  for (let at = first + 1; at <= last; at++) if ((returns[at] ?? NaN) < (returns[worst] ?? NaN)) worst = at;
  return frequency === "daily" ? worst : -1;
}

/** A measure as of one end of a span. */
function asOf(reader: Reader | undefined, end: "first" | "last"): SpanReader {
  return (columns, bars) => {
    const found = reader?.(columns, bars[end]);
    return found !== undefined && "value" in found ? found.value : NaN;
  };
}

const READERS: PerMetric<SpanReader> = {
  span_first: ({ days }, { first }) => days[first] ?? NaN,
  span_last: ({ days }, { last }) => days[last] ?? NaN,
  span_return: spanReturn,
  span_market: market,
  span_beta: beta,
  span_beta_return: explained,
  span_residual: (columns, bars) => 100 * (spanReturn(columns, bars) - explained(columns, bars)),
  span_drawdown: (columns, bars) => deepestDrawdown(columns, bars)?.size ?? NaN,
  span_drawdown_from: (columns, bars) => columns.days[deepestDrawdown(columns, bars)?.from ?? -1] ?? NaN,
  span_drawdown_to: (columns, bars) => columns.days[deepestDrawdown(columns, bars)?.to ?? -1] ?? NaN,
  span_worst: (columns, bars) => columns.returns[worstBar(columns, bars)] ?? NaN,
  span_worst_day: (columns, bars) => columns.days[worstBar(columns, bars)] ?? NaN,
  span_volatility_first: asOf(PRICE_READERS["volatility"], "first"),
  span_volatility_last: asOf(PRICE_READERS["volatility"], "last"),
  span_mean_first: asOf(PRICE_READERS["trend_200d"], "first"),
  span_mean_last: asOf(PRICE_READERS["trend_200d"], "last"),
};

/**
 * Reads a metric of a span; `data/metrics/span.ts` defines them.
 * @returns `undefined` where the bars of the span do not give it.
 */
export function readSpanMetric(metric: MetricId, columns: Columns, span: DaySpan): number | undefined {
  const bars = spanBars(columns, span);
  if (bars === undefined || !isSoundSpan(columns, bars)) return undefined;
  const value = READERS[metric]?.(columns, bars) ?? NaN;
  return Number.isFinite(value) ? value : undefined;
}
