import { basename, join } from "node:path";
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
