import { normaliseTicker } from "../data/ticker.ts";

/**
 * The name of a ticker's file, without its ending, from which the data folder reads the ticker again.
 * @returns Like `BRK.B` for `brk/b`; undefined for a text that can be no name of a file.
 */
export function tickerFile(ticker: string): string | undefined {
  const name = normaliseTicker(ticker).replaceAll("/", "-");
  return /^[A-Z0-9^][A-Z0-9^.=-]{0,40}$/.test(name) && !name.endsWith(".") ? name : undefined;
}
