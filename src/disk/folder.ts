import { dirname, resolve } from "node:path";
import { DiskError } from "./disk_error.ts";

/**
 * Makes a folder and those above it, so that they are still there after a power cut.
 * @param path The folder; it may exist.
 * @throws {DiskError} when it cannot be made.
 */
export function makeFolder(path: string): void {
  try {
    makeMissing(resolve(path));
  } catch (cause) {
    throw new DiskError("make the folder", path, { cause });
  }
}

/**
 * Brings the names in a folder to the disk: without it a power cut can undo a rename.
 * @param path An existing folder.
 */
export function syncFolder(path: string): void {
  if (Deno.build.os === "windows") return; // a folder cannot be opened there
  using folder = Deno.openSync(path);
  folder.syncSync();
}

function makeMissing(path: string): void {
  if (isFolder(path)) return;
  const parent = dirname(path);
  if (parent !== path) makeMissing(parent);
  Deno.mkdirSync(path, { recursive: true }); // another process may just have made it
  syncFolder(parent);
}

function isFolder(path: string): boolean {
  try {
    return Deno.statSync(path).isDirectory;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}
