import type { Metric, MetricId, Metrics } from "./metrics/metric.ts";
import type { PhraseId, Phrases } from "./phrases/phrase.ts";

/** One metric of a domain, and how it is compared. */
export interface DomainMeasure extends Pick<Metric, "sign" | "overTime" | "placed" | "neutral"> {
  readonly metric: MetricId;
}

/** One field of analysis: what it measures, and what it may say. Its readers are in `agent/domains` and `verify/domains`. */
export interface Domain {
  /** One lower-case word, like `trend`. */
  readonly name: string;
  /** The metric of its score, whose head names it: the mean of the scores of its measures with a sign. Absent: shown, not scored. */
  readonly score?: MetricId;
  /** Fewest scored measures of its score; with fewer it abstains, and none of them counts on a side. Default: 1. */
  readonly least?: number;
  /** In the order in which the analyst reports them. */
  readonly measures: readonly DomainMeasure[];
  /** Definitions of its measures and its score. */
  readonly metrics: Metrics;
  /** What it may say; `evidence.METRIC` is the sentence about a measure with a sign. */
  readonly phrases: Phrases;
  /** Its sentences in the reasoning about a company, in order. */
  readonly sentences: readonly PhraseId[];
  /** Those that stand before them where the request asks for this domain. */
  readonly answers?: readonly PhraseId[];
  /** Its sentences that head the risks of a company, and those that end them. */
  readonly risks?: readonly PhraseId[];
  readonly notes?: readonly PhraseId[];
  /** Its sentences that end the reasoning about a company: at which level it would change. */
  readonly turns?: readonly PhraseId[];
  /** What of its turns names a figure and a threshold, which a later answer is held against. */
  readonly falsifiers?: readonly DomainFalsifier[];
  /** What of it is reported as an event, in the answer and among the alerts of a run. */
  readonly events?: readonly DomainEvent[];
  /** A request that matches it, or names a measure that is compared, hears of this domain first. */
  readonly asked?: RegExp;
}

/** An event that is reported where the metric of its day has a value. */
export interface DomainEvent {
  readonly kind: "INSIDER_BUY" | "EARNINGS_BEAT";
  /** Metrics of the day on which it happened and of the session from which it is known. */
  readonly day: MetricId;
  readonly known: MetricId;
  /** Metrics of what it rests on, the most important first; those that are missing are left out. */
  readonly figures: readonly MetricId[];
}

/** A sentence of what would speak against a view, and the figure that would. */
export interface DomainFalsifier {
  readonly phrase: PhraseId;
  readonly metric: MetricId;
  /** A constant of its definition, in its unit. */
  readonly threshold: number;
  /** `across`: the side on which it is not. */
  readonly side: "below" | "above" | "across";
}
