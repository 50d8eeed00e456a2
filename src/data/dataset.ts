import type { ChanceMaps } from "./metrics/chance.ts";
import type { OwnColumn } from "./own_column.ts";
import type { Records, Shelf, StockSplit } from "./records.ts";
import type { Session } from "./session.ts";
import type { CompanyTexts } from "./text_document.ts";

/** How often a series has a bar. */
export type Frequency = "daily" | "monthly";

/**
 * What a close measures: `price` is adjusted for splits only, `total_return` for splits and dividends.
 * An excess return that mixes the two says so.
 */
export type Basis = "price" | "total_return";

/** One bar of a series, in the basis of its series; a row where series enter and leave, see `series.ts`. */
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

/** What a series is of. */
export interface SeriesName {
  readonly ticker: string;
  readonly frequency: Frequency;
  readonly basis: Basis;
  /** ISO 4217 code, like `USD`. */
  readonly currency: string;
  /** `id` of the {@linkcode DataSource} the bars come from. */
  readonly source: string;
}

/**
 * The closes of one company or index in columns of equal length: one value for each bar, in ascending order of day, one
 * a day. `NaN` is unknown; a column that no bar has is absent. The columns are shared: nobody writes into them.
 */
export interface PriceSeries extends SeriesName {
  /** Days of the closes, in days since 1 January 1970; a monthly bar has the month's last trading day. */
  readonly days: Int32Array;
  /** Closing prices, above 0. */
  readonly close: Float64Array;
  /** Opening prices. */
  readonly open?: Float64Array;
  /** Highest prices. */
  readonly high?: Float64Array;
  /** Lowest prices. */
  readonly low?: Float64Array;
  /** Shares traded. */
  readonly volume?: Float64Array;
  /** Days, like `days`, on which several names move and are back on the next, as a view finds by its day. */
  readonly reversals?: ReadonlySet<number>;
  /** Days, like `days`, of steps that a later report proves to be those of a split, as a view finds by its day. */
  readonly restated?: ReadonlySet<number>;
  /** Tickers whose bars are the same as these, as a view finds by its day. */
  readonly twins?: readonly string[];
}

/** What is compared of all series of a data set without loading them; days are in days since 1 January 1970. */
export interface SeriesPrint {
  /** Days of daily moves that the next bar undoes, each with the day of that bar. */
  readonly reversals: readonly (readonly [day: number, back: number])[];
  /** Its first bars, in a word: series that begin otherwise are not the same. */
  readonly opening: string;
}

/** A series that is held elsewhere and loaded when it is asked for; what is said of it needs no loading. */
export interface StoredSeries extends SeriesName {
  /** Number of bars, at least 1. */
  readonly count: number;
  /** Days of the first and the last bar, in days since 1 January 1970. */
  readonly first: number;
  readonly last: number;
  /** The days of its bars alone. */
  days(): Int32Array;
  /** What of it is compared with other series. */
  print(): SeriesPrint;
  /** Returns the same series at each call. */
  load(): PriceSeries;
}

/** The data as known on one day; nothing traded, filed or published later is visible. */
export interface DatasetView {
  /** The day, `YYYY-MM-DD`. */
  readonly asOf: string;
  readonly companies: readonly Company[];
  /** Ticker of the index for excess returns, if the data has one. */
  readonly benchmark: string | undefined;
  readonly sources: readonly DataSource[];
  /** The maps of the chance of a fall, fitted on nothing later than the day: the caller's own, or the built-in ones. */
  readonly maps: ChanceMaps;
  /**
   * Every series of a ticker with a bar on or before the day, cut after that day.
   * Daily before monthly, `price` before `total_return`. Of several files with the same series one serves: the one with
   * the newest bar on or before the day, then the one with more bars up to it, then the first by name.
   */
  prices(ticker: string): readonly PriceSeries[];
  /**
   * The sessions of a ticker on or before the day, from files of trades or intraday bars. Its daily series, where it has
   * a price file of its own, holds nothing of them.
   */
  sessions(ticker: string): readonly Session[];
  /**
   * What is filed by and about a company and known by the day. The lists are the same at each call, until those of some
   * dozens of other companies were asked for: who looks at many keeps what it makes of them, not them.
   */
  records(ticker: string): Records;
  /** The same for a question about what reports state, which knows what was filed by the day: see `recordsFiledBy`. */
  filed(ticker: string): Records;
  /** The texts about a company that are known by the day. */
  texts(ticker: string): CompanyTexts;
  /** The columns of the caller's own tables about a company, cut after what is known by the day; those without a value are left out. */
  own(ticker: string): readonly OwnColumn[];
  /**
   * The splits after the last bar of a series of this view that its closes are adjusted for already, because its file goes
   * on beyond that bar: with them a close is again what it was on its day.
   */
  splitsHeld(series: PriceSeries): readonly StockSplit[];
  /** Why a ticker has no prices although a file of the data is named after it, or holds it. */
  unread(ticker: string): DataProblem | undefined;
}

/** All data of the analyst; read through a view of one day. */
export interface Dataset {
  /** Two or three words, like `Sample history`. */
  readonly name: string;
  /** One sentence on where the data comes from, for the first line of a run. */
  readonly notice: string;
  /** Default day of a request, `YYYY-MM-DD`. */
  readonly asOf: string;
  /**
   * First day of any bar or record, and last day of the market, `YYYY-MM-DD`: the newest on which at least half as many series have
   * a bar as on their busiest day, so that a single row does not move it. The benchmark does not count beside others.
   * Without any bar it is the last day on which a record became known.
   */
  readonly span: { readonly first: string; readonly last: string };
  /** The kinds of what is known beside prices of which the data holds any. */
  readonly shelves: readonly Shelf[];
  /** The last day on which a record became known, `YYYY-MM-DD`, which may be after the market's; empty without any. */
  readonly filedTo?: string;
  /**
   * @param asOf A day, `YYYY-MM-DD`, not before the first bar or record.
   * @throws {AsOfError} when the day is not a date or lies before the first bar or record.
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
