import { excerpt } from "../../text/control.ts";
import type { CsvRecord } from "../../text/csv_record.ts";
import { isTicker, normaliseTicker } from "../ticker.ts";
import { looksLikeDay } from "./day_form.ts";
import { EXAMPLE_HEADER, fieldOf, findColumns, lettersOf, type PriceColumns, type PriceField } from "./price_header.ts";

/** Where a file has its columns. */
export interface PriceLayout {
  /** One set for a file of rows, one for each ticker where tickers are side by side. */
  readonly sets: readonly PriceColumns[];
  /** Number of cells of each row. */
  readonly width: number;
  /** Number of rows of the header. */
  readonly headerRows: 1 | 2;
}

type Columns = Partial<Record<PriceField, number>>;

/** The cells of the header and of the row below it, if there is one. */
interface Rows {
  readonly header: readonly string[];
  readonly below: readonly string[] | undefined;
}

/** What a file is that was only named like a table. */
const FOREIGN: readonly (readonly [RegExp, string])[] = [
  [/^\s*<(?:!doctype|html|\?xml)/i, "a web page; download the prices again"],
  [/^PK\p{Cc}/u, "an Excel workbook or a zip archive; save the sheet as CSV"],
  [/^\s*[[{]/, "JSON; save it as CSV"],
  [/^\p{Cc}/u, "compressed; name it .csv.gz"],
  [/^PAR1/, "a Parquet file; name it .parquet"],
];

/** Columns of somebody's trades, whose prices are of no market; those of the second kind by what is in them. */
const OF_TRADES = /^(?:quantity|qty|(?:trade|transaction)type|trans(?:action)?(?:code|shares)|buysell|commissions?)$/;
const MAY_BE_TRADES = /^(?:action|side|type|transaction|direction|activity|code)$/;
const TRADE = /^[bs]$|\b(?:buy|bought|sell|sold|purchase|sale|kauf|verkauf)\b/i;

/** Why a table of trades is not read. */
function tradesIn({ header, below = [] }: Rows): string | undefined {
  const column = header.find((cell, at) => {
    const name = lettersOf(cell);
    return OF_TRADES.test(name) || MAY_BE_TRADES.test(name) && TRADE.test(below[at]?.trim() ?? "");
  });
  return column &&
    `A table of trades and not of prices: it has a column ${JSON.stringify(column)}; move it out of the ` +
      "folder, or give insiders' trades the columns ticker, transaction_date, transaction_code, shares, price";
}

/**
 * Finds the columns of a file by its first row, and its second one if there is one.
 * @param rows The first two rows.
 * @param owner The ticker in the name of the file.
 * @returns Why it is not a price file, where it is not one.
 */
export function findLayout(rows: readonly CsvRecord[], owner: string | undefined): PriceLayout | string {
  const [header = [], below] = rows.map(({ cells }) => cells);
  const foreign = FOREIGN.find(([shape]) => shape.test(header[0] ?? ""));
  if (foreign) return `Not a table but ${foreign[1]}`;
  if (rows[0]?.problem) return `Cannot read the header: ${rows[0].problem.message}`;
  const trades = tradesIn({ header, below });
  if (trades !== undefined) return trades;
  const stacked = below && stackedSets(header, below);
  if (stacked) return { sets: stacked, width: header.length, headerRows: 2 };
  const twice = header.find((cell, at) => isNumber(cell) && header.map(lettersOf).indexOf(lettersOf(cell)) < at);
  if (twice !== undefined) {
    return `Two columns have the name ${JSON.stringify(twice)}: head columns of closes with tickers, as date,AAPL,MSFT`;
  }
  const found = withOddDate(findColumns(header), { header, below });
  const sets = found.date === undefined ? [] : rowSets(found, { header, below, owner }) ?? wideSets(header, found);
  if (typeof sets === "string") return sets;
  return sets.length > 0 ? { sets, width: header.length, headerRows: 1 } : notPrices(found, header);
}

function notPrices(found: Columns, header: readonly string[]): string {
  if (looksLikeDay(header[0] ?? "")) return `No header: the first line is a row; expected one like ${EXAMPLE_HEADER}`;
  const missing = found.date === undefined ? "date" : "close";
  const named = excerpt(
    header.filter((cell) => cell.trim() !== "").map((cell) => JSON.stringify(cell)).join(", "),
    100,
  );
  return `Not a price file: its header names no ${missing}; expected a header like ${EXAMPLE_HEADER} in its first line, ` +
    `not ${named}`;
}

/** The index of a table is often unnamed: an unknown first column is the date if a day is below it. */
function withOddDate(
  found: Columns,
  { header, below }: Rows,
): Columns {
  const isOdd = found.date === undefined && fieldOf(header[0] ?? "") === undefined;
  return isOdd && looksLikeDay(below?.[0] ?? "") ? { ...found, date: 0 } : found;
}

/** A row for each day and ticker; `undefined` where no column is a close. */
function rowSets(
  { date = 0, ticker: named, ...others }: Columns,
  { header, below, owner }: Rows & { owner: string | undefined },
): PriceColumns[] | string | undefined {
  if (others.close === undefined && others.adjusted === undefined) return undefined;
  const isOther = /^\W*name\W*$/i.test(header[named ?? -1] ?? "") && !isTicker(below?.[named ?? -1] ?? ""); // "Apple Inc."
  if (named !== undefined && !isOther) return [{ date, ...others, ticker: named }];
  if (owner !== undefined) return [{ date, ...others, owner }];
  return "Cannot tell whose prices these are: no column names a ticker, and neither does the file's name; call it " +
    "AAPL.csv for the ticker AAPL, or add a column ticker";
}

/** A column of closes for each ticker: `date,AAPL,MSFT`. LOW and OPEN are tickers too, HIGH is not one. */
function wideSets(header: readonly string[], { date = 0, ...others }: Columns): PriceColumns[] {
  const names = header.map((cell, at) => ({ cell, at })).filter(({ at }) => at !== date);
  const isNarrow = others.high !== undefined || names.every(({ cell }) => fieldOf(cell) !== undefined);
  if (isNarrow || !names.every(({ cell }) => isTicker(cell))) return [];
  return names.map(({ cell, at }) => ({ date, close: at, owner: normaliseTicker(cell) }));
}

/** Whether a cell names a column of numbers of a bar. */
function isNumber(cell: string): boolean {
  return !["date", "ticker", "currency", undefined].includes(fieldOf(cell));
}

/** Names of columns above tickers, or below them, as pandas writes a table of several tickers. */
function stackedSets(one: readonly string[], other: readonly string[]): PriceColumns[] | undefined {
  if (one.length !== other.length || one.length < 2) return undefined;
  const isFields = (cells: readonly string[]) => cells.slice(1).every(isNumber);
  const isTickers = (cells: readonly string[]) => cells.slice(1).every((cell) => isTicker(cell));
  const [fields, tickers] = isFields(one) && isTickers(other) ? [one, other] : [other, one];
  if (!isFields(fields) || !isTickers(tickers) || looksLikeDay(other[0] ?? "")) return undefined;
  const sets = [...Map.groupBy(tickers.slice(1).keys(), (at) => normaliseTicker(tickers[at + 1] ?? ""))]
    .map(([owner, columns]) => ({
      date: 0,
      owner,
      ...Object.fromEntries(columns.map((at) => [fieldOf(fields[at + 1] ?? ""), at + 1])),
    }));
  return sets.every((set) => "close" in set || "adjusted" in set) ? sets : undefined;
}
