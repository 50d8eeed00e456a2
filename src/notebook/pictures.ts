import { excerpt } from "../text/control.ts";
import type { CardFile } from "../view/cell/card_files.ts";

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
 * Reads the PNG and JPEG pictures among some files, so that they can be drawn. A picture that cannot be had says why;
 * the others are shown.
 *
 * @param files In their order.
 * @param read Reads one; absent where files cannot be read, and then none is drawn.
 */
export async function readPictures<File extends CardFile>(
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

/** A picture as a `data:` URI, or why there is none. */
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
