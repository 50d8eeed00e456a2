/** Column indexes of a price file; the date and at least one of the closes are present. */
export interface PriceColumns {
  readonly date: number;
  readonly close?: number;
  readonly adjusted?: number;
  readonly open?: number;
  readonly high?: number;
  readonly low?: number;
  readonly volume?: number;
  readonly ticker?: number;
}

/** A valid header, for messages. */
export const EXAMPLE_HEADER = "date,open,high,low,close,adj close,volume";

const SPELLINGS: Readonly<Record<keyof PriceColumns, readonly string[]>> = {
  date: ["date", "datetime", "day", "timestamp"],
  close: ["close", "closelast", "price", "last"],
  adjusted: ["adjclose", "adjustedclose", "closeadj", "closeadjusted"],
  open: ["open"],
  high: ["high"],
  low: ["low"],
  volume: ["volume", "vol"],
  ticker: ["ticker", "symbol", "tickersymbol"],
};

/**
 * Finds the columns of a price file by its header, in any case and order. Spaces and punctuation
 * are ignored.
 * @returns `undefined` when it is not the header of a price file.
 */
export function readPriceHeader(
  cells: readonly string[],
): PriceColumns | undefined {
  const names = cells.map((cell) => cell.toLowerCase().replace(/[^a-z]/g, ""));
  const found: Partial<Record<keyof PriceColumns, number>> = {};
  for (const key of Object.keys(SPELLINGS) as (keyof PriceColumns)[]) {
    const at = names.findIndex((name) => SPELLINGS[key].includes(name));
    if (at >= 0) found[key] = at;
  }
  const { date, ...others } = found;
  const hasClose = others.close !== undefined || others.adjusted !== undefined;
  return date !== undefined && hasClose ? { date, ...others } : undefined;
}

/** Guesses the separator from the first line. */
export function guessSeparator(line: string): "," | ";" | "\t" | "|" {
  const count = (separator: string) => line.split(separator).length;
  const others = [";", "\t", "|"] as const;
  return others.find((one) => count(one) > count(",")) ?? ",";
}
