import type { Passage, TextDocument, TextQuery } from "../text_document.ts";
import type { Stretch } from "./sentences.ts";

/** Texts in which something is looked for. */
export interface SearchedTexts {
  /** Those that are known, in ascending order of `known`, with the number of their passages. */
  readonly documents: readonly { readonly document: TextDocument; readonly passages: number }[];
  /** The passages of them that hold a term; `at` is the place of their text among them. */
  matching(term: string): Iterable<Stretch & { readonly at: number }>;
}

/** As most search engines set them (Robertson & Zaragoza 2009). */
const K1 = 1.2;
const B = 0.75;
const DEFAULT_LIMIT = 10;

/**
 * Ranks passages by BM25, with lengths in characters and each term counted once a passage. Its numbers are those
 * of the texts that are known and of one company: a text to come, or one about another company, changes no rank.
 */
export function searchTexts(
  { words, limit = DEFAULT_LIMIT, ...wanted }: TextQuery,
  texts: SearchedTexts,
): readonly Passage[] {
  const { documents } = texts;
  const count = documents.reduce((sum, { passages }) => sum + passages, 0);
  const usual = documents.reduce((sum, { document }) => sum + document.chars, 0) / Math.max(1, count);
  const found = new Map<string, { readonly at: number; readonly start: number; readonly end: number; rank: number }>();
  for (const term of termsOf(words)) {
    const matches = [...texts.matching(term)];
    const rarity = Math.log(1 + (count - matches.length + 0.5) / (matches.length + 0.5));
    for (const { at, start, end } of matches) {
      const length = 1 - B + B * (end - start) / usual;
      const passage = found.get(`${at} ${start}`) ?? { at, start, end, rank: 0 };
      passage.rank += rarity * (K1 + 1) / (1 + K1 * length);
      found.set(`${at} ${start}`, passage);
    }
  }
  const chosen = [...found.values()].filter(({ at }) => isOf(wanted, documents[at]?.document));
  chosen.sort((one, other) => other.rank - one.rank || other.at - one.at || one.start - other.start);
  return chosen.slice(0, limit).map(({ at, start, end, rank }) => ({
    document: documents[at]?.document.id ?? "",
    start,
    end,
    rank,
  }));
}

function isOf(
  { kinds, from = "", to = "9999-12-31" }: Omit<TextQuery, "words">,
  document: TextDocument | undefined,
): boolean {
  return document !== undefined && (kinds === undefined || kinds.includes(document.kind)) && document.day >= from &&
    document.day <= to;
}

const MAX_WORDS = 24;

/**
 * What SQLite's FTS5 is asked for, one after the other: each word of a query, and what stands in quotation marks as a
 * phrase. No character of a query has a meaning of its own there.
 */
function termsOf(words: string): readonly string[] {
  const parts = [...words.matchAll(/"([^"]*)"|[\p{L}\p{N}]+/gu)].map(([all, quoted]) => quoted ?? all);
  const terms = parts.map((part) => (part.match(/[\p{L}\p{N}]+/gu) ?? []).join(" ")).filter((term) => term !== "");
  return [...new Set(terms)].slice(0, MAX_WORDS).map((term) => `"${term}"`);
}
