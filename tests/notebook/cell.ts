import { cell } from "./cells.ts";

/** A cell that keeps its outputs, and gives the last one as text and as markup. */
export function openCell({ isLive = true } = {}) {
  const made = cell(isLive);
  const last = (type: string) => String(made.puts.at(-1)?.bundle[type]);
  return { ...made, text: () => last("text/plain"), html: () => last("text/html") };
}

/** What a viewer that removes frames, styles and scripts leaves of an output. */
export function sanitised(html: string): string {
  return html.replace(/<(iframe|style|script)\b[\s\S]*?<\/\1>/g, "");
}
