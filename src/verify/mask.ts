import type { Claim } from "../data/claim.ts";
import type { MetricId } from "../data/metrics/metric.ts";
import type { Mention, NameFinder } from "./names.ts";
import { MADE_OF, type Term, TERMS } from "./terms.ts";

/** Neither a letter nor a digit nor punctuation, so that no pattern matches across it. */
const BLANK = "\ufffc";

const LONGEST_FIRST = TERMS.toSorted((one, other) => other.words.length - one.words.length);

/** A term found in a sentence. */
export interface TermHit {
  readonly start: number;
  readonly metrics: readonly MetricId[];
}

/** A sentence with names blanked out, so that all remaining digits are figures. */
export interface MaskedText {
  readonly text: string;
  readonly mentions: readonly Mention[];
  /** Terms that name a measure, in order. */
  readonly terms: readonly TermHit[];
}

/**
 * Blanks out every name that may contain a digit: companies, and terms that are always names or name a
 * measure of one of the sentence's claims.
 * @param text A result of `plainMarks`.
 * @param claims The sentence's claims.
 */
export function maskNames(text: string, claims: readonly Claim[], options: { findNames: NameFinder }): MaskedText {
  const mentions = options.findNames(text);
  const shown = claims.filter(({ unit }) => unit !== "date");
  const terms: TermHit[] = [];
  let masked = mentions.reduce((rest, { start, end }) => blank(rest, start, end), text);
  for (const { words, metrics } of LONGEST_FIRST.filter((term) => isName(term, shown))) {
    masked = masked.replace(patternOf(words), (name: string, start: number) => {
      if (metrics) terms.push({ start, metrics });
      return BLANK.repeat(name.length);
    });
  }
  return { text: masked, mentions, terms: terms.sort((one, other) => one.start - other.start) };
}

/** The metric itself, the metric it compares, and their components. */
function subjects(claim: Claim): readonly MetricId[] {
  const direct = claim.of === undefined ? [claim.metric] : [claim.metric, claim.of];
  const parts = direct.flatMap((metric) => MADE_OF[metric] ?? []);
  return [...direct, ...parts, ...parts.flatMap((metric) => MADE_OF[metric] ?? [])];
}

function isName({ metrics, frequency }: Term, shown: readonly Claim[]): boolean {
  if (metrics === undefined || shown.length === 0) return true;
  return shown.some((claim) =>
    (frequency === undefined || frequency === claim.frequency) &&
    subjects(claim).some((metric) => metrics.includes(metric))
  );
}

function patternOf(words: string): RegExp {
  const spelling = words.replaceAll(" %", " ?%");
  return new RegExp(String.raw`(?<![\p{L}\p{N}.,+-])${spelling}(?![\p{L}\p{N}]|[.,-]\p{N})`, "giu");
}

function blank(text: string, start: number, end: number): string {
  return text.slice(0, start) + BLANK.repeat(end - start) + text.slice(end);
}
