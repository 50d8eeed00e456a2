import { longDay } from "../../calendar/day.ts";
import type { FileOwner } from "../filings/record_file.ts";
import { readDay } from "../filings/report_text.ts";
import { ProblemLog } from "../problem_log.ts";
import { isTicker, normaliseTicker, tickerOfFile } from "../ticker.ts";
import { loadHtmlText } from "./html_text.ts";
import { kindInPath } from "./kinds.ts";
import { plainText } from "./plain_text.ts";
import { sessionAfter } from "./publication.ts";
import { callSections } from "./sections.ts";
import { type TextReader, type TextsRead, titleOf, wholeOf } from "./text_file.ts";

/** Lines in which a text says whose it is, and of which day. */
const HEAD_LINES = 12;
/** As press services write it: `(NASDAQ: AAPL)`, `NYSE:IBM`, `Ticker: AAPL`. */
const SYMBOL =
  /(?:NASDAQ|NYSE(?: (?:Arca|American))?|AMEX|TSX|LSE|ticker|symbol)\s*(?:symbol)?\s*:\s*([A-Z][A-Z0-9.-]{0,6})\b/i;
const DAY =
  /\b(?:\d{4}-\d\d-\d\d|[A-Z][a-z]{2,8}\.? \d{1,2}(?:st|nd|rd|th)?,? \d{4}|\d{1,2} [A-Z][a-z]{2,8}\.? \d{4})\b/g;
const CALL = /\b(?:earnings|results|conference) call\b|\btranscript\b|\boperator\b/i;

/** Reads a call, or another text, that is a file of its own: plain, or a page. */
export const CALL_FILE: TextReader = {
  kind: "text",
  looksLike: (head, file) => {
    if (!/\.(?:txt|text|html?)(?:\.gz)?$/i.test(file) || isTable(head) || head.includes("\0")) return false;
    const isNamed = tickerAndDay(file) !== undefined || kindInPath(file) !== undefined;
    return isNamed || /\.te?xt/i.test(file) && CALL.test(head) && SYMBOL.test(head.slice(0, 2_000));
  },
  async read(texts, { file, latest = "9999" }) {
    const log = new ProblemLog(file);
    const skip = (message: string): TextsRead => {
      log.add(message);
      return { texts: [], problems: log.list() };
    };
    const whole = await wholeOf(texts);
    if (whole === undefined) return skip("It is longer than any text that is read");
    const { title, text } = /^\s*(?:<\?|<!|<[a-z])/i.test(whole.slice(0, 2_000))
      ? (await loadHtmlText())(whole)
      : { title: "", text: plainText(whole) };
    if (text === "") return skip("It has no text");
    const { owner, day } = saidOf(text, file);
    if (day === undefined) return skip("It says no day; name it like AAPL_2024-05-02.txt");
    if (day > latest) return skip(`Its day ${longDay(day)} is in the future`);
    const kind = kindInPath(file) ?? (CALL.test(text.slice(0, 4_000)) ? "call" : "other");
    const sections = kind === "call" ? callSections(text) : [];
    const published = { day, known: sessionAfter(day) };
    const one = { name: "", owners: [owner], kind, title: titleOf(title), published, text, sections };
    return { texts: [one], problems: log.list() };
  },
};

/** Its first two lines have as many cells, and the second a number: a table that nobody recognised, or one of prices. */
function isTable(head: string): boolean {
  const [header = "", row = ""] = head.replace(/^\uFEFF/, "").split(/\r\n?|\n/).filter((line) => line.trim() !== "");
  const names = header.split(/[,;\t|]/);
  const cells = row.split(/[,;\t|]/);
  return /^\s*[[{]/.test(header) ||
    names.length > 1 && cells.length === names.length && cells.some((cell) => /^\s*[-+$]?\d/.test(cell));
}

/** Whose a text is, and of which day: by the name of the file, else by its first lines. */
function saidOf(text: string, file: string): { readonly owner: FileOwner; readonly day: string | undefined } {
  const named = tickerAndDay(file);
  const head = text.split("\n", HEAD_LINES).join("\n");
  const symbol = normaliseTicker(SYMBOL.exec(head)?.[1] ?? "");
  const days = [...head.matchAll(DAY)].flatMap(([written]) => readDay(written) ?? []);
  const inName = readDay(named?.day ?? /\d{4}-\d\d-\d\d/.exec(file.split("/").at(-1) ?? "")?.[0] ?? "");
  const ticker = named?.ticker ?? (isTicker(symbol) ? symbol : tickerOfPath(file, () => false));
  return { owner: ticker === undefined ? {} : { tickers: [ticker] }, day: inName ?? days[0] };
}

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
