/** How often a series has a bar. */
export type Frequency = "daily" | "monthly";

/**
 * What a close measures: `price` is adjusted for splits only, `total_return` for splits and dividends.
 * The two are never mixed in one excess return without saying so.
 */
export type Basis = "price" | "total_return";

/** One bar of a series, in the basis of its series. */
export interface Bar {
  /** Day of the close, `YYYY-MM-DD`; a month's bar carries the month's last trading day. */
  readonly date: string;
  /** Closing price, above 0. */
  readonly close: number;
  /** First price of the bar, where known. */
  readonly open?: number;
  /** Highest price of the bar, where known. */
  readonly high?: number;
  /** Lowest price of the bar, where known. */
  readonly low?: number;
  /** Shares traded, where known. */
  readonly volume?: number;
}

/** Where figures come from, as it is shown to a reader. */
export interface DataSource {
  /** Short name, unique in a dataset, like `sample/monthly_closes.csv`. */
  readonly id: string;
  /** One line for a person: who published the figures. */
  readonly title: string;
  /** SHA-256 of the file's bytes, hex. */
  readonly sha256: string;
}

/** The closes of one company or index, in ascending order of date, without repeats. */
export interface PriceSeries {
  readonly ticker: string;
  readonly frequency: Frequency;
  readonly basis: Basis;
  /** ISO 4217 code, like `USD`. */
  readonly currency: string;
  /** `id` of the {@linkcode DataSource} the bars come from. */
  readonly source: string;
  readonly bars: readonly Bar[];
}

/** What is known on one day: nothing traded, filed or published later can be seen through it. */
export interface DatasetView {
  /** The day, `YYYY-MM-DD`. */
  readonly asOf: string;
  readonly companies: readonly Company[];
  /** Ticker of the index that excess returns are measured against, where the data has one. */
  readonly benchmark: string | undefined;
  readonly sources: readonly DataSource[];
  /**
   * Every series of a ticker that has a bar on or before the day, cut after it.
   * Daily before monthly, `price` before `total_return`; empty when there is none.
   */
  prices(ticker: string): readonly PriceSeries[];
}

/** Everything the analyst may know, in memory; read through a view of one day. */
export interface Dataset {
  /** Two or three words, like `Sample history`. */
  readonly name: string;
  /** One sentence that says what this data is, for the first line of a run. */
  readonly notice: string;
  /** The day used when a request names none, `YYYY-MM-DD`. */
  readonly asOf: string;
  /** First and last day of any bar, `YYYY-MM-DD`. */
  readonly span: { readonly first: string; readonly last: string };
  /**
   * @param asOf A real day, `YYYY-MM-DD`, not before the first bar.
   * @throws {AsOfError} when the day is not a date or lies before the data begins.
   */
  at(asOf: string): DatasetView;
}

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

/** Something in a data file that was not read, or not as it stood. */
export interface DataProblem {
  /** Name of the file in its folder. */
  readonly file: string;
  /** Physical line of the file, from 1. */
  readonly line: number;
  /** Character in that line, from 1. */
  readonly column: number;
  /** What is wrong and what was done, for a person. */
  readonly message: string;
}

/** A dataset that says what it could not read. */
export interface LoadedDataset extends Dataset {
  /** In the order of files and lines; empty when everything was read. */
  readonly problems: readonly DataProblem[];
  /** Rows left out because they have no close or repeat another row; no problem each. */
  readonly skippedRows: number;
}
