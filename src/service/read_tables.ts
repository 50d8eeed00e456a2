import { textIn } from "../text/json_read.ts";
import type { OwnTableText } from "../agent/ports.ts";
import { inputFileSchema, MAX_TABLE_BYTES, MAX_TABLE_ROWS, rowsIn } from "../protocol/input_file.ts";
import { RequestError } from "../protocol/request_error.ts";

const DATA_URL = /^data:([\w.+-]+\/[\w.+-]+)?(?:;charset=utf-8)?;base64,/i;
/** Media types that programs give a CSV file; some give none that says what it is. */
const TABLE_TYPES: readonly (string | undefined)[] = [
  "text/csv",
  "application/csv",
  "text/plain",
  "text/tab-separated-values",
  "application/vnd.ms-excel",
  "application/octet-stream",
  undefined,
];
/** Four characters of base64 are three bytes. */
const MAX_CHARS = Math.ceil(MAX_TABLE_BYTES / 3) * 4;

/**
 * Reads a part of a message, or a file of a request, as a table of the caller's own numbers.
 * @param part Untrusted.
 * @param param Where it is in the request, for a refusal.
 * @returns `undefined` where it is no CSV file.
 * @throws {RequestError} 400 for one that is longer than it may be, or is no text.
 */
export function readTable(part: unknown, param: string): OwnTableText | undefined {
  const { data } = inputFileSchema.safeParse(part);
  if (data === undefined) return undefined;
  const { filename, file_data } = data;
  const [head = "", type] = DATA_URL.exec(file_data) ?? [];
  if (head === "" || !TABLE_TYPES.includes(type?.toLowerCase()) || !/\.(?:csv|tsv|txt)$/i.test(filename)) {
    return undefined;
  }
  if (file_data.length - head.length > MAX_CHARS) throw tooLarge(param);
  const bytes = bytesOf(file_data.slice(head.length));
  const text = bytes === undefined ? undefined : textIn(bytes);
  if (text === undefined) {
    throw new RequestError(`Cannot read ${param}: its file_data is not base64 of a text in UTF-8`, {
      status: 400,
      code: "unreadable_table",
      param,
    });
  }
  if ((bytes?.length ?? 0) > MAX_TABLE_BYTES || rowsIn(text) > MAX_TABLE_ROWS) throw tooLarge(param);
  return { name: filename, text };
}

function bytesOf(base64: string): Uint8Array | undefined {
  try {
    return Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
  } catch {
    return undefined; // told by the caller, with its place
  }
}

function tooLarge(param: string): RequestError {
  const most = `${MAX_TABLE_BYTES.toLocaleString("en-US")} bytes or ${MAX_TABLE_ROWS.toLocaleString("en-US")} rows`;
  return new RequestError(`Cannot read ${param}: the table is longer than ${most}`, {
    status: 400,
    code: "table_too_large",
    param,
  });
}
