import { sentencesOf, type Stretch } from "./sentences.ts";

/** Length towards which sentences are joined, in UTF-16 units. */
const USUAL_CHARS = 600;

/** The passages of a text: whole sentences that follow each other, of about 600 characters; a longer sentence is one alone. */
export function passagesOf(text: string): readonly Stretch[] {
  const found: Stretch[] = [];
  let open: Stretch | undefined;
  for (const { start, end } of sentencesOf(text)) {
    if (open !== undefined && end - open.start > USUAL_CHARS) {
      found.push(open);
      open = undefined;
    }
    open = { start: open?.start ?? start, end };
  }
  return open === undefined ? found : [...found, open];
}
