import type { Claim, Statement } from "../data/claim.ts";
import type { MetricId } from "../data/metrics/metric.ts";
import type { DatasetView, PriceSeries } from "../data/dataset.ts";
import { lastDay, peersOf, subjectOf } from "./domains/subject.ts";

/** The series behind the claims. */
export interface UsedSeries {
  /** Those of the companies and, if a claim needs it, of the benchmark. */
  readonly own: readonly PriceSeries[];
  /** `id`s of all sources, including those of peers. */
  readonly sources: ReadonlySet<string>;
  /** Date of the newest bar; absent when there is none. */
  readonly newestDay?: string;
}

const AGAINST_BENCHMARK: readonly MetricId[] = ["excess_12m", "beta", "score_risk", "score", "probability"];
const COMPARED: readonly MetricId[] = ["score_trend", "score_risk", "score_liquidity", "score", "probability"];

/**
 * Collects the series behind the claims of some statements.
 */
export function seriesUsedBy(statements: readonly Statement[], view: DatasetView): UsedSeries {
  const claims = statements.flatMap((statement) => statement.claims);
  const own = new Map<string, PriceSeries>();
  const compared = new Map<string, PriceSeries>();
  for (const claim of claims) {
    for (const ticker of claim.entities) {
      const subject = subjectOf(view, ticker);
      if (subject === undefined) continue;
      const { series, benchmark } = subject;
      own.set(nameOf(series), series);
      if (benchmark && holds(claim, AGAINST_BENCHMARK)) own.set(nameOf(benchmark), benchmark);
      if (claim.of !== undefined || holds(claim, COMPARED)) compared.set(nameOf(series), series);
    }
  }
  const all = [...own.values()];
  const peers = [...compared.values()].flatMap((series) => peersOf(view, series).map((peer) => peer.series));
  const newestDay = all.map(lastDay).sort().at(-1);
  return {
    own: all,
    sources: new Set([...all, ...peers].map(({ source }) => source)),
    ...(newestDay !== undefined && { newestDay }),
  };
}

function holds({ metric, of }: Claim, metrics: readonly MetricId[]): boolean {
  return metrics.includes(metric) || (of !== undefined && metrics.includes(of));
}

function nameOf({ ticker, frequency, basis }: PriceSeries): string {
  return [ticker, frequency, basis].join(" ");
}
