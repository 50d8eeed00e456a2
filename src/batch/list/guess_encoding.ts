/** Longest piece that is looked at, in bytes. */
const SAMPLE_BYTES = 65_536;
const LF = 0x0a;
const HIGH = 0x80;

/**
 * Names the likeliest encoding of bytes that are no UTF-8; a guess, good enough for a hint.
 * @param bytes The piece in which decoding failed.
 * @param at Where it failed, from 0.
 * @returns A name that `iconv` knows.
 */
export function guessEncoding(bytes: Uint8Array, at: number): string {
  // A line starts with a whole character, so a multi-byte decoder may start there.
  const sample = bytes.subarray(bytes.lastIndexOf(LF, at) + 1).subarray(0, SAMPLE_BYTES);
  const { meanRun, shareOfLetters } = highRuns(sample);
  const japanese = decoded(sample, "shift_jis");
  if (meanRun >= 2 && japanese !== undefined && /[\p{sc=Hiragana}\u30a1-\u30fa]/u.test(japanese)) return "Shift_JIS";
  if (meanRun < 3) return "Windows-1252";
  if (shareOfLetters > 0.9 && decoded(sample, "windows-1251") !== undefined) return "Windows-1251";
  return decoded(sample, "gb18030") === undefined ? "Windows-1252" : "GB18030";
}

/** Western letters stand alone among ASCII, Cyrillic ones in words from 0xC0 on, Chinese ones in pairs. */
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
