import { createHash, type Hash } from "node:crypto";
import { CsvScanner } from "../../text/csv_scanner.ts";
import { answerIn } from "../../text/refusal_in.ts";
import { DataError } from "../data_error.ts";
import type { StoredSeries } from "../dataset.ts";
import { held } from "../series.ts";
import { tickerOfFile } from "../ticker.ts";
import { FileTable } from "./file_table.ts";
import { checkIsFile, decodeFile } from "./file_text.ts";
import { isJsonLines, JsonRows } from "./json_rows.ts";
import { parquetFileRows, TOO_LARGE } from "./parquet_rows.ts";
import { guessSeparator } from "./price_header.ts";
import type { PriceTableOptions, PriceTableResult } from "./price_table.ts";

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
 * @param options Its name for problems, whose they are where neither its name nor a
 * column says so, and the last day that may have a row.
 */
export async function readPriceFile(
  path: string,
  { file, owner, latestDay }: Pick<PriceTableOptions, "file" | "latestDay"> & { owner?: string },
): Promise<PriceFile> {
  const ticker = tickerOfFile(file) ?? owner;
  const hash = createHash("sha256");
  const reading = new TextReading({ file, source: file, ticker, latestDay });
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

async function readParquet(path: string, { hash, table }: { hash: Hash; table: FileTable }): Promise<void> {
  for await (const record of parquetFileRows(path, hash)) if (!table.add(record)) return;
}

/** Why a file was not read to its end, after what reading it threw. */
export function stateOf(cause: unknown, file: string): string {
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
      const answer = answerIn(text);
      if (answer !== undefined) {
        this.table.fail(
          `it holds what a service answered in place of prices, ${JSON.stringify(answer)}; fetch it again`,
        );
        return false;
      }
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
