import { ifThere } from "../../disk/disk_error.ts";
import { join } from "node:path";
import { makeFolder, pathFrom } from "../../disk/folder.ts";
import type { FileReference } from "../../protocol/file_reference.ts";
import { filesOfResult } from "../../protocol/result_files.ts";
import type { ReasoningResult } from "../../protocol/reasoning.ts";
import { INCOMPLETE_ANSWER, type InputRow, type RowError, type SavedFile } from "../../run/outcome.ts";
import { safeName } from "../../text/safe_name.ts";
import { readFailure } from "./failure.ts";
import type { OpenRequest } from "../ledger/ledger_rows.ts";
import type { Sending } from "./sending.ts";

const DOWNLOADS = "files";
/** Most bytes of all files of a row. */
const MAX_ROW_BYTES = 256 * 1024 * 1024;
/** Time in which a download that reached a limit may end by itself. */
const GRACE_MS = 5_000;

type Answered = OpenRequest & { readonly result: ReasoningResult };

/** What the service could not do for an answer. Its other warnings are words of caution, and the answer is whole. */
function incompleteError({ metadata }: ReasoningResult): RowError | undefined {
  if (metadata?.incomplete !== true) return undefined;
  const message = metadata.warnings?.join("; ") || "the service says that a part of the answer is missing";
  return { code: INCOMPLETE_ANSWER, message };
}

/** Whether an answer is settled as it came: it names no files that are wanted, lacks nothing, and nobody checks it. */
export function isWhole(
  result: ReasoningResult,
  { wantsFiles, verify }: Pick<Sending, "wantsFiles" | "verify">,
): boolean {
  if (verify !== undefined) return false;
  return !(wantsFiles && filesOfResult(result).length > 0) && incompleteError(result) === undefined;
}

/**
 * Downloads the files of an answer into its folder, one after the other, so that equal names get the same numbers in
 * every run.
 * @returns The saved files, with an error if something is missing; undefined when given up.
 */
export async function saveFiles(
  answer: Answered,
  sending: Pick<Sending, "folder" | "durability" | "signal" | "wantsFiles"> & Downloading,
): Promise<{ files: SavedFile[]; error?: RowError } | undefined> {
  const { folder, signal, wantsFiles } = sending;
  if (signal.aborted) return undefined;
  const own = join(folder, filesFolder(answer.input));
  const named = wantsFiles ? filesOfResult(answer.result) : [];
  removeFolder(own);
  if (named.length > 0) makeFolder(own, sending.durability);
  const files: SavedFile[] = [];
  const left = new RowLimits(sending);
  let error: RowError | undefined;
  for (const [at, file] of named.entries()) {
    if (file.file_id === "") {
      error ??= { code: "file_reference", message: `Cannot get file ${at + 1}: its reference has no usable file_id` };
      continue;
    }
    try {
      const saved = await left.download(withName(file, at), own);
      files.push({ ...saved, path: pathFrom(folder, saved.path) });
    } catch (thrown) {
      error ??= readFailure(thrown).error;
    }
    if (signal.aborted) return undefined;
  }
  error ??= incompleteError(answer.result);
  return error === undefined ? { files } : { files, error };
}

type Downloading = Pick<Sending, "research" | "signal" | "clock" | "attemptMs">;

/** The limits of time and size that the files of a row share. */
class RowLimits {
  readonly #sending: Downloading;
  readonly #endMs: number;
  #bytes = MAX_ROW_BYTES;

  constructor(sending: Downloading) {
    this.#sending = sending;
    this.#endMs = sending.clock.monotonicMs() + sending.attemptMs;
  }

  /** Downloads a file within what is left; the port has the same limits and better messages for them. */
  async download(file: FileReference, folder: string): Promise<SavedFile> {
    const { research, signal, clock, attemptMs } = this.#sending;
    const totalMs = Math.max(1, Math.ceil(this.#endMs - clock.monotonicMs()));
    const late = Promise.withResolvers<never>();
    const stopTimer = clock.schedule(totalMs + GRACE_MS, () => {
      const state = `the files of the row did not arrive within ${attemptMs / 1000} s`;
      const error = new Error(`Cannot get file ${file.file_id}: ${state}`);
      late.reject(Object.assign(error, { name: "TimeoutError" }));
    });
    const limits = { totalMs, maxBytes: Math.max(1, this.#bytes) };
    try {
      const saved = await Promise.race([research.download(file, folder, { signal, limits }), late.promise]);
      this.#bytes -= saved.bytes;
      return saved;
    } finally {
      stopTimer();
    }
  }
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
  ifThere(() => Deno.removeSync(path, { recursive: true }), undefined);
}
