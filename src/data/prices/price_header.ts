/** Column indexes of a price file; the date and at least one of the closes are present. */
export interface PriceColumns {
  readonly date: number;
  readonly close?: number;
  readonly adjusted?: number;
  readonly open?: number;
  readonly high?: number;
  readonly low?: number;
  readonly volume?: number;
  /** New shares for each old one, on the first day of a split. */
  readonly split?: number;
  readonly ticker?: number;
  /** The currency of each row. */
  readonly currency?: number;
  /** Ticker of all rows of these columns, when no column holds it. */
  readonly owner?: string;
}

/** A column that a header can name. */
export type PriceField = Exclude<keyof PriceColumns, "owner">;

/** A valid header, for messages. */
export const EXAMPLE_HEADER = "date,open,high,low,close,adj close,volume";

/**
 * In the order of preference; letters only, so that an umlaut is left out in any encoding. `__index_level_0__` is the
 * unnamed index of pandas.
 */
const SPELLINGS: Readonly<Record<PriceField, readonly string[]>> = {
  date: "date datetime day timestamp tradedate tradingday datum windowstart time indexlevel".split(" "),
  close: ["close", "closelast", "closeprice", "pxlast", "schlusskurs", "schluss", "zuletzt", "clot", "price", "last"],
  adjusted: ["adjclose", "adjustedclose", "closeadj", "closeadjusted"],
  open: ["open", "pxopen", "erffnung", "erffn", "eroeffnung", "erster", "ouv"],
  high: ["high", "pxhigh", "hoch", "haut"],
  low: ["low", "pxlow", "tief", "bas"],
  volume: ["volume", "vol", "pxvolume", "stuecke", "stcke", "volumen"],
  split: ["splitfactor", "splitcoefficient", "splitratio", "stocksplits"],
  ticker: ["ticker", "symbol", "tickersymbol", "name"],
  currency: ["currency", "crncy", "curr", "whrung", "waehrung", "devise"],
};

/** The names of Polygon's bars; `t` is the time and `T` the ticker. */
const LETTERS: readonly (readonly [PriceField, string])[] = [
  ["date", "t"],
  ["close", "c"],
  ["open", "o"],
  ["high", "h"],
  ["low", "l"],
  ["volume", "v"],
  ["ticker", "T"],
];

const FIELDS = Object.keys(SPELLINGS) as PriceField[];

/**
 * Finds the columns of a price file by its header, in any case and order. Spaces and punctuation
 * are ignored.
 * @returns Those that were found; empty when none was.
 */
export function findColumns(cells: readonly string[]): Partial<Record<PriceField, number>> {
  const names = cells.map(lettersOf);
  const found: Partial<Record<PriceField, number>> = {};
  for (const field of FIELDS) {
    const spelling = SPELLINGS[field].find((one) => names.includes(one));
    if (spelling !== undefined) found[field] = names.indexOf(spelling);
  }
  if (found.close !== undefined || !LETTERS.slice(0, 5).every(([, letter]) => cells.includes(letter))) return found;
  return Object.fromEntries(
    LETTERS.map(([field, letter]) => [field, cells.indexOf(letter)]).filter(([, at]) => at !== -1),
  );
}

/** The column that a cell of a header names. */
export function fieldOf(cell: string): PriceField | undefined {
  const name = lettersOf(cell);
  return FIELDS.find((field) => SPELLINGS[field].includes(name));
}

/** The letters of a cell, which name its column. */
export function lettersOf(cell: string): string {
  return cell.toLowerCase().replace(/[^a-z]/g, "");
}

/** Guesses the separator from the first line that is not a comment; Excel may name it in a line `sep=;`. */
export function guessSeparator(text: string): "," | ";" | "\t" | "|" {
  const others = [";", "\t", "|"] as const;
  const named = /^\uFEFF?"?sep=(.)/i.exec(text)?.[1];
  if (named !== undefined) return others.find((one) => one === named) ?? ",";
  const line = /^(?!\uFEFF?#).+$/m.exec(text)?.[0] ?? "";
  const count = (separator: string) => line.split(separator).length;
  return others.find((one) => count(one) > count(",")) ?? ",";
}
