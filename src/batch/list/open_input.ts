import { basename, resolve } from "node:path";
import { sha256, sha256File } from "../../disk/digest.ts";
import { DiskError, hasCode } from "../../disk/disk_error.ts";
import { canonicalJson } from "../../text/canonical_json.ts";
import { isRecord, kindOf } from "../../text/options.ts";
import { DecodedText } from "./decode_text.ts";
import { InputError } from "../../protocol/errors.ts";
import { readCsv, type ReadOptions, readRecordsInMemory, type RowSource } from "./read_rows.ts";

/** Rows to screen: the path of a CSV, or records with a name for each cell. */
export type ScreenInput =
  | string
  | Iterable<Readonly<Record<string, string>>>
  | AsyncIterable<Readonly<Record<string, string>>>;

/** An input with its digest, not read yet. */
export interface OpenInput {
  /** Name of the file; `rows` for rows given in memory. */
  readonly name: string;
  readonly sha256: string;
  open(): Promise<RowSource>;
}

/**
 * Digests an input.
 * @param input Path or rows.
 * @param options `folder`: where relative paths start; the ticker column.
 * @throws {InputError} when there is no such file.
 */
export async function openInput(
  input: ScreenInput,
  options: { readonly folder: string; readonly tickerColumn?: string | undefined },
): Promise<OpenInput> {
  const { tickerColumn } = options;
  if (typeof input === "string") return openFile(resolve(options.folder, input), { name: input, tickerColumn });
  if (!isList(input)) {
    throw new InputError(`Cannot read the list: it must be a path, or rows like ${A_ROW}, not ${kindOf(input)}`);
  }
  const rows = await Array.fromAsync(input);
  for (const [at, row] of rows.entries()) checkRow(row, at + 1);
  const name = "rows";
  return {
    name,
    sha256: sha256(canonicalJson(rows)),
    open: () => Promise.resolve(readRecordsInMemory(rows, { name, tickerColumn })),
  };
}

const A_ROW = '{ ticker: "AAPL" }';

function isList(input: unknown): boolean {
  return typeof input === "object" && input !== null && (Symbol.iterator in input || Symbol.asyncIterator in input);
}

/** Types would say it, but a notebook never checks them. */
function checkRow(row: unknown, number: number): void {
  if (!isRecord(row)) throw new InputError(`Cannot read row ${number}: it must be like ${A_ROW}, not ${kindOf(row)}`);
  for (const [name, cell] of Object.entries(row)) {
    if (typeof cell === "string" || cell === undefined || cell === null) continue;
    throw new InputError(`Cannot read row ${number}: ${name} must be a text, not ${kindOf(cell)}`);
  }
}

function openFile(path: string, options: ReadOptions): OpenInput {
  const digest = readOr(options.name, () => sha256File(path));
  return {
    name: basename(path),
    sha256: digest,
    open: () => readCsv(new DecodedText(bytesOf(path, { ...options, digest }), options.name), options),
  };
}

/** A list that changed while it was read is an error: its rows would not match the fingerprint of the run. */
async function* bytesOf(
  path: string,
  { name, digest }: { readonly name: string; readonly digest: string },
): AsyncGenerator<Uint8Array, void, undefined> {
  const file = await Deno.open(path);
  for await (const chunk of file.readable) yield chunk;
  if (sha256File(path) !== digest) throw new InputError(`Cannot read ${name}: it changed while it was read`);
}

function readOr<T>(name: string, read: () => T): T {
  try {
    return read();
  } catch (cause) {
    if (hasCode(cause, "ENOENT")) throw new InputError(`Cannot read ${name}: there is no such file`, { cause });
    if (hasCode(cause, "EISDIR")) throw new InputError(`Cannot read ${name}: it is a folder`, { cause });
    throw new DiskError("read", name, { cause });
  }
}
