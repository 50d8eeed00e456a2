import type { Phrases } from "./phrase.ts";

/** Most companies of an order that a table shows; of more, those that head it. */
export const MOST_RANKED = 10;

/** What is compared: a metric that the phrase is given, or the return of a span. */
interface Compared {
  /** Begins the ids of its phrases and their roles; `ID_entry` is the role of a company with its value. */
  readonly id: string;
  readonly takes: "metric" | "span" | "criteria";
  /** After a company's name, where it has `more`, `less`, `most` or `least`. */
  readonly has: (word: string) => string;
  /** The figure by which a company is ranked. */
  readonly value: string;
  /** What it is computed from, at the end of the sentence. */
  readonly window: string;
  /** Whom many are compared with, after their number. Default: companies. */
  readonly among?: string;
}

const ENDS = [
  { two: "more", many: "most", extreme: "highest", order: "descending" },
  { two: "less", many: "least", extreme: "lowest", order: "ascending" },
] as const;

/** Which of two has more of something, or less; which of many has most, or least, and who comes next. */
export function compared(one: Compared): Phrases {
  return Object.assign({}, ...ENDS.map((end) => ({ ...ofTwo(one, end), ...headed(one, end) })));
}

type End = (typeof ENDS)[number];

function leaderOf(id: string, word: string) {
  return { role: `${id}_has_${word}`, most: 1, about: "others" } as const;
}

function hasPhrase(
  { id, has }: Compared,
  { word, extreme, name = "{ticker}", value = "" }: Readonly<Record<"word" | "extreme", string>> & {
    readonly name?: string;
    readonly value?: string;
  },
): Phrases {
  return {
    [`${id}_has.${word}`]: {
      role: `${id}_has_${word}`,
      text: `${name}{extreme} ${has(word)}${value}`,
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
      text: `{verdict}{leader}{complete}{alike}{order}: {entries} (${window}).`,
      words: { complete: { yes: "" }, alike: { yes: "" }, order: { [order]: "" } },
      parts: {
        verdict: { role: `${id}_verdict_${two}`, least: 0, most: 1, about: "others" },
        leader: leaderOf(id, two),
        entries: { role: `${id}_entry`, join: "list", about: "each", least: 2, most: 2 },
      },
    },
    [`${id}_verdict.${two}`]: {
      role: `${id}_verdict_${two}`,
      text: "{extreme}. ",
      words: { extreme: Object.fromEntries(ENDS.map((end) => [end.extreme, end.extreme === extreme ? "Yes" : "No"])) },
    },
  };
}

/** Who has most of many; a table shows the order, which a part without words proves. */
export function headed(one: Compared, { many, extreme, order }: End = ENDS[0]): Phrases {
  const { id, takes, window, value, among = "companies" } = one;
  const shown = { role: `${id}_shown_${many}`, text: "{order}" };
  return {
    ...hasPhrase(one, { word: many, extreme, name: "{name}", value: `: ${value}` }),
    [`${id}.${many}`]: {
      takes,
      text: `Of {compared} ${among}{alike}, {leader}{shown} (${window}).`,
      words: { alike: { yes: "" } },
      parts: { leader: leaderOf(id, many), shown: { role: shown.role, most: 1, about: "others" } },
    },
    [`${id}_top.${many}`]: {
      ...shown,
      text: "{order}{extreme}",
      words: { order: { [order]: "" }, extreme: { [extreme]: "" } },
    },
    [`${id}_all.${many}`]: {
      ...shown,
      text: "{order}{complete}",
      words: { order: { [order]: "" }, complete: { yes: "" } },
    },
  };
}
