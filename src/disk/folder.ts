import { closeSync, lstatSync, mkdirSync, openSync, statSync } from "node:fs";
import { dirname, relative, resolve } from "node:path";
import process from "node:process";
import { DiskError, onDisk } from "./disk_error.ts";
import { type Durability, sync } from "./durability.ts";

/**
 * Creates a folder and its parents.
 * @param path The folder; it may exist.
 * @param durability Whether it waits for the disk. Default: durable.
 * @throws {DiskError} when it cannot be created.
 */
export function makeFolder(path: string, durability?: Durability): void {
  onDisk("create the folder", path, () => makeMissing(resolve(path), durability));
}

/**
 * Syncs the names in a folder: without it a power cut can undo a rename.
 * @param path An existing folder.
 * @param durability Whether it waits for the disk. Default: durable.
 */
export function syncFolder(path: string, durability?: Durability): void {
  if (process.platform === "win32") return; // folders cannot be opened there
  const folder = openSync(path, "r");
  try {
    sync(folder, durability);
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

/**
 * Refuses a path that does not name a file itself: a write through a link would change another file.
 * @param action Completes "Cannot ...", without the path.
 * @param path A file, or nothing yet.
 * @throws {DiskError} when it is a link or a folder.
 */
export function refuseLink(action: string, path: string): void {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined || found.isFile()) return;
  const what = found.isSymbolicLink() ? "a link" : "no ordinary file";
  throw new DiskError(action, path, { cause: `it is ${what}; move it away and try again` });
}

function makeMissing(path: string, durability: Durability | undefined): void {
  if (isFolder(path)) return;
  const parent = dirname(path);
  if (parent !== path) makeMissing(parent, durability);
  mkdirSync(path, { recursive: true }); // another process may have created it meanwhile
  syncFolder(parent, durability);
}

/** Whether a folder is at a path. */
export function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
