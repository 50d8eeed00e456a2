import type { CsvRecord } from "../../text/csv_record.ts";
import { lettersOf, type PriceColumns } from "./price_header.ts";
import { findLayout, type PriceLayout } from "./price_layout.ts";

/** Columns that only rows of a day's times have. */
const EXTRA = {
  average: ["vwap", "vw", "wap", "average", "avgprice"],
  conditions: ["conditions", "condition", "cond", "trscond", "salecondition", "saleconditions", "tradecondition", "c"],
  correction: ["correction", "trcorr", "corr", "correctionindicator"],
  action: ["action", "type", "recordtype", "messagetype", "msgtype", "eventtype"],
  id: ["id", "tradeid", "trid", "i"],
  venue: ["exchange", "ex", "exch", "venue", "publisherid", "x"],
  sequence: ["sequence", "sequencenumber", "seq", "trseqnum", "seqnum"],
  bid: ["bid", "bidprice", "bestbid"],
  ask: ["ask", "askprice", "bestask", "offer"],
} as const;

type Extra = keyof typeof EXTRA;

/** Names of other services for columns of a price file; a zone at their end is read apart. */
const RENAMED: Readonly<Record<string, string>> = {
  ...named("timestamp", "siptimestamp participanttimestamp tsevent timestampns tradetime exchangetime".split(" ")),
  ...named("ticker", ["symroot", "sym"]),
  ...named("price", ["tradeprice", "lastprice"]),
  ...named("volume", ["size", "tradesize", "lastsize", "qty", "quantity", "shares"]),
};
/** The names of Alpaca's trades. */
const TRADE_LETTERS: Readonly<Record<string, string>> = { t: "timestamp", p: "price", s: "volume", S: "ticker" };
const TIMES = ["time", "timem", "timeofday", "uhrzeit", "zeit"];
const PRICES = ["price", "last", "zuletzt"];
const ZONED = /^(date|datetime|time|timestamp)(utc|gmt|et|est|edt|ny|nyt|newyork|eastern)$/;

function named(name: string, others: readonly string[]): Record<string, string> {
  return Object.fromEntries(others.map((other) => [other, name]));
}

/** Columns of a file of trades or of bars of a day's times. */
export type IntradayColumns = PriceColumns & { readonly [Name in Extra]?: number };

/** Where a file has what it says of the times of a day. */
export interface IntradayLayout extends PriceLayout {
  readonly sets: readonly IntradayColumns[];
  readonly kind: "bars" | "trades" | "quotes";
  /** The column of the time, where it is not that of the date. */
  readonly time?: number | undefined;
  /** The zone that its header names. */
  readonly zone?: "utc" | "new_york" | undefined;
  /** How its conditions are written. */
  readonly conditionCodes: "letters" | "numbers";
}

/**
 * Finds the columns of a file by its first two rows, as a file of trades or bars.
 * @param owner The ticker in the name of the file.
 * @returns `undefined` where it has no prices and no quotes.
 */
export function findIntradayLayout(rows: readonly CsvRecord[], owner: string | undefined): IntradayLayout | undefined {
  const [head, below] = rows;
  if (head === undefined) return undefined;
  const names = head.cells.map(lettersOf);
  const cells = renamed(head.cells);
  const extras = extrasOf(names, cells);
  const isQuotes = extras.bid !== undefined && extras.ask !== undefined && !cells.map(lettersOf).some(isPrice);
  const asPrices = isQuotes ? cells.map((cell, at) => at === extras.bid ? "close" : cell) : cells;
  const layout = findLayout([{ ...head, cells: asPrices }, ...below === undefined ? [] : [below]], owner);
  if (typeof layout === "string") return undefined;
  const [set] = layout.sets;
  const isOne = layout.headerRows === 1 && layout.sets.length === 1 && set !== undefined;
  return {
    ...layout,
    ...isOne && { sets: [{ ...set, ...extras }] },
    kind: isQuotes ? "quotes" : isOne && isTrades(set, cells) ? "trades" : "bars",
    time: isOne ? timeColumn(names, set.date) : undefined,
    zone: zoneOf(names[set?.date ?? 0]),
    conditionCodes: names.includes("siptimestamp") || names.includes("participanttimestamp") ? "numbers" : "letters",
  };
}

/** A price with neither a high nor a low is that of a trade. */
function isTrades(set: PriceColumns, cells: readonly string[]): boolean {
  const name = lettersOf(cells[set.close ?? -1] ?? "");
  return set.high === undefined && set.low === undefined && PRICES.includes(name);
}

function isPrice(name: string): boolean {
  return PRICES.includes(name) || name.startsWith("close") || name.startsWith("adjclose");
}

/** The header in the words of a price file; the first of several times is that of the trade. */
function renamed(cells: readonly string[]): string[] {
  const hasLetters = ["t", "p", "s"].every((letter) => cells.includes(letter));
  const names = cells.map((cell) => {
    if (hasLetters) return TRADE_LETTERS[cell] ?? cell;
    const name = lettersOf(cell);
    return ZONED.exec(name)?.[1] ?? RENAMED[name] ?? cell;
  });
  const hasVolume = cells.some((cell) => ["volume", "vol"].includes(lettersOf(cell)));
  return names.map((name, at) => name === "volume" && hasVolume && lettersOf(cells[at] ?? "") !== "volume" ? "" : name);
}

function extrasOf(names: readonly string[], cells: readonly string[]): { readonly [Name in Extra]?: number } {
  const isTaken = (at: number) => ["timestamp", "ticker", "price", "volume"].includes(lettersOf(cells[at] ?? ""));
  const found = (Object.keys(EXTRA) as Extra[]).flatMap((extra) => {
    const spellings: readonly string[] = EXTRA[extra];
    const spelling = spellings.find((one) => names.includes(one) && !isTaken(names.indexOf(one)));
    return spelling === undefined ? [] : [[extra, names.indexOf(spelling)] as const];
  });
  return Object.fromEntries(found);
}

function timeColumn(names: readonly string[], date: number): number | undefined {
  const at = names.findIndex((name, place) =>
    place !== date && TIMES.includes(name.replace(/(?:utc|gmt|et|est|edt)$/, ""))
  );
  return at === -1 ? undefined : at;
}

function zoneOf(name = ""): IntradayLayout["zone"] {
  const zone = ZONED.exec(name)?.[2];
  if (zone === undefined) return undefined;
  return zone === "utc" || zone === "gmt" ? "utc" : "new_york";
}
