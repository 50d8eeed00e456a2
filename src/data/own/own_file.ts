import { createHash } from "node:crypto";
import type { CsvRecord } from "../../text/csv_record.ts";
import { parse, parsePieces } from "../../text/csv_read.ts";
import { decodeFile } from "../prices/file_text.ts";
import { parquetFileRows } from "../prices/parquet_rows.ts";
import { stateOf } from "../prices/price_file.ts";
import { guessSeparator } from "../prices/price_header.ts";
import { type OwnTable, type OwnTableOptions, readOwnTable } from "./own_table.ts";

/** An own table of a data folder. */
export interface OwnFile extends OwnTable {
  /** Path in the folder, with `/`. */
  readonly file: string;
  readonly sha256: string;
}

const PARQUET = /\.parquet$/i;

/** Whether a file of a folder is read as an own table: the folder `own` marks it, whatever it holds. */
export function isOwnFile(file: string): boolean {
  return /^own\/.*\.(?:(?:csv|tsv|txt)(?:\.gz)?|parquet)$/i.test(file);
}

/** Whether a file of a folder says what its owner says of columns. */
export function isOwnSettings(file: string): boolean {
  return /^(?:own\/)?own\.json$/i.test(file);
}

/**
 * Reads an own table of a data folder. What is wrong with it is among its problems; of a file that breaks off nothing is
 * used, as its newest rows may be those that are missing.
 * @param path Where it is.
 * @param options Its name in the folder, and the last day that may have a row.
 */
export async function readOwnFile(path: string, options: OwnTableOptions): Promise<OwnFile> {
  const { file } = options;
  const hash = createHash("sha256");
  try {
    const records: CsvRecord[] = [];
    if (PARQUET.test(file)) { for await (const record of parquetFileRows(path, hash)) records.push(record); }
    else {
      for await (const rows of parsePieces(decodeFile(path, { hash }), guessSeparator)) {
        for (const row of rows) records.push(row);
      }
    }
    const table = readOwnTable(records, options);
    return { file, ...table, sha256: hash.digest("hex") };
  } catch (cause) {
    const message = `Cannot read the file: ${stateOf(cause, file)}`;
    const problem = { kind: "refused" as const, file, line: 1, column: 1, message };
    return { file, columns: [], series: [], problems: [problem], sha256: hash.digest("hex") };
  }
}

/** Reads an own table that came as a text. */
export function readOwnText(text: string, options: OwnTableOptions): OwnFile {
  const table = readOwnTable(parse(text, { separator: guessSeparator(text) }), options);
  return { file: options.file, ...table, sha256: createHash("sha256").update(text).digest("hex") };
}
