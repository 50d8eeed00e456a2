/** A figure with its sign: what moves from one night to the next. */
const FIGURE = /[+\-−–]?\d[\d.,]*/g;
/** Scripts without spaces give a word a character; a word that holds a digit, like `FY2024`, is a figure. */
const WORD = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[\p{L}\p{M}\p{N}]+/gu;
const PLAIN_WORD = /[a-z0-9]+/g;
const HAS_DIGIT = /\p{N}/u;
const PLAIN = /^[ -~]*$/;
const SIDE = /^\s*(for|against)\s*:\s*/i;
/** Words that stand in any sentence, and those that belong to a figure or to a day. */
const IDLE: ReadonlySet<string> = new Set(
  ("a about above an and are as at be been below but by can could for from had has have in into is it its may more of " +
    "on or our over own per s so than that the their them these they this those to under up was were which while will " +
    "with would bn mn m k bp bps pct percent million billion trillion thousand usd eur gbp year yoy month quarter week " +
    "day january february march april june july august september october november december jan feb mar apr jun jul " +
    "aug sep sept oct nov dec").split(" "),
);

/** Which way a text says that it points. */
export type Side = "for" | "against";

/**
 * A text without its figures, quickly made: equal for most pairs of texts that only count otherwise.
 * @param text A driver or a risk.
 */
export function withoutFigures(text: string): string {
  return text.replace(FIGURE, "#").trim();
}

/**
 * The side that a text names at its start, like `Against: ...`.
 * @returns Nothing where it names none.
 */
export function saidSide(text: string): Side | undefined {
  const word = SIDE.exec(text)?.[1]?.toLowerCase();
  return word === "for" || word === "against" ? word : undefined;
}

/**
 * The words that tell what a text is about: without figures, days, sides and words that stand in any sentence.
 * @param text A driver or a risk.
 * @param ignored Further words to leave out, in small letters: the company's names.
 */
export function tellingWords(text: string, ignored: ReadonlySet<string>): ReadonlySet<string> {
  return new Set(
    wordsOf(text.replace(SIDE, "")).filter((word) => !HAS_DIGIT.test(word) && !IDLE.has(word) && !ignored.has(word))
      .map(withoutPlural),
  );
}

/**
 * All that a text says beside its figures, its side too: equal for two texts that only count otherwise.
 * @param text A driver or a risk.
 */
export function frameOf(text: string): string {
  return wordsOf(text).filter((word) => !HAS_DIGIT.test(word)).join(" ");
}

/** All words of a text in small letters, a figure being one too. */
export function wordsOf(text: string): readonly string[] {
  if (PLAIN.test(text)) return text.toLowerCase().match(PLAIN_WORD) ?? []; // most texts, and five times as fast
  return text.normalize("NFKC").toLowerCase().match(WORD) ?? [];
}

/**
 * How alike two sets of words are, by Dice's coefficient (Dice 1945): twice what they share by what they hold.
 * @returns 0 to 1; 1 for two empty sets.
 */
export function likeness(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const size = one.size + other.size;
  return size === 0 ? 1 : 2 * one.intersection(other).size / size;
}

function withoutPlural(word: string): string {
  return word.length > 3 && word.endsWith("s") && !word.endsWith("ss") ? word.slice(0, -1) : word;
}
