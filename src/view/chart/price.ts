import { fallWords, priceWords } from "../../chart/close_axis.ts";
import { deepestFallEvent, drawdownSeries, priceSeries } from "../../chart/series_chart.ts";
import type { Closes, PricePort } from "../../score/price_port.ts";
import { oneOf } from "../../text/options.ts";
import { type Chart, createChart } from "./chart.ts";
import { checkSeriesOptions, type SeriesOptions, type SeriesTable, seriesTable } from "./series.ts";

/** What of the prices is drawn, and how. */
export interface PriceChartOptions extends SeriesOptions {
  /** The price axis. Default: logarithmic where the highest close is at least twenty times the lowest. */
  readonly scale?: "linear" | "log" | undefined;
}

/**
 * Closes as a line, with marked days.
 *
 * More than 3,000 closes are thinned out to the last of each week or month, and the subtitle says so; the highest, the
 * lowest, both ends of the deepest fall and the closes of the events stay.
 * @param prices Those of `openPrices()`, or one series: `{ dates, closes }`.
 * @param name A ticker of the prices; of a series, what its title says.
 * @throws {ChartError} when there are no such prices, fewer than 2 closes or more than 100,000, a close is not above 0,
 *   days are out of order, or an event is not within the days.
 * @example
 * ```ts
 * import { ok } from "node:assert";
 * import { openPrices } from "conviction";
 * import { priceChart } from "conviction/chart";
 *
 * const events = [{ date: "2025-04-02", label: "US tariffs" }];
 * const chart = priceChart(await openPrices(), "AAPL", { events, currency: "USD" });
 * ok((await chart.png()).length > 10_000);
 * ```
 */
export function priceChart(prices: PricePort | Closes, name: string, options: PriceChartOptions = {}): Chart {
  checkSeriesOptions(options, { scale: oneOf("linear", "log") });
  const table = seriesTable(prices, name, { options, mark: deepestFallEvent });
  return createChart(priceSeries({ ...table.series, description: inWords(table, "close"), scale: options.scale }));
}

/**
 * How far each close is below the highest before it, with marked days.
 * @param prices As {@linkcode priceChart}.
 * @param name As {@linkcode priceChart}.
 * @throws {ChartError} as {@linkcode priceChart}.
 * @example
 * ```ts
 * import { ok } from "node:assert";
 * import { drawdownChart } from "conviction/chart";
 *
 * const series = { dates: ["2017-11-30", "2017-12-29"], closes: [171.85, 169.23] };
 * ok((await drawdownChart(series, "Apple").svg()).includes("maximum drawdown"));
 * ```
 */
export function drawdownChart(prices: PricePort | Closes, name: string, options: SeriesOptions = {}): Chart {
  checkSeriesOptions(options);
  const table = seriesTable(prices, name, { options, mark: deepestFallEvent });
  return createChart(
    drawdownSeries({ ...table.series, description: inWords(table, "fall from the highest close so far") }),
  );
}

/** The chart in words. */
function inWords({ series, rows }: SeriesTable, what: string): string {
  const { title, subtitle, events, currency = "" } = series;
  const last = rows.at(-1);
  const deepest = Math.min(...rows.map(({ drawdown }) => drawdown));
  const figures = `Last close ${`${priceWords(last?.close ?? 0)} ${currency}`.trim()}, deepest fall ${
    fallWords(deepest)
  }.`;
  const days = events.map(({ date, label }) => label.includes(date) ? label : `${label} (${date})`);
  const marked = days.length === 0 ? "" : ` Marked: ${days.join("; ")}.`;
  return `${title}: ${what}. ${subtitle[0]}. ${figures}${marked}`;
}
