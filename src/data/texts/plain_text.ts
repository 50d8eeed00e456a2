import { stripControl } from "../../text/control.ts";

// Soft hyphens, joiners and marks that nobody sees.
const UNSEEN = /[\u00ad\u200b-\u200d\u2060\ufeff]/g;

/** A stretch of text without what nobody sees, each run of white space as one space; it may begin and end with one. */
export function oneSpaced(text: string): string {
  return stripControl(text.replace(UNSEEN, "").replace(/\s+/g, " ")).toWellFormed();
}

/** Lines of programs of another time end at the 80th character or before it. */
const WRAPPED_CHARS = 100;
/** A shorter line ends a paragraph. */
const FULL_CHARS = 50;

/**
 * Normalises a text that is no markup: one space, line ends kept, no more than one empty line in a row. Where all lines
 * are short because they were wrapped, those of a paragraph are joined: a sentence does not end with a line there.
 */
export function plainText(text: string): string {
  const lines = text.replace(/\r\n?|[\u2028\u2029\u0085\f]/g, "\n").split("\n");
  const full = lines.filter((line) => line.length >= FULL_CHARS).length;
  const isWrapped = full > 5 && full * 3 > lines.length && lines.every((line) => line.length <= WRAPPED_CHARS);
  const found: string[] = [];
  let before = "";
  for (const line of lines) {
    const plain = oneSpaced(line).trim();
    const last = found.at(-1);
    const isJoined = isWrapped && last !== undefined && last !== "" && isProse(before) && isProse(line) && plain !== "";
    if (isJoined && before.trimEnd().length >= FULL_CHARS) found[found.length - 1] = `${last} ${plain}`;
    else if (plain !== "" || last !== undefined && last !== "") found.push(plain);
    before = line;
  }
  return found.join("\n").trim();
}

/** A table has runs of spaces between its cells. */
function isProse(line: string): boolean {
  return !/\S {3,}\S/.test(line) && !/^\s{12,}/.test(line);
}
