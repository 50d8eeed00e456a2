import type {
  Company,
  DataProblem,
  Dataset,
  DatasetView,
  DataSource,
  FileCounts,
  LoadedDataset,
  PriceSeries,
  SeriesName,
  StoredSeries,
} from "./dataset.ts";
import { AsOfError, DataError } from "./data_error.ts";
import { nextSession } from "../calendar/exchange_days.ts";
import { dayNumber, dayText, isDay, longDay } from "../calendar/day.ts";
import { BUILT_IN_MAPS, type ChanceMaps } from "./metrics/chance.ts";
import { type MarketDays, marketDays } from "./market_days.ts";
import { splitsAlreadyApplied, withRestated } from "./applied_splits.ts";
import {
  NO_RECORDS,
  type Records,
  recordsFiledBy,
  recordsUntil,
  type Shelf,
  type StockSplit,
  type StoredRecords,
} from "./records.ts";
import type { OwnColumn } from "./own_column.ts";
import { Recent } from "./recent.ts";
import type { Session, SessionSeries } from "./session.ts";
import { countUntil, dayAt, firstBars, held } from "./series.ts";
import { BesideSeries, keyOf, servingOf } from "./serving.ts";
import { type CompanyTexts, NO_TEXTS, type StoredTexts } from "./text_document.ts";

/** Size of the cache of views: a batch may name a different day for each row. */
const MAX_KEPT_VIEWS = 8;
/**
 * Size of the cache of records up to a day, for all views: they take some 900 kB a company. It holds them itself, because
 * what a `WeakRef` names lives to the end of a task, and one task may look at every company.
 */
const MAX_KEPT_RECORDS = 64;

/** The parts of a dataset. */
export interface DatasetParts {
  readonly name: string;
  readonly notice: string;
  /** Default: the last day of the market. */
  readonly asOf?: string;
  /** Companies that are known on every day. */
  readonly companies: readonly Company[];
  /**
   * Companies that are known by their prices, records, texts or own columns alone, a ticker where it is all that is known:
   * companies of the views that have a bar, a record, a text or a value of them. Default: none.
   */
  readonly unlisted?: readonly (string | Company)[];
  /** Ticker to measure against. Must have a series. */
  readonly benchmark?: string | undefined;
  /** Without `benchmark`, a view measures against the first of these that has a bar on or before its day. */
  readonly indices?: readonly string[];
  readonly sources: readonly DataSource[];
  /** Several for a ticker, frequency and basis only if they are of different sources, in order of these. */
  readonly series: readonly (PriceSeries | StoredSeries)[];
  /** At most one for each ticker. */
  readonly sessions?: readonly SessionSeries[];
  /** Series made of sessions, at most one for each ticker: they serve a ticker without a bar of its own by the day. */
  readonly fallback?: readonly PriceSeries[];
  /** What is filed by and about companies, at most one for each ticker. */
  readonly records?: readonly StoredRecords[];
  /** The texts about companies, at most one for each ticker. */
  readonly texts?: readonly StoredTexts[];
  /** The columns of the caller's own tables; several for a ticker only if they have different names. */
  readonly own?: readonly OwnColumn[];
  /** Days of the market. Default: found in the series that are not the benchmark's. */
  readonly days?: MarketDays;
  readonly problems?: readonly DataProblem[];
  /** Why a file that is named after a ticker, or holds it, gave no prices of it. */
  readonly unread?: ReadonlyMap<string, DataProblem>;
  /** Default: all were read, one for each source. */
  readonly files?: FileCounts;
  readonly skippedRows?: number;
  /** The maps of the chance of a fall for a day, `YYYY-MM-DD`. Default: the built-in ones. */
  readonly mapsAt?: (asOf: string) => ChanceMaps;
}

/**
 * Creates a dataset from series and records.
 * @returns A dataset whose views end at their day.
 * @throws {DataError} when there is no bar, record, text or own column, a series in memory is out of order, a close is not above 0, a source has a
 * series twice or is not listed, or the benchmark has no series.
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
  readonly shelves: readonly Shelf[];
  readonly filedTo: string;
  readonly #parts: DatasetParts;
  readonly #series: ReadonlyMap<string, readonly StoredSeries[]>;
  readonly #fallback: ReadonlyMap<string, readonly StoredSeries[]>;
  readonly #beside: BesideSeries;
  readonly #sessions: ReadonlyMap<string, readonly Session[]>;
  readonly #records: ReadonlyMap<string, StoredRecords>;
  readonly #texts: ReadonlyMap<string, StoredTexts>;
  readonly #own: ReadonlyMap<string, readonly OwnColumn[]>;
  readonly #firstDays: ReadonlyMap<string, number>;
  readonly #views = new Recent<DatasetView>(MAX_KEPT_VIEWS);
  readonly #companies = new Recent<readonly Company[]>(MAX_KEPT_VIEWS);
  readonly #filed = new Recent<Records>(MAX_KEPT_RECORDS);
  readonly #read = new Recent<CompanyTexts>(MAX_KEPT_RECORDS);

  constructor(parts: DatasetParts) {
    this.name = parts.name;
    this.notice = parts.notice;
    this.problems = parts.problems ?? [];
    this.files = parts.files ?? { found: parts.sources.length, read: parts.sources.length };
    this.skippedRows = parts.skippedRows ?? 0;
    this.#parts = parts;
    this.#series = seriesByTicker(parts);
    this.#fallback = seriesByTicker({ ...parts, series: parts.fallback ?? [] });
    this.#sessions = new Map(parts.sessions?.map(({ ticker, sessions }) => [ticker, sessions]));
    this.#records = new Map(parts.records?.map((one) => [one.ticker, one]));
    this.#texts = new Map(parts.texts?.map((one) => [one.ticker, one]));
    this.#own = Map.groupBy(parts.own ?? [], ({ ticker }) => ticker);
    this.shelves = shelvesOf(parts);
    this.filedTo = parts.records?.map(({ last }) => last).toSorted().at(-1) ?? "";
    const own = [...this.#series.values()].flat();
    const indices = new Set([parts.benchmark, ...parts.indices ?? []]);
    this.#beside = new BesideSeries(own.filter(({ ticker }) => !indices.has(ticker)));
    const made = [...this.#fallback.values()].flat();
    this.#firstDays = firstDaysOf([...own, ...made]);
    checkParts(parts, this.#firstDays);
    this.span = this.#spanOf(withoutBenchmark(parts, own.length > 0 ? own : made));
    this.asOf = parts.asOf ?? this.span.last;
    this.at(this.asOf);
  }

  #spanOf(series: readonly StoredSeries[]): Dataset["span"] {
    const records = [...this.#records.values(), ...this.#texts.values(), ...(this.#parts.own ?? []).map(knownDays)];
    const known = records.map(({ first }) => first).toSorted()[0];
    const days = this.#parts.days ?? (series.length > 0 ? marketDays(series) : undefined);
    if (days === undefined || series.length === 0) {
      const last = records.map((one) => one.last).toSorted().at(-1) ?? "";
      return { first: known ?? "", last: days === undefined ? last : dayText(days.last) };
    }
    const first = dayText(days.first);
    return { first: known !== undefined && known < first ? known : first, last: dayText(days.last) };
  }

  at(asOf: string): DatasetView {
    if (!isDay(asOf)) throw new AsOfError(asOf, "not a date like 2025-03-31");
    if (asOf < this.span.first && ![...this.#records.values()].some((one) => isFiledBy(one, asOf))) {
      throw new AsOfError(asOf, `the data begin on ${longDay(this.span.first)}`);
    }
    return this.#views.get(asOf, () => this.#viewOf(asOf));
  }

  #viewOf(asOf: string): DatasetView {
    const day = dayNumber(asOf);
    const { sources, unread, indices = [], mapsAt = () => BUILT_IN_MAPS } = this.#parts;
    const benchmark = this.#parts.benchmark ?? indices.find((one) => this.#isSeen(one, day));
    const seen = new Map<string, readonly PriceSeries[]>();
    const load = (ticker: string) => recordsUntil(this.#records.get(ticker)?.load() ?? NO_RECORDS, asOf);
    const records = (ticker: string) => this.#filed.get(`${asOf} ${ticker}`, () => load(ticker));
    const filedOf = (ticker: string) => recordsFiledBy(this.#records.get(ticker)?.load() ?? NO_RECORDS, asOf);
    const alike = (one: Records, other: Records) => one.facts.length === other.facts.length ? one : other; // read once
    const filed = (ticker: string) =>
      this.#filed.get(`${asOf} filed ${ticker}`, () => alike(records(ticker), filedOf(ticker)));
    const prices = (ticker: string): readonly PriceSeries[] => {
      return seen.getOrInsertComputed(
        ticker,
        () => this.#pricesUntil(ticker, day).map((one) => withRestated(one, () => records(ticker))),
      );
    };
    const textsOf = (ticker: string) => this.#texts.get(ticker)?.until(asOf) ?? NO_TEXTS;
    const texts = (ticker: string) => this.#read.get(`${asOf} ${ticker}`, () => textsOf(ticker));
    const own = (ticker: string) => (this.#own.get(ticker) ?? []).flatMap((column) => columnUntil(column, day) ?? []);
    return {
      asOf,
      benchmark,
      sources,
      prices,
      records,
      filed,
      texts,
      own,
      maps: mapsAt(asOf),
      splitsHeld: (series) => this.#splitsHeld(series),
      sessions: (ticker) => (this.#sessions.get(ticker) ?? []).filter((session) => session.day <= asOf),
      companies: this.#companiesAt(asOf, benchmark),
      unread: (ticker) => this.#isSeen(ticker, day) ? undefined : unread?.get(ticker),
    };
  }

  #pricesUntil(ticker: string, day: number): readonly PriceSeries[] {
    const own = seriesUntil(this.#series.get(ticker) ?? [], day).map((one) => this.#beside.marked(one, day));
    return own.length > 0 ? own : seriesUntil(this.#fallback.get(ticker) ?? [], day);
  }

  /** Looked for in all bars of the file that serves. */
  #splitsHeld(series: PriceSeries): readonly StockSplit[] {
    const records = this.#records.get(series.ticker)?.load() ?? NO_RECORDS;
    if (records.splits.length + records.facts.length === 0) return [];
    const all = [this.#series, this.#fallback].flatMap((held) => held.get(series.ticker) ?? []);
    const whole = all.find((one) => keyOf(one) === keyOf(series) && one.source === series.source)?.load();
    return splitsAlreadyApplied(whole ?? series, records, series.days.at(-1) ?? NaN);
  }

  #isSeen(ticker: string, day: number): boolean {
    return (this.#firstDays.get(ticker) ?? Infinity) <= day;
  }

  /** Whether a record is filed by a day, or a text or an own value known. */
  #isKnown(ticker: string, asOf: string): boolean {
    const own = (this.#own.get(ticker) ?? []).map((column) => knownDays(column).first);
    const records = this.#records.get(ticker);
    return records !== undefined && isFiledBy(records, asOf) ||
      [this.#texts.get(ticker)?.first ?? "9", ...own].some((first) => first <= asOf);
  }

  /** The same list for days that know the same companies: an index of names is made of each list. */
  #companiesAt(asOf: string, benchmark: string | undefined): readonly Company[] {
    const { companies, unlisted = [] } = this.#parts;
    const day = dayNumber(asOf);
    const seen = unlisted.map((one): Company => typeof one === "string" ? { ticker: one, name: one } : one)
      .filter(({ ticker }) => this.#isSeen(ticker, day) || this.#isKnown(ticker, asOf));
    return this.#companies.get(
      `${seen.length} ${benchmark}`,
      () => [...companies, ...seen].filter(({ ticker }) => ticker !== benchmark),
    );
  }
}

/** Whether the first of records may be filed by a day: it is known from the session after. */
function isFiledBy({ first }: Pick<StoredRecords, "first">, day: string): boolean {
  return first <= nextSession(day);
}

function shelvesOf({ records = [], texts = [], own = [] }: DatasetParts): readonly Shelf[] {
  const filed = records.flatMap(({ shelves }) => shelves);
  const beside = [...texts.length > 0 ? ["texts"] as const : [], ...own.length > 0 ? ["own"] as const : []];
  return [...new Set<Shelf>([...filed, ...beside])].toSorted();
}

/** The first and the last day on which a value of a column became known. */
function knownDays({ known }: OwnColumn): { readonly first: string; readonly last: string } {
  return { first: dayText(known[0] ?? NaN), last: dayText(known.at(-1) ?? NaN) };
}

/** The values known by a day; `undefined` if absent. */
function columnUntil(column: OwnColumn, day: number): OwnColumn | undefined {
  const count = countUntil(column.known, day);
  if (count === 0) return undefined;
  const { known, days, values } = column;
  return {
    ...column,
    known: known.subarray(0, count),
    days: days.subarray(0, count),
    values: values.subarray(0, count),
  };
}

/** Of each frequency and basis the series that serves, cut after the day. */
function seriesUntil(offers: readonly StoredSeries[], day: number): readonly PriceSeries[] {
  return [...Map.groupBy(offers, rank).values()].flatMap((group) => {
    const chosen = servingOf(group, day)?.load();
    return chosen === undefined ? [] : [firstBars(chosen, countUntil(chosen.days, day))];
  });
}

function seriesByTicker(
  { series, sources }: Pick<DatasetParts, "series" | "sources">,
): ReadonlyMap<string, readonly StoredSeries[]> {
  const known = new Set(sources.map((source) => source.id));
  const offers = series.map((one) => "load" in one ? one : held(checked(one)));
  for (const one of offers) {
    if (!known.has(one.source)) throw new DataError(`use ${describe(one)}: unknown source ${one.source}`);
  }
  const groups = Map.groupBy(offers, ({ ticker }) => ticker);
  for (const group of groups.values()) {
    group.sort((one, other) => rank(one) - rank(other));
    const names = group.map((one) => `${keyOf(one)} ${one.source}`);
    const twice = group.find((_, at) => names.indexOf(names[at] ?? "") < at);
    if (twice) throw new DataError(`use ${describe(twice)}: it is in the data twice`);
  }
  return groups;
}

/** The first day of each ticker. */
function firstDaysOf(series: readonly StoredSeries[]): ReadonlyMap<string, number> {
  const days = new Map<string, number>();
  for (const { ticker, first } of series) days.set(ticker, Math.min(first, days.get(ticker) ?? Infinity));
  return days;
}

function checkParts(
  { benchmark, records = [], texts = [], own = [] }: DatasetParts,
  tickers: ReadonlyMap<string, number>,
): void {
  if (tickers.size === 0 && records.length + texts.length + own.length === 0) {
    throw new DataError("make a dataset: it has no series, no records, no texts and no own columns");
  }
  if (benchmark !== undefined && !tickers.has(benchmark)) {
    throw new DataError(`measure against ${benchmark}: it has no prices`);
  }
}

/** The series of the names, or all where there is nothing but the benchmark. */
function withoutBenchmark(
  { benchmark, indices = [] }: DatasetParts,
  all: readonly StoredSeries[],
): readonly StoredSeries[] {
  const index = benchmark ?? indices.find((one) => all.some(({ ticker }) => ticker === one));
  const names = all.filter(({ ticker }) => ticker !== index);
  return names.length > 0 ? names : all;
}

/** Daily before monthly, price before total return. */
function rank({ frequency, basis }: SeriesName): number {
  return (frequency === "daily" ? 0 : 2) + (basis === "price" ? 0 : 1);
}

/** @throws {DataError} when a series is empty or out of order, or a close is not above 0. */
function checked(series: PriceSeries): PriceSeries {
  if (series.days.length === 0) throw new DataError(`use ${describe(series)}: it has no price`);
  for (const [at, close] of series.close.entries()) {
    const before = series.days[at - 1] ?? -Infinity;
    const day = series.days[at] ?? NaN;
    if (!(day > before)) {
      throw new DataError(`use ${describe(series)}: ${dayAt(series, at)} follows ${dayAt(series, at - 1)}`);
    }
    if (!(close > 0 && close < Infinity)) {
      throw new DataError(`use ${describe(series)}: close of ${dayAt(series, at)} is ${close}`);
    }
  }
  return series;
}

function describe({ ticker, frequency, basis, source }: SeriesName): string {
  return `${frequency} ${basis} series of ${ticker} from ${source}`;
}
