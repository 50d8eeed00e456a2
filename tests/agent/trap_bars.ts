import { tradingDays } from "../trading_days.ts";
import { xorshift } from "../xorshift.ts";

/** One row of a price file. */
export interface Row {
  readonly date: string;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number;
}

const SEED = 20171229;
const DAYS = tradingDays("2013-01-02", 1250);

/** A random walk with bars as an exchange has them, the same for the same seed. */
function walk(seed: number, scale: number): readonly Row[] {
  const random = xorshift(seed);
  const cents = (price: number) => Number(price.toFixed(2));
  let last = scale;
  return DAYS.map((date) => {
    const open = last * (1 + 0.006 * (random() - 0.5));
    const close = open * (1 + 0.024 * (random() - 0.49));
    const [high, low] = [
      Math.max(open, close) * (1 + 0.004 * random()),
      Math.min(open, close) * (1 - 0.004 * random()),
    ];
    last = close;
    const volume = 1_000_000 + Math.round(4_000_000 * random());
    return { date, open: cents(open), high: cents(high), low: cents(low), close: cents(close), volume };
  });
}

/** Five years of a stock, and of an index. */
export const STOCK = walk(SEED, 100);
export const INDEX = walk(SEED + 1, 2000);

/** A price file of rows, with all columns. */
export function csv(rows: readonly Row[]): string {
  const lines = rows.map(({ date, open, high, low, close, volume }) =>
    [date, open, high, low, close, volume].join(",")
  );
  return `${["date,open,high,low,close,volume", ...lines].join("\n")}\n`;
}

/** A price file of closes alone. */
export function closesOnly(rows: readonly Row[]): string {
  return `${["date,close", ...rows.map(({ date, close }) => `${date},${close}`)].join("\n")}\n`;
}

/** Month-ends alone. */
export function monthEnds(rows: readonly Row[]): readonly Row[] {
  return rows.filter(({ date }, at) => date.slice(0, 7) !== rows[at + 1]?.date.slice(0, 7));
}

/** Prices of the rows from an index on, times a factor; the volume the other way. */
export function scaled(rows: readonly Row[], factor: number, { from = 0, to = rows.length } = {}): readonly Row[] {
  return rows.map((row, at) => {
    if (at < from || at >= to) return row;
    const { open, high, low, close, volume } = row;
    const [o, h, l, c] = [open, high, low, close].map((price) => Number((price * factor).toPrecision(8)));
    return { ...row, open: o ?? 0, high: h ?? 0, low: l ?? 0, close: c ?? 0, volume: Math.round(volume / factor) };
  });
}

/** The rows with one close replaced, and nothing else of its bar. */
export function withClose(rows: readonly Row[], at: number, change: (close: number) => number): readonly Row[] {
  const index = at < 0 ? rows.length + at : at;
  return rows.map((row, k) => k === index ? { ...row, close: change(row.close) } : row);
}

/** The rows with one bar replaced as a whole. */
export function withBar(rows: readonly Row[], at: number, factor: number): readonly Row[] {
  const index = at < 0 ? rows.length + at : at;
  return scaled(rows, factor, { from: index, to: index + 1 });
}

/** Flat rows without volume from an index on, as a file that goes on after the last trade. */
export function padded(rows: readonly Row[], from: number, to = rows.length): readonly Row[] {
  const last = rows[from - 1]?.close ?? 0;
  return rows.map((row, at) =>
    at < from || at >= to ? row : { ...row, open: last, high: last, low: last, close: last, volume: 0 }
  );
}
