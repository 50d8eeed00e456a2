import { basename } from "node:path";
import { gunzipSync } from "node:zlib";
import { createHash } from "node:crypto";
import { InputError } from "../protocol/errors.ts";
import { combineFiles } from "../data/prices/combine_files.ts";
import { DataError } from "../data/data_error.ts";
import { createDataset } from "../data/dataset_in_memory.ts";
import type { Dataset, DatasetView, PriceSeries } from "../data/dataset.ts";
import { EXAMPLE_HEADER, guessSeparator } from "../data/prices/price_header.ts";
import { PriceTable } from "../data/prices/price_table.ts";
import { createResolver } from "../data/names/resolve.ts";
import { normaliseTicker, tickerOfFile } from "../data/ticker.ts";
import type { Closes, PriceHistory, PricePort } from "../score/price_port.ts";
import { CsvScanner } from "../text/csv_scanner.ts";

const CURRENCY = "USD"; // any: returns have no currency

/**
 * Prices for scores: every bar of the data, with tickers resolved as the analyst resolves them.
 * @param dataset Prices.
 * @param benchmark Ticker that returns are compared with. Default: the index of the data.
 * @throws {InputError} when the benchmark has no prices.
 */
export function pricePort(dataset: Dataset, benchmark?: string): PricePort {
  const view = dataset.at(dataset.span.last);
  const { resolve } = createResolver(view.companies);
  const tickerOf = (ticker: string) => resolve(ticker)?.ticker ?? normaliseTicker(ticker);
  const index = benchmark === undefined ? view.benchmark : tickerOf(benchmark);
  if (index !== undefined && view.prices(index).length === 0) {
    throw new InputError(`Cannot measure against ${benchmark}: the data has no prices of it`);
  }
  const market = index === undefined ? [] : view.prices(index).map((series) => ({ series, closes: toCloses(series) }));
  const known = new Map<string, readonly PriceHistory[]>();
  const closesOf = (ticker: string) => {
    const histories = known.get(ticker) ?? historiesOf(view, { ticker, market });
    known.set(ticker, histories);
    return histories;
  };
  return { benchmark: index, tickerOf, closesOf };
}

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

function toCloses({ bars }: PriceSeries): Closes {
  return { dates: bars.map(({ date }) => date), closes: bars.map(({ close }) => close) };
}

/**
 * Opens one price CSV, as a file of a data folder is read.
 * @param path `.csv` or `.csv.gz`, with a column `ticker` or named after its ticker.
 * @throws {DataError} when it cannot be read or holds no price.
 */
export function openPriceFile(path: string): Dataset {
  const file = basename(path);
  const bytes = readBytes(path);
  const text = new TextDecoder().decode(/\.gz$/i.test(path) ? unpack(bytes, path) : bytes);
  const scanner = new CsvScanner({ separator: guessSeparator(text.slice(0, Math.max(0, text.search(/[\r\n]/)))) });
  const table = new PriceTable({ file, source: file, currency: CURRENCY, ticker: tickerOfFile(file) });
  for (const record of scanner.end(text)) if (!table.add(record)) break;
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  const parts = combineFiles([{ file, ...table.finish(), sha256 }], { companies: [], problems: [] });
  const last = parts.series.map(({ bars }) => bars.at(-1)?.date ?? "").sort().at(-1);
  if (last === undefined) throw noPrices(path, parts.problems[0]?.message);
  return createDataset({ ...parts, name: "Price file", notice: `Prices of the file ${file}, as of ${last}.` });
}

function readBytes(path: string): Uint8Array {
  try {
    return Deno.readFileSync(path);
  } catch (cause) {
    const state = cause instanceof Deno.errors.NotFound ? "there is no such file" : "it cannot be read";
    throw new DataError(`read prices from ${path}: ${state}`, { cause });
  }
}

function unpack(bytes: Uint8Array, path: string): Uint8Array {
  try {
    return gunzipSync(bytes);
  } catch (cause) {
    throw new DataError(`read prices from ${path}: it is not a complete gzip file`, { cause });
  }
}

function noPrices(path: string, found = "it is empty"): DataError {
  return new DataError(
    `read prices from ${path}: it has no prices (${found}); expected a header like ${EXAMPLE_HEADER}`,
  );
}
