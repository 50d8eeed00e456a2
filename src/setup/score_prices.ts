import { InputError } from "../protocol/errors.ts";
import type { Dataset, DatasetView, PriceSeries } from "../data/dataset.ts";
import { soundnessOf } from "../agent/domains/soundness.ts";
import { dayText } from "../calendar/day.ts";
import { createResolver } from "../data/names/resolve.ts";
import { openPriceFile } from "../data/folder/folder.ts";
import { normaliseTicker } from "../data/ticker.ts";
import type { Closes, PriceHistory, PricePort } from "../score/price_port.ts";

interface WhereData {
  /** One file of prices. */
  readonly file?: string | undefined;
  /** Folder of price files, when no file is named. Default: the sample. */
  readonly data?: string | undefined;
  /** Called after each file of the folder with the number of those read and of all. */
  readonly onFile?: ((read: number, all: number) => void) | undefined;
}

/** Opens the data that prices for scores are in; it says where it comes from. */
export async function openPriceData({ file, data, onFile }: WhereData): Promise<Dataset> {
  if (file === undefined) return await (await import("./open_dataset.ts")).openDataset({ data, onFile });
  return await openPriceFile(file);
}

/**
 * Prices for scores: every bar of the data, with tickers resolved as the analyst resolves them.
 * @param benchmark Ticker that returns are compared with. Default: the index of the data.
 * @throws {InputError} when the benchmark has no prices.
 */
export function pricePort(dataset: Dataset, benchmark?: string): PricePort {
  const view = dataset.at(LAST_DAY);
  const { resolve } = createResolver(view.companies);
  const tickerOf = (ticker: string) => resolve(ticker)?.ticker ?? normaliseTicker(ticker);
  const index = benchmark === undefined ? view.benchmark : tickerOf(benchmark);
  if (index !== undefined && view.prices(index).length === 0) {
    throw new InputError(`Cannot measure against ${benchmark}: the data has no prices of it`);
  }
  const market = index === undefined ? [] : view.prices(index).map((series) => ({ series, closes: toCloses(series) }));
  const known = new Map<string, readonly PriceHistory[]>();
  const closesOf = (ticker: string) => {
    return known.getOrInsertComputed(ticker, () => historiesOf(view, { ticker, market }));
  };
  return { benchmark: index, tickerOf, closesOf };
}

/** Later than every bar: outcomes are looked for to the end of the data. */
const LAST_DAY = "9999-12-31";

interface Market {
  readonly series: PriceSeries;
  readonly closes: Closes;
}

/** Daily before monthly; within each, those with a benchmark of the same basis first. */
function historiesOf(
  view: DatasetView,
  { ticker, market }: { readonly ticker: string; readonly market: readonly Market[] },
): readonly PriceHistory[] {
  const histories = view.prices(ticker).map((series): PriceHistory => {
    const alike = market.filter((one) => one.series.frequency === series.frequency);
    const same = alike.find((one) => one.series.basis === series.basis);
    const benchmark = (same ?? alike[0])?.closes;
    return { ...toCloses(series), frequency: series.frequency, benchmark, isMixed: same === undefined };
  });
  return histories.sort((one, other) => placeOf(one) - placeOf(other));
}

function placeOf({ frequency, isMixed }: PriceHistory): number {
  return (frequency === "daily" ? 0 : 2) + (isMixed ? 1 : 0);
}

/** What the analyst believes of a series: its closes without those that he leaves out, and the days no figure of his crosses. */
function toCloses(series: PriceSeries): Closes {
  const { series: { days, close, twins }, splits, wrong } = soundnessOf(series);
  const dates = Array.from(days, dayText);
  const doubted = twins === undefined ? [...splits.map(({ at }) => at), ...wrong].map((at) => dates[at] ?? "") : dates;
  return { dates, closes: Array.from(close), ...(doubted.length > 0 && { doubted }) };
}
