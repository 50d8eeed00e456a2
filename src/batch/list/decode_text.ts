import { InputError } from "../../protocol/errors.ts";

/** Supported encodings of a list. */
export type Encoding = "UTF-8" | "UTF-16LE" | "UTF-16BE";

/** Decoded text in pieces. */
export interface TextPieces extends AsyncIterable<string> {
  /** Known once the first piece was read. Default: UTF-8. */
  readonly encoding?: Encoding;
}

/** Enough for any byte order mark and any signature below. */
const MARK_BYTES = 4;
const LF = 0x0a;
/** Signatures of files that people pass for a list. */
const OTHER_FILES: readonly { readonly start: readonly number[]; readonly what: string }[] = [
  { start: [0x50, 0x4b, 3, 4], what: 'an Excel workbook. Save it as "CSV UTF-8" first' },
  { start: [0xd0, 0xcf, 0x11, 0xe0], what: 'an old Excel workbook. Save it as "CSV UTF-8" first' },
  { start: [0x1f, 0x8b], what: "packed with gzip. Unpack it first" },
  { start: [0x25, 0x50, 0x44, 0x46], what: "a PDF" },
  { start: [0x50, 0x41, 0x52, 0x31], what: "a Parquet file. Write it as CSV first" },
];

/**
 * Decodes a file as it is read. The byte order mark selects UTF-8, UTF-16LE or UTF-16BE; a file
 * without one must be UTF-8. An error names any other encoding and how to convert it.
 */
export class DecodedText implements TextPieces {
  readonly #chunks: AsyncIterable<Uint8Array>;
  readonly #name: string;
  #encoding: Encoding = "UTF-8";
  #decoder: TextDecoder | undefined;
  #line = 1;

  /**
   * Decodes one file.
   * @param chunks Its bytes, read once.
   */
  constructor(chunks: AsyncIterable<Uint8Array>, name: string) {
    this.#chunks = chunks;
    this.#name = name;
  }

  /** UTF-8 until the first piece was read. */
  get encoding(): Encoding {
    return this.#encoding;
  }

  /**
   * Yields the text without its byte order mark.
   * @throws {InputError} when the bytes are not text in a supported encoding.
   */
  async *[Symbol.asyncIterator](): AsyncGenerator<string, void, undefined> {
    let held: Uint8Array = new Uint8Array();
    for await (const chunk of this.#chunks) {
      if (this.#decoder !== undefined) {
        yield this.#decode(this.#decoder, chunk);
        continue;
      }
      held = held.length === 0 ? chunk : joined(held, chunk);
      if (held.length >= MARK_BYTES) yield this.#decode(this.#begin(held), held);
    }
    const isShort = this.#decoder === undefined;
    const decoder = this.#decoder ?? this.#begin(held);
    yield this.#decode(decoder, isShort ? held : new Uint8Array(), { isLast: true });
  }

  #begin(start: Uint8Array): TextDecoder {
    const name = this.#name;
    const other = OTHER_FILES.find((one) => one.start.every((byte, at) => start[at] === byte));
    if (other !== undefined) throw new InputError(`Cannot read ${name}: it looks like ${other.what}`);
    const [a, b, c, d] = start;
    if (a === 0xff && b === 0xfe && c === 0 && d === 0) throw this.#refusal("UTF-32LE");
    if (a === 0 && b === 0 && c === 0xfe && d === 0xff) throw this.#refusal("UTF-32BE");
    if (a === 0xff && b === 0xfe) this.#encoding = "UTF-16LE";
    else if (a === 0xfe && b === 0xff) this.#encoding = "UTF-16BE";
    else if (a !== 0 && b === 0 && d === 0) throw this.#refusal("UTF-16LE", { hasNoMark: true });
    else if (a === 0 && b !== 0 && c === 0) throw this.#refusal("UTF-16BE", { hasNoMark: true });
    return this.#decoder = new TextDecoder(this.#encoding.toLowerCase(), { fatal: true });
  }

  #decode(decoder: TextDecoder, chunk: Uint8Array, { isLast = false } = {}): string {
    try {
      const text = decoder.decode(chunk, { stream: !isLast });
      for (let at = chunk.indexOf(LF); at >= 0; at = chunk.indexOf(LF, at + 1)) this.#line++;
      return text;
    } catch (cause) {
      if (this.#encoding !== "UTF-8") {
        const state = `it holds invalid ${this.#encoding}; was it truncated or changed in transit?`;
        throw new InputError(`Cannot read ${this.#name}: ${state}`, { cause });
      }
      const badAt = firstBadByte(chunk);
      for (let at = chunk.indexOf(LF); at >= 0 && at < badAt; at = chunk.indexOf(LF, at + 1)) this.#line++;
      throw this.#refusal(guessEncoding(chunk, badAt), { line: this.#line, cause });
    }
  }

  #refusal(guess: string, { line, hasNoMark, cause }: Refusal = {}): InputError {
    const where = line === undefined ? "" : `, as line ${line} shows`;
    const guessed = hasNoMark === true ? `${guess} without a byte order mark` : guess;
    const path = /^[\w./-]+$/.test(this.#name) ? this.#name : `'${this.#name.replaceAll("'", "'\\''")}'`;
    return new InputError(
      `Cannot read ${this.#name}: it is not UTF-8${where}, probably ${guessed}. ` +
        `Save it as "CSV UTF-8", or: iconv -f ${guess} -t UTF-8 ${path} > utf8.csv`,
      { cause },
    );
  }
}

interface Refusal {
  readonly line?: number;
  readonly hasNoMark?: boolean;
  readonly cause?: unknown;
}

/** Offset of the first invalid byte; 0 when the character began in an earlier piece. */
function firstBadByte(bytes: Uint8Array): number {
  let good = 0;
  let bad = bytes.length;
  while (good < bad) {
    const middle = (good + bad + 1) >> 1;
    if (isText(bytes.subarray(0, middle))) good = middle;
    else bad = middle - 1;
  }
  return good;
}

/** A character that the end of the piece cuts is valid. */
function isText(bytes: Uint8Array): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  const both = new Uint8Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}

/** Longest piece that is examined, in bytes. */
const SAMPLE_BYTES = 65_536;
const HIGH = 0x80;

/**
 * Guesses the encoding of bytes that are not UTF-8, for a hint.
 * @param bytes The piece in which decoding failed.
 * @param at Where it failed, from 0.
 * @returns A name that `iconv` knows.
 */
function guessEncoding(bytes: Uint8Array, at: number): string {
  // A line starts at a character boundary, so a multi-byte decoder can start there.
  const sample = bytes.subarray(bytes.lastIndexOf(LF, at) + 1).subarray(0, SAMPLE_BYTES);
  const { meanRun, shareOfLetters } = highRuns(sample);
  const japanese = decoded(sample, "shift_jis");
  if (meanRun >= 2 && japanese !== undefined && /[\p{sc=Hiragana}\u30a1-\u30fa]/u.test(japanese)) return "Shift_JIS";
  if (meanRun < 3) return "Windows-1252";
  if (shareOfLetters > 0.9 && decoded(sample, "windows-1251") !== undefined) return "Windows-1251";
  return decoded(sample, "gb18030") === undefined ? "Windows-1252" : "GB18030";
}

/** Western letters occur singly among ASCII, Cyrillic ones in words of bytes from 0xC0, Chinese ones in pairs. */
function highRuns(bytes: Uint8Array): { meanRun: number; shareOfLetters: number } {
  let high = 0;
  let letters = 0;
  let runs = 0;
  let wasHigh = false;
  for (const byte of bytes) {
    const isHigh = byte >= HIGH;
    if (isHigh && !wasHigh) runs++;
    if (isHigh) high++;
    if (byte >= 0xc0) letters++;
    wasHigh = isHigh;
  }
  return { meanRun: high / Math.max(1, runs), shareOfLetters: letters / Math.max(1, high) };
}

function decoded(bytes: Uint8Array, encoding: string): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: true });
  } catch {
    return undefined; // the answer to "is it this one?"
  }
}
