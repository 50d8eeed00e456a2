import { join, relative } from "node:path";
import { makeFolder } from "../../disk/folder.ts";
import type { FileReference } from "../../protocol/file_reference.ts";
import type { ReasoningResult } from "../../protocol/reasoning.ts";
import { INCOMPLETE_ANSWER, type InputRow, type RowError, type SavedFile } from "../../run/outcome.ts";
import { safeName } from "../../text/safe_name.ts";
import { readFailure } from "./failure.ts";
import type { OpenRequest } from "../ledger/ledger_rows.ts";
import type { Sending } from "./sending.ts";

const DOWNLOADS = "files";

type Answered = OpenRequest & { readonly result: ReasoningResult };

/** The files that an answer names. */
function filesOf(result: ReasoningResult): readonly FileReference[] {
  return result.metadata?.files ?? [];
}

/** What the service could not do for an answer. */
function incompleteError(result: ReasoningResult): RowError | undefined {
  const warnings = result.metadata?.warnings ?? [];
  return warnings.length === 0 ? undefined : { code: INCOMPLETE_ANSWER, message: warnings.join("; ") };
}

/** Whether an answer is complete as it came: it names no files that are wanted, and lacks nothing. */
export function isWhole(result: ReasoningResult, { wantsFiles }: Pick<Sending, "wantsFiles">): boolean {
  return !(wantsFiles && filesOf(result).length > 0) && incompleteError(result) === undefined;
}

/**
 * Downloads the files of an answer into its folder, one after the other, so that equal names get the same numbers in
 * every run.
 * @returns The saved files, with an error if something is missing; undefined when given up.
 */
export async function saveFiles(
  answer: Answered,
  { research, folder, signal, wantsFiles }: Pick<Sending, "research" | "folder" | "signal" | "wantsFiles">,
): Promise<{ files: SavedFile[]; error?: RowError } | undefined> {
  if (signal.aborted) return undefined;
  const own = join(folder, filesFolder(answer.input));
  const named = wantsFiles ? filesOf(answer.result) : [];
  removeFolder(own);
  if (named.length > 0) makeFolder(own);
  const files: SavedFile[] = [];
  let error: RowError | undefined;
  for (const [at, file] of named.entries()) {
    if (file.file_id === "") {
      error ??= { code: "file_reference", message: `Cannot get file ${at + 1}: its reference has no usable file_id` };
      continue;
    }
    try {
      const saved = await research.download(withName(file, at), own, { signal });
      files.push({ ...saved, path: relative(folder, saved.path).replaceAll("\\", "/") });
    } catch (thrown) {
      error ??= readFailure(thrown).error;
    }
    if (signal.aborted) return undefined;
  }
  error ??= incompleteError(answer.result);
  return error === undefined ? { files } : { files, error };
}

/** Ids are random, so a file without a name gets one that is the same in every run. */
function withName(file: FileReference, at: number): FileReference {
  return { ...file, filename: file.filename ?? `file-${at + 1}` };
}

/** `files/<row>_<ticker>`: unique by its row, readable by its ticker. */
export function filesFolder({ row, ticker }: Pick<InputRow, "row" | "ticker">): string {
  return join(DOWNLOADS, `${row}_${safeName(`${ticker}.bin`, { fallback: "row" }).replace(/\.bin$/, "")}`);
}

/** Files left by a killed process would take the names of the new ones. */
function removeFolder(path: string): void {
  try {
    Deno.removeSync(path, { recursive: true });
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
}
