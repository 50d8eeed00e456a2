import { basename, join, resolve } from "node:path";
import type { Research } from "../client/research.ts";
import type { FileReference } from "../protocol/file_reference.ts";
import { createRedactor } from "../text/redact.ts";
import { failureLines, savedLine } from "../view/answer_end.ts";
import type { LiveTerminal } from "./live_terminal.ts";

/** How files are saved. */
export interface SaveOptions {
  readonly research: Pick<Research, "download">;
  readonly terminal: LiveTerminal;
  /** Folder that a relative target starts in. */
  readonly folder: string;
  /** Says where a file was saved. */
  say(line: string): void;
  /** Stops the downloads. */
  readonly signal: AbortSignal;
}

/**
 * Saves the files of an answer and says where; a failed download does not stop the others.
 * @param target Folder to save them in, as it was typed.
 * @returns Exit status: 0 all were saved, 1 some were not.
 */
export async function saveAnswerFiles(
  files: readonly FileReference[],
  target: string,
  { research, terminal, folder, say, signal }: SaveOptions,
): Promise<number> {
  let status = 0;
  for (const file of files) {
    try {
      const { path, bytes } = await research.download(file, resolve(folder, target), { signal });
      say(savedLine(join(target, basename(path)), bytes));
    } catch (error) {
      if (signal.aborted) throw error;
      terminal.note(...failureLines(error).map(createRedactor([])));
      status = 1;
    }
  }
  return status;
}
