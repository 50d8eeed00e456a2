import type { FileReference } from "../protocol/file_reference.ts";
import { filesOfResult } from "../protocol/result_files.ts";
import type { ReasoningResult } from "../protocol/reasoning.ts";
import { hasThesis, type Outcome, type SavedFile } from "../run/outcome.ts";
import { folderOfRun } from "../run/run_folder.ts";
import type { Snapshot } from "../stream/snapshot.ts";
import { answerCard, verifiedThesis } from "../view/cell/answer_card.ts";
import type { CardFile } from "../view/cell/card_files.ts";
import { shortFolder } from "../view/cell/next_steps.ts";
import { outcomeView, thesisCard } from "../view/cell/thesis_card.ts";
import type { View } from "../view/lines.ts";
import { type Bundle, viewBundle } from "./bundle.ts";
import { originOf } from "./origin.ts";
import { join } from "node:path";
import { excerpt } from "../text/control.ts";

/** An answer that is over, with its pictures where its files can be had. */
export async function answerBundle(snapshot: Snapshot): Promise<Bundle> {
  const { fetchFile, question, seconds } = originOf(snapshot);
  const files = snapshot.files.map((file) => ({ file, ...named(file), caption: captionOf(file, snapshot) }));
  const isThere = snapshot.state === "completed";
  const shown = await readPictures(files, fetchFile && isThere ? ({ file }) => fetchFile(file) : undefined);
  return cardBundle(answerCard(snapshot, { question, seconds, files: shown }), shown);
}

/** A thesis, with its pictures where its files can be had. */
export async function thesisBundle(thesis: ReasoningResult): Promise<Bundle> {
  const { fetchFile, question, answer } = originOf(thesis);
  const all = thesis.metadata?.files === undefined ? answer?.files : undefined; // a stream names them beside the thesis
  const files = (all ?? filesOfResult(thesis)).map((file) => ({ file, ...named(file) }));
  const shown = await readPictures(files, fetchFile && (({ file }) => fetchFile(file)));
  return cardBundle(thesisCard(answer && verifiedThesis(answer) || thesis, { question, files: shown }), shown);
}

/** A row of a run, with its pictures where the run's folder is known. */
export async function outcomeBundle(outcome: Outcome): Promise<Bundle> {
  const folder = folderOfRun(outcome);
  const saved = hasThesis(outcome) ? outcome.files : [];
  const files = saved.map((file) => ({ file, name: file.path, mediaType: file.mediaType, bytes: file.bytes }));
  const read = folder === undefined ? undefined : ({ file }: { file: SavedFile }) => readSavedFile(folder, file);
  const shown = await readPictures(files, read);
  return cardBundle(outcomeView(outcome, { files: shown, getFile: folderWords(folder) }), shown);
}

function folderWords(folder: string | undefined): string {
  return folder === undefined ? "in the folder of the run" : `in ${shortFolder(folder)}`;
}

/** A card and, for viewers that draw no markup, its first picture. */
function cardBundle(view: View, files: readonly CardFile[]): Bundle {
  const { picture = "" } = files.find((file) => file.picture !== undefined) ?? {};
  const [, mediaType, base64] = /^data:(image\/\w+);base64,(.+)$/.exec(picture) ?? [];
  return { ...viewBundle(view), ...(mediaType === undefined ? {} : { [mediaType]: base64 }) };
}

function named({ filename, file_id, media_type, bytes }: FileReference) {
  return { name: filename ?? file_id, mediaType: media_type, bytes };
}

/** What the code that made a file printed says what it shows. */
function captionOf(file: FileReference, { executions }: Snapshot): string | undefined {
  return executions.find(({ files }) => files.some(({ file_id }) => file_id === file.file_id))?.stdout;
}

/** Reads a file of a run. */
async function readSavedFile(folder: string, { path, mediaType }: SavedFile): Promise<Blob> {
  if (!path.startsWith("files/") || path.split("/").includes("..")) throw new Error("it is not a file of the run");
  try {
    return new Blob([await Deno.readFile(join(folder, path))], { type: mediaType });
  } catch (error) {
    const reason = error instanceof Deno.errors.NotFound ? "it is no longer there" : "it cannot be read";
    throw new Error(reason, { cause: error });
  }
}

/** Most pictures of one output, and their bytes: a notebook keeps them. */
const MAX_PICTURES = 6;
const MAX_BYTES = 3_000_000;
const MAX_MESSAGE = 160;
const NAMES = /\.(?:png|jpe?g)$/i;
/** How PNG and JPEG files start. An SVG is never one: it may hold a script. */
const STARTS: readonly (readonly [mediaType: string, start: readonly number[]])[] = [
  ["image/png", [0x89, 0x50, 0x4e, 0x47]],
  ["image/jpeg", [0xff, 0xd8, 0xff]],
];

/**
 * Reads the PNG and JPEG pictures among some files, so that they can be drawn. A picture that cannot be had says
 * why; the others are shown.
 */
async function readPictures<File extends CardFile>(
  files: readonly File[],
  read: ((file: File) => Promise<Blob>) | undefined,
): Promise<CardFile[]> {
  const shown: CardFile[] = [];
  let left = { pictures: MAX_PICTURES, bytes: MAX_BYTES };
  for (const file of files) {
    if (read === undefined || !isPicture(file)) {
      shown.push(file);
      continue;
    }
    const picture = left.pictures === 0 || (file.bytes ?? 0) > left.bytes
      ? { problem: "an output holds 6 pictures of 3 MB in all" }
      : await readPicture(() => read(file), left.bytes);
    const size = picture.picture?.length ?? 0;
    left = { pictures: left.pictures - (size > 0 ? 1 : 0), bytes: left.bytes - size * 3 / 4 };
    shown.push({ ...file, ...picture });
  }
  return shown;
}

function isPicture({ name, mediaType }: CardFile): boolean {
  return mediaType === undefined ? NAMES.test(name) : STARTS.some(([type]) => mediaType.startsWith(type));
}

/** A picture as a `data:` URI, or why it is missing. */
async function readPicture(
  read: () => Promise<Blob>,
  maxBytes: number,
): Promise<Pick<CardFile, "picture" | "problem" | "bytes">> {
  try {
    const bytes = await (await read()).bytes();
    const [mediaType] = STARTS.find(([, start]) => start.every((byte, at) => bytes[at] === byte)) ?? [];
    if (mediaType === undefined) return { problem: "its bytes are neither a PNG nor a JPEG" };
    if (bytes.length > maxBytes) return { problem: "an output holds 6 pictures of 3 MB in all" };
    return { picture: `data:${mediaType};base64,${bytes.toBase64()}`, bytes: bytes.length };
  } catch (error) {
    return { problem: excerpt(error instanceof Error ? error.message : String(error), MAX_MESSAGE) };
  }
}
