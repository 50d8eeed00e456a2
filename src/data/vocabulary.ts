import type { Domain, DomainMeasure } from "./domain.ts";
import { DOMAINS } from "./domains.ts";
import { type Metric, type MetricId, type Metrics, OTHER_METRICS } from "./metrics/metric.ts";
import { metricAt } from "./metrics/settings.ts";
import { withSpans } from "./metrics/soundness.ts";
import { ANSWER_PHRASES } from "./phrases/answers.ts";
import { COMPANY_PHRASES } from "./phrases/company.ts";
import { FACT_PHRASES } from "./phrases/facts.ts";
import { PORTFOLIO_PHRASES } from "./phrases/portfolio.ts";
import type { Phrase, PhraseId, Phrases } from "./phrases/phrase.ts";
import { OWN_PHRASES } from "./phrases/own.ts";
import { QUOTE_PHRASES } from "./phrases/quotes.ts";
import { LEAD_PHRASES, ROW_PHRASES } from "./phrases/shapes.ts";
import { reasonPhrases } from "./phrases/reasons.ts";
import { GROUP_PHRASES, SET_PHRASES } from "./phrases/set.ts";
import { SPAN_PHRASES } from "./phrases/spans.ts";

/** What may be measured and said: the domains, and the tables joined of theirs. */
export interface Vocabulary {
  readonly domains: readonly Domain[];
  readonly metrics: Metrics;
  /** The measures of all domains. */
  readonly measures: ReadonlyMap<MetricId, DomainMeasure>;
  readonly phrases: Phrases;
  /** The phrases that may fill a part, by its role. */
  readonly byRole: ReadonlyMap<string, readonly PhraseId[]>;
}

/** Joins domains to a vocabulary. */
export function vocabularyOf(domains: readonly Domain[]): Vocabulary {
  const measured = joined(domains.map(({ metrics }) => metrics));
  const phrases: Phrases = {
    ...COMPANY_PHRASES,
    ...LEAD_PHRASES,
    ...SET_PHRASES,
    ...ANSWER_PHRASES,
    ...SPAN_PHRASES,
    ...FACT_PHRASES,
    ...ROW_PHRASES,
    ...QUOTE_PHRASES,
    ...OWN_PHRASES,
    ...PORTFOLIO_PHRASES,
    ...GROUP_PHRASES,
    ...joined(domains.map((one) => one.phrases)),
    ...joined(domains.map(scorePhrases)),
    ...reasonPhrases(measured),
  };
  return {
    domains,
    metrics: spelledOut({
      ...measured,
      ...OTHER_METRICS,
    }),
    measures: new Map(domains.flatMap(({ measures }) => measures.map((one) => [one.metric, one] as const))),
    phrases,
    byRole: Map.groupBy(Object.keys(phrases), (id) => phrases[id]?.role ?? ""),
  };
}

/** With the spans of windows in their formulas. */
function spelledOut(metrics: Metrics): Metrics {
  return Object.fromEntries(
    Object.entries(metrics).map(([id, one]) => [id, { ...one, formula: withSpans(one.formula) }]),
  );
}

/** What is said of the score of each domain. */
function scorePhrases({ name, metrics, score }: Domain): Phrases {
  if (score === undefined) return {};
  const label = metrics[score]?.head ?? name;
  const pulls = (way: "up" | "down"): Phrase => ({
    role: `pulls_${way}`,
    of: score,
    text: `${label} ({${score}}){pull}`,
    words: { pull: { [way]: "" } },
  });
  return {
    [`${name}.score`]: { role: "domain_score", text: `${label} {${score}}` },
    [`${name}.up`]: pulls("up"),
    [`${name}.down`]: pulls("down"),
  };
}

function joined<T>(tables: readonly Readonly<Record<string, T>>[]): Readonly<Record<string, T>> {
  return Object.assign({}, ...tables);
}

/** The vocabulary of the domains that are read. */
export const VOCABULARY: Vocabulary = vocabularyOf(DOMAINS);

/** The definition of a metric, at settings too; `undefined` of what is not one. */
export function definitionOf(id: MetricId, { metrics }: Pick<Vocabulary, "metrics">): Metric | undefined {
  return metricAt(id, metrics);
}

/** The definition of a metric. */
export function metricOf(id: MetricId, vocabulary: Pick<Vocabulary, "metrics"> = VOCABULARY): Metric {
  const metric = definitionOf(id, vocabulary);
  if (metric === undefined) throw new TypeError(`Cannot define ${JSON.stringify(id)}: it is no metric`);
  return metric;
}
