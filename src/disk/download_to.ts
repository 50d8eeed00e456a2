import { lstatSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { AsideFile, type Written } from "./aside_file.ts";
import { sha256File } from "./digest.ts";
import { DiskError, ifThere } from "./disk_error.ts";
import type { DurabilityOption } from "./durability.ts";
import { makeFolder } from "./folder.ts";

/** Limits of a stream, and whether it waits for the disk. */
export interface SaveStreamOptions extends DurabilityOption {
  /** Maximum size in bytes; more is an error. */
  readonly maxBytes: number;
  /** The announced size, if any; another size is an error. */
  readonly expectedBytes?: number;
  /** Whether its name may be kept, by its content; else `.bin` is added, so that nothing opens it. Default: it may. */
  readonly isInert?: ((content: Uint8Array) => boolean) | undefined;
}

/** More is not read to judge it. */
const MAX_JUDGED_BYTES = 16 * 1024 * 1024;

/** A saved file. */
export interface SavedFile extends Written {
  /** Its path, with the name that was free. */
  readonly path: string;
}

/** The wanted name of a file, and its content. */
interface Wanted {
  readonly name: string;
  readonly written: Written;
}

/** A stream of the wrong length; nothing was saved. */
export class SizeError extends Error {
  /** The name of the class. */
  override readonly name = "SizeError";
  /** Bytes received. */
  readonly receivedBytes: number;

  /**
   * Creates the error.
   * @param state What is wrong with its length.
   * @param receivedBytes Bytes received.
   */
  constructor(name: string, state: string, receivedBytes: number) {
    super(`Cannot save ${name}: ${state}`);
    this.receivedBytes = receivedBytes;
  }
}

/** The next bytes of a stream, or a mark that its source starts again and earlier bytes are void. */
export type Piece = Uint8Array | "start_again";

/**
 * Saves a stream as a new file, written aside first, so that only a complete file gets the name.
 * When a file with other content has the name, `-2`, `-3` and so on is added; a file with equal content is kept.
 * @param body The stream; it is cancelled on an error.
 * @param folder The folder; created when missing.
 * @param name One safe path segment, see `safeName()` in `text`.
 * @throws {SizeError} when the stream is too long, or not as long as announced.
 * @throws {DiskError} when it cannot be written. Errors of the stream are rethrown unchanged.
 */
export async function saveStream(
  body: AsyncIterable<Piece>,
  folder: string,
  name: string,
  options: SaveStreamOptions,
): Promise<SavedFile> {
  let file: AsideFile;
  try {
    checkAnnounced(name, options);
    file = openIn(folder, name, options);
  } catch (error) {
    await leave(body);
    throw error;
  }
  using part = file;
  for await (const piece of body) {
    if (piece === "start_again") part.startAgain();
    else part.write(piece);
    checkSize(name, part.bytes, options);
  }
  if (part.bytes < (options.expectedBytes ?? 0)) {
    const state = `only ${part.bytes} of ${options.expectedBytes} bytes arrived`;
    throw new SizeError(name, state, part.bytes);
  }
  const written = part.finish();
  const { isInert } = options;
  const isKept = isInert === undefined ||
    (written.bytes <= MAX_JUDGED_BYTES && isInert(readFileSync(part.partPath)));
  return { ...written, path: publish(part, folder, { name: isKept ? name : `${name}.bin`, written }) };
}

/** Cancels an unread stream; the error that led here is the one to report. */
async function leave(body: AsyncIterable<Piece>): Promise<void> {
  await body[Symbol.asyncIterator]().return?.().catch(() => {});
}

function openIn(folder: string, name: string, { durability }: SaveStreamOptions): AsideFile {
  if (!/^[^/\\\0]+$/.test(name) || name === "." || name === "..") {
    throw new DiskError("save", JSON.stringify(name), { cause: "not the name of a file" });
  }
  makeFolder(folder, durability);
  return new AsideFile(join(folder, name), { durability });
}

function checkAnnounced(name: string, { maxBytes, expectedBytes = 0 }: SaveStreamOptions): void {
  if (expectedBytes <= maxBytes) return;
  throw new SizeError(name, `its ${expectedBytes} bytes are more than ${maxBytes} allowed`, 0);
}

function checkSize(name: string, bytes: number, options: SaveStreamOptions): void {
  const { maxBytes, expectedBytes } = options;
  if (bytes <= (expectedBytes ?? maxBytes)) return;
  const state = expectedBytes === undefined
    ? `it is larger than ${maxBytes} bytes`
    : `more than the announced ${expectedBytes} bytes arrived`;
  throw new SizeError(name, state, bytes);
}

/** Ignores case, because the folder may be copied to a file system that does. */
function publish(part: AsideFile, folder: string, wanted: Wanted): string {
  const taken = new Map<string, string>();
  for (const name of readdirSync(folder)) taken.set(name.toLowerCase(), name);
  const dot = wanted.name.lastIndexOf(".");
  const stem = dot > 0 ? wanted.name.slice(0, dot) : wanted.name;
  const extension = wanted.name.slice(stem.length);
  for (let count = 1;; count++) {
    const name = count === 1 ? wanted.name : `${stem}-${count}${extension}`;
    const other = taken.get(name.toLowerCase());
    const path = join(folder, other ?? name);
    const isDone = other === undefined ? part.claim(path) : holds(path, wanted.written);
    if (isDone) return path;
  }
}

function holds(path: string, { bytes, sha256 }: Written): boolean {
  return ifThere(() => {
    const found = lstatSync(path);
    return found.isFile() && found.size === bytes && sha256File(path) === sha256;
  }, false);
}
