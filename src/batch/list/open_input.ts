import { basename, resolve } from "node:path";
import { sha256, sha256File } from "../../disk/digest.ts";
import { DiskError, hasCode } from "../../disk/disk_error.ts";
import { canonicalJson } from "../../text/canonical_json.ts";
import { isRecord, kindOf } from "../../text/options.ts";
import { toBytes } from "../../text/streams.ts";
import { DecodedText } from "./decode_text.ts";
import { InputError } from "../../protocol/errors.ts";
import { readCsv, type ReadOptions, readRecordsInMemory, type RowSource } from "./read_rows.ts";

/** A list in memory is decoded in such pieces. */
const PIECE_BYTES = 65_536;
const UNREADABLE: Readonly<Record<string, string>> = {
  ENOENT: "there is no such file",
  EISDIR: "it is a folder",
  ENOTDIR: "part of its path is a file",
  EACCES: "permission denied; make it readable (chmod u+r), or name another file",
  EPERM: "permission denied; make it readable (chmod u+r), or name another file",
};

/** A CSV in memory. */
export interface ListBytes {
  /** Its name, like `tickers.csv`: that of the run, and in messages. */
  readonly name: string;
  /** The bytes of the file, in any encoding that a file may have. */
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Rows to screen: the path of a CSV or `-` for standard input, a CSV in memory, or records with a name for each cell. */
export type ScreenInput =
  | string
  | ListBytes
  | Iterable<Readonly<Record<string, string>>>
  | AsyncIterable<Readonly<Record<string, string>>>;

/** An input with its digest, not read yet. */
export interface OpenInput {
  /** Name of the file; `rows` for rows given in memory, `stdin` or `pipe` where there is no file. */
  readonly name: string;
  readonly sha256: string;
  open(): Promise<RowSource>;
}

/**
 * Digests an input.
 * @param input Path, bytes or rows.
 * @param options `folder`: where relative paths start; the ticker column.
 * @throws {InputError} when there is no such file, or it may not be read.
 */
export async function openInput(
  input: ScreenInput,
  options: { readonly folder: string; readonly tickerColumn?: string | undefined },
): Promise<OpenInput> {
  const { folder, tickerColumn } = options;
  const held = await holdPipe(input, { folder });
  if (typeof held === "string") return openFile(resolve(folder, held), { name: held, tickerColumn });
  if (isListBytes(held)) return openBytes(held, tickerColumn);
  if (!isList(held)) {
    throw new InputError(`Cannot read the list: it must be a path, or rows like ${A_ROW}, not ${kindOf(held)}`);
  }
  const rows = await Array.fromAsync(held);
  for (const [at, row] of rows.entries()) checkRow(row, at + 1);
  const name = "rows";
  return {
    name,
    sha256: sha256(canonicalJson(rows)),
    open: () => Promise.resolve(readRecordsInMemory(rows, { name, tickerColumn })),
  };
}

const STANDARD_INPUT = /^(?:-|\/dev\/stdin|(?:\/dev|\/proc\/self)\/fd\/0)$/;
const DESCRIPTOR = /^\/(?:dev|proc\/(?:self|\d+))\/fd\/\d+$/;

/**
 * The name of a list that is in no file: `stdin` for `-`, `pipe` for the `/dev/fd/63` of a shell's `<(command)`.
 * @returns Nothing for another path.
 */
export function streamName(path: string): "stdin" | "pipe" | undefined {
  if (STANDARD_INPUT.test(path)) return "stdin";
  return DESCRIPTOR.test(path) ? "pipe" : undefined;
}

/**
 * Reads a pipe, which can be read once, so that it can be screened after it was checked.
 * @param input Path, bytes or rows.
 * @param options `folder`: where relative paths start.
 * @returns The bytes of what is no file; anything else as it is.
 * @throws {InputError} when it cannot be read.
 */
export async function holdPipe(input: ScreenInput, { folder }: { readonly folder: string }): Promise<ScreenInput> {
  if (typeof input !== "string") return input;
  const path = resolve(folder, input);
  const stream = streamName(input);
  if (stream === undefined && readOr(input, () => Deno.statSync(path)).isFile) return input;
  try {
    const { readable } = stream === "stdin" ? Deno.stdin : await Deno.open(path);
    return { name: stream ?? basename(path), bytes: await toBytes(readable) };
  } catch (cause) {
    throw unreadable(input, cause);
  }
}

const A_ROW = '{ ticker: "AAPL" }';

function isListBytes(input: unknown): input is ListBytes {
  return isRecord(input) && typeof input["name"] === "string" && input["bytes"] instanceof Uint8Array;
}

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

function openBytes({ name, bytes }: ListBytes, tickerColumn: string | undefined): OpenInput {
  return {
    name,
    sha256: sha256(bytes),
    open: () => readCsv(new DecodedText(piecesOf(bytes), name), { name, tickerColumn }),
  };
}

async function* piecesOf(bytes: Uint8Array): AsyncGenerator<Uint8Array, void, undefined> {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
    yield await Promise.resolve(bytes.subarray(at, at + PIECE_BYTES));
  }
}

function readOr<T>(name: string, read: () => T): T {
  try {
    return read();
  } catch (cause) {
    throw unreadable(name, cause);
  }
}

function unreadable(name: string, cause: unknown): InputError | DiskError {
  const code = Object.keys(UNREADABLE).find((one) => hasCode(cause, one));
  const state = cause instanceof Error && cause.name === "NotCapable"
    ? "this program was started without the right to read it (--allow-read)"
    : UNREADABLE[code ?? ""];
  return state === undefined
    ? new DiskError("read", name, { cause })
    : new InputError(`Cannot read ${name}: ${state}`, { cause });
}
