import { Buffer } from "node:buffer";
import { closeSync, constants, openSync, readFileSync, writeSync } from "node:fs";
import { crc32 } from "node:zlib";

/**
 * Notes in a file how many commits a database has, once they are on disk: one that has fewer went back in time. The file
 * is not synced: after a power cut it is behind, or torn, and never ahead. Where it cannot be written, it says less.
 */
export function markCommits(path: string, commits: number): void {
  try {
    const digits = String(commits).padStart(16, "0"); // written over in place: to empty a file is slow
    const line = Buffer.from(`commits ${digits} ${crc32(digits).toString(16).padStart(8, "0")}\n`);
    const file = openSync(path, constants.O_WRONLY | constants.O_CREAT | constants.O_NOFOLLOW);
    writeSync(file, line, 0, line.length, 0);
    closeSync(file);
  } catch {
    // The commits themselves are on disk.
  }
}

/** The commits that a file tells of; none where it is missing or torn. */
export function markedCommits(path: string): number {
  try {
    const [, commits = "", seal] = /^commits (\d+) (\w+)\n$/.exec(readFileSync(path, "utf8")) ?? [];
    return seal === crc32(commits).toString(16).padStart(8, "0") ? Number(commits) : 0;
  } catch {
    return 0;
  }
}
