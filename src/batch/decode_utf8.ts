import { InputError } from "./input_error.ts";

/** How much of a file tells its encoding. */
const MARK_BYTES = 4;

/**
 * Decodes a file as it is read, and refuses what is no UTF-8 by name, with the way out.
 * @param chunks Bytes of the file, in order.
 * @param name Name of the file, for messages.
 * @returns Text without the byte order mark.
 * @throws {InputError} when the bytes are not UTF-8, or hold NUL.
 */
export async function* decodeUtf8(
  chunks: AsyncIterable<Uint8Array>,
  name: string,
): AsyncGenerator<string, void, undefined> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let isFirst = true;
  for await (const chunk of chunks) {
    if (isFirst) refuseMark(chunk.subarray(0, MARK_BYTES), name);
    isFirst = false;
    yield decode(() => decoder.decode(chunk, { stream: true }), name);
  }
  yield decode(() => decoder.decode(), name);
}

function decode(read: () => string, name: string): string {
  let text: string;
  try {
    text = read();
  } catch (cause) {
    throw refusal(name, "Windows-1252", cause);
  }
  // UTF-16 without a mark decodes as text full of NULs.
  if (text.includes("\0")) throw refusal(name, "UTF-16LE");
  return text;
}

function refuseMark(start: Uint8Array, name: string): void {
  const [first, second] = start;
  if (first === 0xff && second === 0xfe) throw refusal(name, "UTF-16LE");
  if (first === 0xfe && second === 0xff) throw refusal(name, "UTF-16BE");
  if (first === 0x50 && second === 0x4b) {
    throw new InputError(`Cannot read ${name}: it looks like an Excel workbook. Save it as "CSV UTF-8" first`);
  }
}

function refusal(name: string, guess: string, cause?: unknown): InputError {
  return new InputError(
    `Cannot read ${name}: it is not UTF-8, probably ${guess}. ` +
      `Save it as "CSV UTF-8", or: iconv -f ${guess} -t UTF-8 ${name} > utf8.csv`,
    { cause },
  );
}
