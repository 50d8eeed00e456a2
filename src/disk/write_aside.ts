import { join } from "node:path";
import { AsideFile, type AsideOptions, type Written } from "./aside_file.ts";
import { ifThere, onDisk } from "./disk_error.ts";

export type { Written } from "./aside_file.ts";

/** A chunk of a file. */
export type Chunk = string | Uint8Array;

/**
 * Writes a file atomically and durably: after a crash or power cut its path holds the old content or the new, never
 * a part. It writes aside, syncs, renames, and syncs the folder.
 * @param path The file, in an existing folder.
 * @param data Text (UTF-8), bytes, or chunks of either.
 * @param options Its permission bits, and whether it waits for the disk.
 * @throws {DiskError} when it cannot be written; the path then still holds the old content or the new.
 * Errors of `data` are rethrown unchanged.
 */
export async function writeAside(
  path: string,
  data: Chunk | Iterable<Chunk> | AsyncIterable<Chunk>,
  options: AsideOptions = {},
): Promise<Written> {
  using file = new AsideFile(path, options);
  if (typeof data === "string" || data instanceof Uint8Array) file.write(data);
  else if (Symbol.iterator in data) { for (const chunk of data) file.write(chunk); }
  else for await (const chunk of data) file.write(chunk);
  const written = file.finish();
  file.replace();
  return written;
}

/**
 * Removes the unfinished files of killed processes from a folder. The caller must hold the folder's lock.
 * @param folder An existing folder; its subfolders are ignored.
 * @returns How many files were removed.
 * @throws {DiskError} when one cannot be removed.
 */
export function removeParts(folder: string): number {
  return onDisk("clear unfinished files from", folder, () => {
    const parts = Array.from(Deno.readDirSync(folder))
      .filter(({ name, isFile }) => isFile && /\.\d+-\d+\.part$/.test(name));
    for (const { name } of parts) Deno.removeSync(join(folder, name));
    return parts.length;
  });
}

/**
 * Removes files from a folder.
 * @param folder An existing folder.
 * @throws {DiskError} when one cannot be removed.
 */
export function removeFiles(folder: string, names: readonly string[]): void {
  for (const name of names) {
    const path = join(folder, name);
    onDisk("remove", path, () => ifThere(() => Deno.removeSync(path), undefined));
  }
}
