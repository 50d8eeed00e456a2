import { crc32 } from "node:zlib";
import type { FileStamp } from "./file_stamp.ts";

/** What a checksum of a file is over. */
interface FileEntry {
  readonly path: string;
  readonly stamp: FileStamp;
  readonly sha256: string;
  readonly shelf: string;
  readonly said: string;
}

/** A checksum over all that the index says of a file. */
export function checksumOfFile({ path, stamp, sha256, shelf, said }: FileEntry): number {
  const { size, mtime, ctime, isSettled } = stamp;
  return crc32(JSON.stringify([path, size, mtime, ctime, isSettled, sha256, shelf, said]));
}

/** A checksum over all of a series but its columns: files and days are chosen before any column is loaded. */
export function checksumOfHead(row: Readonly<Record<string, unknown>>): number {
  const { file, ticker, frequency, basis, currency, count, first, last, print } = row;
  return crc32(JSON.stringify([file, ticker, frequency, basis, currency, count, first, last, print]));
}

/** A checksum over what is said of the records of a company, and of which file they are. */
export function checksumOfSaid({ file, said }: Readonly<Record<string, unknown>>): number {
  return crc32(JSON.stringify([file, said]));
}
