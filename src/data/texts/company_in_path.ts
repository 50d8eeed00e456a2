import { kindInPath } from "./kinds.ts";
import { normaliseTicker, tickerOfFile } from "../ticker.ts";

/** The name of a file without its folders and endings. */
function stemOf(file: string): string {
  return (file.split("/").at(-1) ?? file).replace(/\.gz$/i, "").replace(/\.[a-z]{2,6}$/i, "");
}

/** A ticker and a day, as files of calls are named: `AAPL_2024-05-02`, `aapl-20240502`. */
const TICKER_AND_DAY = /^\^?([A-Za-z][A-Za-z0-9]{0,5}(?:[.-][A-Za-z])?)[ _-]+(\d{4})[-_.]?(\d\d)[-_.]?(\d\d)(?!\d)/;

/** The ticker and the day in the name of a file, where it has both. */
export function tickerAndDay(file: string): { readonly ticker: string; readonly day: string } | undefined {
  const [, ticker, ...day] = TICKER_AND_DAY.exec(stemOf(file)) ?? [];
  return ticker === undefined ? undefined : { ticker: normaliseTicker(ticker), day: day.join("-") };
}

/** The ticker in the name of a file or of its folder: `news/AAPL.xml`, `news/example.com/AAPL/2026-11-20.xml`. */
export function tickerOfPath(file: string, isOfData: (ticker: string) => boolean): string | undefined {
  const [name = "", folder = ""] = file.split("/").toReversed();
  for (const part of kindInPath(`${folder}/`) === undefined ? [name, `${folder}.x`] : [name]) {
    const ticker = tickerOfFile(part) ?? tickerAndDay(part)?.ticker;
    if (ticker !== undefined && (isOfData(ticker) || /^[A-Z][A-Z.-]{0,5}[._]/.test(part))) return ticker;
  }
  return undefined;
}

/** Whether the path of a file may say of which company it is; which one is decided with the companies of the folder. */
export function mayNameCompany(file: string): boolean {
  return tickerOfPath(file, () => true) !== undefined;
}
