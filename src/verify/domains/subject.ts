import { chooseSeries } from "../../data/choose_series.ts";
import type { DatasetView, PriceSeries } from "../../data/dataset.ts";
import { lastDay } from "../../data/series.ts";

/** A company's closes and its benchmark's. */
export interface Subject {
  readonly series: PriceSeries;
  readonly benchmark?: PriceSeries;
}

/**
 * The series that every figure about a company must use.
 * @param ticker A company or the benchmark itself.
 */
export function subjectOf(view: DatasetView, ticker: string): Subject | undefined {
  const choice = chooseSeries(view, ticker);
  return choice === undefined ? undefined : withBenchmark(view, choice.series);
}

/**
 * All companies with a series of the same frequency and basis that ends on the same day, this one included.
 * @param series The company's series.
 */
export function peersOf(view: DatasetView, series: PriceSeries): readonly Subject[] {
  const day = lastDay(series);
  const others = view.companies.filter(({ ticker }) => ticker !== view.benchmark).flatMap(({ ticker }) =>
    view.prices(ticker).find((one) => one.frequency === series.frequency && one.basis === series.basis) ?? []
  );
  return others.filter((one) => lastDay(one) === day).map((one) => withBenchmark(view, one));
}

function withBenchmark(view: DatasetView, series: PriceSeries): Subject {
  if (view.benchmark === undefined) return { series };
  const same = view.prices(view.benchmark).filter(({ frequency }) => frequency === series.frequency);
  const benchmark = same.find(({ basis }) => basis === series.basis) ?? same[0];
  return benchmark === undefined ? { series } : { series, benchmark };
}
