/**
 * A text in lower case without accents, as long as it was, so that places in it are places in the text. Tables of words
 * are written in this form.
 */
export function fold(text: string): string {
  return text.replace(/[\u0080-\uffff]/g, plain).toLowerCase();
}

function plain(char: string): string {
  if (char === "’") return "'";
  if (char === "–" || char === "—" || char === "−") return "-";
  const base = char.normalize("NFD").charAt(0);
  return base.toLowerCase().length === 1 ? base : " ";
}

/** A pattern of any of some words, the longest first, so that no word hides a longer one. */
export function anyOf(words: Iterable<string>): string {
  return [...words].toSorted((one, other) => other.length - one.length).join("|");
}

/** A pattern as it is written, with others in it; it may go on in a new line. */
export function matching(written: TemplateStringsArray, ...others: readonly string[]): RegExp {
  return new RegExp(String.raw(written, ...others).replaceAll(/\n */g, ""));
}

/** The same, which finds each of its places. */
export function pattern(written: TemplateStringsArray, ...others: readonly string[]): RegExp {
  return new RegExp(matching(written, ...others), "g");
}
