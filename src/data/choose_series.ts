import type { DatasetView, Frequency, PriceSeries } from "./dataset.ts";
import { dayNumber } from "../calendar/day.ts";
import { OLD_AFTER_DAYS } from "./metrics/soundness.ts";
import { onceEachOf } from "./once_each.ts";
import { seriesOf } from "./series.ts";

/** A year of returns needs this many closes. */
const MIN_DAILY_BARS = 253;
/** A daily series that ends longer than this before the ticker's newest bar is stale. */
const MAX_LAG_DAYS = 7;

/** The series to analyse and the benchmark to measure it against. */
export interface SeriesPair {
  readonly series: PriceSeries;
  /** The benchmark's closes at the same frequency, if it has any. */
  readonly benchmark?: PriceSeries;
  /**
   * The two differ in basis, like a total return against a price index. State this wherever an
   * excess return is shown.
   */
  readonly mixed: boolean;
}

/**
 * Chooses a company's series: daily if it spans a year and is fresh, else monthly, else any; and
 * among those the basis that the benchmark also has.
 * @param view The data as of a day.
 * @param options `frequency` is that of companies compared with it.
 * @returns A bare series where it has no bar, or none for long, and something is filed by or about it since; `undefined` when
 * there is neither.
 */
export function chooseSeries(
  view: DatasetView,
  ticker: string,
  { frequency: wanted }: { readonly frequency?: Frequency | undefined } = {},
): SeriesPair | undefined {
  const chosen = choosePriced(view, ticker, wanted);
  const last = chosen?.series.days.at(-1) ?? -Infinity;
  const oldest = dayNumber(view.asOf) - OLD_AFTER_DAYS[chosen?.series.frequency ?? "daily"];
  const series = last < oldest ? bareSeries(view, ticker, last) : undefined;
  return series === undefined ? chosen : { series, mixed: false };
}

/** Whether a series stands for a company without prices: its one row is the day, and has no close. */
export function isBare({ close }: Pick<PriceSeries, "close">): boolean {
  return close.length === 1 && Number.isNaN(close[0]);
}

/** What series that are compared have in common: frequency, basis and last day, or that they are bare. */
export function kindOfSeries(series: PriceSeries): string {
  const { frequency, basis, days } = series;
  return `${isBare(series) ? "bare" : `${frequency} ${basis}`} ${days.at(-1)}`;
}

/** The series of another company that is compared with one: of the same frequency and basis, or as bare as it is. */
export function seriesLike(view: DatasetView, ticker: string, like: PriceSeries): PriceSeries | undefined {
  if (isBare(like)) return bareSeries(view, ticker);
  return view.prices(ticker).find(({ frequency, basis }) => frequency === like.frequency && basis === like.basis);
}

/** The day of the view as a series without a price, of a company of which anything became known after a day. */
function bareSeries(view: DatasetView, ticker: string, after = -Infinity): PriceSeries | undefined {
  const { facts, filings, trades } = view.records(ticker);
  const newest = [...[facts, filings, trades].map((list) => list.at(-1)), view.texts(ticker).documents.at(-1)];
  if (!newest.some((one) => one !== undefined && dayNumber(one.known) > after)) return undefined;
  return bareOf(view, ticker);
}

const bareOf = onceEachOf((view: DatasetView, ticker: string): PriceSeries => {
  const currency = view.records(ticker).facts.findLast(({ unit }) => /^[A-Z]{3}$/.test(unit))?.unit ?? "";
  const name = { ticker, frequency: "daily", basis: "price", currency, source: "" } as const;
  return seriesOf(name, [{ date: view.asOf, close: NaN }]);
});

function choosePriced(
  view: DatasetView,
  ticker: string,
  wanted: Frequency | undefined,
): SeriesPair | undefined {
  const all = view.prices(ticker);
  const frequency = wanted ?? chooseFrequency(all);
  if (frequency === undefined) return undefined;
  const own = usable(all, frequency);
  const market = view.benchmark === undefined
    ? []
    : view.prices(view.benchmark).filter((one) => one.frequency === frequency);
  for (const benchmark of market) {
    const series = own.find((one) => one.basis === benchmark.basis);
    if (series) return { series, benchmark, mixed: false };
  }
  const [series] = own;
  const [benchmark] = market;
  if (series === undefined) return undefined;
  return benchmark === undefined ? { series, mixed: false } : { series, benchmark, mixed: true };
}

/**
 * The frequency at which companies can be compared: the one that each of them would be analysed at alone, or else
 * monthly where each has month-ends up to about the day.
 * @returns `undefined` when they have none in common, or there are not several.
 */
export function commonFrequency(view: DatasetView, tickers: readonly string[]): Frequency | undefined {
  if (tickers.length < 2) return undefined;
  const [first, ...others] = new Set(tickers.map((ticker) => chooseFrequency(view.prices(ticker))));
  if (others.length === 0) return first;
  const from = dayNumber(view.asOf) - OLD_AFTER_DAYS.monthly;
  const isMonthly = (ticker: string) =>
    view.prices(ticker).some(({ frequency, days }) => frequency === "monthly" && (days.at(-1) ?? NaN) >= from);
  return tickers.every(isMonthly) ? "monthly" : undefined;
}

function chooseFrequency(
  all: readonly PriceSeries[],
): Frequency | undefined {
  if (all.some((one) => isLongAndFresh(one, newestDay(all)))) return "daily";
  if (all.some((one) => one.frequency === "monthly")) return "monthly";
  return all[0]?.frequency;
}

/** The long and fresh series of the frequency, or all of them when none qualifies. */
function usable(
  all: readonly PriceSeries[],
  frequency: Frequency,
): readonly PriceSeries[] {
  const same = all.filter((one) => one.frequency === frequency);
  const good = same.filter((one) => isLongAndFresh(one, newestDay(all)));
  return good.length > 0 ? good : same;
}

function isLongAndFresh(series: PriceSeries, newest: number): boolean {
  return series.frequency === "daily" && series.days.length >= MIN_DAILY_BARS &&
    newest - (series.days.at(-1) ?? NaN) <= MAX_LAG_DAYS;
}

/** In days since 1 January 1970. */
function newestDay(all: readonly PriceSeries[]): number {
  return Math.max(...all.map(({ days }) => days.at(-1) ?? -Infinity));
}
