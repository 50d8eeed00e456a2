/** One company of a dataset. */
export interface Company {
  /** Upper case, class after a dot, like `AAPL` or `BRK.B`. */
  readonly ticker: string;
  /** Name as a person writes it, like `Apple Inc.`. */
  readonly name: string;
  /** GICS sector, like `Information Technology`, where known. */
  readonly sector?: string;
  /** GICS sub-industry, where known. */
  readonly industry?: string;
  /** SEC Central Index Key, ten digits, where known. */
  readonly cik?: string;
  /** Other spellings and earlier names, like `Google`. */
  readonly aliases?: readonly string[];
}
