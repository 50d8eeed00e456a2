import { createHash } from "node:crypto";
import type { DataProblem } from "../dataset.ts";
import {
  type FeedSpan,
  type FileOwner,
  HEAD_CHARS,
  type NamedPart,
  type RecordReader,
  type RecordsRead,
} from "../filings/record_file.ts";
import { packRecords, shelvesOf } from "../index/records_blob.ts";
import { decodeFile } from "../prices/file_text.ts";
import { inOrder, type Records, type RecordShelf } from "../records.ts";

/** How many records of a kind there are, and when they became known. */
export interface ShelfSpan {
  readonly shelf: RecordShelf;
  /** Records, at least 1. */
  readonly count: number;
  /** First and last day on which one of them became known, `YYYY-MM-DD`. */
  readonly first: string;
  readonly last: string;
}

/** The records of one company in a file, as far as it is known without unpacking them. */
export interface FiledCompany {
  readonly owner: FileOwner;
  /** Empty where the file says no more than who the company is. */
  readonly shelves: readonly ShelfSpan[];
  /** What `unpackRecords` takes; the same at each call. */
  bytes(): Uint8Array;
}

/** A file that holds no prices: records, or nothing that is read. */
export interface FiledFile {
  /** Path in the data folder. */
  readonly file: string;
  /** SHA-256 of the file's own bytes, hex. */
  readonly sha256: string;
  /** What it is, after "a", like `companyfacts file`; absent where that is unknown. */
  readonly kind?: string;
  readonly companies: readonly FiledCompany[];
  readonly problems: readonly DataProblem[];
  /** Other files that it names, with older records. */
  readonly older?: readonly NamedPart[];
  /** Present for a feed of news. */
  readonly feed?: FeedSpan;
  /** Why it was not read to its end; then it has no companies. */
  readonly brokenBy?: string;
}

/** The first characters of a file; fewer where it is shorter, cannot be read, or is damaged. */
export async function headOf(path: string): Promise<string> {
  let head = "";
  try {
    for await (const text of decodeFile(path)) {
      head += text;
      if (head.length >= HEAD_CHARS) break;
    }
  } catch {
    // whoever reads the file says why
  }
  return head.slice(0, HEAD_CHARS);
}

/** How a file of records is read. */
interface FiledFileOptions {
  /** Path in the data folder. */
  readonly file: string;
  /** Who reads it; where it is absent nothing of it is. */
  readonly reader: RecordReader | undefined;
  /** Why there is no reader. */
  readonly why: string;
  readonly latestDay?: string | undefined;
}

/**
 * Reads a file of records. What is wrong with it is among its problems.
 * @param path Where it is.
 */
export async function readFiledFile(
  path: string,
  { file, reader, why, latestDay }: FiledFileOptions,
): Promise<FiledFile> {
  const hash = createHash("sha256");
  const texts = decodeFile(path, { hash });
  const kind = reader === undefined ? {} : { kind: reader.kind };
  const about = { file, ...kind };
  try {
    const latest = latestDay === undefined ? {} : { latest: latestDay };
    const { companies, problems, feed, older = [] } = await reader?.read(unended(texts), { file, ...latest }) ??
      NOTHING;
    for await (const _ of texts); // the digest is over all of it, also where a reader had enough before the end
    const all = reader === undefined ? [refusal(file, why)] : problems;
    const found = companies.map(({ owner, records }) => packed(owner, records));
    return { ...about, sha256: hash.digest("hex"), companies: found, problems: all, older, ...(feed && { feed }) };
  } catch (cause) {
    const brokenBy = stateOf(cause);
    return {
      ...about,
      sha256: hash.digest("hex"),
      companies: [],
      problems: [refusal(file, `Not read: ${brokenBy}`)],
      brokenBy,
    };
  }
}

const NOTHING: RecordsRead = { companies: [], problems: [] };

/** The same texts for a reader that may leave them: what is left can still be read. */
function unended(texts: AsyncIterator<string, void, undefined>): AsyncIterable<string> {
  return { [Symbol.asyncIterator]: () => ({ next: () => texts.next() }) };
}

function refusal(file: string, message: string): DataProblem {
  return { kind: "refused", file, line: 1, column: 1, message };
}

function stateOf(cause: unknown): string {
  if (cause instanceof TypeError && /gzip|deflate/.test(cause.message)) return "it is not a complete gzip file";
  return cause instanceof Error ? cause.message : String(cause);
}

function packed(owner: FileOwner, { facts, filings, trades, splits }: Records): FiledCompany {
  const [flows, notices] = [{ facts: inOrder(facts), splits: inOrder(splits) }, { filings: inOrder(filings) }];
  const records: Records = { ...flows, ...notices, trades: inOrder(trades) };
  const bytes = packRecords(records);
  return { owner, shelves: spansOf(records), bytes: () => bytes };
}

function spansOf(records: Records): ShelfSpan[] {
  return shelvesOf(records).map((shelf) => {
    const list = records[shelf];
    return { shelf, count: list.length, first: list[0]?.known ?? "", last: list.at(-1)?.known ?? "" };
  });
}
