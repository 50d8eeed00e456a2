import type { Bar, DatasetView, PriceSeries } from "../../src/data/dataset.ts";
import { barsOf, seriesOf } from "../../src/data/series.ts";

/** A view with one fault in a company's bars. */
export interface DataFault {
  readonly kind: string;
  readonly view: DatasetView;
}

/** Number of bars from the end that get faults: the year that every draft covers. */
const YEAR = { daily: 253, monthly: 13 } as const;

/** Faults in the newest, the oldest and some other bars of the year before the day. */
export function faultsInData(view: DatasetView, ticker: string): DataFault[] {
  const [series] = view.prices(ticker);
  if (series === undefined) return [];
  const bars = barsOf(series);
  const last = bars.length - 1;
  const back = YEAR[series.frequency] - 1;
  const places = [0, 0.1, 0.35, 0.6, 0.85, 1].map((part) => last - Math.round(part * back));
  return places.flatMap((at) => [
    { kind: "a bar dropped", view: withBars(view, series, bars.toSpliced(at, 1)) },
    {
      kind: "a bar doubled",
      view: withBars(view, series, bars.toSpliced(at, 0, ...bars.slice(at, at + 1))),
    },
    ...[1.001, 0.9, 1000].map((factor) => (
      { kind: "a bar changed", view: withBars(view, series, bars.with(at, scaled(bars[at], factor))) }
    )),
  ]);
}

/** The same view with a company's first series replaced. */
export function withBars(view: DatasetView, series: PriceSeries, bars: readonly Bar[]): DatasetView {
  return {
    ...view,
    prices: (ticker) => view.prices(ticker).map((one) => one === series ? seriesOf(one, bars) : one),
  };
}

function scaled(bar: Bar | undefined, factor: number): Bar {
  return { ...bar, date: bar?.date ?? "", close: (bar?.close ?? 1) * factor };
}
