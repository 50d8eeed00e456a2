import { statSync } from "node:fs";
import { sha256LargeFile } from "../../disk/digest.ts";

/** What tells that a file has changed, without reading it. */
export interface FileStamp {
  /** In bytes. */
  readonly size: number;
  /** When its bytes were written, and when anything of it was changed, in milliseconds. */
  readonly mtime: number;
  readonly ctime: number;
  /**
   * Whether the file was left alone for a while before it was looked at. One that was just written may be written again
   * without another time: file systems count in steps.
   */
  readonly isSettled: boolean;
}

/** Some file systems count in steps of two seconds. */
const SETTLED_AFTER_MS = 2_500;

/**
 * The stamp of a file; `undefined` when it cannot be looked at.
 * @param now The time, in milliseconds since 1970.
 */
export function stampOf(path: string, now: number): FileStamp | undefined {
  try {
    const { size, mtimeMs, ctimeMs } = statSync(path);
    const age = now - Math.max(mtimeMs, ctimeMs);
    return { size, mtime: mtimeMs, ctime: ctimeMs, isSettled: age > SETTLED_AFTER_MS };
  } catch {
    return undefined; // reading it says why
  }
}

/** Whether a file has the bytes of a digest, hex; false when it cannot be read. */
export function hasDigest(path: string, sha256: string): Promise<boolean> {
  return sha256LargeFile(path).then((found) => found === sha256, () => false);
}

/** Whether a file is what it was, as far as its stamps tell. */
export function isSame(one: FileStamp | undefined, other: FileStamp | undefined): boolean {
  return one !== undefined && one.size === other?.size && one.mtime === other.mtime && one.ctime === other.ctime;
}
