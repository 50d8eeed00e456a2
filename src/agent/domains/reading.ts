import type { Company, PriceSeries } from "../../data/dataset.ts";
import type { ChanceMaps } from "../../data/metrics/chance.ts";
import type { Cause, PerMetric } from "../../data/metrics/metric.ts";
import type { FiledFact, NamedFiling, Records, StockSplit } from "../../data/records.ts";
import type { Session } from "../../data/session.ts";
import type { CompanyTexts } from "../../data/text_document.ts";
import type { Vocabulary } from "../../data/vocabulary.ts";
import type { Columns } from "./columns.ts";

/** Why a metric is missing. */
export interface Lack {
  readonly cause: Cause;
  /** Reason in the tool's output, like `needs 253 bars, has 17`. */
  readonly lacks: string;
  /** Days it rests on, `YYYY-MM-DD`: ends of a window or a run, or the bars that are wrong. */
  readonly days?: readonly string[];
}

/** A metric on one day: its value, or what is missing. Missing data is never filled in. */
export type Reading = Found | Lack;

/** A value, and what is filed that it is made of. */
export interface Found {
  readonly value: number;
  /** The facts behind it, in the order of its definition; absent where none are. */
  readonly facts?: readonly FiledFact[];
  /** The filings and texts that it rests on without a fact of theirs, like a notice of results or a call. */
  readonly filings?: readonly NamedFiling[];
}

/** What a reader may need beside the bars. */
export interface Beside {
  /** Sessions of the company; those of other days are ignored. */
  readonly sessions?: readonly Session[];
  /** The maps of the chance of a fall on the day of the view. Default: the built-in ones. */
  readonly maps?: ChanceMaps;
  /** What is filed by and about the company, known by the day of the view; looked up when asked for. */
  readonly records?: () => Records;
  /** The texts about the company, known by the day of the view; looked up when asked for. */
  readonly texts?: () => CompanyTexts;
  /** The day of the view, `YYYY-MM-DD`. */
  readonly asOf?: string;
  /** Whose bars they are. */
  readonly company?: Company;
  /** Of each own column with a sign, its sign times 2 percentile - 1 of the company; looked up when asked for. */
  readonly ownPlaces?: () => readonly number[];
  /** The series of another company that is compared with one; looked up when asked for. */
  readonly other?: (ticker: string, like: PriceSeries) => PriceSeries | undefined;
  /** Splits after the last bar of its series that the closes are adjusted for already; looked up when asked for. */
  readonly splits?: (series: PriceSeries) => readonly StockSplit[];
}

/** Reads one metric as of the bar at a position; later bars are ignored. */
export type Reader = (columns: Columns, position: number, beside?: Beside) => Reading;

/** Readers by metric. */
export type Readers = PerMetric<Reader>;

/** What the analyst can measure and say. */
export interface Knowledge {
  readonly vocabulary: Vocabulary;
  /** One for each measure of its domains. */
  readonly readers: Readers;
}

/** The lack of a metric that needs daily bars. */
export const DAILY_ONLY: Lack = { cause: "monthly", lacks: "needs daily bars, has monthly ones" };

/** The lack of a metric of money at prices in no stated currency. */
export const NO_UNIT: Lack = { cause: "unit", lacks: "needs the currency of the prices, which nothing states" };

/** The lack of a metric that needs a benchmark. */
export const NO_BENCHMARK: Lack = { cause: "benchmark", lacks: "needs a benchmark of the same frequency" };

/** A value that is not finite is missing, never 0. */
export function reading(value: number, otherwise: Lack): Reading {
  return Number.isFinite(value) ? { value } : otherwise;
}

/** The last `count` values up to and including a position. */
export function lastOf(values: Float64Array, count: number, position: number): Float64Array {
  return values.subarray(position + 1 - count, position + 1);
}
