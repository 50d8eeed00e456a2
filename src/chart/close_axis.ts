import { logTicks } from "./look.ts";

/** Ratio of highest to lowest close above which the axis is logarithmic, so that equal falls look equal. */
const LOG_RATIO = 20;

/**
 * The price axis: linear, or logarithmic so that equal falls look equal.
 * @param closes Above 0.
 * @param kind Default: logarithmic where the highest close is at least twenty times the lowest.
 */
export function closeEncoding(closes: readonly number[], title: string, kind?: "linear" | "log") {
  const low = closes.reduce((least, close) => Math.min(least, close));
  const high = closes.reduce((most, close) => Math.max(most, close));
  const close = { field: "close", type: "quantitative" };
  if (kind === "linear" || (kind === undefined && high / low < LOG_RATIO)) {
    const scale = low === high ? { domain: [0.9 * low, 1.1 * low] } : { zero: false };
    const format = high < 1e6 ? {} : { format: "~s" };
    return { ...close, scale, axis: { title, tickCount: 6, ...format } };
  }
  const domain = [low / 1.1, high * 1.1];
  const values = high / low < LOG_RATIO ? evenTicks(low / 1.1, high * 1.1) : logTicks(low, high);
  const axis = { title: `${title} (log scale)`, values, format: ",~r" };
  return { ...close, scale: { type: "log", domain, nice: false }, axis };
}

/** Round ticks at even distances, for a span that has too few powers of ten. */
function evenTicks(low: number, high: number): number[] {
  const power = 10 ** Math.floor(Math.log10((high - low) / 2));
  const step = [1, 2, 5, 10].map((digit) => digit * power).find((step) => (high - low) / step <= 8) ?? 10 * power;
  const first = Math.ceil(low / step);
  const count = Math.floor(high / step) - first + 1;
  return Array.from({ length: count }, (_, n) => Number(((first + n) * step).toPrecision(12)));
}

/** A price like `169.23`. */
export function priceWords(price: number): string {
  if (price < 1) return price.toLocaleString("en-US", { maximumSignificantDigits: 4 });
  const digits = price < 1e6 ? 2 : 0;
  return price.toLocaleString("en-US", { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/** A fall from 0 to -1, like `−32.1%`. */
export function drawdownWords(ratio: number): string {
  return `\u2212${(-100 * ratio).toFixed(1)}%`;
}
