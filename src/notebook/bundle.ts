import type { Bundle } from "../text/cell_value.ts";
import type { View } from "../view/lines.ts";

export type { Bundle } from "../text/cell_value.ts";

/** A view as a cell's output. */
export function viewBundle({ text, html }: View): Bundle {
  return { "text/plain": text, "text/html": html.toString() };
}

/**
 * A picture as a cell's output.
 *
 * @param blob PNG or JPEG. Of an SVG only type and size are shown: it may hold a script, and exports lose the drawing.
 */
export async function pictureBundle(blob: Blob): Promise<Bundle> {
  const text = `${blob.type || "file"}, ${blob.size} bytes`;
  if (!["image/png", "image/jpeg"].includes(blob.type)) return { "text/plain": text };
  return { "text/plain": text, [blob.type]: (await blob.bytes()).toBase64() };
}
