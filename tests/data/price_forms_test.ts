import { deepEqual, equal, match, ok, rejects } from "../assert.ts";
import { parquetWriteBuffer } from "hyparquet-writer";
import { inFolder } from "./in_folder.ts";
import { openFolder, openPriceFile } from "../../src/data/prices/folder.ts";
import type { Bar, LoadedDataset } from "../../src/data/dataset.ts";

type Files = Readonly<Record<string, string | Uint8Array<ArrayBuffer>>>;

function open(files: Files): Promise<LoadedDataset> {
  return inFolder(files, (folder) => openFolder(folder));
}

interface FullBar extends Required<Bar> {
  readonly ticker: string;
}

const NAMES = ["AAPL", "MSFT", "KO", "GOOGL", "T", "BRK.B"];
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

const of = (ticker: string) => BARS.filter((bar) => bar.ticker === ticker);

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

const ALL = ["open", "high", "low", "close", "volume"] as const;
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

const FORMS: readonly { form: string; files: Files; has?: readonly (keyof Bar)[] }[] = [
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

for (const { form, files, has = ALL } of FORMS) {
  Deno.test(`six names are read alike from ${form}`, async () => {
    const data = await open(files);
    deepEqual(data.problems.map(({ file, line, column, message }) => `${file}:${line}:${column} ${message}`), []);
    const view = data.at(data.asOf);
    deepEqual(view.companies.map(({ ticker }) => ticker).sort(), NAMES.toSorted());
    for (const ticker of NAMES) {
      const [series, ...others] = view.prices(ticker);
      deepEqual([series?.frequency, series?.basis, others.length], ["daily", "price", 0]);
      deepEqual(series?.bars, of(ticker).map((bar) => pick(bar, ["date", ...has])));
    }
  });
}

function pick(bar: FullBar, fields: readonly (keyof Bar)[]): Bar {
  return Object.fromEntries(fields.map((field) => [field, bar[field]])) as unknown as Bar;
}

Deno.test("every form in one folder: one file serves each name, the others are named with the reason", async () => {
  const all = FORMS.flatMap(({ files }, at) => Object.entries(files).map(([name, text]) => [`${at}/${name}`, text]));
  const data = await open(Object.fromEntries(all));
  const view = data.at(data.asOf);
  for (const ticker of NAMES) {
    deepEqual(
      view.prices(ticker)[0]?.bars.map((bar) => bar.close),
      of(ticker).map((bar) => bar.close),
    );
  }
  equal(data.problems.length, (FORMS.length - 1) * NAMES.length);
  for (const { message } of data.problems) {
    match(
      message,
      /^Ignored .*: 0\/.*\.csv has as many bars and comes first by name, and each series comes from one file$/,
    );
  }
});

const GOOD = "date,close\n2020-01-02,1\n2020-01-03,2\n";
const ROW = "2020-01-02,1\n";

const BROKEN: readonly { file: string; text: string; at: string; says: RegExp }[] = [
  { file: "AAPL.csv", text: "", at: "1:1", says: /^No header: the file is empty; expected one like date,/ },
  { file: "AAPL.csv", text: "date,close\n", at: "1:1", says: /^No rows below the header$/ },
  {
    file: "AAPL.csv",
    text: "2020-01-02,1,2\n2020-01-03,1,2\n",
    at: "1:1",
    says: /^No header: the first line is a row; expected/,
  },
  { file: "AAPL.csv", text: "tag,value\nx,1\n", at: "1:1", says: /^Not a price file: its header names no date;/ },
  { file: "AAPL.csv", text: "id,close\n7,1\n", at: "1:1", says: /its header names no date/ },
  { file: "AAPL.csv", text: "date,open,high,low\n2020-01-02,1,1,1\n", at: "1:1", says: /its header names no close/ },
  { file: "AAPL.csv", text: "<!DOCTYPE html>\n<p>\n", at: "1:1", says: /^Not a table but a web page; download/ },
  { file: "AAPL.csv", text: '{"close":[1,2]}\n', at: "1:1", says: /^Not a table but JSON; save it as CSV/ },
  {
    file: "AAPL.csv",
    text: "PK\u0003\u0004x\ny\n",
    at: "1:1",
    says: /^Not a table but an Excel workbook .*; save the sheet as CSV/,
  },
  { file: "AAPL.csv", text: "\u001f\u008bx\ny\n", at: "1:1", says: /^Not a table but compressed; name it \.csv\.gz/ },
  {
    file: "AAPL.csv.gz",
    text: GOOD,
    at: "1:1",
    says: /^Cannot read the file to its end: it is not a complete gzip file/,
  },
  {
    file: "AAPL.parquet",
    text: "date,close\n",
    at: "1:1",
    says: /^Cannot read the file to its end: it is not a complete Parquet file/,
  },
  { file: "AAPL.xlsx", text: "PK", at: "1:1", says: /^Only .* are read.*; save the sheet as CSV$/ },
  { file: "AAPL.json", text: "{}", at: "1:1", says: /^Only .*; save it as CSV if it holds prices$/ },
  {
    file: "HistoricalData_1518.csv",
    text: GOOD,
    at: "1:1",
    says: /^Cannot tell whose prices these are: name the file TICKER\.csv/,
  },
  {
    file: "my own.csv",
    text: "date,close,name\n2020-01-02,1,Apple Inc.\n",
    at: "1:1",
    says: /^Cannot tell whose prices/,
  },
  {
    file: "AAPL.csv",
    text: "date,close\n01/01/2017,1\n01/02/2017,1\n02/03/2017,1\n",
    at: "3:1",
    says:
      /^Cannot tell the day from the month: "01\/02\/2017" is 2017-02-01 or 2017-01-02, .*; write days as YYYY-MM-DD$/,
  },
  {
    file: "AAPL.csv",
    text: "date,close\n13/01/2017,1\n01/16/2017,1\n",
    at: "3:1",
    says: /^"01\/16\/2017" has the month first, other rows have the day first: .*; write days as YYYY-MM-DD$/,
  },
  {
    file: "AAPL.csv",
    text: `time,close\n${Date.parse("2017-01-01T15:00:00Z")},1\n`, // midnight of a Monday in Tokyo
    at: "2:1",
    says: /2017-01-01T15:00:00\.000Z is on a weekend in UTC: .*; write days as YYYY-MM-DD$/,
  },
  {
    file: "AAPL.csv",
    text: 'date,close\n2020-01-02,"1,234"\n2020-01-03,"1,235"\n',
    at: "2:1",
    says: /^Cannot tell the decimal mark: "1,234" is 1234 or 1\.234, .*; write numbers without separators$/,
  },
  {
    file: "AAPL.csv",
    text: 'date,close\n2020-01-02,7\n2020-01-03,"1,234"\n',
    at: "3:12",
    says: /^Cannot read "1,234": 1234 or 1\.234;/,
  },
  {
    file: "AAPL.csv",
    text: `date,close\n${ROW}2020-01-03,"67,85"\n`,
    at: "3:12",
    says: /^Cannot read "67,85": expected a price above 0$/,
  },
  {
    file: "AAPL.csv",
    text: "date;close\n2020-01-02;67,85\n2020-01-03;67.86\n",
    at: "3:12",
    says: /^Cannot read "67\.86": expected a price/,
  },
  {
    file: "AAPL.csv",
    text: `date,close\n${ROW}05/11/2018,1\n`,
    at: "3:1",
    says: /^Cannot read "05\/11\/2018": expected a date as YYYY-MM-DD$/,
  },
  {
    file: "AAPL.csv",
    text: `date,close\n${ROW}201702030930,1\n`,
    at: "3:1",
    says: /^Cannot read "201702030930": expected a date/,
  },
  {
    file: "AAPL.csv",
    text: `date,close\n${ROW}2020-01-03,€5\n`,
    at: "3:12",
    says: /^Cannot read "€5": expected a price above 0$/,
  },
  {
    file: "AAPL.csv",
    text: `date,close\n${ROW}01/02/18,1\n`,
    at: "3:1",
    says: /^Cannot read "01\/02\/18": expected a date/,
  },
  {
    file: "p.csv",
    text: "date,AAPL,MSFT\n2020-01-02,1,2\n2020-01-03,x,3\n",
    at: "3:12",
    says: /^Cannot read "x": expected a price above 0$/,
  },
];

for (const { file, text, at, says } of BROKEN) {
  Deno.test(`one sentence says what is wrong with ${file}: ${JSON.stringify(text.slice(0, 50))}`, async () => {
    const data = await open({ [file]: text, "OTHER.csv": GOOD });
    const [problem, ...others] = data.problems;
    deepEqual([others.length, problem?.file, `${problem?.line}:${problem?.column}`], [0, file, at]);
    match(problem?.message ?? "", says);
  });
}

Deno.test("a file whose days contradict each other gives no price", async () => {
  const data = await open({ "A.csv": "date,close\n13/01/2017,1\n16/01/2017,1\n01/17/2017,1\n", "B.csv": GOOD });
  deepEqual(data.at(data.asOf).companies.map(({ ticker }) => ticker), ["B"]);
});

Deno.test("days that are the same in both orders need no proof", async () => {
  const data = await open({ "A.csv": "date,close\n01/01/2017,1\n02/02/2017,2\n03/03/2017,3\n" });
  deepEqual(data.span, { first: "2017-01-01", last: "2017-03-03" });
});

Deno.test("a semicolon is proof enough of decimal commas where every number has three decimals", async () => {
  const data = await open({ "A.csv": "date;close\n2020-01-02;67,854\n2020-01-03;68,123\n" });
  deepEqual(data.at(data.asOf).prices("A")[0]?.bars.map((bar) => bar.close), [67.854, 68.123]);
});

Deno.test("a column of tickers may spell them in any way, a column of names has to hold tickers", async () => {
  const data = await open({
    "my own.csv": "symbol,date,close\nbrk/b,2020-01-02,1\n",
    "AAPL.csv": "name,date,close\nApple Inc.,2020-01-02,1\n",
  });
  deepEqual(data.at(data.asOf).companies.map(({ ticker }) => ticker), ["AAPL", "BRK.B"]);
});

Deno.test("a wide table has tickers that are also names of columns, and gaps", async () => {
  const data = await open({ "wide.csv": "date,LOW,OPEN,AAPL\n2020-01-02,1,2,\n2020-01-03,1,2,3\n" });
  deepEqual(data.at(data.asOf).companies.map(({ ticker }) => ticker), ["AAPL", "LOW", "OPEN"]);
  deepEqual(data.at(data.asOf).prices("AAPL")[0]?.bars, [{ date: "2020-01-03", close: 3 }]);
});

const FILE_NAMES: readonly (readonly [string, string | undefined])[] = [
  ["AAPL.csv", "AAPL"],
  ["AAPL (1).csv", "AAPL"],
  ["aapl.us.txt", "AAPL"],
  ["^spx.csv", "^SPX"],
  ["0700.hk.csv", "0700.HK"],
  ["ALL.csv", "ALL"],
  ["daily_adjusted_IBM.csv", "IBM"],
  ["AAPL_data.csv", "AAPL"],
  ["AAPL Stock Price History.csv", "AAPL"],
  ["SPX Index.csv", "SPX"],
  ["NASDAQ_AAPL, 1D_5f3a1.csv", "AAPL"],
  ["daily_prices.csv", undefined],
  ["monthly_closes.csv", undefined],
  ["HistoricalData_1518.csv", undefined],
];

for (const [file, ticker] of FILE_NAMES) {
  Deno.test(`a file named ${file} holds the prices of ${ticker ?? "nobody it names"}`, async () => {
    const data = await open({ [file]: GOOD, "OTHER.csv": GOOD });
    equal(data.at(data.asOf).prices(ticker ?? "").length, ticker === undefined ? 0 : 1);
    if (ticker === undefined) match(data.problems[0]?.message ?? "", /^Cannot tell whose prices these are/);
    else equal(data.problems.length, 0);
  });
}

Deno.test("one file of prices is read as a file of a folder, and refused by its reason", async () => {
  await inFolder({ "p.csv": "date,AAPL\n13/01/2017,1\n16/01/2017,2\n", "x.xlsx": "PK" }, async (folder) => {
    const data = await openPriceFile(`${folder}/p.csv`);
    ok(data.at(data.asOf).prices("AAPL").length === 1);
    await rejects(openPriceFile(`${folder}/x.xlsx`), /x\.xlsx: Only \.parquet, .*save the sheet as CSV$/);
  });
});

Deno.test("a folder without any price names its first files and counts the others", async () => {
  const files = Object.fromEntries(NAMES.map((ticker) => [`${ticker}.xlsx`, "PK"]));
  await rejects(open(files), /no file holds prices \(AAPL\.xlsx line 1: Only .*; and 3 more problems\)/);
  await rejects(open({}), /no file holds prices \(there is no \.csv, \.tsv, \.txt or \.parquet\)/);
});
