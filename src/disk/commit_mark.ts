import { Buffer } from "node:buffer";
import { closeSync, constants, openSync, readFileSync, writeSync } from "node:fs";
import type { DatabaseSync, StatementSync } from "node:sqlite";
import { crc32 } from "node:zlib";
import { refuseLink } from "./folder.ts";

const DIGITS = 16;
const LINE = /^commits (\d{16}) ([0-9a-f]{1,8}) *\n$/;

/**
 * The number of commits of a database, in a file beside it that is written once a commit is on disk: a database that
 * has fewer went back in time. The file is not synced, so that after a power cut it may be behind, and never ahead.
 */
export class CommitMark implements Disposable {
  readonly #path: string;
  readonly #count: StatementSync;
  #file: number | undefined;

  /**
   * Makes the mark of a database; the file comes with the first commit.
   * @param path The file.
   * @param count A statement that adds one to the commits of the database, and returns them as `commits`.
   * @throws {DiskError} when the file is a link.
   */
  constructor(database: DatabaseSync, { path, count }: { readonly path: string; readonly count: string }) {
    refuseLink("write", path);
    this.#path = path;
    this.#count = database.prepare(count);
  }

  /** Counts a commit, inside it. */
  count(): number {
    return Number(this.#count.get()?.["commits"] ?? 0);
  }

  /** Notes a commit that is on disk. Where the file cannot be written, it says less than it could, and nothing wrong. */
  note(commits: number): void {
    try {
      this.#file ??= openSync(this.#path, constants.O_RDWR | constants.O_CREAT);
      const line = Buffer.from(`${lineOf(commits).padEnd(DIGITS + 17)}\n`);
      writeSync(this.#file, line, 0, line.length, 0);
    } catch {
      // The commit itself is on disk.
    }
  }

  [Symbol.dispose](): void {
    if (this.#file !== undefined) closeSync(this.#file);
    this.#file = undefined;
  }
}

/** The commits that a file tells of; none where it is missing or torn. */
export function markedCommits(path: string): number {
  try {
    const [, digits = "", seal] = LINE.exec(readFileSync(path, "utf8")) ?? [];
    return seal === sealOf(digits) ? Number(digits) : 0;
  } catch {
    return 0;
  }
}

function lineOf(commits: number): string {
  const digits = String(commits).padStart(DIGITS, "0");
  return `commits ${digits} ${sealOf(digits)}`;
}

function sealOf(digits: string): string {
  return crc32(digits).toString(16);
}
