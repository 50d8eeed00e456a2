import type { PriceChart, PriceRow } from "../../src/chart/render.ts";

/** Closes of a regular series, with their drawdown. */
export function rowsOf(closes: readonly number[], first = "2016-01-04", stepDays = 1): PriceRow[] {
  let peak = 0;
  return closes.map((close, index) => {
    peak = Math.max(peak, close);
    const time = Date.parse(first) + index * stepDays * 86_400_000;
    return { date: new Date(time).toISOString().slice(0, 10), close, drawdown: close / peak - 1 };
  });
}

/** A valid chart; `changes` replaces parts of it. */
export function chartOf(changes: Partial<PriceChart> = {}): PriceChart {
  return {
    rows: rowsOf([100, 110, 99, 120, 90, 130], "2016-01-04", 30),
    title: "Apple Inc (AAPL)",
    subtitle: "Month ends, 2016-01-04 to 2016-06-02",
    source: "made for this test",
    currency: "USD",
    closeLabel: "Close, USD",
    ...changes,
  };
}
