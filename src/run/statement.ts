import type { EvidenceCounts, ReasoningMetadata } from "../protocol/reasoning.ts";
import { counted } from "../text/counted.ts";

/** A thesis as far as the statement behind it goes. */
export interface StatedThesis {
  /** Ticker the excess return is measured against. */
  readonly benchmark?: string | undefined;
  /** Probability of the statement, 0 to 1. */
  readonly probability?: number | undefined;
}

/** The name of the probabilities of some theses. */
export interface StatementName {
  /** A heading, like `P(beat)`. */
  readonly short: string;
  /** What it is the probability of, like `beating ^GSPC`. */
  readonly what: string;
}

/**
 * The probability of the statement behind a thesis: of beating the benchmark or, without one, of a positive return. It
 * is the verified figure of the text. The confidence is not: that is the probability of the likelier side.
 * @returns `undefined` if the service verified no such figure.
 */
export function probabilityOf({ verification }: Pick<ReasoningMetadata, "verification">): number | undefined {
  const value = verification?.claims?.find(({ metric }) => metric === "probability")?.value;
  return typeof value === "number" && value >= 0 && value <= 1 ? value : undefined;
}

/**
 * Names the probabilities of theses.
 * @returns `undefined` if none has one: then only the service's own confidence can be shown.
 */
export function statementName(theses: readonly StatedThesis[]): StatementName | undefined {
  const known = theses.filter(({ probability }) => probability !== undefined);
  const [benchmark, ...others] = new Set(known.map(({ benchmark }) => benchmark));
  if (known.length === 0) return undefined;
  if (others.length > 0) return { short: "prob.", what: "beating the benchmark, or a gain where there is none" };
  return benchmark === undefined
    ? { short: "P(gain)", what: "a positive return" }
    : { short: "P(beat)", what: `beating ${benchmarkName(benchmark)}` };
}

/** A benchmark in a sentence: its ticker or file, or `the benchmark` and `the index` where it has no other name. */
export function benchmarkName(ticker: string): string {
  return /^(?:BENCHMARK|INDEX)$/.test(ticker) ? `the ${ticker.toLowerCase()}` : ticker;
}

/** A probability or a confidence like `0.49`; on the scale of another service as it came. */
export function confidenceWords(confidence: number): string {
  return confidence >= 0 && confidence <= 1 ? confidence.toFixed(2) : String(confidence);
}

/** A probability in words: `51%`. */
export function probabilityWords(probability: number): string {
  return probability >= 0 && probability <= 1 ? `${(100 * probability).toFixed(0)}%` : String(probability);
}

/** How much evidence a thesis has, like `5 measures in favour, 2 against; 4 of 7 areas covered`. */
export function evidenceWords({ for: support, against, abstained, coverage }: EvidenceCounts): string {
  const counts = `${counted(support, "measure")} in favour, ${against} against`;
  if (coverage === undefined || !(coverage < 1)) return counts;
  const all = Math.round(abstained / (1 - coverage));
  return `${counts}; ${all - abstained} of ${all} areas covered`;
}
