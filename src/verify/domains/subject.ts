import { chooseSeries, isBare, seriesLike } from "../../data/choose_series.ts";
import type { Company, DatasetView, Frequency, PriceSeries } from "../../data/dataset.ts";
import { dayNumber, dayText } from "../../calendar/day.ts";
import type { ChanceMaps } from "../../data/metrics/chance.ts";
import { OLD_AFTER_DAYS } from "../../data/metrics/soundness.ts";
import { onceEach, onceEachOf } from "../../data/once_each.ts";
import type { Records, StockSplit } from "../../data/records.ts";
import type { Session } from "../../data/session.ts";
import { lastDay } from "../../data/series.ts";
import type { CompanyTexts } from "../../data/text_document.ts";
import { soundOf } from "./soundness.ts";
import { LEAST_COMPARED } from "../../data/metrics/own.ts";
import type { OwnColumn } from "../../data/own_column.ts";

/** A company's closes and its benchmark's, with the bar before a spike in its place. */
export interface Subject {
  readonly series: PriceSeries;
  readonly benchmark?: PriceSeries;
  /** Both as the data hold them, spikes included. */
  readonly given: { readonly series: PriceSeries; readonly benchmark?: PriceSeries };
  /** Its sessions up to the day of the view, looked up when asked for. */
  readonly sessions: () => readonly Session[];
  /** What is filed by and about it, known by the day of the view; looked up when asked for. */
  readonly records: () => Records;
  /** The texts about it, known by the day of the view; looked up when asked for. */
  readonly texts: () => CompanyTexts;
  /** What own columns with a sign say of it, each from -1 to 1; looked up when asked for. */
  readonly ownStandings: () => readonly number[];
  /** What the data says of it; absent for the benchmark. */
  readonly company?: Company;
  /** The closes of another company at its frequency and basis; looked up when asked for. */
  readonly other: (ticker: string) => PriceSeries | undefined;
  /** Day of the view, `YYYY-MM-DD`. */
  readonly asOf: string;
  /** Splits after the last bar that the closes are adjusted for already; looked up when asked for. */
  readonly heldSplits: () => readonly StockSplit[];
  /** The maps of the chance of a fall on the day of the view. */
  readonly maps: ChanceMaps;
  /** The last bar is so old that it says nothing about the day. */
  readonly isOld: boolean;
}

/**
 * The series that every figure about a company must use.
 * @param ticker A company or the benchmark itself.
 * @param options `frequency` is that at which the companies of an answer are compared.
 */
export function subjectOf(
  view: DatasetView,
  ticker: string,
  { frequency }: { readonly frequency?: Frequency | undefined } = {},
): Subject | undefined {
  const choice = chooseSeries(view, ticker, { frequency });
  return choice === undefined ? undefined : withBenchmark(view, choice.series);
}

/**
 * All companies with a series of the same frequency and basis that ends on the same day, this one included.
 * @param series The company's series.
 */
export function peersOf(view: DatasetView, series: PriceSeries): readonly Subject[] {
  const day = lastDay(series);
  const others = view.companies.filter(({ ticker }) => ticker !== view.benchmark).flatMap(({ ticker }) =>
    seriesLike(view, ticker, series) ?? []
  );
  return others.filter((one) => lastDay(one) === day).map((one) => withBenchmark(view, one));
}

function withBenchmark(view: DatasetView, series: PriceSeries): Subject {
  const benchmark = benchmarkOf(view, series);
  const age = dayNumber(view.asOf) - (series.days.at(-1) ?? NaN);
  return {
    series: soundOf(series).series,
    ...(benchmark && { benchmark: soundOf(benchmark).series }),
    given: { series, ...(benchmark && { benchmark }) },
    sessions: () => view.sessions(series.ticker),
    records: () => view.records(series.ticker),
    texts: () => view.texts(series.ticker),
    ownStandings: () => ownStandings(view, series.ticker),
    ...companyOf(view, series.ticker),
    other: (ticker) => {
      const other = seriesLike(view, ticker, series);
      return other && soundOf(other).series;
    },
    asOf: view.asOf,
    heldSplits: () => view.splitsHeld(series),
    maps: view.maps,
    isOld: age > OLD_AFTER_DAYS[series.frequency],
  };
}

const byTicker = onceEach((companies: readonly Company[]) => new Map(companies.map((one) => [one.ticker, one])));

function companyOf({ companies }: DatasetView, ticker: string): Pick<Subject, "company"> {
  const company = byTicker(companies).get(ticker);
  return company === undefined ? {} : { company };
}

function benchmarkOf(view: DatasetView, series: PriceSeries): PriceSeries | undefined {
  if (view.benchmark === undefined || isBare(series)) return undefined;
  const same = view.prices(view.benchmark).filter(({ frequency }) => frequency === series.frequency);
  return same.find(({ basis }) => basis === series.basis) ?? same[0];
}

/** Each column with a sign: how far the newest value lies from the middle of all, as its owner counts it. */
export function ownStandings(view: DatasetView, ticker: string): readonly number[] {
  return view.own(ticker).flatMap((column) => {
    const value = newest(column, view);
    const all = allOf(view, column.name);
    if (column.sign === undefined || value === undefined || all.length < LEAST_COMPARED) return [];
    const less = all.findIndex((one) => one >= value);
    const notMore = all.findLastIndex((one) => one <= value) + 1;
    return [column.sign * ((less + notMore) / all.length - 1)];
  });
}

/** The newest value of every company that has one, the lowest first. */
const allOf = onceEachOf((view: DatasetView, name: string): readonly number[] =>
  view.companies.flatMap(({ ticker }) =>
    view.own(ticker).filter((one) => one.name === name).flatMap((one) => newest(one, view) ?? [])
  ).sort((one, other) => one - other)
);

function newest({ known, days, values }: OwnColumn, { asOf }: DatasetView): number | undefined {
  const last = [...days.keys()].filter((at) => dayText(known[at] ?? NaN) <= asOf)
    .sort((one, other) => (days[one] ?? 0) - (days[other] ?? 0)).at(-1);
  return last === undefined ? undefined : values[last];
}
