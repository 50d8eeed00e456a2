import type { View } from "../view/lines.ts";

/** One output of a cell: the same thing as several media types; a viewer takes the richest it knows. */
export type Bundle = Readonly<Record<string, string>>;

/** A view as a cell's output. */
export function viewBundle({ text, html }: View): Bundle {
  return { "text/plain": text, "text/html": html.toString() };
}

/**
 * A picture as a cell's output.
 *
 * @param blob PNG or JPEG. An SVG is shown as its name only: it may hold a script, and exports lose its drawing.
 */
export async function pictureBundle(blob: Blob): Promise<Bundle> {
  const text = `${blob.type || "file"}, ${blob.size} bytes`;
  if (!["image/png", "image/jpeg"].includes(blob.type)) return { "text/plain": text };
  return { "text/plain": text, [blob.type]: (await blob.bytes()).toBase64() };
}
