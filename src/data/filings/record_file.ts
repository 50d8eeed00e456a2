import type { DataProblem } from "../dataset.ts";
import type { Records } from "../records.ts";

/** Of which company records are, as far as their file says it. */
export interface FileOwner {
  /** Central Index Key, ten digits. */
  readonly cik?: string;
  /** Tickers as the file gives them, the usual one first; several for several classes of shares. */
  readonly tickers?: readonly string[];
  readonly name?: string;
}

/** The records of one company in a file. */
export interface CompanyRecords {
  readonly owner: FileOwner;
  /** Each list in ascending order of `known`; `source` of each record is the file. */
  readonly records: Records;
}

/** Another file that a file names as a part of itself. */
export interface NamedPart {
  /** Its name, without folders. */
  readonly name: string;
  /** What it holds, for a person. */
  readonly holds: string;
}

/** What a reader found in a file. */
export interface RecordsRead {
  /** One for each company that the file is about; none where it holds nothing that is kept. */
  readonly companies: readonly CompanyRecords[];
  /** What of it was not read and why. */
  readonly problems: readonly DataProblem[];
  /** Other files with older records of the same kind; one that the folder does not have is remarked. Default: none. */
  readonly older?: readonly NamedPart[];
  /** What a report says of itself on its cover, where it is tagged. */
  readonly cover?: SaidOnCover;
}

/** What the cover of a report says. */
export interface SaidOnCover {
  /** Like `10-K`. */
  readonly form?: string;
  /** Last day of the period that it reports on. */
  readonly period?: string;
  readonly owner: FileOwner;
}

/** Characters at the beginning of a file by which it is recognised. */
export const HEAD_CHARS = 16_384;

/** Of which file the texts are. */
export interface ReadOptions {
  /** Its path in the data folder. */
  readonly file: string;
  /** The last day that can be, `YYYY-MM-DD`: one after it is a slip. Default: none. */
  readonly latest?: string;
}

/** Reads one kind of files that hold records: a row of the table in `data/folder/record_readers.ts`. */
export interface RecordReader {
  /** What such a file is, after "a": `companyfacts file`. */
  readonly kind: string;
  /**
   * Whether a file is of this kind, by its content; its name only breaks ties.
   * @param head Its first {@linkcode HEAD_CHARS} characters, decompressed and decoded.
   */
  looksLike(head: string, file: string): boolean;
  /**
   * Reads a file. What is wrong with it is among its problems; it throws only what `texts` throws, as where a gzip file
   * ends early, and then nothing of the file is used.
   * @param texts All of its text, from its beginning, in pieces.
   */
  read(texts: AsyncIterable<string>, options: ReadOptions): Promise<RecordsRead>;
}
