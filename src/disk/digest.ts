import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import { closeSync, openSync, readSync } from "node:fs";
import { lstat, open, readFile, stat } from "node:fs/promises";
import { setImmediate } from "node:timers/promises";

const CHUNK_BYTES = 65_536;
/** Digesting this much takes about a millisecond. */
const LARGE_CHUNK_BYTES = 262_144;
/** A file up to this size is read into memory, so that another thread can digest it. */
const MAX_WHOLE_BYTES = 8_388_608;

/**
 * The SHA-256 of text or bytes.
 * @param data Bytes, or text that is encoded as UTF-8.
 * @returns 64 hexadecimal digits, lower case.
 */
export function sha256(data: string | Uint8Array): string {
  return createHash("sha256").update(data).digest("hex");
}

/**
 * The SHA-256 of a file, read in chunks.
 * @returns 64 hexadecimal digits, lower case.
 * @throws An error with the code `ENOENT` when there is no such file.
 */
export function sha256File(path: string): string {
  const hash = createHash("sha256");
  const chunk = new Uint8Array(CHUNK_BYTES);
  const file = openSync(path, "r");
  try {
    for (let size = readSync(file, chunk); size > 0; size = readSync(file, chunk)) hash.update(chunk.subarray(0, size));
  } finally {
    closeSync(file);
  }
  return hash.digest("hex");
}

/**
 * Whether a file is there itself, not as a link, with what was written to it.
 * @param path Where it was written.
 * @param written Its size in bytes and its digest.
 */
export async function holdsWritten(
  path: string,
  { bytes, sha256 }: { readonly bytes: number; readonly sha256: string },
): Promise<boolean> {
  try {
    const found = await lstat(path);
    return found.isFile() && found.size === bytes && await sha256LargeFile(path) === sha256;
  } catch {
    return false; // gone, or not to be read
  }
}

/**
 * The SHA-256 of a large file, without blocking the event loop; two files take little longer than one.
 * @returns 64 hexadecimal digits, lower case.
 * @throws An error with the code `ENOENT` when there is no such file.
 */
export async function sha256LargeFile(path: string): Promise<string> {
  const { size: bytes } = await stat(path);
  if (bytes <= MAX_WHOLE_BYTES) {
    const whole = await readFile(path) as Buffer<ArrayBuffer>; // its memory is never shared
    const digest = await crypto.subtle.digest("SHA-256", whole);
    return Buffer.from(digest).toString("hex");
  }
  const hash = createHash("sha256");
  const chunk = new Uint8Array(LARGE_CHUNK_BYTES);
  await using file = await open(path);
  for (let size = LARGE_CHUNK_BYTES; size > 0;) {
    size = (await file.read(chunk)).bytesRead;
    hash.update(chunk.subarray(0, size));
    await setImmediate(); // reads from the page cache would follow each other without a turn of the event loop
  }
  return hash.digest("hex");
}
