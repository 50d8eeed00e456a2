import type { StoredTexts, TextDocument } from "../src/data/text_document.ts";
import { type LoadedTexts, loadTexts, storedTexts } from "../src/data/texts/company_texts.ts";
import { MemoryTables } from "../src/data/texts/memory_tables.ts";
import { aboutText } from "../src/data/texts/text_file.ts";

/** A text that is held in memory. */
export interface HeldText extends Omit<TextDocument, "sha256" | "chars"> {
  /** Normalised. */
  readonly text: string;
}

/** Texts about one company that are held in memory, with a full-text index that is made when they are first asked for. */
export function heldTexts(ticker: string, given: readonly HeldText[]): StoredTexts {
  const known = given.map((one) => one.known).toSorted();
  const documents = new Map<string, TextDocument>();
  const stored = given.map(({ text, ...about }, at) => {
    const { passages, ...own } = aboutText(text);
    const { kind, title, day, known, sections } = about;
    documents.set(`${at}`, { ...about, ...own });
    return { name: `${at}`, kind, title, day, known, sections, ...own, passages, text: at };
  });
  const place = new MemoryTables().keep({
    texts: given.map(({ text }) => text),
    groups: [{ said: "{}", documents: stored }],
  });
  let loaded: LoadedTexts | undefined;
  return storedTexts({
    ticker,
    first: known[0] ?? "",
    last: known.at(-1) ?? "",
    load: () => loaded ??= loadTexts([{ ...place(0), file: "" }], ({ name }) => documents.get(name)),
  });
}
