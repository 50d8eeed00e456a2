import { parquetWriteBuffer } from "hyparquet-writer";
import type { Bar } from "../../src/data/dataset.ts";

/** Files of a folder, by their paths in it. */
export type Files = Readonly<Record<string, string | Uint8Array<ArrayBuffer>>>;

/** A bar with all its fields. */
export interface FullBar extends Required<Bar> {
  readonly ticker: string;
}

/** The names that every form holds. */
export const NAMES = ["AAPL", "MSFT", "KO", "GOOGL", "T", "BRK.B"];
/** Weekdays of 2017; `GOOGL` costs more than 1,000, so that thousands are separated. */
const DAYS = Array.from({ length: 84 }, (_, at) => new Date(Date.UTC(2017, 0, 2 + at)))
  .filter((day) => day.getUTCDay() % 6 !== 0).map((day) => day.toISOString().slice(0, 10));
const BARS: readonly FullBar[] = NAMES.flatMap((ticker, place) =>
  DAYS.map((date, at) => {
    const close = cents((place === 3 ? 990 : 30 + 40 * place) + at * 0.37 + (at % 3) * 0.19);
    const [open, high, low] = [cents(close - 0.21), cents(close + 1.13), cents(close - 1.07)];
    return { ticker, date, open, high, low, close, volume: 10_000 * (1000 + 37 * place + at) };
  })
);

function cents(value: number): number {
  return Math.round(value * 100) / 100;
}

/** The bars of a ticker, as each form must give them. */
export const of = (ticker: string) => BARS.filter((bar) => bar.ticker === ticker);

/** One file for each name. */
function each(name: (ticker: string) => string, write: (bars: readonly FullBar[]) => string): Files {
  return Object.fromEntries(NAMES.map((ticker) => [name(ticker), write(of(ticker))]));
}

/** A header and a line for each bar. */
function lines(header: string, line: (bar: FullBar, at: number) => string): (bars: readonly FullBar[]) => string {
  return (bars) => `${header}\n${bars.map((bar, at) => `${line(bar, at)}\n`).join("")}`;
}

const ohlcv = ({ open, high, low, close, volume }: FullBar) => [open, high, low, close, volume].join(",");
const parts = (date: string) => date.split("-") as [string, string, string];
const us = (date: string) => `${date.slice(5, 7)}/${date.slice(8)}/${date.slice(0, 4)}`;
const uk = (date: string) => `${date.slice(8)}/${date.slice(5, 7)}/${date.slice(0, 4)}`;
const german = (date: string) => uk(date).replaceAll("/", ".");
const comma = (value: number) => String(value).replace(".", ",");
const grouped = (value: number) => value.toLocaleString("en-US", { minimumFractionDigits: 2 });
const millions = (volume: number) => `${(volume / 1e6).toFixed(2)}M`;
const easternMidnight = (date: string) => Date.parse(`${date}T05:00:00Z`);
const dashed = (ticker: string) => ticker.replace(".", "-");

/** Side by side: a line for each day. */
function wide(header: string, cells: (bars: readonly FullBar[]) => (number | string)[]): string {
  const rows = DAYS.map((date) => [date, ...cells(BARS.filter((bar) => bar.date === date))].join(","));
  return [header, ...rows, ""].join("\n");
}

/** What a bar has beside its day. */
export const ALL = ["open", "high", "low", "close", "volume"] as const;
const FIVE = ["Close", "High", "Low", "Open", "Volume"] as const;
const fieldsOf = (bar: FullBar) => [bar.close, bar.high, bar.low, bar.open, bar.volume];

const PLAIN = lines("date,open,high,low,close,volume", (bar) => `${bar.date},${ohlcv(bar)}`);

/** Columns in the types of pandas; the index comes last. */
function parquet(
  bars: readonly FullBar[],
  { index, ticker }: { index: string; ticker?: boolean },
): Uint8Array<ArrayBuffer> {
  const columnData = [
    ...(["open", "high", "low", "close"] as const).map((name) => ({
      name,
      data: bars.map((bar) => bar[name]),
      type: "DOUBLE" as const,
    })),
    { name: "volume", data: bars.map(({ volume }) => BigInt(volume)), type: "INT64" as const },
    ...(ticker ? [{ name: "ticker", data: bars.map((bar) => bar.ticker), type: "STRING" as const }] : []),
    { name: index, data: bars.map(({ date }) => new Date(`${date}T00:00:00Z`)), type: "TIMESTAMP" as const },
  ];
  return new Uint8Array(parquetWriteBuffer({ columnData, rowGroupSize: 100 }));
}

/** One folder for each form in which prices are downloaded, with the same six names; `has` says what of a bar. */
export const FORMS: readonly { form: string; files: Files; has?: readonly (keyof Bar)[] }[] = [
  {
    form: "Yahoo's download",
    files: each(
      (ticker) => `${dashed(ticker)}.csv`,
      lines("Date,Open,High,Low,Close,Volume", (bar) => `${bar.date},${ohlcv(bar)}`),
    ),
  },
  {
    form: "pandas with a number index",
    files: each(
      (t) => `${t}.csv`,
      lines(",date,open,high,low,close,volume", (bar, at) => `${at},${bar.date},${ohlcv(bar)}`),
    ),
  },
  {
    form: "yfinance's history(), with time and zone",
    files: each(
      (t) => `${t}.csv`,
      lines(
        "Date,Open,High,Low,Close,Volume,Dividends,Stock Splits",
        (bar) => `${bar.date} 00:00:00-05:00,${ohlcv(bar)},0.0,0.0`,
      ),
    ),
  },
  {
    form: "closes only",
    files: each((t) => `${t}.csv`, lines("date,close", (b) => `${b.date},${b.close}`)),
    has: ["close"],
  },
  {
    form: "one long file with tickers",
    files: {
      "prices.csv": lines("ticker,date,open,high,low,close,volume", (bar) => `${bar.ticker},${bar.date},${ohlcv(bar)}`)(
        BARS,
      ),
    },
  },
  {
    form: "Symbol, Date, Price",
    files: { "p.csv": lines("Symbol,Date,Price", (bar) => `${bar.ticker},${bar.date},${bar.close}`)(BARS) },
    has: ["close"],
  },
  {
    form: "pandas with an unnamed index of days",
    files: each((t) => `${t}.csv`, lines(",open,high,low,close,volume", (bar) => `${bar.date},${ohlcv(bar)}`)),
  },
  {
    form: "pandas with an oddly named index of days",
    files: each(
      (t) => `${t}.csv`,
      lines("trading_dt,open,high,low,close,volume", (bar) => `${bar.date},${ohlcv(bar)}`),
    ),
  },
  {
    form: "Kaggle's long form, with the ticker as Name",
    files: {
      "all_stocks_5yr.csv": lines(
        "date,open,high,low,close,volume,Name",
        (bar) => `${bar.date},${ohlcv(bar)},${bar.ticker}`,
      )(BARS),
    },
  },
  {
    form: "Stooq's download",
    files: each(
      (t) => `${dashed(t).toLowerCase()}_us_d.csv`,
      lines("Date,Open,High,Low,Close,Volume", (bar) => `${bar.date},${ohlcv(bar)}`),
    ),
  },
  {
    form: "Stooq's many files, folders in folders",
    files: each(
      (t) => `data/daily/us/nyse stocks/1/${dashed(t).toLowerCase()}.us.txt`,
      lines(
        "<TICKER>,<PER>,<DATE>,<TIME>,<OPEN>,<HIGH>,<LOW>,<CLOSE>,<VOL>,<OPENINT>",
        (bar) => `${dashed(bar.ticker)}.US,D,${bar.date.replaceAll("-", "")},000000,${ohlcv(bar)},0`,
      ),
    ),
  },
  {
    form: "Alpha Vantage's download",
    files: each(
      (t) => `daily_${t}.csv`,
      lines("timestamp,open,high,low,close,volume", (bar) => `${bar.date},${ohlcv(bar)}`),
    ),
  },
  {
    form: "Nasdaq's download, named after the ticker",
    files: each(
      (t) => `${t}.csv`,
      lines(
        "Date,Close/Last,Volume,Open,High,Low",
        (bar) => `${us(bar.date)},$${bar.close},${bar.volume},$${bar.open},$${bar.high},$${bar.low}`,
      ),
    ),
  },
  {
    form: "Investing.com's download",
    files: each(
      (t) => `${t} Historical Data.csv`,
      lines(
        '\uFEFF"Date","Price","Open","High","Low","Vol.","Change %"',
        (bar) =>
          `"${us(bar.date)}","${[bar.close, bar.open, bar.high, bar.low].map(grouped).join('","')}","${
            millions(bar.volume)
          }","-0.12%"`,
      ),
    ),
  },
  {
    form: "Investing.com's download in German",
    files: each(
      (t) => `${t} Historical Data.csv`,
      lines(
        '"Datum","Zuletzt","Eröffn.","Hoch","Tief","Vol.","+/- %"',
        (bar) =>
          `"${german(bar.date)}","${
            [bar.close, bar.open, bar.high, bar.low].map((one) => one.toLocaleString("de-DE")).join('","')
          }","${millions(bar.volume).replace(".", ",")}","-0,12%"`,
      ),
    ),
  },
  {
    form: "yfinance's download() of one ticker, three header lines",
    files: each(
      (t) => `${t}.csv`,
      (bars) => {
        const ticker = dashed(bars[0]?.ticker ?? "");
        const header = `Price,${FIVE.join(",")}\nTicker${`,${ticker}`.repeat(5)}\nDate,,,,,`;
        return lines(header, (bar) => [bar.date, ...fieldsOf(bar)].join(","))(bars);
      },
    ),
  },
  {
    form: "yfinance's download() of many tickers",
    files: {
      "download.csv": wide(
        `Price,${FIVE.flatMap((field) => NAMES.map(() => field)).join(",")}\nTicker,${
          FIVE.flatMap(() => NAMES.map(dashed)).join(",")
        }\nDate${",".repeat(30)}`,
        (bars) => FIVE.keys().toArray().flatMap((at) => bars.map((bar) => fieldsOf(bar)[at] ?? "")),
      ),
    },
  },
  {
    form: "yfinance's download() of many tickers, grouped by ticker",
    files: {
      "download.csv": wide(
        `Ticker,${NAMES.flatMap((t) => FIVE.map(() => dashed(t))).join(",")}\nPrice,${
          NAMES.flatMap(() => FIVE).join(",")
        }\nDate${",".repeat(30)}`,
        (bars) => bars.flatMap(fieldsOf),
      ),
    },
  },
  {
    form: "Bloomberg's fields",
    files: each(
      (t) => `${t.replace(".", " ")} US Equity.csv`,
      lines("Date,PX_OPEN,PX_HIGH,PX_LOW,PX_LAST,PX_VOLUME", (bar) => `${us(bar.date)},${ohlcv(bar)}`),
    ),
  },
  {
    form: "Polygon's letters and milliseconds",
    files: each(
      (t) => `${t}.csv`,
      lines(
        "v,vw,o,c,h,l,t,n",
        (b) => [b.volume, b.close, b.open, b.close, b.high, b.low, easternMidnight(b.date), 9].join(","),
      ),
    ),
  },
  {
    form: "TradingView's seconds",
    files: each(
      (t) => `BATS_${t}, 1D.csv`,
      lines("time,open,high,low,close,Volume", (bar) => `${Date.parse(`${bar.date}T14:30:00Z`) / 1000},${ohlcv(bar)}`),
    ),
  },
  {
    form: "closes side by side",
    files: { "closes.csv": wide(`date,${NAMES}`, (bars) => bars.map(({ close }) => close)) },
    has: ["close"],
  },
  {
    form: "semicolons and decimal commas",
    files: each(
      (t) => `${t}.csv`,
      lines(
        "Date;Open;High;Low;Close;Volume",
        (bar) => `${bar.date};${ohlcv(bar).split(",").map((cell) => comma(Number(cell))).join(";")}`,
      ),
    ),
  },
  {
    form: "German headers, days and thousands, as Excel saves them",
    files: each(
      (t) => `${t}.csv`,
      lines("sep=;\nDatum;Erster;Hoch;Tief;Schlusskurs;Stuecke;Volumen", (bar) => {
        const cells = [bar.open, bar.high, bar.low, bar.close].map((one) => one.toLocaleString("de-DE"));
        return [german(bar.date), ...cells, bar.volume.toLocaleString("de-DE"), "1"].join(";");
      }),
    ),
  },
  {
    form: "British days",
    files: each((t) => `${t}.csv`, lines("Date,Open,High,Low,Close,Volume", (bar) => `${uk(bar.date)},${ohlcv(bar)}`)),
  },
  {
    form: "tabs, newest first, days with names of months",
    files: each((t) => `${t}.tsv`, (bars) =>
      lines("Date\tOpen\tHigh\tLow\tClose\tVolume", (bar) => {
        const [year, month, day] = parts(bar.date);
        const name = ["Jan", "Feb", "Mar"][Number(month) - 1];
        return [`${Number(day)}-${name}-${year}`, ...ohlcv(bar).split(",")].join("\t");
      })(bars.toReversed())),
  },
  {
    form: "Parquet as pandas writes it, one file for each ticker, with days as times",
    files: Object.fromEntries(NAMES.map((ticker) => [`${ticker}.parquet`, parquet(of(ticker), { index: "Date" })])),
  },
  {
    form: "Parquet in one long file, with tickers and an unnamed index",
    files: { "prices.parquet": parquet(BARS, { index: "__index_level_0__", ticker: true }) },
  },
  {
    form: "Excel's Unicode text",
    files: Object.fromEntries(
      Object.entries(each((t) => `${t}.txt`, (bars) => PLAIN(bars).replaceAll(",", "\t"))).map(([name, text]) => {
        const units = Uint16Array.from(`\uFEFF${text}`, (char) => char.charCodeAt(0));
        return [name, new Uint8Array(units.buffer)];
      }),
    ),
  },
];

/** All forms in one folder, each in a folder of its own in it. */
export const TOGETHER: Files = Object.fromEntries(
  FORMS.flatMap(({ files }, at) => Object.entries(files).map(([name, text]) => [`${at}/${name}`, text])),
);
