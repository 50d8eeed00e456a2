import { DAILY_ONLY, type Lack, lastOf, NO_UNIT, type Reader, type Readers, reading } from "./reading.ts";
import { mean, median } from "./statistics.ts";
import { lackOfWindow } from "./window.ts";

const MEDIAN_BARS = 60;
const IMPACT_BARS = 252;
/** Amihud's ratio is tiny per dollar, so it is shown per billion. */
const BILLION = 1e9;
const NO_VOLUME: Lack = { cause: "volume", lacks: "needs trades on each day" };

const dollarVolume: Reader = (columns, position) => {
  const { frequency, traded } = columns;
  if (frequency === "monthly") return DAILY_ONLY;
  if (columns.sound.series.currency === "") return NO_UNIT;
  const lack = lackOfWindow(columns, MEDIAN_BARS, position);
  if (lack) return lack;
  const values = lastOf(traded, MEDIAN_BARS, position);
  return values.some(Number.isNaN) ? NO_VOLUME : reading(median(values), NO_VOLUME);
};

const amihud: Reader = (columns, position) => {
  const { frequency, returns, traded } = columns;
  if (frequency === "monthly") return DAILY_ONLY;
  const lack = lackOfWindow(columns, IMPACT_BARS + 1, position);
  if (lack) return lack;
  const money = lastOf(traded, IMPACT_BARS, position);
  const impacts = lastOf(returns, IMPACT_BARS, position).map((value, at) => Math.abs(value) / (money[at] ?? NaN));
  return reading(mean(impacts) * BILLION, NO_VOLUME); // a day without trades makes the metric missing, not infinite
};

/** Metrics of liquidity; `data/metrics/liquidity.ts` defines them. */
export const LIQUIDITY_READERS: Readers = { dollar_volume: dollarVolume, amihud };
