import { Buffer } from "node:buffer";
import { join } from "node:path";
import type { SavedFile } from "../../run/outcome.ts";
import { readSparkline, type Sparkline } from "../../run/sparkline.ts";
import type { ThesisRow } from "../../run/thesis_row.ts";
import { inTurns, type Turns } from "../../pace/yielding.ts";

/** What a page shows of a row's files: closes to draw, or an image. */
export interface RowPicture {
  readonly series?: Sparkline | undefined;
  /** A `data:` URI. */
  readonly image?: string | undefined;
}

/** A larger table does not hold the prices of one company. */
const MAX_SERIES_BYTES = 2_000_000;
const MAX_IMAGE_BYTES = 200_000;
/** Images are embedded in the page, which must remain small enough to mail. */
const MAX_IMAGES_BYTES = 6_000_000;

/**
 * Reads the picture of each row from its files: the first table of prices, or else the first small PNG.
 * @param turns Decides when to proceed.
 */
export async function readPictures(
  folder: string,
  rows: readonly ThesisRow[],
  turns: Turns,
): Promise<ReadonlyMap<number, RowPicture>> {
  const pictures = new Map<number, RowPicture>();
  let imageBytes = 0;
  for await (const { row, files } of inTurns(rows, turns, { every: 8 })) {
    const series = readSeries(folder, files);
    const image = series === undefined ? smallImage(files, MAX_IMAGES_BYTES - imageBytes) : undefined;
    if (series !== undefined) pictures.set(row, { series });
    else if (image !== undefined) pictures.set(row, { image: dataUri(folder, image) });
    imageBytes += image?.bytes ?? 0;
  }
  return pictures;
}

function readSeries(folder: string, files: readonly SavedFile[]): Sparkline | undefined {
  for (const { path, bytes } of files) {
    if (!path.toLowerCase().endsWith(".csv") || bytes > MAX_SERIES_BYTES) continue;
    const content = readIfThere(join(folder, path));
    const series = content === undefined ? undefined : readSparkline(new TextDecoder().decode(content));
    if (series !== undefined) return series;
  }
  return undefined;
}

/** PNG only: it cannot contain a script. */
function smallImage(files: readonly SavedFile[], bytesLeft: number): SavedFile | undefined {
  return files.find(({ path, bytes }) =>
    path.toLowerCase().endsWith(".png") && bytes <= Math.min(MAX_IMAGE_BYTES, bytesLeft)
  );
}

function dataUri(folder: string, { path }: SavedFile): string | undefined {
  const content = readIfThere(join(folder, path));
  return content === undefined ? undefined : `data:image/png;base64,${Buffer.from(content).toString("base64")}`;
}

/** The files of an answer may have been removed since. */
function readIfThere(path: string): Uint8Array | undefined {
  try {
    return Deno.readFileSync(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}
