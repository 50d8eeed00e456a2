import type { Claim } from "../data/claim.ts";
import { isBare, kindOfSeries } from "../data/choose_series.ts";
import type { PriceSeries } from "../data/dataset.ts";
import type { Metric } from "../data/metrics/metric.ts";
import { lastDay } from "../data/series.ts";
import { peersOf } from "./domains/subject.ts";
import type { Ground } from "./knowledge.ts";
import { sourceOf } from "./recompute.ts";

/** The series behind the claims. */
export interface UsedSeries {
  /** Those of the companies and, if a claim needs it, of the benchmark. */
  readonly own: readonly PriceSeries[];
  /** `id`s of all sources, including those of peers. */
  readonly sources: ReadonlySet<string>;
  /** Date of the newest bar; absent when there is none. */
  readonly newestDay?: string;
}

/** Collects the series behind claims. */
export function seriesUsedBy(claims: readonly Claim[], ground: Ground): UsedSeries {
  const own = new Set<PriceSeries>();
  const sources = new Set<string>();
  for (const { entities, unit, of, metric, source } of claims) {
    if (unit === "name") continue;
    if (isWithoutBars(ground.knowledge.vocabulary.metrics[metric])) {
      if (source !== undefined) sources.add(source);
      continue;
    }
    const isOfSpan = ground.knowledge.vocabulary.metrics[metric]?.of === "span";
    const isScored = unit === "score" || of !== undefined && !isOfSpan || metric === "probability";
    for (const ticker of entities) {
      const subject = ground.subject(ticker);
      if (subject === undefined) continue;
      const { series, benchmark } = subject.given;
      if (!isBare(series)) own.add(series);
      const definition = ground.knowledge.vocabulary.metrics[metric];
      if (definition) sources.add(sourceOf(metric, subject, ground));
      if (benchmark && (isScored || definition?.against)) own.add(benchmark);
      if (isScored) { for (const source of sourcesOfPeers(series, ground)) sources.add(source); }
    }
  }
  const all = [...own];
  for (const { source } of all) sources.add(source);
  sources.delete(""); // that of a company without prices
  const newestDay = all.map(lastDay).sort().at(-1);
  return { own: all, sources, ...(newestDay !== undefined && { newestDay }) };
}

/** Whether what reports or texts say is behind it, and no bars. */
function isWithoutBars(definition: Metric | undefined): boolean {
  return ["fact", "own", "quote", "search"].some((key) => definition?.of === key);
}

function sourcesOfPeers(series: PriceSeries, ground: Ground): ReadonlySet<string> {
  const key = `sources ${kindOfSeries(series)}`;
  return ground.once(key, () => new Set(peersOf(ground.view, series).map((peer) => peer.series.source)));
}
