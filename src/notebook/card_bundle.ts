import type { FileReference } from "../protocol/file_reference.ts";
import { filesOfResult } from "../protocol/result_files.ts";
import type { ReasoningResult } from "../protocol/reasoning.ts";
import { hasThesis, type Outcome, type SavedFile } from "../run/outcome.ts";
import { folderOfRun } from "../run/run_folder.ts";
import type { Snapshot } from "../stream/snapshot.ts";
import { answerCard, verifiedThesis } from "../view/cell/answer_card.ts";
import type { CardFile } from "../view/cell/card_files.ts";
import { shortFolder } from "../view/cell/run_folder.ts";
import { outcomeView, thesisCard } from "../view/cell/thesis_card.ts";
import type { View } from "../view/lines.ts";
import { type Bundle, viewBundle } from "./bundle.ts";
import { originOf } from "./origin.ts";
import { readPictures } from "./pictures.ts";
import { readSavedFile } from "./saved_file.ts";

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
