import { crc32 } from "node:zlib";
import type { FileStamp } from "./file_stamp.ts";

/** What a checksum of a file is over. */
interface FileEntry {
  readonly path: string;
  readonly stamp: FileStamp;
  readonly sha256: string;
  readonly said: string;
}

/** A checksum over all that the index says of a file. */
export function checksumOfFile({ path, stamp: { size, mtime, ctime, isSettled }, sha256, said }: FileEntry): number {
  return crc32(JSON.stringify([path, size, mtime, ctime, isSettled, sha256, said]));
}

/** A checksum over all of a series but its columns: files and days are chosen before any column is loaded. */
export function checksumOfHead(row: Readonly<Record<string, unknown>>): number {
  const { file, ticker, frequency, basis, count, first, last } = row;
  return crc32(JSON.stringify([file, ticker, frequency, basis, count, first, last]));
}
