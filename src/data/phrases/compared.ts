import type { Phrase, Phrases } from "./phrase.ts";

/** Most companies of an order that are named one by one; of more, those that head it are. */
export const MAX_ORDERED = 8;
/** Companies that head a longer order. */
export const ORDER_SHOWN = 5;

/** What is compared: a metric that the phrase is told, or the return of a span. */
interface Compared {
  /** Begins the ids of its phrases and their roles; `ID_entry` is the role of a company with its value. */
  readonly id: string;
  readonly takes: "metric" | "span";
  /** After a company's name, where it has `more`, `less`, `most` or `least`. */
  readonly has: (word: string) => string;
  /** What it is computed from, at the end of the sentence. */
  readonly window: string;
}

const ENDS = [
  { two: "more", many: "most", extreme: "highest", order: "descending" },
  { two: "less", many: "least", extreme: "lowest", order: "ascending" },
] as const;

/** Which of two has more of something, or less; which of many has most, or least, and who comes next. */
export function compared(one: Compared): Phrases {
  return Object.assign({}, ...ENDS.map((end) => ({ ...ofTwo(one, end), ...ofMany(one, end) })));
}

type End = (typeof ENDS)[number];

function entriesOf(id: string) {
  return { role: `${id}_entry`, join: "list", about: "each" } as const;
}

function leaderOf(id: string, word: string) {
  return { role: `${id}_has_${word}`, most: 1, about: "others" } as const;
}

function hasPhrase(
  { id, has }: Compared,
  { word, extreme }: { readonly word: string; readonly extreme: string },
): Phrases {
  return {
    [`${id}_has.${word}`]: {
      role: `${id}_has_${word}`,
      text: `{ticker}{extreme} ${has(word)}`,
      words: { extreme: { [extreme]: "" } },
    },
  };
}

function ofTwo(one: Compared, { two, extreme, order }: End): Phrases {
  const { id, takes, window } = one;
  return {
    ...hasPhrase(one, { word: two, extreme }),
    [`${id}.${two}`]: {
      takes,
      text: `{leader}{complete}{alike}{order}: {entries} (${window}).`,
      words: { complete: { yes: "" }, alike: { yes: "" }, order: { [order]: "" } },
      parts: { leader: leaderOf(id, two), entries: { ...entriesOf(id), least: 2, most: 2 } },
    },
  };
}

function ofMany(one: Compared, { many, extreme, order }: End): Phrases {
  const { id, takes, window } = one;
  const top = (text: string, { words, least = 1 }: { words: Phrase["words"]; least?: number }): Phrase => ({
    role: `${id}_top_${many}`,
    text,
    words: { ...words, order: { [order]: "" } },
    parts: { leader: leaderOf(id, many), entries: { ...entriesOf(id), least } },
  });
  return {
    ...hasPhrase(one, { word: many, extreme }),
    [`${id}.${many}`]: {
      takes,
      text: `{top} ({compared} companies compared{alike}, ${window}).`,
      words: { alike: { yes: "" } },
      parts: { top: { role: `${id}_top_${many}`, most: 1, about: "others" } },
    },
    [`${id}_top.${many}`]: top("{leader}{extreme}{order}: {entries}", {
      words: { extreme: { [extreme]: "" } },
      least: ORDER_SHOWN,
    }),
    [`${id}_all.${many}`]: top("{leader}{complete}{order}: {entries}", { words: { complete: { yes: "" } } }),
  };
}
