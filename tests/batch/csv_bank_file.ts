/** A difficult file and the result of reading it. */
export interface NastyFile {
  readonly name: string;
  /** Its bytes, or its text, which is encoded as UTF-8. */
  readonly file: string | Uint8Array;
  /** `line ticker`, and for an invalid row `line ticker! line:column message`. */
  readonly rows?: readonly string[];
  /** Each note, in order. */
  readonly notes?: readonly RegExp[];
  /** The error, if the file is invalid. */
  readonly refused?: RegExp;
  readonly tickerColumn?: string;
  /** Whether the encoding is guessed, which needs a piece that is not too small. */
  readonly isGuessed?: boolean;
}

/** Text as UTF-16, with or without a byte order mark. */
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
