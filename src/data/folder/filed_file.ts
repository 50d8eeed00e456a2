import { createHash, type Hash } from "node:crypto";
import type { DataProblem } from "../dataset.ts";
import { counted } from "../../text/counted.ts";
import type { TextPlace } from "../texts/company_texts.ts";
import { gatherTexts, type SaidOfTexts } from "../texts/file_texts.ts";
import type { MemoryTables } from "../texts/memory_tables.ts";
import type { TextsRead } from "../texts/text_file.ts";
import type { FileTexts } from "../texts/text_tables.ts";
import type { FileReader } from "./record_readers.ts";
import { type TextsBeside, textsBeside } from "./report_texts.ts";
import { type FileOwner, HEAD_CHARS, type NamedPart, type RecordsRead } from "../filings/record_file.ts";
import { packRecords, shelvesOf } from "../index/records_blob.ts";
import { decodeFile, isWellEncoded } from "../prices/file_text.ts";
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

/** The texts about one company in a file. */
export interface FiledTexts {
  readonly said: SaidOfTexts;
  /** Where they are; the same at each call. */
  place(): Pick<TextPlace, "tables" | "group">;
}

/** A file that holds no prices: records, texts, or nothing that is read. */
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
  /** What of it are texts, by company. */
  readonly texts: readonly FiledTexts[];
  /** These texts, of a file that was just read. */
  readonly contents?: FileTexts;
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
  readonly reader: FileReader | undefined;
  /** Its first characters. */
  readonly head: string;
  /** Keeps its texts where no index does. */
  readonly memory: MemoryTables;
  /** Why there is no reader. */
  readonly why: string;
  readonly latestDay?: string | undefined;
}

/**
 * Reads a file of records or texts. What is wrong with it is among its problems.
 * @param path Where it is.
 */
export async function readFiledFile(path: string, options: FiledFileOptions): Promise<FiledFile> {
  const { file, reader, why, memory } = options;
  const hash = createHash("sha256");
  const kind = reader?.records?.kind ?? reader?.texts?.kind;
  const about = { file, ...(kind !== undefined && { kind }) };
  try {
    const { companies, problems, older = [], texts } = await readContents(path, { ...options, hash });
    const all = reader === undefined ? [refusal(file, why)] : problems;
    const found = companies.map(({ owner, records }) => packed(owner, records));
    const { contents, said, repeated } = gatherTexts(texts);
    const place = memory.keep(contents);
    return {
      ...about,
      sha256: hash.digest("hex"),
      companies: found,
      older,
      contents,
      problems: repeated === 0 ? all : [...all, repeatedNote(file, repeated)],
      texts: said.map((one, at) => ({ said: one, place: () => place(at) })),
    };
  } catch (cause) {
    const brokenBy = stateOf(cause);
    const problems = [refusal(file, `Not read: ${brokenBy}`)];
    return { ...about, sha256: hash.digest("hex"), companies: [], texts: [], problems, brokenBy };
  }
}

/** Texts that are no UTF-8 are read as Windows writes them, which is what filings of another time and calls are in. */
async function readContents(
  path: string,
  options: FiledFileOptions & { readonly hash: Hash },
): Promise<RecordsRead & TextsRead> {
  const found = await contentsOf(decodeFile(path, { hash: options.hash }), options);
  if (!found.texts.some(({ text }) => text.includes("\ufffd")) || await isWellEncoded(path)) return found;
  const anew = await contentsOf(decodeFile(path, { encoding: "windows-1252" }), options);
  const note = { ...refusal(options.file, "It is not UTF-8, and is taken as Windows-1252"), kind: "remark" as const };
  return { ...anew, problems: [...anew.problems, note] };
}

/** What a file holds: its records, its texts, or both. */
async function contentsOf(
  pieces: AsyncGenerator<string, void, undefined>,
  { file, reader, head, latestDay }: FiledFileOptions,
): Promise<RecordsRead & TextsRead> {
  const options = { file, ...(latestDay !== undefined && { latest: latestDay }) };
  const beside = textsBeside(reader?.records, { ...options, head });
  const passed = passedOn(pieces, beside);
  const found = await reader?.records?.read(unended(passed), options) ?? NOTHING;
  const own = await reader?.texts?.read(unended(passed), options);
  for await (const _ of passed); // the digest is over all of it, also where a reader had enough before the end
  return { ...found, ...(own ?? await beside?.end(found) ?? { texts: [], problems: found.problems }) };
}

/** The same pieces, which another reader takes too. */
async function* passedOn(
  pieces: AsyncIterable<string>,
  beside: TextsBeside | undefined,
): AsyncGenerator<string, void, undefined> {
  for await (const text of pieces) {
    beside?.write(text);
    yield text;
  }
}

function repeatedNote(file: string, repeated: number): DataProblem {
  const message = `${counted(repeated, "text")} there more than once; each counts once, from its first day`;
  return { kind: "remark", file, line: 1, column: 1, message };
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
  const flows = { facts: inOrder(facts), splits: inOrder(splits) };
  const notices = { filings: inOrder(filings) };
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
