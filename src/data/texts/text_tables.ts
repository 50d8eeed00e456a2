import { Buffer } from "node:buffer";
import type { DatabaseSync, StatementSync } from "node:sqlite";
import { crc32, deflateRawSync, inflateRawSync } from "node:zlib";
import { DataError } from "../data_error.ts";
import { passagesOf, type Stretch } from "./sentences.ts";
import type { StoredDocument } from "./text_file.ts";

/**
 * `texts` has a row for each company that a file has texts about, and what is said of them, as JSON. `document` has a row
 * for each of these texts, `text` its characters, once where it is about several companies. `passage` has the places of
 * passages, `words` their full-text index, which holds no characters: its column `company` has the words `g1 g2` of the
 * rows of `texts`, so that a search in one company does not read those of others. Rows have checksums; what
 * `words` says is taken as it is, and finds no more than a passage.
 */
export const TEXT_SCHEMA = `
  CREATE TABLE texts (
    id INTEGER PRIMARY KEY AUTOINCREMENT, file INTEGER NOT NULL, said TEXT NOT NULL, head INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX texts_of_file ON texts(file);
  CREATE TABLE text (
    id INTEGER PRIMARY KEY AUTOINCREMENT, file INTEGER NOT NULL, is_packed INTEGER NOT NULL, checksum INTEGER NOT NULL,
    bytes BLOB NOT NULL
  ) STRICT;
  CREATE INDEX text_of_file ON text(file);
  CREATE TABLE document (
    id INTEGER PRIMARY KEY, texts INTEGER NOT NULL, text INTEGER NOT NULL, said TEXT NOT NULL, checksum INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX document_of_texts ON document(texts);
  CREATE TABLE passage (
    id INTEGER PRIMARY KEY, text INTEGER NOT NULL, start INTEGER NOT NULL, stop INTEGER NOT NULL,
    checksum INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX passage_of_text ON passage(text);
  CREATE VIRTUAL TABLE words USING fts5(
    company, text, content='', contentless_delete=1, tokenize='porter unicode61'
  );
`;

const OF_FILE = "IN (SELECT id FROM text WHERE file = ?)";
const SQL = {
  groups: "SELECT id, file, said, head FROM texts ORDER BY id",
  documents: "SELECT id, texts, text, said, checksum FROM document WHERE texts = ? ORDER BY id",
  text: "SELECT is_packed, checksum, bytes FROM text WHERE id = ?",
  matching: "SELECT passage.id, text, start, stop, checksum FROM passage WHERE id IN " +
    "(SELECT rowid FROM words WHERE words MATCH ?) ORDER BY passage.id",
  addGroup: "INSERT INTO texts (file, said, head) VALUES (?, ?, ?)",
  addText: "INSERT INTO text (file, is_packed, checksum, bytes) VALUES (?, ?, ?, ?)",
  addDocument: "INSERT INTO document (texts, text, said, checksum) VALUES (?, ?, ?, ?)",
  addPassage: "INSERT INTO passage (id, text, start, stop, checksum) VALUES (?, ?, ?, ?, ?)",
  addWords: "INSERT INTO words (rowid, company, text) VALUES (?, ?, ?)",
  nextPassage: "SELECT coalesce(max(id), 0) + 1 AS id FROM passage",
  dropWords: `DELETE FROM words WHERE rowid IN (SELECT id FROM passage WHERE text ${OF_FILE})`,
  dropPassages: `DELETE FROM passage WHERE text ${OF_FILE}`,
  dropDocuments: "DELETE FROM document WHERE texts IN (SELECT id FROM texts WHERE file = ?)",
  dropTexts: "DELETE FROM text WHERE file = ?",
  dropGroups: "DELETE FROM texts WHERE file = ?",
} as const;

/** The texts of one file. */
export interface FileTexts {
  /** Each once, normalised. */
  readonly texts: readonly string[];
  /** One for each company that they are about. */
  readonly groups: readonly {
    /** JSON. */
    readonly said: string;
    /** `text` is a place in the list of texts. */
    readonly documents: readonly (StoredDocument & { readonly text: number })[];
  }[];
}

/** What tables hold about one company of one file. */
export interface TextGroup {
  readonly id: number;
  readonly file: number;
  readonly said: string;
}

/** A place in a text that a search found. */
export interface FoundPlace extends Stretch {
  /** Its text in the tables. */
  readonly text: number;
}

/** The texts in a database, that of the index of a folder or one in memory. */
export class TextTables {
  readonly #statements: Readonly<Record<keyof typeof SQL, StatementSync>>;

  /** @param database An open one with the tables of {@linkcode TEXT_SCHEMA}. */
  constructor(database: DatabaseSync) {
    const prepared = Object.entries(SQL).map(([name, sql]) => [name, database.prepare(sql)]);
    this.#statements = Object.fromEntries(prepared);
  }

  /**
   * What is said of the texts of all files, in the order in which they were added.
   * @throws {DataError} when it is not what was written.
   */
  groups(): readonly TextGroup[] {
    return this.#statements.groups.all().map(({ id, file, said, head }) => {
      if (head !== crc32(`${file} ${said}`)) throw new DataError("read the index: an entry is malformed");
      return { id: Number(id), file: Number(file), said: String(said) };
    });
  }

  /**
   * The texts of a group, without their characters.
   * @throws {DataError} when they are not what was written.
   */
  documents(group: number): readonly (StoredDocument & { readonly text: number })[] {
    return guarded(() =>
      this.#statements.documents.all(group).map(({ texts, text, said, checksum }) => {
        if (checksum !== crc32(`${texts} ${text} ${said}`)) throw new DataError(CHANGED);
        return { ...JSON.parse(String(said)) as StoredDocument, text: Number(text) };
      })
    );
  }

  /**
   * The characters of a text.
   * @throws {DataError} when they are not what was written.
   */
  text(id: number): string {
    return guarded(() => {
      const { is_packed: isPacked, checksum, bytes } = this.#statements.text.get(id) ?? {};
      if (!(bytes instanceof Uint8Array) || crc32(bytes) !== checksum) throw new DataError(CHANGED);
      return Buffer.from(isPacked === 1 ? inflateRawSync(bytes) : bytes).toString("utf8");
    });
  }

  /**
   * The passages of groups that hold a term.
   * @param term As FTS5 reads it.
   * @throws {DataError} when they are not what was written.
   */
  matching(groups: readonly number[], term: string): readonly FoundPlace[] {
    const company = groups.map((id) => `g${id}`).join(" OR ");
    return guarded(() =>
      this.#statements.matching.all(`company : (${company}) AND text : ${term}`).map(
        ({ id, text, start, stop, checksum }) => {
          if (checksum !== crc32(`${id} ${text} ${start} ${stop}`)) throw new DataError(CHANGED);
          return { text: Number(text), start: Number(start), end: Number(stop) };
        },
      )
    );
  }

  /** Adds the texts of a file, in the caller's transaction. */
  add(file: number, { texts, groups }: FileTexts): readonly number[] {
    const ids = groups.map(({ said }) =>
      Number(this.#statements.addGroup.run(file, said, crc32(`${file} ${said}`)).lastInsertRowid)
    );
    const companies: string[][] = texts.map(() => []);
    for (const [at, { documents }] of groups.entries()) {
      for (const { text } of documents) companies[text]?.push(`g${ids[at]}`);
    }
    const passages = { next: Number(this.#statements.nextPassage.get()?.["id"]) };
    const places = texts.map((text, at) =>
      this.#addText(text, { file, company: companies[at]?.join(" ") ?? "", passages })
    );
    for (const [at, { documents }] of groups.entries()) {
      for (const { text, ...about } of documents) {
        const group = ids[at] ?? 0;
        const place = places[text] ?? 0;
        const said = JSON.stringify(about satisfies StoredDocument);
        this.#statements.addDocument.run(group, place, said, crc32(`${group} ${place} ${said}`));
      }
    }
    return ids;
  }

  /** Drops the texts of a file, in the caller's transaction. */
  drop(file: number): void {
    for (const name of ["dropWords", "dropPassages", "dropDocuments", "dropTexts", "dropGroups"] as const) {
      this.#statements[name].run(file);
    }
  }

  #addText(text: string, { file, company, passages }: AddedText): number {
    const plain = Buffer.from(text, "utf8");
    const packed = plain.length < LEAST_PACKED ? plain : deflateRawSync(plain, { level: 6 });
    const bytes = packed.length < plain.length ? packed : plain;
    const { lastInsertRowid } = this.#statements.addText.run(file, Number(bytes !== plain), crc32(bytes), bytes);
    const id = Number(lastInsertRowid);
    for (const { start, end } of passagesOf(text)) {
      const passage = passages.next++;
      this.#statements.addPassage.run(passage, id, start, end, crc32(`${passage} ${id} ${start} ${end}`));
      this.#statements.addWords.run(passage, company, text.slice(start, end));
    }
    return id;
  }
}

/** Where a text is added, and for which companies; passages are numbered on. */
interface AddedText {
  readonly file: number;
  readonly company: string;
  readonly passages: { next: number };
}

/** In bytes: a shorter text hardly gets shorter. */
const LEAST_PACKED = 256;
const CHANGED = "read the index: the bytes of texts have changed";

/** The index was looked at when it was opened; what is wrong with it now is for a person. */
function guarded<T>(read: () => T): T {
  try {
    return read();
  } catch (cause) {
    throw new DataError("load texts from the index of the data folder: it is damaged; delete .conviction in it", {
      cause,
    });
  }
}
