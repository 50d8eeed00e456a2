import { basename, join } from "node:path";
import { writeAside } from "../disk/write_aside.ts";
import { InputError } from "../protocol/errors.ts";

/**
 * The notebooks that a path names: a file itself, or those in a folder, not below it.
 * @returns Paths, by name; with each whether a person named the file itself.
 * @throws {InputError} when there is nothing at the path, or no notebook in the folder.
 */
export async function notebooksAt(path: string): Promise<{ readonly path: string; readonly isNamed: boolean }[]> {
  const { isDirectory } = await Deno.stat(path).catch((cause) => {
    throw new InputError(`Cannot run ${path}: there is no such file or folder`, { cause });
  });
  if (!isDirectory) return [{ path, isNamed: true }];
  const names = await Array.fromAsync(Deno.readDir(path), ({ name }) => name);
  const notebooks = names.filter((name) => name.endsWith(".ipynb") && !name.startsWith(".")).toSorted();
  if (notebooks.length === 0) throw new InputError(`Cannot run ${basename(path)}: the folder holds no .ipynb file`);
  return notebooks.map((name) => ({ path: join(path, name), isNamed: false }));
}

/** Whether two paths lead to one folder; false where either does not exist. */
export function isSameFolder(one: string, other: string): boolean {
  try {
    return Deno.realPathSync(one) === Deno.realPathSync(other);
  } catch {
    return false; // it is to be made
  }
}

/**
 * Writes a notebook in place of the one that was read: through a link, with its permissions.
 * @throws {InputError} when it is read-only.
 * @throws {DiskError} when it cannot be written; the file is then as it was.
 */
export async function replaceNotebook(path: string, text: string, { name }: { readonly name: string }): Promise<void> {
  const { mode } = await Deno.stat(path);
  if (mode !== null && (mode & 0o222) === 0) {
    throw new InputError(`Cannot write ${name}: it is read-only; name a folder with out`, { options: ["out"] });
  }
  await writeAside(await Deno.realPath(path), text, { mode: mode === null ? undefined : mode & 0o777 });
}
