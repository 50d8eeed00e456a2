import { createHash } from "node:crypto";
import { DatabaseSync } from "node:sqlite";
import type { CompanyTexts, Passage, StoredTexts, TextDocument, TextQuery } from "../text_document.ts";
import { passagesOf } from "./passages.ts";
import { matchOf } from "./search_words.ts";

/** A text that is held in memory. */
export interface HeldText extends Omit<TextDocument, "sha256" | "chars"> {
  /** Normalised. */
  readonly text: string;
}

const DEFAULT_LIMIT = 10;

const SCHEMA = `
  CREATE TABLE passage (id INTEGER PRIMARY KEY, document INTEGER NOT NULL, start INTEGER NOT NULL, stop INTEGER NOT NULL);
  CREATE VIRTUAL TABLE words USING fts5(text, content='', tokenize='porter unicode61');
`;

/** Texts about one company that are held in memory, with a full-text index that is made at the first search. */
export function heldTexts(ticker: string, given: readonly HeldText[]): StoredTexts {
  const held = given.map(({ text, ...about }) => ({ document: documentOf(about, text), text })).toSorted(
    ({ document: one }, { document: other }) => order(one.known, other.known) || order(one.id, other.id),
  );
  let index: DatabaseSync | undefined;
  const find = (query: TextQuery, count: number) => findIn(index ??= indexOf(held), { query, held, count });
  return {
    ticker,
    first: held[0]?.document.known ?? "",
    last: held.at(-1)?.document.known ?? "",
    until: (day): CompanyTexts => {
      const known = held.filter(({ document }) => document.known <= day);
      const texts = new Map(known.map(({ document, text }) => [document.id, text]));
      return {
        documents: known.map(({ document }) => document),
        text: (id) => {
          const text = texts.get(id);
          if (text === undefined) throw new RangeError(`No text ${id}`);
          return text;
        },
        find: (query) => find(query, known.length),
      };
    },
  };
}

interface Held {
  readonly document: TextDocument;
  readonly text: string;
}

function documentOf(about: Omit<HeldText, "text">, text: string): TextDocument {
  return { ...about, sha256: createHash("sha256").update(text).digest("hex"), chars: text.length };
}

function indexOf(held: readonly Held[]): DatabaseSync {
  const database = new DatabaseSync(":memory:");
  database.exec(`BEGIN; ${SCHEMA}`);
  const addPassage = database.prepare("INSERT INTO passage (document, start, stop) VALUES (?, ?, ?)");
  const addWords = database.prepare("INSERT INTO words (rowid, text) VALUES (?, ?)");
  for (const [at, { text }] of held.entries()) {
    for (const { start, end } of passagesOf(text)) {
      addWords.run(addPassage.run(at, start, end).lastInsertRowid, text.slice(start, end));
    }
  }
  database.exec("COMMIT");
  return database;
}

interface Search {
  readonly query: TextQuery;
  readonly held: readonly Held[];
  /** Of the texts the first ones are known. */
  readonly count: number;
}

/** Equal ranks: the newer text first, then the earlier place. */
function findIn(database: DatabaseSync, { query, held, count }: Search): readonly Passage[] {
  const match = matchOf(query.words);
  if (match === undefined) return [];
  const rows = database.prepare(
    "SELECT document, start, stop, -bm25(words) AS rank FROM words JOIN passage ON passage.id = words.rowid " +
      "WHERE words MATCH ? AND document < ? ORDER BY rank DESC, document DESC, start",
  ).all(match, count);
  const found = rows.flatMap((row): Passage[] => {
    const document = held[Number(row["document"])]?.document;
    if (document === undefined || query.kinds?.includes(document.kind) === false) return [];
    const { start, stop: end, rank } = row;
    return [{ document: document.id, start: Number(start), end: Number(end), rank: Number(rank) }];
  });
  return found.slice(0, query.limit ?? DEFAULT_LIMIT);
}

function order(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
