import type { Claim } from "../data/claim.ts";
import { isBare, kindOfSeries } from "../data/choose_series.ts";
import type { Frequency, PriceSeries } from "../data/dataset.ts";
import type { Metric } from "../data/metrics/metric.ts";
import { rowAt } from "../data/metrics/price_rows.ts";
import { definitionOf } from "../data/vocabulary.ts";
import { dayAt, lastDay } from "../data/series.ts";
import { peersOf } from "./domains/subject.ts";
import type { Ground } from "./knowledge.ts";
import { sourceOf } from "./recompute.ts";
import { onceEach } from "../data/once_each.ts";
import { soundOf } from "./domains/soundness.ts";
import { dayNumber, daysBetween, dayText } from "../calendar/day.ts";
import type { Domain } from "../data/domain.ts";
import { bandOf } from "./band.ts";

/** The series behind the claims. */
export interface UsedSeries {
  /** Those of the companies and, if a claim needs it, of the benchmark. */
  readonly own: readonly PriceSeries[];
  /** `id`s of all sources, including those of peers. */
  readonly sources: ReadonlySet<string>;
  /** Date of the newest bar, if any. */
  readonly newestDay?: string;
}

/** Collects the series behind claims. */
export function seriesUsedBy(claims: readonly Claim[], ground: Ground): UsedSeries {
  const own = new Set<PriceSeries>();
  const sources = new Set<string>();
  for (const { entities, unit, of, metric, source } of claims) {
    if (unit === "name") continue;
    const definition = definitionOf(metric, ground.knowledge.vocabulary);
    if (isWithoutBars(definition)) {
      if (source !== undefined) sources.add(source);
      continue;
    }
    const isOfSpan = definition?.of === "span";
    const isScored = unit === "score" || of !== undefined && !isOfSpan || metric === "probability";
    for (const ticker of entities) {
      const subject = ground.subject(ticker);
      if (subject === undefined) continue;
      const { series, benchmark } = subject.given;
      if (!isBare(series)) own.add(series);
      if (definition) sources.add(sourceOf(metric, subject, ground));
      const other = rowAt(metric)?.settings.against;
      const beside = other === undefined ? benchmark : ground.subject(other)?.given.series;
      if (beside && (isScored || definition?.against)) own.add(beside);
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

/** Tolerance for prices rounded to six digits. */
const ROUNDING = 1e-5;
const SPIKE = "close jumps and is back on the next bar";

/**
 * Finds implausible bars: prices outside low to high, a jump and back, dates repeated or out of order.
 * @param series One series.
 * @returns One line for each, with its date.
 */
export const wrongBars = onceEach((series: PriceSeries): readonly string[] => {
  const spikes = new Set(soundOf(series).doubtful.filter(({ doubt }) => doubt === "spike").map(({ day }) => day));
  const lines: string[] = [];
  for (let at = 0; at < series.close.length; at++) {
    const defects = [outOfRange(series, at), outOfOrder(series.days, at)].filter((defect) => defect !== undefined);
    if (spikes.size > 0 && spikes.has(dayAt(series, at))) defects.push(SPIKE);
    if (defects.length > 0) lines.push(`${series.ticker} ${dayAt(series, at)}: ${defects.join(", ")}`);
  }
  return lines;
});

/** A price that is unknown, NaN, is in no order and so never wrong. */
function outOfRange({ open, high, low, close }: PriceSeries, at: number): string | undefined {
  const lowest = low?.[at] ?? NaN;
  const highest = (high?.[at] ?? NaN) * (1 + ROUNDING);
  const isOutside = (price: number) => lowest > price * (1 + ROUNDING) || price > highest;
  const own = close[at] ?? NaN;
  if (!(own > 0)) return "close is not above 0";
  if (lowest > highest) return "low is above high";
  if (isOutside(own)) return "close is outside low to high";
  return isOutside(open?.[at] ?? NaN) ? "open is outside low to high" : undefined;
}

function outOfOrder(days: Int32Array, at: number): string | undefined {
  const before = days[at - 1] ?? -Infinity;
  const own = days[at] ?? NaN;
  if (own > before) return undefined;
  return own === before ? "date is repeated" : "date is out of order";
}

/** The number of series checked, and those that reach beyond the as-of day. */
export interface AsOfResult {
  readonly total: number;
  readonly violations: readonly string[];
}

/**
 * Finds series with a bar after the as-of day.
 * @param series All series used.
 * @param asOf `YYYY-MM-DD`.
 */
export function barsLaterThan(series: readonly PriceSeries[], asOf: string): AsOfResult {
  const end = dayNumber(asOf);
  const late = series.flatMap(({ ticker, days }) => {
    const day = days.find((one) => one > end);
    return day === undefined ? [] : [`${dayText(day)} (bar of ${ticker})`];
  });
  return { total: series.length, violations: late };
}

/** Calendar days after which a close is stale: three sessions and a weekend, or a month. */
const LIMIT_DAYS: Readonly<Record<Frequency, number>> = { daily: 5, monthly: 35 };

/** How recent the data are. */
interface Freshness {
  /** Mean of limit / age over the series, each at most 1; 0 without a series. */
  readonly mean: number;
  /** One sentence for each series older than its limit. */
  readonly stale: readonly string[];
}

/**
 * Compares the newest bar of each series with the as-of day.
 * @param series All series used.
 * @param asOf `YYYY-MM-DD`.
 */
export function freshnessOf(series: readonly PriceSeries[], asOf: string): Freshness {
  if (series.length === 0) return { mean: 0, stale: [] };
  const ages = series.map((one) => ({
    ...one,
    limit: LIMIT_DAYS[one.frequency],
    age: daysBetween(lastDay(one), asOf),
  }));
  const shares = ages.map(({ limit, age }) => age <= limit ? 1 : limit / age || 0);
  const stale = ages.filter(({ limit, age }) => !(age <= limit)).map((one) =>
    `${one.ticker}: the newest ${one.frequency} bar is of ${lastDay(one)}, ${one.age} days before ${asOf}`
  );
  return { mean: shares.reduce((one, other) => one + other) / shares.length, stale };
}

/** Families of measures that point in different directions. */
export interface Contradictions {
  /** Number of pairs of families compared. */
  readonly total: number;
  /** One sentence for each contradicting pair. */
  readonly found: readonly string[];
}

/**
 * Compares the scores of each company's families pairwise.
 * @param claims Verified claims.
 * @param domains Those that have scores.
 */
export function contradictionsAmong(claims: readonly Claim[], domains: readonly Domain[]): Contradictions {
  const companies = new Set(claims.filter(({ entities }) => entities.length === 1).flatMap(({ entities }) => entities));
  const pairs = [...companies].flatMap((ticker) => pairsOf(ticker, claims, domains));
  return { total: pairs.length, found: pairs.filter((sentence) => sentence !== undefined) };
}

/** One element for each pair of scored families: a sentence if they contradict each other. */
function pairsOf(
  ticker: string,
  claims: readonly Claim[],
  domains: readonly Domain[],
): (string | undefined)[] {
  const scores = domains.flatMap(({ score, name }) => {
    const claim = claims.find((one) => one.metric === score && one.entities.join() === ticker);
    return typeof claim?.value === "number" ? [{ name, value: claim.value, shown: claim.shown }] : [];
  });
  return scores.flatMap((one, at) =>
    scores.slice(at + 1).map((other) => {
      const ways = [one, other].map(({ value }) => bandOf("pull", value));
      return ways.includes("up") && ways.includes("down")
        ? `${ticker}: ${one.name} (${one.shown}) and ${other.name} (${other.shown}) point in opposite directions`
        : undefined;
    })
  );
}
