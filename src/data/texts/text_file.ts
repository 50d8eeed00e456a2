import type { DataProblem } from "../dataset.ts";
import { wholeText } from "../filings/read_json.ts";
import type { FileOwner, ReadOptions } from "../filings/record_file.ts";
import type { TextDocument, TextKind, TextSection } from "../text_document.ts";
import type { Publication } from "./publication.ts";
import { createHash } from "node:crypto";
import { passagesOf } from "./sentences.ts";

/** A text as its file has it. */
export interface ReadText {
  /** What tells it from the other texts of its file, like a line; empty where the file is one text. */
  readonly name: string;
  /** The companies that it is about; one that is empty where the name of the file may say it. */
  readonly owners: readonly FileOwner[];
  readonly kind: TextKind;
  readonly title: string;
  /** Absent where its filing says it. */
  readonly published?: Pick<Publication, "day" | "known">;
  readonly filing?: TextFiling;
  /** Normalised, not empty. */
  readonly text: string;
  readonly sections: readonly TextSection[];
}

/** What a reader found in a file. */
export interface TextsRead {
  readonly texts: readonly ReadText[];
  readonly problems: readonly DataProblem[];
}

/** Reads one kind of files that hold texts: a row of the table in `data/folder/text_readers.ts`. */
export interface TextReader {
  /** What such a file is, after "a": `table of texts`. */
  readonly kind: string;
  /** As of a `RecordReader`. */
  looksLike(head: string, file: string): boolean;
  /** As of a `RecordReader`. */
  read(texts: AsyncIterable<string>, options: ReadOptions): Promise<TextsRead>;
}

/** Longest text that is read, in characters: the longest report that was looked at has 2.5 million. */
export const MAX_TEXT_CHARS = 64 * 1024 * 1024;

/** The whole of a file; `undefined` where it is longer than any text. */
export function wholeOf(texts: AsyncIterable<string>): Promise<string | undefined> {
  return wholeText(texts, MAX_TEXT_CHARS);
}

const MAX_TITLE_CHARS = 120;

/** The words of a title, cut between two of them. */
export function titleOf(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  if (line.length <= MAX_TITLE_CHARS) return line;
  const start = line.slice(0, MAX_TITLE_CHARS).toWellFormed();
  return start.includes(" ") ? start.slice(0, start.lastIndexOf(" ")) : start;
}

/** What a text that was filed says of its filing; what it does not say, the folder's lists of filings may. */
export interface TextFiling {
  /** Number of the filing, with its dashes. */
  readonly accession?: string;
  /** Like `10-K` or `8-K/A`. */
  readonly form?: string;
  /** Last day of the period that it reports on. */
  readonly period?: string;
  /** Type of the document where it is not the main one, like `EX-99.1`. */
  readonly exhibit?: string;
  /** A day in the name of its file, which serves where nothing else says when it was filed. */
  readonly named?: string;
}

/** What is kept of a text beside its characters. */
export interface StoredDocument extends Pick<TextDocument, "kind" | "title" | "sha256" | "chars" | "sections"> {
  /** What tells it from the other texts of its file, like a line; empty where the file is one text. */
  readonly name: string;
  /** Days of its publication and from which on it may be used; absent where its filing has to be found first. */
  readonly day?: string;
  readonly known?: string;
  readonly passages: number;
  readonly filing?: TextFiling;
}

/** What is kept of a text because of its characters alone. */
export function aboutText(text: string): Pick<StoredDocument, "sha256" | "chars" | "passages"> {
  const sha256 = createHash("sha256").update(text).digest("hex");
  return { sha256, chars: text.length, passages: passagesOf(text).length };
}
