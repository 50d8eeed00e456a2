/** A cell that keeps its outputs. */
import type { Bundle, Display } from "conviction/notebook";

export interface Cell {
  readonly display: Display;
  /** Every drawing, with the name of the output that it replaces. */
  readonly puts: readonly { readonly bundle: Bundle; readonly name: string | undefined }[];
  /** The last drawing, as text. */
  text(): string;
  /** The last drawing, as markup. */
  html(): string;
}

/** A cell whose clock advances 40 ms at each reading. */
export function openCell({ isLive = true } = {}): Cell {
  const puts: { readonly bundle: Bundle; readonly name: string | undefined }[] = [];
  let nowMs = 0;
  const display: Display = {
    isLive,
    nowMs: () => nowMs += 40,
    put(bundle, name) {
      puts.push({ bundle, name });
      return Promise.resolve();
    },
    flush: () => Promise.resolve(),
  };
  const last = (type: string) => String(puts.at(-1)?.bundle[type]);
  return { display, puts, text: () => last("text/plain"), html: () => last("text/html") };
}

/** What a viewer that removes frames, styles and scripts leaves of an output. */
export function sanitised(html: string): string {
  return html.replace(/<(iframe|style|script)\b[\s\S]*?<\/\1>/g, "");
}
