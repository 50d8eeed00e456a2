import { InputError } from "../protocol/errors.ts";
import type { PricePort } from "../score/price_port.ts";
import { isDeno } from "./host.ts";
import { optionProblem, type OptionShape, TEXT } from "../text/options.ts";

/** Where prices are. */
export interface PricesOptions {
  /** One file of prices, read as a file of a data folder. Default: none. */
  readonly file?: string | undefined;
  /** Folder of price files, when no file is named. Default: the sample of the embedded service. */
  readonly data?: string | undefined;
  /** Ticker that returns are measured against. Default: the index of the data, where it has one. */
  readonly benchmark?: string | undefined;
}

const PRICES_OPTIONS = {
  file: TEXT,
  data: TEXT,
  benchmark: TEXT,
} satisfies Readonly<Record<keyof PricesOptions, OptionShape>>;

/**
 * Opens prices to score theses with.
 * @param options Where they are; relative paths start in the current folder.
 * @returns What `scoreTheses()` of `conviction/batch` asks for.
 * @throws {DataError} when they cannot be read.
 * @throws {InputError} when an option is unknown or of another kind, or the benchmark has no prices; and on Node.
 * @example
 * ```ts
 * import { ok } from "node:assert";
 * import { openPrices } from "conviction";
 *
 * const prices = await openPrices();
 * ok(prices.closesOf("AAPL").length > 0);
 * ```
 */
export async function openPrices(options: PricesOptions = {}): Promise<PricePort> {
  const problem = optionProblem(options, PRICES_OPTIONS);
  if (problem !== undefined) throw new InputError(`Cannot open prices: ${problem.state}`, { options: problem.options });
  if (!isDeno) throw new InputError("Cannot open prices: reading them needs Deno; scoreTheses() takes any PricePort");
  const { openPriceData, pricePort } = await import("./score_prices.ts");
  return pricePort(await openPriceData(options), options.benchmark);
}
