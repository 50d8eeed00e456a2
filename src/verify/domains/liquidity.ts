import type { PriceSeries } from "../../data/dataset.ts";
import { smallest, sum } from "./arithmetic.ts";
import { type Reader, type Readers, withAll } from "./reader.ts";
import { returnsUpTo, tradedUpTo } from "./windows.ts";

const RECENT = 60;
const YEAR = 252;

const medianTraded: Reader = ({ series }, at) => {
  if (series.frequency === "monthly") return "monthly";
  if (series.currency === "") return "unit";
  return withAll<[readonly number[]]>([tradedUpTo(series, at, RECENT)], (traded) => {
    const middle = smallest(traded, traded.length / 2 + 1).slice(-2);
    return sum(middle) / middle.length;
  });
};

const impact: Reader = ({ series }, at) =>
  series.frequency === "monthly" ? "monthly" : withAll<[readonly number[]]>(
    [returnsUpTo(series, at, YEAR)],
    (returns) => sum(returns.map((move, k) => 1e9 * Math.abs(move) / tradedAt(series, at - YEAR + 1 + k))) / YEAR,
    "volume",
  );

function tradedAt({ close, volume }: PriceSeries, at: number): number {
  return (close[at] ?? NaN) * (volume?.[at] ?? NaN);
}

/** Metrics of liquidity; `data/metrics/liquidity.ts` defines them. */
export const LIQUIDITY_READERS: Readers = { amihud: impact, dollar_volume: medianTraded };
