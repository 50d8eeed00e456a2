import type { CsvRecord } from "../../text/csv_record.ts";

/**
 * The rows of a Parquet file as a CSV of the same table would have them, the header first. Loads the Parquet package.
 * @param bytes The whole file.
 */
export async function* parquetRows(bytes: Uint8Array<ArrayBuffer>): AsyncGenerator<CsvRecord, void, undefined> {
  const { parquetMetadata, parquetReadObjects, parquetSchema } = await import("hyparquet");
  const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
  const metadata = parquetMetadata(file);
  const names = parquetSchema(metadata).children.map(({ element }) => element.name);
  yield { line: 1, cells: names };
  let rowStart = 0;
  for (const { num_rows } of metadata.row_groups) {
    const rowEnd = rowStart + Number(num_rows);
    const rows: Record<string, unknown>[] = await parquetReadObjects({ file, metadata, rowStart, rowEnd });
    for (const [at, row] of rows.entries()) {
      yield { line: rowStart + at + 2, cells: names.map((name) => cellOf(row[name])) };
    }
    rowStart = rowEnd;
  }
}

/** A time that is no midnight stays a time, in milliseconds: its day may be another one where it was traded. */
function cellOf(value: unknown): string {
  if (!(value instanceof Date)) return value === null || value === undefined ? "" : String(value);
  const text = value.toISOString();
  return text.endsWith("T00:00:00.000Z") ? text.slice(0, 10) : String(value.getTime());
}
