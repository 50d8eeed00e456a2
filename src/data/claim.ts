import type { Basis, Frequency } from "./dataset.ts";
import type { AskedPart } from "./metrics/meets.ts";
import type { MetricId, Unit } from "./metrics/metric.ts";
import type { PhraseId } from "./phrases/phrase.ts";

/**
 * One figure, judgement or name of an answer, with everything needed to recompute it.
 *
 * A percentile compares the metric with that of at least eight companies at the same frequency and
 * day (`peers`), or else, of a measure whose publication is about time, with the company's own at each earlier month-end
 * (`months`, at least 24).
 * It is (number below + half the number equal, the value itself included) / count.
 */
export interface Claim {
  /** Unique within an answer, like `AAPL.momentum_12_1`. */
  readonly id: string;
  /** Tickers of the companies it is about; several for what is said of them together. */
  readonly entities: readonly string[];
  readonly metric: MetricId;
  /** What a comparison or a judgement is about, as its definition says; mostly a metric. */
  readonly of?: string;
  /** Unrounded, in the metric's unit (0.123 for 12.3%); a `date` is `YYYY-MM-DD`; a `word` is one of its definition. */
  readonly value: number | string;
  readonly unit: Unit;
  /** ISO 4217 code of a `currency` figure. */
  readonly currency?: string;
  /** Date of the last bar used, `YYYY-MM-DD`. */
  readonly as_of: string;
  /** Those of the bars behind a figure; absent for words and names. */
  readonly frequency?: Frequency;
  readonly basis?: Basis;
  /** `id` of the source of the bars behind a figure, or of what is filed. */
  readonly source?: string;
  /** The facts and filings that a figure is made of, as `factName` and `filingName` write them, in the order of its definition. */
  readonly inputs?: readonly string[];
  readonly formula: string;
  /** The figure or word exactly as the text shows it, like `12.3%`; empty where the words around it say it. */
  readonly shown: string;
}

/** A phrase, the companies it is about, and the phrases that fill its parts. */
export interface Saying {
  readonly phrase: PhraseId;
  /** Tickers; several for what is said of companies together. */
  readonly about: readonly string[];
  /** What the question chose, where the phrase takes it: a metric, or a span like `2013-01-01/2013-12-31`. */
  readonly of?: string;
  /** By the name of the part; a part that may be left out may be absent. */
  readonly parts: Readonly<Record<string, readonly Saying[]>>;
}

/** One sentence: what it says, the claims behind it, and its finished text. If a claim or a word of it fails verification, the whole sentence is dropped. */
export interface Statement {
  readonly text: string;
  /** In the order in which the sentence shows them, one for each slot. */
  readonly claims: readonly Claim[];
  readonly saying: Saying;
  /** Rows of the parts of the question that it meets; absent where it meets none. */
  readonly meets?: readonly string[];
}

/** A name's share in a portfolio. */
export interface PositionWeight {
  readonly ticker: string;
  /** Signed share of the portfolio, 0.05 for 5%; negative for a short position. */
  readonly weight: number;
}

/** An answer before verification. Only verified statements are sent. */
export interface Draft {
  /** Tickers of the companies of the answer, in its order: what `highest` and `lowest` are among. */
  readonly companies: readonly string[];
  /** The parts of the question. Default: those that its sentences say they meet. */
  readonly asked?: readonly AskedPart[];
  /** The portfolio's weights as the question gives them, each name once; absent where it gives none. */
  readonly weights?: readonly PositionWeight[];
  /** Of a case: its drivers speak on this side, its risks on the other, and it states no view. */
  readonly side?: "for" | "against";
  /** Claims that are numbers of the result without a sentence; checked like those of sentences. */
  readonly figures?: readonly Claim[];
  readonly reasoning: readonly Statement[];
  /** Sentences behind those of the reasoning: not in the text, and shown on request. Default: none. */
  readonly folded?: readonly Statement[];
  readonly drivers: readonly Statement[];
  readonly risks: readonly Statement[];
}

/** What a sentence is of: the metrics of its claims, and what these and its phrases are about. */
export function keysOf({ claims, saying }: Pick<Statement, "claims" | "saying">): ReadonlySet<string> {
  const chosen = ({ phrase, of, parts }: Saying): readonly string[] => [
    phrase,
    ...of === undefined ? [] : [of, of.split(" ", 1)[0] ?? ""],
    ...Object.values(parts).flat().flatMap(chosen),
  ];
  return new Set([
    ...claims.flatMap(({ metric, of }) => of === undefined ? [metric] : [metric, of]),
    ...chosen(saying),
  ]);
}

/** All sentences of a draft. */
export function statementsIn({ reasoning, folded = [], drivers, risks }: Draft): readonly Statement[] {
  return [...reasoning, ...folded, ...drivers, ...risks];
}

/** All claims of a draft: those of its sentences, then those without one. */
export function claimsIn(draft: Draft): readonly Claim[] {
  return [...statementsIn(draft).flatMap(({ claims }) => claims), ...draft.figures ?? []];
}
