import { cut } from "../../text/cut.ts";
import { InputError } from "../../protocol/errors.ts";

/** Usual names of the ticker column, in order of preference. */
const TICKER_NAMES = ("ticker, symbol, ticker symbol, stock symbol, stock ticker, trading symbol, tickers, symbols, " +
  "symbol/cusip, symbol/isin, symbool/isin, symbole/isin, ticker/isin, bloomberg ticker, ric, isin, " +
  "cusip, sedol, figi, security id, instrument").split(", ");
/** A file without line breaks is read as one header. */
const MAX_SHOWN_NAMES = 50;
const MAX_SHOWN_CHARS = 60;
const COMPANY_NAMES = ["company", "name", "security", "company name"];

/** Which columns of an input are read. */
export interface InputColumns {
  /** Names of all columns, as written. */
  readonly header: readonly string[];
  /** Index of the ticker column. */
  readonly tickerAt: number;
  /** Index of the company column, if any. */
  readonly companyAt?: number | undefined;
}

/** Options of {@linkcode findColumns}. */
export interface ColumnOptions {
  /** Name of the input, for messages. */
  readonly name: string;
  /** Name of the ticker column. Default: one of its usual names. */
  readonly tickerColumn?: string | undefined;
  /** Further words for the error when no column holds tickers. */
  readonly hint?: string | undefined;
  /** What else the ticker column may be called, for that error. */
  readonly otherWay?: string | undefined;
}

/**
 * Finds the columns by name, ignoring case; space, `_` and `-` are equal. A column without a name, like the index of a
 * data frame or a currency beside its amount, is called by its number, "column 6".
 * @param options `name` of the input for messages; `tickerColumn` to select it by name.
 * @throws {InputError} when a name is duplicate, or no column holds tickers.
 */
export function findColumns(header: readonly string[], options: ColumnOptions): InputColumns {
  const names = columnNames(header);
  const { name } = options;
  const lower = names.map((column) => column.toLowerCase());
  const twin = lower.findIndex((column, at) => lower.indexOf(column) !== at);
  if (twin >= 0) {
    const first = lower.indexOf(lower[twin] ?? "");
    const where = `columns ${first + 1} and ${twin + 1}`;
    throw new InputError(`Cannot read ${name}: two columns are named "${names[twin]}", ${where}`);
  }
  const tickerAt = findTickers(names, options.tickerColumn);
  if (tickerAt === undefined) throw noTicker(names, options);
  const others = names.map((column, at) => at === tickerAt ? "" : column);
  return { header: names, tickerAt, companyAt: findOne(others, COMPANY_NAMES) };
}

/** The names of the columns; one without a name is called by its number. */
export function columnNames(header: readonly string[]): string[] {
  return header.map((name, at) => name.trim() || `column ${at + 1}`);
}

/**
 * Finds the column that holds tickers.
 * @param names Cells of a line that may be the header.
 * @param tickerColumn Its name. Default: one of its usual names.
 * @returns Its index, or nothing.
 */
export function findTickers(names: readonly string[], tickerColumn?: string): number | undefined {
  return findOne(names, tickerColumn === undefined ? TICKER_NAMES : [tickerColumn]);
}

function findOne(names: readonly string[], wanted: readonly string[]): number | undefined {
  const plain = names.map(plainName);
  for (const want of wanted) {
    const exact = names.findIndex((name) => name.trim().toLowerCase() === want.trim().toLowerCase());
    const at = exact < 0 ? plain.indexOf(plainName(want)) : exact;
    if (at >= 0) return at;
  }
  return undefined;
}

/** A name of a column in the spelling in which names are compared. */
export function plainName(name: string): string {
  return name.trim().toLowerCase().replace(/[\s_-]+/g, " ");
}

function noTicker(
  names: readonly string[],
  { name, tickerColumn, hint = "", otherWay = "" }: ColumnOptions,
): InputError {
  const shown = names.slice(0, MAX_SHOWN_NAMES).map((column) => `"${cut(column, MAX_SHOWN_CHARS)}"`);
  const found = `its header is ${shown.join(", ")}${names.length > shown.length ? " and more" : ""}`;
  if (tickerColumn !== undefined) {
    return new InputError(`Cannot find column "${tickerColumn}" in ${name}: ${found}${hint}`);
  }
  const message = `Cannot find the tickers in ${name}: ${found}${hint}; name the column with tickerColumn${otherWay}`;
  return new InputError(message, { options: ["tickerColumn"] });
}
