import { closesOnly, csv, INDEX, monthEnds, padded, type Row, scaled, STOCK, withBar, withClose } from "./trap_bars.ts";

/** What must be true of the answer about AAPL. */
export interface Trap {
  /** Completes "AAPL.csv with ...". */
  readonly what: string;
  readonly files: Readonly<Record<string, string>>;
  /** `clean`: reads as the clean file does; `clean prices`: but for the volume; `refused`: there is no answer. */
  readonly reads?: "clean" | "clean prices" | "refused";
  /** In the text of the answer, its risks, or the checks of its verification; in the refusal; in the problems of the folder. */
  readonly says?: RegExp;
  /** The measures that are left; the others abstain. */
  readonly has?: readonly string[];
  /** No view, whatever is left. */
  readonly silent?: true;
  /** Most confidence that the verification may have; below 1 for each trap that is not read as the clean file. */
  readonly most?: number;
  /** Day asked about. Default: that of the data. */
  readonly asOf?: string;
}

const N = STOCK.length;
/** Inside the past year, and before the last 60 bars. */
const AT = N - 120;
/** Of a window of 60 bars and shorter: what a fault before it leaves. */
const SHORT = ["close", "return_1m", "volatility_recent", "dollar_volume"];
const SHORT_CLOSES = ["close", "return_1m", "volatility_recent"];
const MARKET = csv(INDEX);
const MONTHLY_MARKET = closesOnly(monthEnds(INDEX));

function daily(rows: readonly Row[]): Trap["files"] {
  return { "AAPL.csv": csv(rows), "^GSPC.csv": MARKET };
}

function closes(rows: readonly Row[]): Trap["files"] {
  return { "AAPL.csv": closesOnly(rows), "^GSPC.csv": MARKET };
}

function monthly(rows: readonly Row[]): Trap["files"] {
  return { "AAPL.csv": closesOnly(rows), "^GSPC.csv": MONTHLY_MARKET };
}

function lines(header: string, line: (row: Row) => readonly unknown[], mark = ","): Trap["files"] {
  return { "AAPL.csv": `${[header, ...STOCK.map((row) => line(row).join(mark))].join("\n")}\n`, "^GSPC.csv": MARKET };
}

/** Without the bars from one index to before another. */
function without(from: number, to: number): readonly Row[] {
  return STOCK.filter((_, at) => at < from || at >= to);
}

const us = (day: string) => `${day.slice(5, 7)}/${day.slice(8)}/${day.slice(0, 4)}`;
const comma = (price: number) => String(price).replace(".", ",");
const year = (row: Row) => ({ ...row, date: "2031-01-05" });
const MONTHS = monthEnds(STOCK);
const SPLIT =
  /with nothing in the data to explain it: .* unadjusted split, .*; figures that span that day are left out/;
const GAP = /which does not fit a trading calendar; figures based on them are left out/;

/** Read as today: other forms of the same prices, and files that are refused with a reason. */
const READ: readonly Trap[] = [
  { what: "the newest bar first", files: daily(STOCK.toReversed()), reads: "clean" },
  { what: "a byte order mark", files: { ...daily(STOCK), "AAPL.csv": `\ufeff${csv(STOCK)}` }, reads: "clean" },
  {
    what: "times of day",
    files: daily(STOCK.map((one) => ({ ...one, date: `${one.date}T00:00:00Z` }))),
    reads: "clean",
  },
  {
    what: "several bars a day",
    files: daily(STOCK.flatMap((one) => ["10", "15"].map((hour) => ({ ...one, date: `${one.date}T${hour}:00:00Z` })))),
    reads: "clean",
  },
  { what: "a row twice", files: daily(STOCK.flatMap((one, at) => at === AT ? [one, one] : [one])), reads: "clean" },
  {
    what: "two rows of a day that differ",
    files: daily(STOCK.flatMap((one, at) => at === AT ? [{ ...one, close: one.close * 1.01 }, one] : [one])),
    reads: "clean",
    says: /1 row of AAPL beside another of the same day/,
  },
  {
    what: "Stooq's header",
    files: lines(
      "<TICKER>,<PER>,<DATE>,<TIME>,<OPEN>,<HIGH>,<LOW>,<CLOSE>,<VOL>,<OPENINT>",
      (
        { date, open, high, low, close, volume },
      ) => ["AAPL.US", "D", date.replaceAll("-", ""), "000000", open, high, low, close, volume, 0],
    ),
    reads: "clean",
  },
  {
    what: "Alpha Vantage's header",
    files: lines(
      "timestamp,open,high,low,close,volume",
      ({ date, open, high, low, close, volume }) => [date, open, high, low, close, volume],
    ),
    reads: "clean",
  },
  {
    what: "an adjusted close too",
    files: lines(
      "Date,Open,High,Low,Close,Adj Close,Volume",
      ({ date, open, high, low, close, volume }) => [date, open, high, low, close, close, volume],
    ),
    reads: "clean",
  },
  {
    what: "Nasdaq's dates and dollar signs",
    files: lines(
      "Date,Close/Last,Volume,Open,High,Low",
      ({ date, open, high, low, close, volume }) => [us(date), `$${close}`, volume, `$${open}`, `$${high}`, `$${low}`],
    ),
    reads: "clean",
  },
  {
    what: "Investing.com's volumes",
    files: lines(
      '"Date","Price","Open","High","Low","Vol.","Change %"',
      ({ date, open, high, low, close, volume }) =>
        [us(date), close, open, high, low, `${(volume / 1e6).toFixed(2)}M`, "0.10%"].map((cell) => `"${cell}"`),
    ),
    reads: "clean prices",
  },
  {
    what: "Yahoo's three header lines",
    files: lines(
      "Price,Close,High,Low,Open,Volume\nTicker,AAPL,AAPL,AAPL,AAPL,AAPL\nDate,,,,,",
      (row) => [row.date, row.close, row.high, row.low, row.open, row.volume],
    ),
    reads: "clean",
  },
  {
    what: "a column for each ticker",
    files: {
      "all.csv": lines("date,AAPL,MSFT", ({ date, close }) => [date, close, 2 * close])["AAPL.csv"] ?? "",
      "^GSPC.csv": MARKET,
    },
    reads: "clean prices",
  },
  {
    what: "semicolons and decimal commas",
    files: lines(
      "date;open;high;low;close;volume",
      ({ date, open, high, low, close, volume }) => [date, comma(open), comma(high), comma(low), comma(close), volume],
      ";",
    ),
    reads: "clean",
  },
  {
    what: "days before months",
    files: lines(
      "date,open,high,low,close,volume",
      (
        { date, open, high, low, close, volume },
      ) => [date.split("-").reverse().join("."), open, high, low, close, volume],
    ),
    reads: "clean",
  },
  {
    what: "seconds since 1970",
    files: lines(
      "date,open,high,low,close,volume",
      ({ date, open, high, low, close, volume }) => [Date.parse(date) / 1000 + 52_200, open, high, low, close, volume],
    ),
    reads: "clean",
  },
  {
    what: "no volume",
    files: lines("date,open,high,low,close", ({ date, open, high, low, close }) => [date, open, high, low, close]),
    reads: "clean prices",
  },
  {
    what: "one row dated 2031 in another file",
    files: {
      ...daily(STOCK),
      "MSFT.csv": csv(scaled(STOCK, 2)),
      "IBM.csv": csv(scaled([...STOCK, ...STOCK.slice(-1).map(year)], 3)),
    },
    reads: "clean",
  },
  {
    what: "a price of 0",
    files: daily(withClose(STOCK, AT, () => 0)),
    says: /Cannot read "0": expected a price above 0/,
    most: 0.997,
  },
  {
    what: "a negative price",
    files: daily(withClose(STOCK, AT, (close) => -close)),
    says: /expected a price above 0/,
    most: 0.997,
  },
  {
    what: "a web page instead",
    files: { ...daily(STOCK), "AAPL.csv": "<!DOCTYPE html><html><body>Not found</body></html>" },
    reads: "refused",
    says: /line 1: Not a table but a web page/,
  },
  {
    what: "weekly bars",
    files: daily(STOCK.filter(({ date }) => new Date(date).getUTCDay() === 4)),
    reads: "refused",
    says: /neither daily nor monthly prices/,
  },
];

/** Impossible, dead or missing bars. */
const BROKEN: readonly Trap[] = [
  {
    what: "each close outside low to high",
    files: daily(STOCK.map((one) => ({ ...one, high: one.close * 0.97, low: one.close * 0.95 }))),
    says: /the close is outside the day's range/,
    has: ["close"],
    silent: true,
    most: 0.5,
  },
  {
    what: "each low above its high",
    files: daily(STOCK.map((one) => ({ ...one, low: one.high, high: one.low }))),
    says: /the low is above the high/,
    has: ["close"],
    silent: true,
    most: 0.5,
  },
  {
    what: "two lows above their highs",
    files: daily(STOCK.map((one, at) => at === AT || at === AT - 7 ? { ...one, low: one.high, high: one.low } : one)),
    says: /the low is above the high/,
    has: SHORT,
    silent: true,
    most: 0.5,
  },
  {
    what: "one low above its high",
    files: daily(STOCK.map((one, at) => at === AT ? { ...one, low: one.high, high: one.low } : one)),
    says: /the low is above the high/,
    most: 0.997,
  },
  {
    what: "one close 12% above its high",
    files: daily(withClose(STOCK, AT, (close) => close * 1.13)),
    says: /the close is outside the day's range/,
    has: SHORT,
    silent: true,
    most: 0.5,
  },
  {
    what: "a halt in 2016, padded with flat bars without volume",
    files: daily(padded(STOCK, 900)),
    says:
      /^AAPL: no view on the shares as of 19 Dec 2017, because the price has not moved or traded since \d+ \w+ 2016/,
    has: [],
    silent: true,
    most: 0.5,
  },
  {
    what: "25 flat bars without volume at the end",
    files: daily(padded(STOCK, N - 25)),
    says: /not moved or traded since/,
    has: [],
    silent: true,
    most: 0.5,
  },
  {
    what: "closes alone that end flat",
    files: closes(padded(STOCK, N - 25)),
    says: /not moved or traded since/,
    has: [],
    silent: true,
    most: 0.5,
  },
  {
    what: "30 flat bars without volume inside the year",
    files: daily(padded(STOCK, N - 150, N - 120)),
    says: /\(no trading in the shares\)/,
    has: SHORT,
    silent: true,
    most: 0.5,
  },
  {
    what: "a hole of three months",
    files: daily(without(N - 183, N - 120)),
    says: GAP,
    has: SHORT,
    silent: true,
    most: 0.5,
  },
  {
    what: "a hole of five weeks",
    files: daily(without(N - 145, N - 120)),
    says: GAP,
    has: SHORT,
    silent: true,
    most: 0.5,
  },
  {
    what: "a hole of two months before the last week",
    files: daily(without(N - 47, N - 5)),
    says: GAP,
    has: ["close"],
    silent: true,
    most: 0.5,
  },
  {
    what: "every second day",
    files: daily(STOCK.filter((_, at) => at % 2 === N % 2)),
    says: /\(gaps in the prices\)/,
    has: ["close"],
    silent: true,
    most: 0.5,
  },
  {
    what: "weekends as bars",
    files: daily(STOCK.flatMap((one) =>
      new Date(one.date).getUTCDay() !== 5 ? [one] : [0, 1, 2].map((days) => ({
        ...one,
        date: new Date(Date.parse(one.date) + days * 86_400_000).toISOString().slice(0, 10),
      }))
    )),
    says: /^Skipped 518 rows of AAPL on days without a session, first on 5 Jan 2013$/,
    reads: "clean",
  },
  {
    what: "one close missing",
    files: daily(without(AT, AT + 1)),
    says: /1 of the past year's days are days of it or of \^GSPC alone/,
    has: ["beta"],
    most: 0.997,
  },
  {
    what: "one bar on a Saturday",
    files: daily([...STOCK, ...STOCK.slice(AT, AT + 1).map((one) => ({ ...one, date: "2017-07-01" }))]),
    says: /^Skipped 1 row of AAPL on days without a session, first on 1 Jul 2017$/,
    reads: "clean",
  },
  {
    what: "its last bar in 2016, asked about 2017",
    files: { ...daily(STOCK.slice(0, 900)), "MSFT.csv": csv(STOCK) },
    says:
      /^AAPL: no view on the shares as of 28 Jul 2016, because prices stop that day, well before the date asked about/,
    has: [],
    silent: true,
    most: 0.3,
  },
];

/** Moves that are no trading. */
const MOVED: readonly Trap[] = [
  ...[4, 3, 2, 5, 7, 8, 10, 15, 20, 1.5].map((factor): Trap => ({
    what: `a split 1:${factor} inside the year that is not adjusted`,
    files: daily(scaled(STOCK, 1 / factor, { from: AT })),
    says: SPLIT,
    has: SHORT,
    silent: true,
    most: 0.5,
  })),
  ...[10, 2].map((factor): Trap => ({
    what: `a consolidation ${factor}:1 inside the year that is not adjusted`,
    files: daily(scaled(STOCK, factor, { from: AT })),
    says: SPLIT,
    has: SHORT,
    silent: true,
    most: 0.5,
  })),
  {
    what: "pence, then pounds",
    files: daily(scaled(STOCK, 100, { to: AT })),
    says: SPLIT,
    has: SHORT,
    silent: true,
    most: 0.5,
  },
  {
    what: "pounds, then pence",
    files: daily(scaled(STOCK, 100, { from: AT })),
    says: SPLIT,
    has: SHORT,
    silent: true,
    most: 0.5,
  },
  {
    what: "prices in thousands from a day on",
    files: daily(scaled(STOCK, 1000, { from: AT })),
    says: SPLIT,
    has: SHORT,
    silent: true,
    most: 0.5,
  },
  {
    what: "closes alone, and a split 1:2 that is not adjusted",
    files: closes(scaled(STOCK, 1 / 2, { from: AT })),
    says: SPLIT,
    has: SHORT_CLOSES,
    silent: true,
    most: 0.5,
  },
  {
    what: "closes alone, and a split 2:3 that is not adjusted",
    files: closes(scaled(STOCK, 2 / 3, { from: AT })),
    says: SPLIT,
    has: SHORT_CLOSES,
    silent: true,
    most: 0.5,
  },
  {
    what: "its last close times 10",
    files: daily(withClose(STOCK, -1, (close) => 10 * close)),
    says: /the close is outside the day's range/,
    has: [],
    silent: true,
    most: 0.5,
  },
  {
    what: "its last bar times 10",
    files: daily(withBar(STOCK, -1, 10)),
    says: SPLIT,
    has: [],
    silent: true,
    most: 0.5,
  },
  {
    what: "closes alone, the last times 10",
    files: closes(withClose(STOCK, -1, (close) => 10 * close)),
    says: SPLIT,
    has: [],
    silent: true,
    most: 0.5,
  },
  {
    what: "a last close of 1e308",
    files: daily(withClose(STOCK, -1, () => 1e308)),
    says: /is over 1,000 times the one before/,
    has: [],
    silent: true,
    most: 0.5,
  },
  {
    what: "closes alone, the last of 1e308",
    files: closes(withClose(STOCK, -1, () => 1e308)),
    says: /is over 1,000 times/,
    has: [],
    silent: true,
    most: 0.5,
  },
  {
    what: "a close of half and back",
    files: daily(withClose(STOCK, AT, (close) => close / 2)),
    says: /is left out: it jumps and reverses the next day/,
    has: ["volatility", "beta"],
    most: 0.997,
  },
  {
    what: "a bar times 10 and back",
    files: daily(withBar(STOCK, AT, 10)),
    says: /is left out: it jumps and reverses the next day/,
    has: ["volatility", "beta"],
    most: 0.997,
  },
  {
    what: "two bars times 10 and back",
    files: daily(scaled(STOCK, 10, { from: AT, to: AT + 2 })),
    says: SPLIT,
    has: SHORT,
    silent: true,
    most: 0.5,
  },
  {
    what: "a rise of 70% that stays",
    files: daily(scaled(STOCK, 1.7, { from: AT })),
    says: SPLIT,
    has: SHORT,
    silent: true,
    most: 0.5,
  },
  {
    what: "a fall of 55% that stays",
    files: daily(scaled(STOCK, 0.45, { from: AT })),
    says: SPLIT,
    has: SHORT,
    silent: true,
    most: 0.5,
  },
  {
    what: "an index that is split",
    files: { ...daily(STOCK), "^GSPC.csv": csv(scaled(INDEX, 1 / 4, { from: AT })) },
    says: /\^GSPC \d{4}-\d\d-\d\d: close moves as nothing in the data explains/,
    most: 0.5,
  },
];

/** Month-ends. */
const MONTHLY: readonly Trap[] = [
  {
    what: "month-ends, one of them missing",
    files: monthly(MONTHS.toSpliced(50, 1)),
    says: GAP,
    has: ["close", "return_1m"],
    silent: true,
    most: 0.5,
  },
  ...[["1:4", 4], ["1:2", 2], ["1:2, in a month that falls by a tenth,", 2.2]].map(([split, factor]): Trap => ({
    what: `month-ends, and a split ${split} that is not adjusted`,
    files: monthly(scaled(MONTHS, 1 / Number(factor), { from: 55 })),
    says: SPLIT,
    has: ["close", "return_1m"],
    silent: true,
    most: 0.5,
  })),
  {
    what: "month-ends that end flat",
    files: monthly(padded(MONTHS, 45)),
    says: /not moved or traded since/,
    has: [],
    silent: true,
    most: 0.5,
  },
];

/** Each trap. */
export const TRAPS: readonly Trap[] = [...READ, ...BROKEN, ...MOVED, ...MONTHLY];

/** The file that the others are compared with. */
export const CLEAN: Trap = { what: "nothing wrong", files: daily(STOCK), reads: "clean" };
