import type { DatasetView, Frequency, PriceSeries } from "./dataset.ts";
import { dayNumber } from "../calendar/day.ts";
import { OLD_AFTER_DAYS } from "./metrics/soundness.ts";

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
 * @param ticker As in the view's companies.
 * @param options `frequency` is that of companies compared with it.
 * @returns `undefined` when the ticker has no bar on or before the day.
 */
export function chooseSeries(
  view: DatasetView,
  ticker: string,
  { frequency: wanted }: { readonly frequency?: Frequency | undefined } = {},
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
 * @param tickers Those with prices by the day.
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
