import { join } from "node:path";
import { AsideFile, type Written } from "./aside_file.ts";
import { sha256File } from "./digest.ts";
import { DiskError } from "./disk_error.ts";
import { makeFolder } from "./folder.ts";

/** What a stream may bring. */
export interface SaveStreamOptions {
  /** Most bytes; more is an error. */
  readonly maxBytes: number;
  /** The length that was announced, when one was; anything else is an error. */
  readonly expectedBytes?: number;
}

/** A file that was saved. */
export interface SavedFile extends Written {
  /** Where it is: the folder and the name that was free. */
  readonly path: string;
}

/** What a file should be called, and what is in it. */
interface Wanted {
  readonly name: string;
  readonly written: Written;
}

/** A stream of the wrong length; nothing of it is kept. */
export class SizeError extends Error {
  /** The name of the class. */
  override readonly name = "SizeError";
  /** How many bytes had come. */
  readonly receivedBytes: number;

  /**
   * Makes the error.
   * @param name The file that was wanted.
   * @param state What is wrong with its length.
   * @param receivedBytes How many bytes had come.
   */
  constructor(name: string, state: string, receivedBytes: number) {
    super(`Cannot save ${name}: ${state}`);
    this.receivedBytes = receivedBytes;
  }
}

/** The next bytes of a stream, or that those before are void, because its source began again. */
export type Piece = Uint8Array | "start_again";

/**
 * Saves a stream as a new file, aside first, so that only a whole file has a name.
 * When the name is taken by other content, `-2`, `-3` and so on is added; equal content is kept.
 * @param body The stream; it is left when something is wrong.
 * @param folder Where the file goes; made when it is missing.
 * @param name One safe path segment, see `safeName()` in `text`.
 * @param options Most bytes, and the length announced.
 * @returns Path, size and digest.
 * @throws {SizeError} when the stream is longer than allowed or not as long as announced.
 * @throws {DiskError} when it cannot be written. What the stream throws is thrown as it is.
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
    file = openIn(folder, name);
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
    const state = `only ${part.bytes} of ${options.expectedBytes} bytes came`;
    throw new SizeError(name, state, part.bytes);
  }
  const written = part.finish();
  return { ...written, path: publish(part, folder, { name, written }) };
}

/** Gives up a stream that was not read; what is wrong here is the error to tell, not what the leaving breaks. */
async function leave(body: AsyncIterable<Piece>): Promise<void> {
  await body[Symbol.asyncIterator]().return?.().catch(() => {});
}

function openIn(folder: string, name: string): AsideFile {
  if (!/^[^/\\\0]+$/.test(name) || name === "." || name === "..") {
    throw new DiskError("save", JSON.stringify(name), { cause: "not the name of a file" });
  }
  makeFolder(folder);
  return new AsideFile(join(folder, name));
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
    : `more than the ${expectedBytes} bytes announced came`;
  throw new SizeError(name, state, bytes);
}

/** Upper and lower case count as equal, as they do where the folder may be copied to. */
function publish(part: AsideFile, folder: string, wanted: Wanted): string {
  const taken = new Map<string, string>();
  for (const { name } of Deno.readDirSync(folder)) taken.set(name.toLowerCase(), name);
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
  try {
    const { isFile, size } = Deno.lstatSync(path);
    return isFile && size === bytes && sha256File(path) === sha256;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}
