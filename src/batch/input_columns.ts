import { InputError } from "./input_error.ts";

/** Usual names of the column that names the company to research, in order of preference. */
const TICKER_NAMES = ["ticker", "symbol", "ric", "isin", "cusip", "security_id", "instrument"];
const COMPANY_NAMES = ["company", "name", "security", "company name", "company_name"];

/** Which columns of an input are read. */
export interface InputColumns {
  /** Names of all columns, as they stand in the file. */
  readonly header: readonly string[];
  /** Place of the ticker column, from 0. */
  readonly tickerAt: number;
  /** Place of the company column, from 0; absent where there is none. */
  readonly companyAt?: number | undefined;
}

/**
 * Finds the columns by name; upper and lower case count as equal.
 * @param header Names of the columns.
 * @param options `name` of the input for messages; `tickerColumn` when the user named one.
 * @returns Where ticker and company stand.
 * @throws {InputError} when a name stands twice or is missing, or no column holds tickers.
 */
export function findColumns(
  header: readonly string[],
  options: { readonly name: string; readonly tickerColumn?: string | undefined },
): InputColumns {
  const names = header.map((name) => name.trim());
  const { name, tickerColumn } = options;
  const twin = names.findIndex((column, at) => names.indexOf(column) !== at);
  if (twin >= 0) throw new InputError(`Cannot read ${name}: two columns are named "${names[twin]}"`);
  const unnamed = names.indexOf("");
  if (unnamed >= 0) throw new InputError(`Cannot read ${name}: column ${unnamed + 1} of the header has no name`);
  const tickerAt = tickerColumn === undefined ? findOne(names, TICKER_NAMES) : findOne(names, [tickerColumn]);
  if (tickerAt === undefined) throw new InputError(noTicker(names, options));
  return { header: names, tickerAt, companyAt: findOne(names, COMPANY_NAMES) };
}

function findOne(names: readonly string[], wanted: readonly string[]): number | undefined {
  for (const want of wanted) {
    const at = names.findIndex((name) => name.toLowerCase() === want.trim().toLowerCase());
    if (at >= 0) return at;
  }
  return undefined;
}

function noTicker(
  names: readonly string[],
  { name, tickerColumn }: { readonly name: string; readonly tickerColumn?: string | undefined },
): string {
  const found = `its header is ${names.map((column) => `"${column}"`).join(", ")}`;
  return tickerColumn === undefined
    ? `Cannot find the tickers in ${name}: ${found}; name the column with --ticker-column`
    : `Cannot find column "${tickerColumn}" in ${name}: ${found}`;
}
