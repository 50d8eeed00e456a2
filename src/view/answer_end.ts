import { saidIn } from "../protocol/answer_block.ts";
import type { FileReference } from "../protocol/file_reference.ts";
import { failedClaimWords } from "../run/verified_words.ts";
import { AnswerError } from "../stream/errors.ts";
import type { Snapshot } from "../stream/snapshot.ts";
import { excerpt, oneLine } from "../text/control.ts";
import { counted } from "../text/counted.ts";
import { firstNames } from "../text/cut.ts";
import { receivedWords } from "./answer_lines.ts";
import { modelLine } from "./model_words.ts";
import { verificationNote, warningLines } from "./thesis_view.ts";

const MAX_NAME = 80;
const MAX_MESSAGE = 500;

/**
 * States how an answer was verified, what it spent on a language model, what the service could not do, and the warnings of the stream.
 * @returns Empty without any of them.
 */
export function checkedLines({ verification, response, thesis, warnings }: Snapshot): string[] {
  const note = verification === undefined ? "" : verificationNote(verification);
  const failed = failedClaimWords(verification ?? {});
  const model = thesis?.metadata?.language_model;
  return [
    ...(note === "" ? [] : [`${note[0]?.toUpperCase()}${note.slice(1)}.`]),
    ...(failed === "" ? [] : [`Claims: ${excerpt(failed, MAX_MESSAGE)}.`]),
    ...(model === undefined ? [] : [`${modelLine(model)}.`]),
    ...warningLines(response?.metadata ?? {}),
    ...(warnings.length === 0 ? [] : [`Stream warnings: ${warnings.map(oneLine).join(", ")}.`]),
  ];
}

/** What stands behind an answer and not in its text; how many sentences there are, where it is not to be shown. */
export function foldedLines(
  { thesis }: Pick<Snapshot, "thesis">,
  { isShown }: { readonly isShown: boolean },
): string[] {
  const said = saidIn(thesis?.metadata?.sections, { kind: "folded" });
  if (said.length === 0) return [];
  return isShown
    ? ["Further figures:", ...said.map((text) => `- ${oneLine(text)}`)]
    : [`${counted(said.length, "further sentence")}: ask with --steps to read ${said.length === 1 ? "it" : "them"}.`];
}

/**
 * Lists the files of an answer that were not saved, and how to get them.
 * @param filesUrl URL to which a file's identifier is appended; absent if the files exist only in this process.
 */
export function fileLines(files: readonly FileReference[], filesUrl: string | undefined): string[] {
  if (files.length === 0) return [];
  const names = files.map(({ filename, file_id }) => excerpt(filename ?? file_id, MAX_NAME));
  if (filesUrl === undefined) return [`Files: ${firstNames(names, 8)}.`, "Add --files DIR to save them."];
  const width = Math.max(...names.map((name) => name.length));
  return [
    "Files:",
    ...files.map(({ file_id }, at) => `  ${(names[at] ?? "").padEnd(width)}  ${oneLine(file_id)}`),
    `Get one: curl -H "Authorization: Bearer $CONVICTION_API_KEY" -o NAME ${filesUrl}/FILE_ID`,
    "Or ask again with --files DIR.",
  ];
}

/** Reports a saved file, with its path and size. */
export function savedLine(path: string, bytes: number): string {
  return `Saved ${path} (${sizeWords(bytes)}).`;
}

/**
 * Reports why an answer is incomplete, and the identifiers of the request.
 * @param error The thrown value.
 */
export function failureLines(error: unknown): string[] {
  const message = excerpt(error instanceof Error ? error.message : String(error), MAX_MESSAGE);
  if (!(error instanceof AnswerError)) return [`error: ${message}`, ...idLine(error)];
  return [`Incomplete answer: ${message.replace(/^Cannot complete answer: /, "")}`, ...receivedLines(error)];
}

/**
 * Reports that the answer was stopped, and what was received.
 * @param error The thrown value.
 */
export function stoppedLines(error: unknown): string[] {
  return ["Stopped.", ...(error instanceof AnswerError ? receivedLines(error) : [])];
}

function receivedLines(error: AnswerError): string[] {
  return [`Received so far: ${receivedWords(error.snapshot)}.`, ...idLine(error)];
}

function idLine(error: unknown): string[] {
  const { requestId, responseId, lastSequence } = (error ?? {}) as Readonly<Record<string, unknown>>;
  const names = [["request id", requestId], ["response id", responseId], ["last sequence", lastSequence]]
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name} ${excerpt(String(value), MAX_NAME)}`);
  return names.length === 0 ? [] : [names.join(", ")];
}

/** A file size, like `121 kB`. */
export function sizeWords(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`;
  return bytes < 999_500 ? `${Math.round(bytes / 1000)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}
