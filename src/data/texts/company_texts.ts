import type { CompanyTexts, Passage, StoredTexts, TextDocument, TextQuery } from "../text_document.ts";
import type { StoredDocument } from "./text_file.ts";
import type { TextTables } from "./text_tables.ts";
import type { Stretch } from "./sentences.ts";

/** Where the texts of one file about one company are. */
export interface TextPlace {
  readonly tables: TextTables;
  readonly group: number;
  /** `id` of the source. */
  readonly file: string;
}

/** How a stored text is described; `undefined` where nothing says when it was published. */
export type Dating = (stored: StoredDocument, file: string) => TextDocument | undefined;

/** A text that is used, and where its characters are. */
interface Loaded {
  readonly document: TextDocument;
  readonly passages: number;
  readonly tables: TextTables;
  readonly group: number;
  readonly text: number;
}

/** The texts about a company, as they are loaded. */
export interface LoadedTexts {
  /** In ascending order of `known`, then of `id`. */
  readonly used: readonly Loaded[];
  /** Of each file how many are not used because they are another one: the same characters, or the same filing. */
  readonly repeated: ReadonlyMap<string, number>;
  /** Of each file the texts that are not used because nothing says when they were published, by filing or name. */
  readonly undated: ReadonlyMap<string, readonly string[]>;
}

/**
 * Loads what is known of the texts about a company, without their characters. Of two with the same characters the one
 * that was known first is kept, and of two that go by the same name, as sections of a report and the whole of it, the longer.
 * @param places In order of files.
 */
export function loadTexts(places: readonly TextPlace[], dating: Dating): LoadedTexts {
  const undated = new Map<string, string[]>();
  const all = places.flatMap(({ tables, group, file }) =>
    tables.documents(group).flatMap((stored): Loaded[] => {
      const document = dating(stored, file);
      if (document !== undefined) return [{ document, passages: stored.passages, tables, group, text: stored.text }];
      undated.set(file, [...undated.get(file) ?? [], stored.filing?.accession ?? stored.name]);
      return [];
    })
  );
  all.sort(({ document: one }, { document: other }) =>
    order(one.known, other.known) || order(one.id, other.id) || other.chars - one.chars
  );
  const digests = new Set<string>();
  const ids = new Set<string>();
  const repeated = new Map<string, number>();
  const used = all.filter(({ document: { sha256, id, source } }) => {
    if (digests.has(sha256) || ids.has(id)) {
      repeated.set(source, (repeated.get(source) ?? 0) + 1);
      return false;
    }
    digests.add(sha256);
    ids.add(id);
    return true;
  });
  return { used, repeated, undated };
}

/** What is known of the texts about a company before they are loaded. */
export interface TextsAbout extends Pick<StoredTexts, "ticker" | "first" | "last"> {
  /** Loads them; a cache may keep what it returns. */
  readonly load: () => LoadedTexts;
}

/** The texts about a company, with characters and passages read as they are asked for. */
export function storedTexts({ ticker, first, last, load }: TextsAbout): StoredTexts {
  return { ticker, first, last, until: (day) => textsUntil(load().used, day) };
}

function textsUntil(all: readonly Loaded[], day: string): CompanyTexts {
  const found = all.findIndex(({ document }) => document.known > day);
  const known = found < 0 ? all : all.slice(0, found);
  const documents = known.map(({ document }) => document);
  let byId: ReadonlyMap<string, Loaded> | undefined;
  let places: Places | undefined;
  return {
    documents,
    text(id) {
      const one = (byId ??= new Map(known.map((each) => [each.document.id, each]))).get(id);
      if (one === undefined) throw new RangeError(`No text ${id}`);
      return one.tables.text(one.text);
    },
    find(query) {
      const own = places ??= placesOf(known);
      return searchTexts(query, {
        documents: known,
        *matching(term) {
          for (const [tables, { groups, at }] of own) {
            for (const { text, start, end } of tables.matching([...groups], term)) {
              const place = at.get(text);
              if (place !== undefined) yield { at: place, start, end };
            }
          }
        },
      });
    },
  };
}

/** The groups of texts in each database, and where each text is in the list. */
type Places = ReadonlyMap<
  TextTables,
  { readonly groups: ReadonlySet<number>; readonly at: ReadonlyMap<number, number> }
>;

function placesOf(known: readonly Loaded[]): Places {
  const places = new Map<TextTables, { readonly groups: Set<number>; readonly at: Map<number, number> }>();
  for (const [at, { tables, group, text }] of known.entries()) {
    const own = places.getOrInsertComputed(tables, () => ({ groups: new Set(), at: new Map() }));
    own.groups.add(group);
    own.at.set(text, at);
  }
  return places;
}

function order(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

/** Texts in which something is looked for. */
interface SearchedTexts {
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
function searchTexts(
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
      const passage = found.getOrInsert(`${at} ${start}`, { at, start, end, rank: 0 });
      passage.rank += rarity * (K1 + 1) / (1 + K1 * length);
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
