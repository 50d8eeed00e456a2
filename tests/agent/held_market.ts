import type { Dataset } from "../../src/data/dataset.ts";
import { createDataset } from "../../src/data/dataset_in_memory.ts";
import { seriesOf } from "../../src/data/series.ts";
import { tradingDays } from "../trading_days.ts";
import { xorshift } from "../xorshift.ts";

/** Closes of one name, on all days of the market or some of them. */
export interface HeldName {
  readonly ticker: string;
  readonly closes: readonly number[];
  /** Days of the closes by their index; default: all. */
  readonly at?: readonly number[];
}

/** A made market of days: an index, and names that follow it to a degree. */
export interface HeldMarket {
  readonly days: readonly string[];
  readonly index: readonly number[];
  readonly names: readonly HeldName[];
}

const SECTOR = "Energy";

/**
 * Makes closes of names that follow an index by 0.2 to 1.8 times, each with a noise of its own.
 * @param seed Any integer except 0.
 */
export function heldMarket(seed: number, { names, bars = 300 }: { readonly names: number; readonly bars?: number }) {
  const random = xorshift(seed);
  const normal = () => Array.from({ length: 12 }, random).reduce((sum, one) => sum + one, -6);
  const market = Array.from({ length: bars }, () => 0.008 * normal());
  const closesOf = (steps: readonly number[]) => {
    let close = 100;
    return steps.map((step) => close *= Math.exp(step));
  };
  return {
    days: tradingDays("2016-01-04", bars),
    index: closesOf(market),
    names: Array.from({ length: names }, (_, at): HeldName => {
      const [follows, noise] = [0.2 + 1.6 * random(), 0.004 + 0.02 * random()];
      return { ticker: tickerOf(at), closes: closesOf(market.map((step) => follows * step + noise * normal())) };
    }),
  } satisfies HeldMarket;
}

/** `AAA`, `AAB` and so on. */
function tickerOf(at: number): string {
  const letter = (place: number) => String.fromCharCode(65 + Math.floor(at / 26 ** place) % 26);
  return `Q${letter(1)}${letter(0)}X`;
}

/** The market as data, all of one sector. */
export function datasetOf({ days, index, names }: HeldMarket): Dataset {
  const series = (ticker: string, closes: readonly number[], at: readonly number[] = [...days.keys()]) =>
    seriesOf(
      { ticker, frequency: "daily", basis: "price", currency: "USD", source: "made.csv" },
      closes.map((close, k) => ({ date: days[at[k] ?? -1] ?? "", close, volume: 1000 })),
    );
  return createDataset({
    name: "Held market",
    notice: "Made up.",
    companies: names.map(({ ticker }) => ({ ticker, name: ticker, sector: SECTOR })),
    benchmark: "INDEX",
    sources: [{ id: "made.csv", title: "Made of random numbers", sha256: "0" }],
    series: [series("INDEX", index), ...names.map(({ ticker, closes, at }) => series(ticker, closes, at))],
  });
}
