import { closeSync, fsyncSync, mkdirSync, openSync, statSync } from "node:fs";
import { dirname, relative, resolve } from "node:path";
import process from "node:process";
import { DiskError, hasCode } from "./disk_error.ts";

/**
 * Creates a folder and its parents durably.
 * @param path The folder; it may exist.
 * @throws {DiskError} when it cannot be created.
 */
export function makeFolder(path: string): void {
  try {
    makeMissing(resolve(path));
  } catch (cause) {
    throw new DiskError("create the folder", path, { cause });
  }
}

/**
 * Syncs the names in a folder: without it a power cut can undo a rename.
 * @param path An existing folder.
 */
export function syncFolder(path: string): void {
  if (process.platform === "win32") return; // folders cannot be opened there
  const folder = openSync(path, "r");
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}

/**
 * The path of a file or a folder from another folder, with `/`: what a run records is also read on other systems.
 * @returns Empty for the folder itself.
 */
export function pathFrom(folder: string, path: string): string {
  return relative(folder, path).replaceAll("\\", "/");
}

function makeMissing(path: string): void {
  if (isFolder(path)) return;
  const parent = dirname(path);
  if (parent !== path) makeMissing(parent);
  mkdirSync(path, { recursive: true }); // another process may have created it meanwhile
  syncFolder(parent);
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch (error) {
    if (hasCode(error, "ENOENT")) return false;
    throw error;
  }
}
