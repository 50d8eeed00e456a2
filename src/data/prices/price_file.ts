import { createHash, type Hash } from "node:crypto";
import { CsvScanner } from "../../text/csv_scanner.ts";
import { DataError } from "../data_error.ts";
import type { StoredSeries } from "../dataset.ts";
import { held } from "../series.ts";
import { tickerOfFile } from "../ticker.ts";
import { FileTable } from "./file_table.ts";
import { checkIsFile, decodeFile } from "./file_text.ts";
import { isJsonLines, JsonRows } from "./json_rows.ts";
import { guessSeparator } from "./price_header.ts";
import type { PriceTableOptions, PriceTableResult } from "./price_table.ts";
import type { CsvRecord } from "../../text/csv_record.ts";

const PARQUET = /\.parquet$/i;
const SPREADSHEET = "save the sheet as CSV";

/** What to do with files that hold prices in another form, by the end of their names. */
const WAYS_OUT: Readonly<Record<string, string>> = {
  xls: SPREADSHEET,
  xlsx: SPREADSHEET,
  xlsm: SPREADSHEET,
  ods: SPREADSHEET,
  zip: "unpack it",
};

/** The contents of one price file. */
export interface PriceFile extends Omit<PriceTableResult, "series"> {
  readonly file: string;
  readonly series: readonly StoredSeries[];
  readonly sha256: string;
  /** Why it was not read to its end. */
  readonly brokenBy?: string;
}

/** Whether a file is named like one that is read. */
export function isPriceFile(file: string): boolean {
  return /\.(?:(?:csv|tsv|txt|jsonl|ndjson)(?:\.gz)?|parquet)$/i.test(file);
}

/** Why a file is not read, and what to do. */
export function unreadNote(file: string): string {
  const [, ending = ""] = /\.([^./]+)$/.exec(file) ?? [];
  const way = WAYS_OUT[ending.toLowerCase()] ?? "save it as CSV if it holds prices";
  return `Only .parquet, .csv, .tsv, .txt and .jsonl are read as tables, all but the first with or without .gz; ${way}`;
}

/**
 * Reads one price file. What is wrong with it is among its problems.
 * @param path Where it is.
 * @param options Its name for problems, the currency of its prices, whose they are where neither its name nor a
 * column says so, and the last day that may have a row.
 */
export async function readPriceFile(
  path: string,
  { file, currency, owner, latestDay }: Pick<PriceTableOptions, "file" | "currency" | "latestDay"> & { owner?: string },
): Promise<PriceFile> {
  const ticker = tickerOfFile(file.split("/").at(-1) ?? file) ?? owner;
  const hash = createHash("sha256");
  const reading = new TextReading({ file, source: file, currency, ticker, latestDay });
  let brokenBy: string | undefined;
  try {
    await checkIsFile(path);
    if (PARQUET.test(file)) await readParquet(path, { hash, table: reading.table });
    else await readTexts(decodeFile(path, { hash }), reading);
  } catch (cause) {
    brokenBy = stateOf(cause, file);
    reading.table.fail(brokenBy);
  }
  const { series, ...found } = reading.table.finish();
  return {
    file,
    ...found,
    series: series.map(held),
    sha256: hash.digest("hex"),
    ...(brokenBy !== undefined && { brokenBy }),
  };
}

/** The rows of a piece exist at once: those of a whole chunk take a hundred megabytes more. */
const PIECE_CHARS = 32_768;

function piecesOf(text: string): string[] {
  const count = Math.ceil(text.length / PIECE_CHARS);
  return Array.from({ length: count }, (_, at) => text.slice(at * PIECE_CHARS, (at + 1) * PIECE_CHARS));
}

async function readTexts(texts: AsyncIterable<string>, reading: TextReading): Promise<void> {
  for await (const text of texts) if (!piecesOf(text).every((piece) => reading.add(piece))) break;
  reading.end();
}

/** A Parquet file ends with its table of contents, so it is read whole. */
async function readParquet(path: string, { hash, table }: { hash: Hash; table: FileTable }): Promise<void> {
  await checkIsParquet(path);
  const bytes = await Deno.readFile(path);
  hash.update(bytes);
  for await (const record of parquetRows(bytes)) if (!table.add(record)) return;
}

const MAX_PARQUET_BYTES = 1024 ** 3;
const TOO_LARGE = "it is larger than 1 GiB, and is read whole; split it";
const MARK = "PAR1";

/** Looks at both ends, and the size, of a file before it is read whole. */
async function checkIsParquet(path: string): Promise<void> {
  using file = await Deno.open(path);
  const { size } = await file.stat();
  if (size > MAX_PARQUET_BYTES) throw new Error(TOO_LARGE);
  for (const place of [0, size - MARK.length]) {
    const bytes = new Uint8Array(MARK.length);
    await file.seek(Math.max(0, place), Deno.SeekMode.Start);
    await file.read(bytes);
    if (new TextDecoder().decode(bytes) !== MARK) throw new Error(`its first and last bytes are not ${MARK}`);
  }
}

function stateOf(cause: unknown, file: string): string {
  const message = cause instanceof Error ? cause.message : String(cause);
  if (/unsupported compression/.test(message)) return `${message}; write it with Snappy or without compression`;
  if (message === TOO_LARGE) return message;
  if (PARQUET.test(file)) return `it is not a complete Parquet file (${message})`;
  return cause instanceof TypeError ? "it is not a complete gzip file" : message;
}

/** Reads a text file whole. */
export async function readText(path: string): Promise<string> {
  try {
    return (await Array.fromAsync(decodeFile(path))).join("");
  } catch (cause) {
    throw new DataError(`read ${path}: no permission, or the file is damaged`, { cause });
  }
}

/** A table that is made when the first text shows what separates its cells. */
class TextReading {
  readonly #options: PriceTableOptions;
  #scanner: CsvScanner | JsonRows | undefined;
  #table: FileTable | undefined;

  constructor(options: PriceTableOptions) {
    this.#options = options;
  }

  get table(): FileTable {
    return this.#table ??= new FileTable(this.#options);
  }

  /** Adds text; false when the rest cannot be read. */
  add(text: string): boolean {
    if (this.#scanner === undefined) {
      const isJson = isJsonLines(this.#options.file);
      const separator = isJson ? "," : guessSeparator(text);
      this.#scanner = isJson ? new JsonRows() : new CsvScanner({ separator });
      this.#table = new FileTable({ ...this.#options, separator });
    }
    const { table } = this;
    for (const record of this.#scanner.feed(text)) if (!table.add(record)) return false;
    return true;
  }

  end(): void {
    for (const record of this.#scanner?.end("") ?? []) this.table.add(record);
  }
}

/**
 * The rows of a Parquet file as a CSV of the same table would have them, the header first. Loads the Parquet package.
 * @param bytes The whole file.
 */
async function* parquetRows(bytes: Uint8Array<ArrayBuffer>): AsyncGenerator<CsvRecord, void, undefined> {
  const { parquetMetadata, parquetReadObjects, parquetSchema } = await import("hyparquet");
  const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
  const metadata = parquetMetadata(file);
  const columns = parquetSchema(metadata).children.map(({ element }) => ({
    name: element.name,
    isLocal: element.logical_type?.type === "TIMESTAMP" && !element.logical_type.isAdjustedToUTC,
  }));
  const names = columns.map(({ name }) => name);
  yield { line: 1, cells: names };
  let rowStart = 0;
  for (const { num_rows } of metadata.row_groups) {
    const rowEnd = rowStart + Number(num_rows);
    const rows: Record<string, unknown>[] = await parquetReadObjects({ file, metadata, rowStart, rowEnd });
    for (const [at, row] of rows.entries()) {
      yield { line: rowStart + at + 2, cells: columns.map(({ name, isLocal }) => cellOf(row[name], isLocal)) };
    }
    rowStart = rowEnd;
  }
}

/**
 * A time that is no midnight stays a time, in milliseconds: its day may be another one where it was traded. One of a
 * column without a zone is what a clock showed.
 */
function cellOf(value: unknown, isLocal: boolean): string {
  if (!(value instanceof Date)) return value === null || value === undefined ? "" : String(value);
  const text = value.toISOString();
  if (text.endsWith("T00:00:00.000Z")) return text.slice(0, 10);
  return isLocal ? text.slice(0, -1) : String(value.getTime());
}
