import type { Hash } from "node:crypto";
import type { CsvRecord } from "../../text/csv_record.ts";

const MAX_PARQUET_BYTES = 1024 ** 3;
/** Why a file that is too large is not read. */
export const TOO_LARGE = "it is larger than 1 GiB, and is read whole; split it";
const MARK = "PAR1";

/**
 * The rows of a Parquet file. It ends with its table of contents, so it is read whole.
 * @param path Where it is.
 * @param hash Takes the file's bytes.
 */
export async function* parquetFileRows(path: string, hash: Hash): AsyncGenerator<CsvRecord, void, undefined> {
  await checkIsParquet(path);
  const bytes = await Deno.readFile(path);
  hash.update(bytes);
  yield* parquetRows(bytes);
}

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
