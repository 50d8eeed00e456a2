import { crc32 } from "node:zlib";
import { DataError } from "../data_error.ts";
import type { PriceSeries } from "../dataset.ts";
import { OPTIONAL_COLUMNS } from "../series.ts";

/** The columns of a series, without what it is of. */
type Columns = Omit<PriceSeries, "ticker" | "frequency" | "basis" | "currency" | "source">;

/** A row of the index with the columns of a series. */
export type ColumnsRow = Readonly<Record<string, unknown>>;

/** The bytes of a column, in the same memory. */
export function bytesOf(column: Int32Array | Float64Array): Uint8Array<ArrayBuffer> {
  const { buffer, byteOffset, byteLength } = column;
  return new Uint8Array(buffer as ArrayBuffer, byteOffset, byteLength);
}

/** A checksum over all columns: SQLite notices a page that is missing, not one that holds other bytes. */
export function checksumOf(columns: Columns): number {
  const present = [columns.days, columns.close, ...OPTIONAL_COLUMNS.map((name) => columns[name])];
  return present.reduce((sum, column) => column === undefined ? sum : crc32(bytesOf(column), sum), 0);
}

/** The days of a row. */
export function daysOf({ days }: ColumnsRow): Int32Array {
  const bytes = asBytes(days);
  return new Int32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / Int32Array.BYTES_PER_ELEMENT);
}

/**
 * The columns of a row.
 * @throws {DataError} when they are not what was written.
 */
export function columnsOf(row: ColumnsRow): Columns {
  const optional = OPTIONAL_COLUMNS.filter((name) => row[name] !== null).map((name) => [name, numbersOf(row[name])]);
  const columns: Columns = { days: daysOf(row), close: numbersOf(row["close"]), ...Object.fromEntries(optional) };
  if (checksumOf(columns) !== row["checksum"]) {
    throw new DataError("read the index: the bytes of a series have changed");
  }
  return columns;
}

function numbersOf(blob: unknown): Float64Array {
  const bytes = asBytes(blob);
  return new Float64Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / Float64Array.BYTES_PER_ELEMENT);
}

/** Bytes where a column may begin: SQLite gives each blob memory of its own. */
function asBytes(blob: unknown): Uint8Array {
  if (!(blob instanceof Uint8Array) || blob.byteLength % Int32Array.BYTES_PER_ELEMENT !== 0) {
    throw new DataError("read the index: a column is missing or cut");
  }
  return blob.byteOffset % Float64Array.BYTES_PER_ELEMENT === 0 ? blob : blob.slice();
}
