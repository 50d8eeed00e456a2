import { dayText } from "../calendar/day.ts";
import type { Domain } from "../data/domain.ts";
import type { MetricId } from "../data/metrics/metric.ts";
import type { About, AboutOf } from "../data/about.ts";
import { compare, place } from "./compare.ts";
import { sum } from "./domains/arithmetic.ts";
import { spanMetric } from "./domains/span.ts";
import { lastDay } from "../data/series.ts";
import type { Subject } from "./domains/subject.ts";
import type { Ground } from "./knowledge.ts";

const PER_SCORE = 0.05;
/** Fewest scored measures behind the score of a company, one domain of which is the trend. */
const MIN_SCORED = 2;
/** The metrics of which several companies have a mean. */
const MEANS: readonly MetricId[] = ["score", "drawdown_probability"];

/** What a figure is about. */
export interface Asked {
  readonly metric: MetricId;
  readonly of?: About | undefined;
}

/**
 * Computes a figure from the data.
 * @param subjects At least one; of several, the mean of those that have it.
 * @returns A day for `as_of`; `undefined` when it cannot be computed.
 */
export function figureOf(
  { metric, of }: Asked,
  subjects: readonly Subject[],
  ground: Ground,
): number | string | undefined {
  if (metric === "as_of") return newestDay(subjects);
  if (metric === "probability") {
    const score = figureOf({ metric: "score" }, subjects, ground);
    return typeof score === "number" ? 0.5 + PER_SCORE * score : undefined;
  }
  if (metric === "compared") return of === undefined ? undefined : countWith(of, ground);
  const [only, ...others] = subjects;
  if (only !== undefined && others.length === 0) {
    const value = figureOfOne({ metric, of }, only, ground);
    const isDay = ground.knowledge.vocabulary.metrics[metric]?.unit === "date";
    return isDay && value !== undefined ? dayText(value) : value;
  }
  if (!MEANS.includes(metric)) return undefined;
  return meanOf(subjects.map((subject) => figureOfOne({ metric }, subject, ground)));
}

/** What companies are compared by: the return of a span, or a metric; a day by its number. */
export function comparedValue(of: About | undefined, subject: Subject, ground: Ground): number | undefined {
  if (of?.kind === "criteria") return meanOfPlaces(of, subject, ground);
  if (of?.kind === "span") return figureOfOne({ metric: "span_return", of }, subject, ground);
  return of?.kind === "metric" ? figureOfOne({ metric: of.metric }, subject, ground) : undefined;
}

/** How many companies of the answer have a metric, or a return of a span. */
function countWith(of: About, ground: Ground): number {
  return ground.subjects().reduce(
    (count, subject) => comparedValue(of, subject, ground) === undefined ? count : count + 1,
    0,
  );
}

/** Date of the newest bar of several companies. */
export function newestDay(subjects: readonly Subject[]): string {
  return subjects.map(({ series }) => lastDay(series)).reduce((one, other) => one > other ? one : other, "");
}

function figureOfOne({ metric, of }: Asked, subject: Subject, ground: Ground): number | undefined {
  const { domains } = ground.knowledge.vocabulary;
  if (metric === "mean_percentile") return of?.kind === "criteria" ? meanOfPlaces(of, subject, ground) : undefined;
  if (metric === "score") return ground.onceOf(subject.series, "score", () => scoreOf(subject, ground));
  const domain = domains.find(({ score }) => score === metric);
  if (domain) return ground.onceOf(subject.series, metric, () => domainScore(domain, subject, ground));
  if (of?.kind === "span") {
    return ground.onceOf(subject.series, `${metric} ${of.from} ${of.to}`, () => spanMetric(metric, subject, of));
  }
  if (of !== undefined) return of.kind === "metric" ? placeOf(metric, of.metric, { subject, ground }) : undefined;
  return numberOrNothing(ground.read(metric, subject));
}

/** Where a company stands by each criterion among those of the answer, its better end at 1; fewer where it lacks one. */
export function placesBy(
  { criteria }: AboutOf<"criteria">,
  subject: Subject,
  ground: Ground,
): readonly number[] {
  return criteria.flatMap(({ metric, end }) => {
    const value = ground.read(metric, subject);
    if (typeof value !== "number") return [];
    const all = ground.subjects().map((one) => ground.read(metric, one)).filter((one) => typeof one === "number");
    const { percentile } = place("peers", value, Float64Array.from(all).sort());
    return end === "lowest" ? 1 - percentile : percentile;
  });
}

function meanOfPlaces(of: AboutOf<"criteria">, subject: Subject, ground: Ground): number | undefined {
  const places = placesBy(of, subject, ground);
  return places.length === of.criteria.length ? meanOf(places) : undefined;
}

function placeOf(
  metric: MetricId,
  of: MetricId,
  { subject, ground }: { readonly subject: Subject; readonly ground: Ground },
): number | undefined {
  if (!ground.knowledge.vocabulary.measures.has(of)) return undefined;
  const comparison = compare(of, subject, ground);
  if (typeof comparison === "string") return undefined;
  const among = metric === "months" ? "months" : "peers";
  if (comparison.among !== among) return undefined;
  return metric === "rank" ? comparison.rank : comparison.count;
}

/** Whether a measure is compared with others: one with a sign, or one that is only placed among them. */
export function isCompared(metric: MetricId, { knowledge: { vocabulary: { measures } } }: Ground): boolean {
  const measure = measures.get(metric);
  return measure?.sign !== undefined || measure?.placed === true;
}

/** The score of a company: the mean of its domains' scores, if the trend has one and there are two measures. */
function scoreOf(subject: Subject, ground: Ground): number | undefined {
  const scored = ground.knowledge.vocabulary.domains.map((domain) => ({
    domain,
    scores: scoresOf(domain, subject, ground),
  })).filter(({ scores }) => scores.length > 0);
  const count = sum(scored.map(({ scores }) => scores.length));
  if (count < MIN_SCORED || !scored.some(({ domain }) => domain.name === "trend")) return undefined;
  return meanOf(scored.map(({ scores }) => meanOf(scores)));
}

/** Mean of the scores of a domain's measures, if there are enough of them. */
export function domainScore(domain: Domain, subject: Subject, ground: Ground): number | undefined {
  return meanOf(scoresOf(domain, subject, ground));
}

/** The scores of its measures; none where they are too few for it. */
function scoresOf(domain: Domain, subject: Subject, ground: Ground): readonly number[] {
  return ground.onceOf(subject.series, `domain ${domain.name}`, () => {
    const scores = domain.measures.map(({ metric }) => percentileScore(metric, subject, ground))
      .filter((one) => one !== undefined);
    return scores.length < (domain.least ?? 1) ? [] : scores;
  });
}

/** Score of one measure, -1 to 1; of a domain that has none of its own, a measure has none either. */
export function measureScore(metric: MetricId, subject: Subject, ground: Ground): number | undefined {
  const domain = ground.knowledge.vocabulary.domains.find(({ measures }) =>
    measures.some((one) => one.metric === metric)
  );
  if (domain === undefined || scoresOf(domain, subject, ground).length === 0) return undefined;
  return percentileScore(metric, subject, ground);
}

/** Its percentile on the scale from -1 to 1, turned round where a high value contradicts the statement. */
function percentileScore(metric: MetricId, subject: Subject, ground: Ground): number | undefined {
  const sign = ground.knowledge.vocabulary.measures.get(metric)?.sign;
  if (sign === undefined) return undefined;
  return ground.onceOf(subject.series, `score ${metric}`, () => {
    const comparison = compare(metric, subject, ground);
    return typeof comparison === "string" ? undefined : sign * (2 * comparison.percentile - 1);
  });
}

/** Mean of the known values; an absent value is not 0. */
function meanOf(values: readonly (number | undefined)[]): number | undefined {
  const known = values.filter((value) => value !== undefined);
  return known.length === 0 ? undefined : sum(known) / known.length;
}

function numberOrNothing(value: number | string): number | undefined {
  return typeof value === "number" ? value : undefined;
}
