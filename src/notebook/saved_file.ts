import { join } from "node:path";
import type { SavedFile } from "../run/outcome.ts";

/**
 * Reads a file of a run.
 * @param folder The folder of the run.
 * @throws {Error} when it cannot be read; its message names the file without the folder.
 */
export async function readSavedFile(folder: string, { path, mediaType }: SavedFile): Promise<Blob> {
  if (!path.startsWith("files/") || path.split("/").includes("..")) throw new Error("it is not a file of the run");
  try {
    return new Blob([await Deno.readFile(join(folder, path))], { type: mediaType });
  } catch (error) {
    const reason = error instanceof Deno.errors.NotFound ? "it is no longer there" : "it cannot be read";
    throw new Error(reason, { cause: error });
  }
}
