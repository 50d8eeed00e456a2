/** A figure with its sign, or a day like `7 Feb 2018`. */
const FIGURE = /\d{1,2} (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\b(?: \d{4}\b)?|[+\-−–]?[$€£¥]?\d[\d.,]*/g;
/** A word; in scripts without spaces, a single character. */
const WORD = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[\p{L}\p{M}\p{N}]+/gu;
const PLAIN_WORD = /[a-z0-9]+/g;
const HAS_DIGIT = /\p{N}/u;
const PLAIN = /^[ -~]*$/;
const SIDE = /^\s*(for|against)\s*:\s*/i;
/** Stop words, and words that belong to a figure or a date. */
const STOP_WORDS: ReadonlySet<string> = new Set(
  ("a about above an and are as at be been below but by can could for from had has have in into is it its may more of " +
    "on or our over own per s so than that the their them these they this those to under up was were which while will " +
    "with would bn mn m k bp bps pct percent million billion trillion thousand usd eur gbp year yoy month quarter week " +
    "day january february march april june july august september october november december jan feb mar apr jun jul " +
    "aug sep sept oct nov dec").split(" "),
);

/** The direction that a text states. */
export type Side = "for" | "against";

/**
 * Removes figures from a text, quickly: equal for most texts that differ only in figures.
 * @param text A driver or a risk.
 */
export function withoutFigures(text: string): string {
  return text.replace(FIGURE, "#").trim();
}

/**
 * The direction stated at the start of a text, like `Against: ...`.
 * @returns `undefined` without one.
 */
export function statedSide(text: string): Side | undefined {
  const word = SIDE.exec(text)?.[1]?.toLowerCase();
  return word === "for" || word === "against" ? word : undefined;
}

/**
 * The key words of a text, without figures, dates, directions and stop words.
 * @param text A driver or a risk.
 * @param ignored Further words to omit, in lower case: the company's names.
 */
export function keyWords(text: string, ignored: ReadonlySet<string>): ReadonlySet<string> {
  return new Set(
    wordsOf(text.replace(SIDE, "")).filter((word) =>
      !HAS_DIGIT.test(word) && !STOP_WORDS.has(word) && !ignored.has(word)
    )
      .map(withoutPlural),
  );
}

/**
 * A text without its figures, the direction included: equal for texts that differ only in figures.
 * @param text A driver or a risk.
 */
export function frameOf(text: string): string {
  return wordsOf(withoutFigures(text)).filter((word) => !HAS_DIGIT.test(word)).join(" ");
}

/** All words and figures of a text, in lower case. */
export function wordsOf(text: string): readonly string[] {
  if (PLAIN.test(text)) return text.toLowerCase().match(PLAIN_WORD) ?? []; // the common case, five times as fast
  return text.normalize("NFKC").toLowerCase().match(WORD) ?? [];
}

/**
 * Dice's coefficient of two sets of words (Dice 1945): twice the shared words over the sum of the sizes.
 * @returns 0 to 1; 1 for two empty sets.
 */
export function likeness(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const size = one.size + other.size;
  return size === 0 ? 1 : 2 * one.intersection(other).size / size;
}

function withoutPlural(word: string): string {
  return word.length > 3 && word.endsWith("s") && !word.endsWith("ss") ? word.slice(0, -1) : word;
}
