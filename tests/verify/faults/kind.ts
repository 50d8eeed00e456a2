/** Numbers from 0 up to 1, reproducible by their seed. */
export type Random = () => number;

/** One way to corrupt or to reword a finished sentence. */
export interface FaultKind {
  /** Unique, like `"a wrong number in German words"`. */
  readonly name: string;
  readonly class: string;
  /** Whether every text of this kind says something else; stated before any is verified. */
  readonly changesMeaning: boolean;
  /** A few changed texts; none where the sentence has no place for this kind. */
  apply(text: string, random: Random): readonly string[];
}

/** A line of a table of kinds. */
export interface KindRow {
  readonly name: string;
  /** `true` for a paraphrase. */
  readonly keepsMeaning?: boolean;
  readonly make: (text: string, random: Random) => readonly string[];
}

/** The most texts that one kind makes of one sentence. */
const MOST = 3;

/** The kinds of one class: each makes at most three different texts of a sentence, chosen by the random numbers. */
export function kindsOf(className: string, rows: readonly KindRow[]): readonly FaultKind[] {
  return rows.map(({ name, keepsMeaning = false, make }) => ({
    name,
    class: className,
    changesMeaning: !keepsMeaning,
    apply: (text, random) => some([...new Set(make(text, random))].filter((other) => other !== text), random),
  }));
}

/** Up to `most` of these, without repetition, in an order chosen by the random numbers. */
export function some<T>(all: readonly T[], random: Random, most = MOST): readonly T[] {
  const left = [...all];
  return Array.from({ length: Math.min(most, left.length) }, () => left.splice(Math.floor(random() * left.length), 1))
    .flat();
}

/** Every text with one match of the pattern replaced by one of the replacements. */
export function replaced(
  text: string,
  pattern: RegExp,
  replacements: readonly string[] | ((match: string) => readonly string[]),
): readonly string[] {
  const global = new RegExp(pattern.source, pattern.flags.includes("g") ? pattern.flags : `${pattern.flags}g`);
  return [...text.matchAll(global)].flatMap(({ index, 0: match }) =>
    (typeof replacements === "function" ? replacements(match) : replacements).map((other) =>
      text.slice(0, index) + other + text.slice(index + match.length)
    )
  );
}

/** Every text with one of these words before one match of the pattern. */
export function before(text: string, pattern: RegExp, words: readonly string[]): readonly string[] {
  return replaced(text, pattern, (match) => words.map((word) => `${word} ${match}`));
}

/** Every text with one of these words after one match of the pattern. */
export function after(text: string, pattern: RegExp, words: readonly string[]): readonly string[] {
  return replaced(text, pattern, (match) => words.map((word) => `${match} ${word}`));
}

/** The sentence with one of these clauses before its full stop. */
export function ended(text: string, clauses: readonly string[]): readonly string[] {
  return clauses.map((clause) => text.replace(/\.?$/, `${clause}.`));
}

/** The pairs of a swap in both directions, one match at a time. */
export function exchangedWords(text: string, pairs: readonly (readonly [string, string])[]): readonly string[] {
  return pairs.flatMap(([one, other]) => [
    ...replaced(text, wordPattern(one), [other]),
    ...replaced(text, wordPattern(other), [one]),
  ]);
}

/** A pattern for these words where they stand alone. */
export function wordPattern(words: string): RegExp {
  return new RegExp(
    String.raw`(?<![\p{L}\p{N}-])${words.replace(/[.*+?^$()|[\]\\]/g, String.raw`\$&`)}(?![\p{L}\p{N}])`,
    "gu",
  );
}

/** A figure as a reader sees it, without its unit; dates are not figures. */
export const FIGURE =
  /(?<![\d-]|\d [A-Z][a-z]{2} )[-+\u2212]?\d[\d,]*(?:\.\d+)?(?![\d.]*\d| (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\b)/gu;

/** A date as a reader sees it. */
export const DATE = /\b\d\d? (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{4}\b/g;

/** A ticker as a reader sees it. */
export const TICKER = /(?<![\p{L}\p{N}&.])(?!USD\b)[A-Z]{2,5}(?:\.[A-Z])?(?![\p{L}\p{N}&])/gu;

/** A company of the worlds as a sentence about it alone calls it. */
export const NAME =
  /\b(?:Apple|Adobe Systems|Amazon\.com|Dell Technologies|Alphabet|Microsoft|Xerox|[A-Z]\w* Holdings)(?![\w&])/gu;

/** A verb of an answer. */
export const VERB = /\b(?:comes? out|closed|is|are|was|has|have tended|has tended|point)\b/g;

/** A word that says where a figure lies. */
export const POSITION = /\b(?:above-usual|below-usual|high|low|heavy|thin|near|short of|above|overstated|too)\b/g;
