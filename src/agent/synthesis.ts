import type { Band } from "../data/metrics/bands.ts";
import { HAIR, type MetricId } from "../data/metrics/metric.ts";
import type { EvidenceCounts } from "../protocol/reasoning.ts";
import { DOMAINS, OWN_DOMAIN } from "../data/domains.ts";
import { type CompanyFindings, type Measure, readingAsked } from "./findings.ts";
import { bandOf } from "./band.ts";
import { mean } from "./domains/statistics.ts";
import type { AboutOf, Criterion } from "../data/about.ts";
import { standing } from "./comparison.ts";
import type { Statement } from "../data/claim.ts";
import type { Speaker } from "./say.ts";

/** The expected direction; `no_view` means too little evidence, which is not the same as neutral. */
export type Signal = Band<"signal"> | "no_view";

/** Fewest scored measures for a view, of the trend and of whatever else has a score. */
const MIN_SCORED = 2;
/** Largest distance of the probability from 0.5; uncalibrated. */
const PROBABILITY_PER_SCORE = 0.05;

/** The combined result of all domains. */
export interface Synthesis {
  readonly signal: Signal;
  /** -1 to 1; absent without a view. */
  readonly score?: number;
  /** Probability of the statement, 0.45 to 0.55; absent without a view. */
  readonly probability?: number;
  /** Probability of the likelier side, 0.5 to 0.55. */
  readonly confidence: number;
  /** Chance of a fall of 15% or more, if the data allow it. */
  readonly drawdownProbability?: number;
  readonly evidence: EvidenceCounts;
}

/** Weights domains with a score equally, without fitting; for several companies, the mean of those with a score. */
export function synthesise(all: readonly CompanyFindings[]): Synthesis {
  const scored = all.filter((one) => scoreOf(one) !== undefined);
  const scores = scored.flatMap((one) => scoreOf(one) ?? []);
  const chances = (scored.length > 0 ? scored : all).flatMap((one) => valueOf(one, "drawdown_probability") ?? []);
  const score = scores.length > 0 ? mean(scores) : undefined;
  const drawdownProbability = chances.length > 0 ? mean(chances) : undefined;
  return { ...directionOf(score), ...optional({ drawdownProbability }), evidence: evidenceOf(all) };
}

/** Mean of the domains' scores; `undefined` without a trend score or with fewer than two scored measures. */
export function scoreOf({ domains }: CompanyFindings): number | undefined {
  const scores = domains.flatMap(({ score }) => score ?? []);
  const hasTrend = domains.some(({ domain, score }) => domain.name === "trend" && score !== undefined);
  const scored = domains.flatMap(({ measures }) => measures).filter((one) => one.score !== undefined);
  return hasTrend && scored.length >= MIN_SCORED ? mean(scores) : undefined;
}

/** Whether a score points down; one that cancels to about 0 does not. */
export function pointsDown(score: number): boolean {
  return bandOf("direction", score) === "below";
}

/** 0.5 for a score of 0. */
export function probabilityOf(score: number): number {
  return 0.5 + PROBABILITY_PER_SCORE * score;
}

/** The value of a metric of a company, if it exists. */
export function valueOf(findings: CompanyFindings, metric: MetricId): number | undefined {
  const found = measuresOf(findings).find((one) => one.metric === metric) ?? readingAsked(metric, findings);
  return found && "value" in found ? found.value : undefined;
}

/** All measures of a company. */
export function measuresOf({ domains }: CompanyFindings): readonly Measure[] {
  return domains.flatMap(({ measures }) => measures);
}

/** Whether a measure clearly supports the statement, clearly contradicts it, or neither. */
export function sideOf({ score }: Measure): Band<"side"> {
  return bandOf("side", score ?? 0);
}

/** A scored measure and its part of the company's score. */
export interface Pull {
  readonly measure: Measure;
  /** Above 0 it pulls the score up; all pulls of a company add up to its score. */
  readonly pull: number;
}

/** What each scored measure adds to the score of its company: domains weigh the same, and so do measures in a domain. */
export function pullsOf({ domains }: CompanyFindings): readonly Pull[] {
  const scored = domains.map(({ measures }) => measures.filter(({ score }) => score !== undefined))
    .filter((measures) => measures.length > 0);
  return scored.flatMap((measures) =>
    measures.map((measure) => ({ measure, pull: (measure.score ?? 0) / measures.length / scored.length }))
  );
}

function directionOf(score: number | undefined): Pick<Synthesis, "signal" | "score" | "probability" | "confidence"> {
  if (score === undefined) return { signal: "no_view", confidence: 0.5 };
  const probability = probabilityOf(score);
  return {
    signal: bandOf("signal", probability),
    score,
    probability,
    confidence: Math.max(probability, 1 - probability),
  };
}

function evidenceOf(all: readonly CompanyFindings[]): EvidenceCounts {
  const sides = all.flatMap(measuresOf).map(sideOf);
  const { scored, silent } = scoredDomains(all);
  return {
    for: sides.filter((side) => side === "for").length,
    against: sides.filter((side) => side === "against").length,
    abstained: silent,
    coverage: Number((scored / (scored + silent)).toFixed(4)),
  };
}

/** Number of domains in which a company has a score, and of those in which none has. */
function scoredDomains(all: readonly CompanyFindings[]): { readonly scored: number; readonly silent: number } {
  const without = DOMAINS.filter(({ name }) => name !== OWN_DOMAIN);
  const known = (all[0]?.domains.map(({ domain }) => domain) ?? without).filter(({ score }) => score !== undefined);
  const scored =
    known.filter(({ name }) =>
      all.some(({ domains }) => domains.find(({ domain }) => domain.name === name)?.score !== undefined)
    ).length;
  return { scored, silent: known.length - scored };
}

function optional(part: { readonly drawdownProbability: number | undefined }): Pick<Synthesis, "drawdownProbability"> {
  const { drawdownProbability } = part;
  return drawdownProbability === undefined ? {} : { drawdownProbability };
}

/** From which percentile on a company is in the better third. */
const BETTER_THIRD = 2 / 3;

/** The average percentile of a company by criteria, among those of its answer; `undefined` without one of them. */
export function meanPercentile(
  one: CompanyFindings,
  of: AboutOf<"criteria">,
  found: readonly CompanyFindings[],
): number | undefined {
  const all = percentiles(one, of, found);
  return all && all.reduce((sum, value) => sum + value, 0) / all.length;
}

/** Whether each company is in the better third by every criterion, or none is. */
export function thirdOf(
  all: readonly CompanyFindings[],
  of: AboutOf<"criteria">,
  found: readonly CompanyFindings[],
): "all" | "none" | undefined {
  const isIn = all.map((one) => percentiles(one, of, found)?.every((value) => value >= BETTER_THIRD - HAIR) === true);
  if (isIn.every((one) => one)) return "all";
  return isIn.includes(true) ? undefined : "none";
}

function percentiles(
  one: CompanyFindings,
  { criteria }: AboutOf<"criteria">,
  found: readonly CompanyFindings[],
): readonly number[] | undefined {
  const all = criteria.flatMap((criterion) => percentileBy(criterion, one, found) ?? []);
  return all.length === criteria.length ? all : undefined;
}

function percentileBy(
  { metric, end }: Criterion,
  one: CompanyFindings,
  found: readonly CompanyFindings[],
): number | undefined {
  const value = valueOf(one, metric);
  if (value === undefined) return undefined;
  const { percentile } = standing("peers", value, found.flatMap((other) => valueOf(other, metric) ?? []));
  return end === "highest" ? percentile : 1 - percentile;
}

/** One sentence for each pair of domains that clearly point in opposite directions. */
export function tensionSentences(
  { company: { ticker }, domains }: CompanyFindings,
  speaker: Speaker,
): readonly Statement[] {
  const strong = domains.filter(({ score = 0 }) => bandOf("pull", score) !== "neither");
  return strong.flatMap((one, at) =>
    strong.slice(at + 1).filter((other) => (one.score ?? 0) * (other.score ?? 0) < 0).flatMap((other) => {
      const [up, down] = (one.score ?? 0) > 0 ? [one, other] : [other, one];
      const parts = {
        up: speaker.sayAll([`${up.domain.name}.up`], [ticker]),
        down: speaker.sayAll([`${down.domain.name}.down`], [ticker]),
      };
      return speaker.say(up === one ? "tension.up_down" : "tension.down_up", [ticker], { parts }) ?? [];
    })
  );
}
