import type { DatasetView, Frequency, PriceSeries } from "./dataset.ts";
import { daysBetween } from "./day.ts";

/** A year of returns needs this many closes. */
const MIN_DAILY_BARS = 253;
/** A daily series that ends earlier than this before the ticker's newest bar is old. */
const MAX_LAG_DAYS = 7;

/** The series an analysis stands on, and the one it is measured against. */
export interface SeriesPair {
  /** The company's closes. */
  readonly series: PriceSeries;
  /** The benchmark's closes at the same frequency, where there are any. */
  readonly benchmark?: PriceSeries;
  /**
   * The two differ in basis, like a total return against a price index: say so wherever an
   * excess return is shown.
   */
  readonly mixed: boolean;
}

/**
 * Chooses the series for a company: daily where it spans a year and is not old, else monthly, else
 * what there is; then the basis in which the benchmark is known.
 * @param view What is known on a day.
 * @param ticker As in the view's companies.
 * @returns Nothing when the ticker has no bar on or before the day.
 */
export function chooseSeries(
  view: DatasetView,
  ticker: string,
): SeriesPair | undefined {
  const all = view.prices(ticker);
  const frequency = chooseFrequency(all);
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

function chooseFrequency(
  all: readonly PriceSeries[],
): Frequency | undefined {
  if (all.some((one) => isLongAndFresh(one, newestDay(all)))) return "daily";
  if (all.some((one) => one.frequency === "monthly")) return "monthly";
  return all[0]?.frequency;
}

/** The long and fresh series of the frequency, or all of it where none is. */
function usable(
  all: readonly PriceSeries[],
  frequency: Frequency,
): readonly PriceSeries[] {
  const same = all.filter((one) => one.frequency === frequency);
  const good = same.filter((one) => isLongAndFresh(one, newestDay(all)));
  return good.length > 0 ? good : same;
}

function isLongAndFresh(series: PriceSeries, newest: string): boolean {
  return series.frequency === "daily" && series.bars.length >= MIN_DAILY_BARS &&
    daysBetween(lastDay(series), newest) <= MAX_LAG_DAYS;
}

function newestDay(all: readonly PriceSeries[]): string {
  return all.map(lastDay).reduce((one, other) => one > other ? one : other, "");
}

function lastDay(series: PriceSeries): string {
  return series.bars.at(-1)?.date ?? "";
}
