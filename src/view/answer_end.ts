import type { FileReference } from "../protocol/file_reference.ts";
import { AnswerError } from "../stream/errors.ts";
import type { Snapshot } from "../stream/snapshot.ts";
import { excerpt, oneLine } from "../text/control.ts";
import { receivedWords } from "./answer_lines.ts";
import { verificationNote } from "./thesis_view.ts";

const MAX_NAME = 80;
const MAX_MESSAGE = 500;

/**
 * How an answer was checked, and what was odd about its stream.
 * @returns Nothing where there is nothing to say.
 */
export function checkedLines({ verification, warnings }: Snapshot): string[] {
  const note = verification === undefined ? "" : verificationNote(verification);
  return [
    ...(note === "" ? [] : [`${note[0]?.toUpperCase()}${note.slice(1)}.`]),
    ...(warnings.length === 0 ? [] : [`Odd about the stream: ${warnings.map(oneLine).join(", ")}.`]),
  ];
}

/**
 * Names the files of an answer that were not saved, and says how to get them.
 * @param filesUrl Address that a file's identifier is appended to; absent where the files end with the program.
 */
export function fileLines(files: readonly FileReference[], filesUrl: string | undefined): string[] {
  if (files.length === 0) return [];
  const names = files.map(({ filename, file_id }) => excerpt(filename ?? file_id, MAX_NAME));
  if (filesUrl === undefined) return [`Files: ${names.join(", ")}.`, "Ask with --files DIR to save them."];
  const width = Math.max(...names.map((name) => name.length));
  return [
    "Files:",
    ...files.map(({ file_id }, at) => `  ${(names[at] ?? "").padEnd(width)}  ${oneLine(file_id)}`),
    `Get one: curl -H "Authorization: Bearer $CONVICTION_API_KEY" -o NAME ${filesUrl}/FILE_ID`,
    "Or ask again with --files DIR.",
  ];
}

/** Says that a file was saved, where and how large it is. */
export function savedLine(path: string, bytes: number): string {
  return `Saved ${path} (${size(bytes)}).`;
}

/**
 * Says why there is no whole answer, and by which names the service knows the request.
 * @param error What was thrown.
 */
export function failureLines(error: unknown): string[] {
  const message = excerpt(error instanceof Error ? error.message : String(error), MAX_MESSAGE);
  if (!(error instanceof AnswerError)) return [`error: ${message}`, ...idLine(error)];
  return [`INCOMPLETE: ${message.replace(/^Cannot complete answer: /, "")}`, ...receivedLines(error)];
}

/**
 * Says that the answer was stopped, and what was received.
 * @param error What was thrown when it was.
 */
export function stoppedLines(error: unknown): string[] {
  return ["Stopped.", ...(error instanceof AnswerError ? receivedLines(error) : [])];
}

function receivedLines(error: AnswerError): string[] {
  return [`Received: ${receivedWords(error.snapshot)}.`, ...idLine(error)];
}

function idLine(error: unknown): string[] {
  const { requestId, responseId, lastSequence } = (error ?? {}) as Readonly<Record<string, unknown>>;
  const names = [["request id", requestId], ["response id", responseId], ["last sequence", lastSequence]]
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name} ${excerpt(String(value), MAX_NAME)}`);
  return names.length === 0 ? [] : [names.join(", ")];
}

/** A size as people say it, like `121 kB`. */
function size(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`;
  return bytes < 999_500 ? `${Math.round(bytes / 1000)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}
