import type {
  Bar,
  Company,
  DataProblem,
  DatasetView,
  DataSource,
  FileCounts,
  LoadedDataset,
  PriceSeries,
} from "./dataset.ts";
import { AsOfError, DataError } from "./data_error.ts";
import { isDay } from "./day.ts";

/** Size of the cache of views: a batch may name a different day for each row. */
const MAX_KEPT_VIEWS = 8;

/** The parts of a dataset. */
export interface DatasetParts {
  readonly name: string;
  readonly notice: string;
  /** Default: the day of the newest bar, not counting the benchmark's. */
  readonly asOf?: string;
  readonly companies: readonly Company[];
  /** Must have a series. */
  readonly benchmark?: string | undefined;
  readonly sources: readonly DataSource[];
  /** At most one for each ticker, frequency and basis. */
  readonly series: readonly PriceSeries[];
  readonly problems?: readonly DataProblem[];
  /** Why tickers have no prices although there is a file of theirs. */
  readonly unread?: ReadonlyMap<string, DataProblem>;
  /** Default: all were read, one for each source. */
  readonly files?: FileCounts;
  readonly skippedRows?: number;
}

/**
 * Creates a dataset from series in memory.
 * @returns A dataset whose views end at their day.
 * @throws {DataError} when there is no bar, a series is out of order, a close is not above 0, a
 * series is duplicated, its source is not listed, or the benchmark has no series.
 * @throws {AsOfError} when `asOf` is not a date or lies before the first bar.
 */
export function createDataset(parts: DatasetParts): LoadedDataset {
  return new DatasetInMemory(parts);
}

class DatasetInMemory implements LoadedDataset {
  readonly name: string;
  readonly notice: string;
  readonly asOf: string;
  readonly span: { readonly first: string; readonly last: string };
  readonly problems: readonly DataProblem[];
  readonly files: FileCounts;
  readonly skippedRows: number;
  readonly #parts: DatasetParts;
  readonly #series: ReadonlyMap<string, readonly PriceSeries[]>;
  readonly #views = new Map<string, DatasetView>();

  constructor(parts: DatasetParts) {
    this.name = parts.name;
    this.notice = parts.notice;
    this.problems = parts.problems ?? [];
    this.files = parts.files ?? { found: parts.sources.length, read: parts.sources.length };
    this.skippedRows = parts.skippedRows ?? 0;
    this.#parts = parts;
    this.#series = seriesByTicker(parts);
    const names = parts.series.filter(({ ticker }) => ticker !== parts.benchmark);
    this.span = spanOf(names.length > 0 ? names : parts.series);
    this.asOf = parts.asOf ?? this.span.last;
    this.at(this.asOf);
  }

  at(asOf: string): DatasetView {
    if (!isDay(asOf)) throw new AsOfError(asOf, "not a date as YYYY-MM-DD");
    if (asOf < this.span.first) {
      throw new AsOfError(asOf, `the data begins on ${this.span.first}`);
    }
    const view = this.#views.get(asOf) ?? this.#viewOf(asOf);
    this.#views.delete(asOf); // a Map keeps insertion order: the most recently used is last
    this.#views.set(asOf, view);
    for (const day of this.#views.keys()) {
      if (this.#views.size <= MAX_KEPT_VIEWS) break;
      this.#views.delete(day);
    }
    return view;
  }

  #viewOf(asOf: string): DatasetView {
    const { companies, benchmark, sources } = this.#parts;
    const all = this.#series;
    const cut = new Map<string, readonly PriceSeries[]>();
    const prices = (ticker: string): readonly PriceSeries[] => {
      const known = cut.get(ticker) ?? cutAfter(all.get(ticker) ?? [], asOf);
      cut.set(ticker, known);
      return known;
    };
    return { asOf, companies, benchmark, sources, prices, unread: (ticker) => this.#parts.unread?.get(ticker) };
  }
}

function cutAfter(series: readonly PriceSeries[], asOf: string): PriceSeries[] {
  return series.flatMap((one) => {
    const count = countUntil(one.bars, asOf);
    if (count === one.bars.length) return [one];
    return count > 0 ? [{ ...one, bars: one.bars.slice(0, count) }] : [];
  });
}

/** The number of bars on or before a day. */
function countUntil(bars: readonly Bar[], asOf: string): number {
  let low = 0;
  let high = bars.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((bars[middle]?.date ?? "") <= asOf) low = middle + 1;
    else high = middle;
  }
  return low;
}

function seriesByTicker(
  { series, sources, benchmark }: DatasetParts,
): ReadonlyMap<string, readonly PriceSeries[]> {
  const known = new Set(sources.map((source) => source.id));
  const days = new Set<string>(); // valid dates, checked once: series share most of their days
  for (const one of series) {
    if (!known.has(one.source)) {
      throw new DataError(`use ${describe(one)}: unknown source ${one.source}`);
    }
    checkBars(one, days);
  }
  const groups = Map.groupBy(series, (one) => one.ticker);
  for (const [ticker, group] of groups) {
    group.sort((one, other) => rank(one) - rank(other));
    const twice = group.find((one, at) => at > 0 && rank(one) === rank(group[at - 1] ?? one));
    if (twice) {
      throw new DataError(`use ${describe(twice)}: the data holds it twice`);
    }
    groups.set(ticker, group);
  }
  if (benchmark !== undefined && !groups.has(benchmark)) {
    throw new DataError(`measure against ${benchmark}: it has no prices`);
  }
  return groups;
}

/** Daily before monthly, price before total return. */
function rank({ frequency, basis }: PriceSeries): number {
  return (frequency === "daily" ? 0 : 2) + (basis === "price" ? 0 : 1);
}

function checkBars(series: PriceSeries, days: Set<string>): void {
  if (series.bars.length === 0) {
    throw new DataError(`use ${describe(series)}: it has no bar`);
  }
  let before = "";
  for (const { date, close } of series.bars) {
    if (!days.has(date) && isDay(date)) days.add(date);
    if (!days.has(date) || date <= before) {
      throw new DataError(`use ${describe(series)}: ${date} follows ${before || "nothing"}`);
    }
    if (!(close > 0 && close < Infinity)) {
      throw new DataError(`use ${describe(series)}: close of ${date} is ${close}`);
    }
    before = date;
  }
}

function describe({ ticker, frequency, basis, source }: PriceSeries): string {
  return `${frequency} ${basis} series of ${ticker} from ${source}`;
}

function spanOf(series: readonly PriceSeries[]): { first: string; last: string } {
  let first = "";
  let last = "";
  for (const { bars } of series) {
    const [oldest, newest] = [bars[0]?.date ?? "", bars.at(-1)?.date ?? ""];
    if (first === "" || oldest < first) first = oldest;
    if (newest > last) last = newest;
  }
  if (first === "") throw new DataError("make a dataset: it has no series");
  return { first, last };
}
