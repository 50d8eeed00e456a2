import type { HeldText } from "./held_texts.ts";
import type { TextKind } from "../src/data/text_document.ts";

/** How many words of each kind a made text has; the others are plain. */
export interface Spoken {
  /** Default: 250. */
  readonly words?: number;
  readonly positive?: number;
  readonly negative?: number;
  readonly uncertain?: number;
}

/** Words in sentences of ten; each kind has one word, so that a reader can count them. */
export function spoken({ words = 250, positive = 0, negative = 0, uncertain = 0 }: Spoken): string {
  const marked = [
    ...Array.from({ length: positive }, () => "strong"),
    ...Array.from({ length: negative }, () => "weak"),
    ...Array.from({ length: uncertain }, () => "unclear"),
  ];
  const all = [...marked, ...Array.from({ length: words - marked.length }, () => "table")];
  return all.map((word, at) => at % 10 === 9 ? `${word}.` : word).join(" ");
}

/** What a made text is; what is absent is as usual. */
interface Made {
  readonly kind: TextKind;
  readonly day: string;
  readonly text: string;
  /** Default: {@linkcode day}. */
  readonly known?: string;
  readonly id?: string;
  readonly source?: string;
  /** Whether the whole text is `Item 1A`. */
  readonly isRisks?: true;
}

/** A text that nobody wrote; below it stands its day, as two texts of the same words are one. */
export function madeText(
  { kind, day, text, known = day, id = `${kind} ${day}`, source = "made.csv", isRisks }: Made,
): HeldText {
  const sections = isRisks ? [{ name: "Item 1A", start: 0, end: text.length }] : [];
  return { ...{ id, kind, day, known, source, sections }, text: `${text}\n${day}`, title: `A ${kind}` };
}
