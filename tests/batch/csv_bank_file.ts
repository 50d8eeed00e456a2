/** One nasty file: what is in it, and what must come of it. */
export interface NastyFile {
  readonly name: string;
  /** Its text, written as UTF-8, or its bytes. */
  readonly file: string | Uint8Array;
  /** `line ticker`, and of a bad row `line ticker! line:column message`. */
  readonly rows?: readonly string[];
  /** Each note, in order. */
  readonly notes?: readonly RegExp[];
  /** Why the whole file is refused. */
  readonly refused?: RegExp;
  readonly tickerColumn?: string;
  /** The encoding is guessed from the piece at hand, so it must not be too small. */
  readonly isGuessed?: boolean;
}

/** Text as UTF-16, with or without its mark. */
export function utf16(
  text: string,
  options: { readonly isBig?: boolean; readonly hasMark?: boolean } = {},
): Uint8Array {
  const { isBig = false, hasMark = true } = options;
  const marked = hasMark ? `\uFEFF${text}` : text;
  const view = new DataView(new ArrayBuffer(marked.length * 2));
  for (let at = 0; at < marked.length; at++) view.setUint16(at * 2, marked.charCodeAt(at), !isBig);
  return new Uint8Array(view.buffer);
}

/** Text in which every character is one byte, as Windows-1252 writes western letters. */
export function oneByte(text: string): Uint8Array {
  return Uint8Array.from(text, (char) => char.charCodeAt(0));
}
