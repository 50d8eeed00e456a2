import { findTickers, plainName } from "./input_columns.ts";

const NUMBER = /^[-+($€£]*[.,]?\d[\d.,' ]*%?\)?$/;
/** Shorter names of a ticker column, like RIC, are tickers too. */
const MAX_TICKER_CHARS = 5;

/**
 * Tells whether a line below a header names columns again, as where a file holds two tables.
 * @param table Names of the header's columns, and the index of its ticker column.
 * @returns `same` for the same names in the same order; `other` for those of another table, of which one names tickers
 * and two are the header's, or the name of the ticker column is in its place; nothing for a row.
 */
export function headerBelow(
  cells: readonly string[],
  { header, tickerAt }: { readonly header: readonly string[]; readonly tickerAt: number },
): "same" | "other" | undefined {
  if (cells.some(isNumber)) return undefined;
  const names = header.map(nameOf);
  const given = cells.map(nameOf);
  if (given.length === names.length && given.every((name, at) => name === names[at])) return "same";
  const ticker = names[tickerAt] ?? "";
  const shared = new Set(given.filter((name, at) => (cells[at] ?? "").trim() !== "" && names.includes(name)));
  if (shared.size === 0) return undefined;
  if (shared.size === 1) return given[tickerAt] === ticker && ticker.length > MAX_TICKER_CHARS ? "other" : undefined;
  return shared.has(ticker) || findTickers(cells) !== undefined ? "other" : undefined;
}

/** Whether a cell is a number or an amount of money, which names no column. */
export function isNumber(cell: string): boolean {
  return NUMBER.test(cell.trim());
}

function nameOf(cell: string, at: number): string {
  return plainName(cell) || `column ${at + 1}`;
}
