/** Made bars of minutes, as services write them, and what a session of them is by plain loops. */
import { parquetWriteBuffer } from "hyparquet-writer";
import { hoursOf, type MadeDay, numbersOf, varianceOf } from "./made_trades.ts";
import { clockOf } from "./trade_forms.ts";

/** One bar. */
export interface MadeBar {
  /** Its beginning, in milliseconds since 1970 in UTC. */
  readonly ms: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number;
  readonly average: number;
}

const MINUTE = 60_000;
const cents = (value: number) => Math.round(value * 100) / 100;

/** The bars of a day from two hours before the open to two after the close, or of the session only; some are missing. */
export function madeBars(
  day: MadeDay,
  { seed, minutes, isExtended }: { seed: number; minutes: number; isExtended: boolean },
): MadeBar[] {
  const next = numbersOf(seed);
  const { open, close } = hoursOf(day);
  const bars: MadeBar[] = [];
  let price = 50;
  const [from, to] = isExtended ? [open - 120 * MINUTE, close + 120 * MINUTE] : [open, close];
  for (let ms = from; ms < to; ms += minutes * MINUTE) {
    const isInside = ms >= open && ms < close;
    const isEdge = ms === open || ms === close - minutes * MINUTE;
    if (next() < 0.1 && !isEdge) continue;
    const start = price;
    price *= 1 + (next() - 0.5) * 0.004;
    const [one, other] = [cents(start), cents(price)];
    const [high, low] = [Math.max(one, other) + 0.05, Math.min(one, other) - 0.05];
    const volume = isInside ? 1000 + Math.floor(next() * 9000) : 10;
    bars.push({
      ms,
      open: one,
      high: cents(high),
      low: cents(low),
      close: other,
      volume,
      average: cents((one + other) / 2),
    });
  }
  return bars;
}

/** A session by plain loops. */
export function sessionOfBars(
  bars: readonly MadeBar[],
  day: MadeDay,
  { minutes, hasAverage }: { minutes: number; hasAverage: boolean },
) {
  const { open: opens, close: closes } = hoursOf(day);
  const inside = bars.filter(({ ms }) => ms >= opens && ms < closes);
  let [volume, tradedValue, high, low] = [0, 0, 0, Infinity];
  for (const bar of inside) {
    volume += bar.volume;
    tradedValue += bar.volume * (hasAverage ? bar.average : (bar.high + bar.low + bar.close) / 3);
    if (bar.high > high) high = bar.high;
    if (bar.low < low) low = bar.low;
  }
  const [open, close] = [inside[0]?.open ?? 0, inside.at(-1)?.close ?? 0];
  const times = [opens, ...inside.map(({ ms }) => ms + minutes * MINUTE)];
  const variance = varianceOf(
    times,
    [open, ...inside.map((bar) => bar.close)],
    hoursOf(day),
    Math.max(5, minutes) * MINUTE,
  );
  const volatility = minutes > 30 ? undefined : variance ** 0.5;
  return { open, high, low, close, volume, tradedValue, vwap: tradedValue / volume, volatility, count: inside.length };
}

/** A way to write bars. */
export interface BarForm {
  readonly form: string;
  readonly minutes: number;
  readonly isExtended: boolean;
  readonly hasAverage: boolean;
  readonly file: string;
  readonly write: (days: ReadonlyMap<MadeDay, readonly MadeBar[]>) => string | Uint8Array<ArrayBuffer>;
}

type Line = (bar: MadeBar, day: MadeDay) => string;
const ohlcv = ({ open, high, low, close, volume }: MadeBar) => [open, high, low, close, volume].join(",");

function lines(header: string, line: Line): BarForm["write"] {
  return (days) => [header, ...[...days].flatMap(([day, bars]) => bars.map((bar) => line(bar, day))), ""].join("\n");
}

function parquet(time: (bar: MadeBar, day: MadeDay) => Date, isAdjustedToUTC: boolean): BarForm["write"] {
  return (days) => {
    const rows = [...days].flatMap(([day, bars]) => bars.map((bar) => ({ ...bar, time: time(bar, day) })));
    const column = (name: "open" | "high" | "low" | "close" | "volume") => ({
      name,
      data: rows.map((row) => row[name]),
    });
    const buffer = parquetWriteBuffer({
      columnData: [
        { name: "Datetime", data: rows.map((row) => row.time) },
        ...(["open", "high", "low", "close", "volume"] as const).map(column),
      ],
      schema: [
        { name: "root", num_children: 6 },
        {
          name: "Datetime",
          type: "INT64",
          repetition_type: "REQUIRED",
          logical_type: { type: "TIMESTAMP", isAdjustedToUTC, unit: "MILLIS" },
        },
        ...(["open", "high", "low", "close", "volume"] as const)
          .map((name) => ({ name, type: "DOUBLE" as const, repetition_type: "REQUIRED" as const })),
      ],
    });
    return new Uint8Array(buffer);
  };
}

const zoned: Line = ({ ms }, { behind }) => `${clockOf(ms, behind).slice(0, 19).replace("T", " ")}-0${behind}:00`;
const local: Line = ({ ms }, { behind }) => clockOf(ms, behind).slice(0, 19).replace("T", " ");
const MINUTELY = { minutes: 1, isExtended: true, hasAverage: false, file: "AAPL.csv" };
const COLUMNS = "open,high,low,close,volume";

/** Each of these holds bars of the made days. */
export const BAR_FORMS: readonly BarForm[] = [
  {
    ...MINUTELY,
    form: "Polygon's minutes of all tickers",
    file: "2024.csv",
    write: lines(
      "ticker,volume,open,close,high,low,window_start,transactions",
      (bar) => `AAPL,${bar.volume},${bar.open},${bar.close},${bar.high},${bar.low},${bar.ms}000000,7`,
    ),
  },
  {
    ...MINUTELY,
    form: "Alpaca's letters, with an average price",
    hasAverage: true,
    write: lines("t,o,h,l,c,v,n,vw", (bar) => `${new Date(bar.ms).toISOString()},${ohlcv(bar)},7,${bar.average}`),
  },
  {
    ...MINUTELY,
    form: "Yahoo's offsets",
    write: lines(`Datetime,${COLUMNS}`, (bar, day) => `${zoned(bar, day)},${ohlcv(bar)}`),
  },
  {
    ...MINUTELY,
    form: "Interactive Brokers' times and averages",
    hasAverage: true,
    write: lines(
      `date,${COLUMNS},average,barCount`,
      (bar, day) =>
        `${local(bar, day).replaceAll("-", "").replace(" ", "  ")} US/Eastern,${ohlcv(bar)},${bar.average},3`,
    ),
  },
  {
    ...MINUTELY,
    form: "times without a zone",
    write: lines(`timestamp,${COLUMNS}`, (bar, day) => `${local(bar, day)},${ohlcv(bar)}`),
  },
  {
    ...MINUTELY,
    form: "times without a zone, of the session only",
    isExtended: false,
    write: lines(`timestamp,${COLUMNS}`, (bar, day) => `${local(bar, day)},${ohlcv(bar)}`),
  },
  {
    ...MINUTELY,
    form: "times of the end of a bar",
    isExtended: false,
    write: lines(`timestamp,${COLUMNS}`, (bar, day) => `${local({ ...bar, ms: bar.ms + MINUTE }, day)},${ohlcv(bar)}`),
  },
  {
    ...MINUTELY,
    form: "Stooq's columns",
    minutes: 5,
    file: "aapl.us.txt",
    write: lines("<TICKER>,<PER>,<DATE>,<TIME>,<OPEN>,<HIGH>,<LOW>,<CLOSE>,<VOL>,<OPENINT>", (bar, day) => {
      const [date = "", time = ""] = local(bar, day).split(" ");
      return `AAPL.US,5,${date.replaceAll("-", "")},${time.replaceAll(":", "")},${ohlcv(bar)},0`;
    }),
  },
  {
    ...MINUTELY,
    form: "seconds since 1970, in half hours",
    minutes: 30,
    write: lines(`time,${COLUMNS}`, (bar) => `${bar.ms / 1000},${ohlcv(bar)}`),
  },
  {
    ...MINUTELY,
    form: "hours from the open on",
    minutes: 60,
    isExtended: false,
    write: lines(`time,${COLUMNS}`, (bar) => `${bar.ms},${ohlcv(bar)}`),
  },
  {
    ...MINUTELY,
    form: "a download of pandas, with names of columns above tickers",
    minutes: 5,
    isExtended: false,
    file: "download.csv",
    write: lines(
      "Price,Close,High,Low,Open,Volume\nTicker,AAPL,AAPL,AAPL,AAPL,AAPL\nDatetime,,,,,",
      ({ ms, open, high, low, close, volume }) =>
        [`${clockOf(ms, 0).slice(0, 19).replace("T", " ")}+00:00`, close, high, low, open, volume].join(","),
    ),
  },
  {
    ...MINUTELY,
    form: "Parquet with times in UTC",
    file: "AAPL.parquet",
    write: parquet(({ ms }) => new Date(ms), true),
  },
  {
    ...MINUTELY,
    form: "Parquet with times without a zone",
    file: "AAPL.parquet",
    write: parquet(({ ms }, { behind }) => new Date(ms - behind * 60 * MINUTE), false),
  },
];
