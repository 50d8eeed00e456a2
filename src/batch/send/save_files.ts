import { join, relative } from "node:path";
import { makeFolder } from "../../disk/folder.ts";
import type { FileReference } from "../../protocol/file_reference.ts";
import type { ReasoningResult } from "../../protocol/reasoning.ts";
import type { InputRow, RowError, SavedFile } from "../../run/outcome.ts";
import { safeName } from "../../text/safe_name.ts";
import { readFailure } from "./failure.ts";
import type { OpenRequest } from "../ledger/ledger_rows.ts";
import type { Sending } from "./sending.ts";

const DOWNLOADS = "files";

type Answered = OpenRequest & { readonly result: ReasoningResult };

/** The files that an answer names. */
export function filesOf(result: ReasoningResult): readonly FileReference[] {
  return result.metadata?.files ?? [];
}

/**
 * Fetches the files of an answer into its folder, one after the other, so that names given twice
 * are numbered the same way in each run.
 * @returns What was saved, with an error when a file could not be had; nothing when given up.
 */
export async function saveFiles(
  answer: Answered,
  { research, folder, signal }: Pick<Sending, "research" | "folder" | "signal">,
): Promise<{ files: SavedFile[]; error?: RowError } | undefined> {
  const own = join(folder, filesFolder(answer.input));
  emptyFolder(own);
  const files: SavedFile[] = [];
  let error: RowError | undefined;
  for (const [at, file] of filesOf(answer.result).entries()) {
    try {
      const saved = await research.download(withName(file, at), own, { signal });
      files.push({ ...saved, path: relative(folder, saved.path).replaceAll("\\", "/") });
    } catch (thrown) {
      error ??= readFailure(thrown).error;
    }
    if (signal.aborted) return undefined;
  }
  return error === undefined ? { files } : { files, error };
}

/** Ids are random, so a file without a name gets one that is the same in each run. */
function withName(file: FileReference, at: number): FileReference {
  return { ...file, filename: file.filename ?? `file-${at + 1}` };
}

/** `files/<row>_<ticker>`: the row makes it unique, the ticker makes it readable. */
export function filesFolder({ row, ticker }: Pick<InputRow, "row" | "ticker">): string {
  return join(DOWNLOADS, `${row}_${safeName(`${ticker}.bin`, { fallback: "row" }).replace(/\.bin$/, "")}`);
}

/** What an earlier process left half done would push the names of the whole ones aside. */
function emptyFolder(path: string): void {
  try {
    Deno.removeSync(path, { recursive: true });
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
  makeFolder(path);
}
