import { basename, dirname, join } from "node:path";
import { hasCode, ifThere, onDisk } from "../../disk/disk_error.ts";
import { makeFolder } from "../../disk/folder.ts";
import { writeAside } from "../../disk/write_aside.ts";

/**
 * Writes a text, and the folder it is in.
 * @throws {DiskError} when it cannot.
 */
export async function writeText(path: string, text: string): Promise<void> {
  makeFolder(dirname(path));
  await writeAside(path, text);
}

/**
 * Removes a file or a folder with all that is in it.
 * @returns Whether there was one.
 * @throws {DiskError} when it cannot.
 */
export function remove(path: string): boolean {
  return onDisk("remove", path, () => ifThere(() => Deno.removeSync(path, { recursive: true }) ?? true, false));
}

/**
 * Removes a folder that holds nothing.
 * @returns Whether there was one; a folder that holds something stays.
 */
export function removeEmpty(folder: string): boolean {
  try {
    Deno.removeSync(folder);
    return true;
  } catch {
    return false;
  }
}

/** A file with links followed: its real path and its bytes; undefined if absent. */
export function fileAt(path: string): { readonly path: string; readonly bytes: number } | undefined {
  try {
    const { isFile, size } = Deno.statSync(path);
    return isFile ? { path: Deno.realPathSync(path), bytes: size } : undefined;
  } catch {
    return undefined;
  }
}

/** Whether a folder is there. */
export function isFolder(path: string): boolean {
  try {
    return Deno.statSync(path).isDirectory;
  } catch {
    return false;
  }
}

/** What is in a folder; nothing if absent, or it may not be read. */
export function entriesOf(folder: string): readonly Deno.DirEntry[] {
  try {
    return [...Deno.readDirSync(folder)];
  } catch {
    return [];
  }
}

/**
 * Gives a program a second name, or copies it where that cannot be, as to another disk.
 * @returns Which of the two.
 * @throws {DiskError} when neither can be.
 */
export function linkOrCopy(from: string, to: string): "link" | "copy" {
  const aside = join(dirname(to), `.${basename(to)}.part`); // a program that runs cannot be overwritten
  makeFolder(dirname(to));
  return onDisk("keep Deno in", to, () => {
    remove(aside);
    const how = linked(from, aside) ? "link" : "copy";
    if (how === "copy") Deno.copyFileSync(from, aside);
    Deno.renameSync(aside, to);
    remove(aside); // renaming one name of a file to another of the same file does nothing, as POSIX says
    return how;
  });
}

function linked(from: string, to: string): boolean {
  try {
    Deno.linkSync(from, to);
    return true;
  } catch {
    return false;
  }
}

/**
 * Writes something into a folder, or the nearest one above that exists, and removes it.
 * @throws {DiskError} when nothing can be written there.
 */
export function tryWriting(folder: string): void {
  let place = folder;
  while (isAbsent(place) && dirname(place) !== place) place = dirname(place);
  onDisk("write to", folder, () => Deno.removeSync(Deno.makeTempDirSync({ dir: place, prefix: ".conviction-" })));
}

/** Whether nothing is at a path; what may not be looked at is something. */
function isAbsent(path: string): boolean {
  try {
    Deno.statSync(path);
    return false;
  } catch (error) {
    return hasCode(error, "ENOENT", "ENOTDIR");
  }
}
