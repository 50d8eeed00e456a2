/** How often a series has a bar. */
export type Frequency = "daily" | "monthly";

/**
 * What a close measures: `price` is adjusted for splits only, `total_return` for splits and dividends.
 * An excess return that mixes the two says so.
 */
export type Basis = "price" | "total_return";

/** One bar of a series, in the basis of its series. */
export interface Bar {
  /** Day of the close, `YYYY-MM-DD`; a monthly bar has the month's last trading day. */
  readonly date: string;
  /** Closing price, above 0. */
  readonly close: number;
  /** Opening price, if known. */
  readonly open?: number;
  /** Highest price, if known. */
  readonly high?: number;
  /** Lowest price, if known. */
  readonly low?: number;
  /** Shares traded, if known. */
  readonly volume?: number;
}

/** Source of figures, as shown to a reader. */
export interface DataSource {
  /** Short name, unique in a dataset, like `sample/monthly_closes.csv`. */
  readonly id: string;
  /** One line naming the publisher. */
  readonly title: string;
  /** SHA-256 of the file's bytes, hex. */
  readonly sha256: string;
}

/** The closes of one company or index, in ascending order of date, one per date. */
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

/** The data as known on one day; nothing traded, filed or published later is visible. */
export interface DatasetView {
  /** The day, `YYYY-MM-DD`. */
  readonly asOf: string;
  readonly companies: readonly Company[];
  /** Ticker of the index for excess returns, if the data has one. */
  readonly benchmark: string | undefined;
  readonly sources: readonly DataSource[];
  /**
   * Every series of a ticker with a bar on or before the day, cut after that day.
   * Daily before monthly, `price` before `total_return`.
   */
  prices(ticker: string): readonly PriceSeries[];
  /** Why a ticker has no prices although a file of the data is named after it, or holds it. */
  unread(ticker: string): DataProblem | undefined;
}

/** All data of the analyst, in memory; read through a view of one day. */
export interface Dataset {
  /** Two or three words, like `Sample history`. */
  readonly name: string;
  /** One sentence on where the data comes from, for the first line of a run. */
  readonly notice: string;
  /** Default day of a request, `YYYY-MM-DD`. */
  readonly asOf: string;
  /** First and last day of any bar, `YYYY-MM-DD`; those of the benchmark do not count beside others. */
  readonly span: { readonly first: string; readonly last: string };
  /**
   * @param asOf A day, `YYYY-MM-DD`, not before the first bar.
   * @throws {AsOfError} when the day is not a date or lies before the first bar.
   */
  at(asOf: string): DatasetView;
}

/** One company of a dataset. */
export interface Company {
  /** Upper case, class after a dot, like `AAPL` or `BRK.B`. */
  readonly ticker: string;
  /** Usual name, like `Apple Inc.`. */
  readonly name: string;
  /** GICS sector, like `Information Technology`, if known. */
  readonly sector?: string;
  /** GICS sub-industry, if known. */
  readonly industry?: string;
  /** SEC Central Index Key, ten digits, if known. */
  readonly cik?: string;
  /** Other spellings and former names, like `Google`. */
  readonly aliases?: readonly string[];
}

/** A data file, or a part of it, that was skipped or changed. */
export interface DataProblem {
  /** Whether nothing of the file is used, a part of it was skipped, or it is only remarked how it was read. */
  readonly kind: "refused" | "skipped" | "remark";
  /** Path of the file in the data folder. */
  readonly file: string;
  /** Physical line of the file, from 1. */
  readonly line: number;
  /** Character in that line, from 1. */
  readonly column: number;
  /** What is wrong and what was done about it. */
  readonly message: string;
}

/** A dataset and the problems found while loading it. */
export interface LoadedDataset extends Dataset {
  /** In order of files and lines; empty when everything was read. */
  readonly problems: readonly DataProblem[];
  /** Data files there are, and those of them that gave prices. */
  readonly files: FileCounts;
  /** Rows skipped because they have no close or repeat another row; these are not in `problems`. */
  readonly skippedRows: number;
}

/** Numbers of data files. */
export interface FileCounts {
  readonly found: number;
  readonly read: number;
}
