/** Small folders after public reports of people who load prices: what is read of each, and what a user is told of the rest. */
import { longDay } from "../../src/calendar/day.ts";
import { parquetWriteBuffer } from "hyparquet-writer";
import { hoursFrom, type MadeBar, ohlcv, table, walk } from "../made_prices.ts";

type Files = Readonly<Record<string, string | Uint8Array<ArrayBuffer>>>;

/** A folder, and what must be said of it. */
export interface PriceCase {
  /** Begins with the names of those folders among the developers' cases whose facts it has. */
  readonly name: string;
  readonly files: Files;
  /** Series that serve: ticker, bars, first and last day, last close and currency; every other name has none. Default: any. */
  readonly reads?: Readonly<
    Record<string, readonly [bars: number, first: string, last: string, close: number, currency?: string]>
  >;
  /** What `data check`, the remarks on files and an answer about `year` say, blanks in place of line ends. */
  readonly says?: readonly RegExp[];
  /** Questions, and what their answers begin with or hold. */
  readonly asks?: readonly (readonly [question: string, says: RegExp])[];
  /** A ticker whose past year is asked about: no return of it leaves, unless `like` has the same prices without the fault. */
  readonly year?: string;
  readonly like?: Files;
}

const AAPL = walk("AAPL", { seed: 3, start: 150 });
const MSFT = walk("MSFT", { seed: 4, start: 300 });
const SAP = walk("SAP.DE", { seed: 5, start: 90 });
const TOYOTA = walk("7203.T", { seed: 6, start: 2_500, first: "2023-01-04" });
/** The same moves at another level: no two names have the same closes. */
const times = (bars: readonly MadeBar[], factor: number): readonly MadeBar[] =>
  bars.map((bar) => ({ ...bar, close: Math.round(100 * factor * bar.close) / 100 }));
const SPY = { "SPY.csv": ohlcv(walk("SPY", { seed: 9, start: 400 })) };
const closeOf = (bars: readonly MadeBar[]) => bars.at(-1)?.close ?? NaN;
const spanOf = (bars: readonly MadeBar[]) =>
  [bars.length, bars[0]?.date ?? "", bars.at(-1)?.date ?? "", closeOf(bars)] as const;
const closes = (bars: readonly MadeBar[], day = (bar: MadeBar) => bar.date) =>
  table("Date,Close", bars, (bar) => `${day(bar)},${bar.close}`);
const y = (date: string) => date.slice(0, 4);
const m = (date: string) => date.slice(5, 7);
const d = (date: string) => date.slice(8);
const MONTHS = "Jan Feb Mär Apr Mai Jun Jul Aug Sep Okt Nov Dez".split(" ");
const german = ({ date }: MadeBar) => `${Number(d(date))} ${MONTHS[Number(m(date)) - 1]} ${y(date)}`;
/** What Excel leaves of DD/MM/YYYY under American settings. */
const halfConverted = ({ date }: MadeBar) =>
  Number(d(date)) <= 12 ? `${y(date)}-${d(date)}-${m(date)}` : `${d(date)}/${m(date)}/${y(date)}`;

/** Timestamps in UTC, as Parquet keeps those of any zone. */
function parquet(bars: readonly MadeBar[], hours: number): Uint8Array<ArrayBuffer> {
  const data = bars.map(({ date }) => new Date(`${hoursFrom(date, hours)}Z`));
  const columnData = [
    { name: "Date", data, type: "TIMESTAMP" as const },
    { name: "Close", data: bars.map(({ close }) => close), type: "DOUBLE" as const },
  ];
  return new Uint8Array(parquetWriteBuffer({ columnData }));
}

const listed = (ticker: string) => `Analyse the company listed under ticker "${ticker}"`;
/** Tickers that other programs take for nothing, or for a word. */
const ODD = ["NA", "TRUE", "NAN", "NULL", "ON", "A"];

const TRADES = [
  "X,Filing Date,Trade Date,Ticker,Insider Name,Title,Trade Type,Price,Qty,Owned,ΔOwn,Value",
  ...AAPL.slice(-40).map(({ date, close }) =>
    `,${date} 16:32:11,${date},OXYX,Holder Big,10%,P - Purchase,$${close},"+10,000","51,000",+2%,"+$400,000"`
  ),
  "",
].join("\n");

/** Every eleventh row of closes without decimals that pass from below 1,000 to above it. */
const INDEX = AAPL.map((bar, at) => ({ ...bar, close: 900 + Math.floor(at / 4) }));
const dotted = (close: number) => close < 1000 ? `${close}` : `${close}`.replace(/(\d{3})$/, ".$1");

/** What an answer says of a move that no figure crosses. */
export const LEFT_OUT = /with nothing in the data to explain it: .* figures that span that day are left out/;

/** The last session, and one of the past year: that of a split, of a change of unit. */
const LAST = AAPL.length - 1;
const AT = LAST - 87;
const isHalf = (at: number) => [AT - 3, AT - 31, AT - 77].includes(at);
const before = (factor: number) => (at: number) => at < AT ? factor : 1;
/** Shares before a split within the last 60 sessions, over which trading is measured. */
const WIKI = (at: number) => at < LAST - 25 ? 7 : 1;
const fine = (price: number) => price.toFixed(4);
const ohlc = ({ open, high, low, close }: MadeBar) => [open, high, low, close].map(fine);

/** Bars of one name times a factor of each. */
function scaled(factor: (at: number) => number): readonly MadeBar[] {
  return AAPL.map(({ date, open, high, low, close, volume }, at) => {
    const by = factor(at);
    return { date, open: open * by, high: high * by, low: low * by, close: close * by, volume };
  });
}

/** Closes as traded: they go from one to another on the day of the split, in the shares of the last day from it on. */
function traded(from: number, to: number): string {
  return closes(scaled(before(from / to * (AAPL[AT]?.close ?? NaN) / (AAPL[AT - 1]?.close ?? NaN))));
}

/** Closes as traded, with a column that states the split. */
function tiingo(ratio: number): string {
  const header = "date,close,adjClose,volume,splitFactor,divCash";
  return table(header, scaled(before(ratio)), ({ date, close, volume }, at) => {
    const adjusted = close / before(ratio)(at);
    return [`${date}T00:00:00.000Z`, fine(close), fine(adjusted), volume, at === AT ? ratio : 1, 0].join(",");
  });
}

const DOUBTED = [LEFT_OUT, /a move that nothing explains, .*; no figure crosses it/];
/** Of closes that nothing proves to be those of a split. */
const FELL = [["12-month return of X", /^X's 12-month return is -\d\d\.\d%/]] as const;

/** Facts of a company that counts its shares of one year again, so many times as many, in a report filed on a day. */
function restated(filed: string, ratio: number): string {
  const year = { start: "2023-01-01", end: "2023-12-31", form: "10-K" };
  const shares = [
    { ...year, val: 1e8, accn: "0000900001-24-000001", filed: "2024-02-20" },
    { ...year, val: ratio * 1e8, accn: "0000900001-25-000001", filed },
  ];
  const facts = { "us-gaap": { WeightedAverageNumberOfDilutedSharesOutstanding: { units: { shares } } } };
  return JSON.stringify({ cik: 900001, entityName: "Quarst Corp", facts });
}

const WHOLE = { ...SPY, "X.csv": ohlcv(AAPL) };

/** What moves as nothing explains, and what an answer makes of it. */
const MOVES: readonly PriceCase[] = [
  { name: "tsla_split_as_traded", files: { "TSLA.csv": traded(2213.4, 498.32), ...SPY }, year: "TSLA", says: DOUBTED },
  { name: "aapl_split_as_traded", files: { "AAPL.csv": traded(499.23, 129.04), ...SPY }, year: "AAPL", says: DOUBTED },
  { name: "three_for_two", files: { "ODFL.csv": traded(90, 60.3), ...SPY }, year: "ODFL", says: DOUBTED },
  ...[
    { what: "on a day of +8%, and a later report restates the shares", filed: "2025-05-02", says: DOUBTED },
    { what: "on a day of +8%, and the shares were restated before", filed: "2025-02-03", asks: FELL },
    { what: "on a day of +8%, and the shares are restated by a tenth", filed: "2025-05-02", ratio: 1.1, asks: FELL },
  ].map(({ what, filed, ratio = 1.5, asks, says }): PriceCase => ({
    name: `3 for 2 ${what}`,
    files: {
      ...{ "X.csv": traded(90, 64.8), "companies.csv": "ticker,cik\nX,900001\n", ...SPY },
      "sec/CIK0000900001.json": restated(filed, ratio),
    },
    ...says === undefined ? { asks } : { says, year: "X" },
  })),
  { name: "pence_then_pounds", files: { "X.csv": ohlcv(scaled(before(100))), ...SPY }, year: "X", says: DOUBTED },
  {
    name: "adjusted_frozen",
    files: {
      "X.csv": table(
        "Date,Close,Adj Close",
        scaled(before(4)),
        ({ date, close }, at) => `${date},${close},${fine(close * (at < 400 ? 0.93 : 1))}`,
      ),
      ...SPY,
    },
    year: "X",
    says: DOUBTED,
  },
  {
    name: "split_half_applied",
    files: { "X.csv": closes(scaled((at) => at < AT && !isHalf(at) ? 4 : 1)), ...SPY },
    year: "X",
    says: [...DOUBTED, /left out, a jump that is undone by the next bar/],
  },
  {
    name: "yahoo_split_not_applied",
    files: {
      "X.csv": table(
        "Date,Open,High,Low,Close,Volume,Dividends,Stock Splits",
        scaled(before(4)),
        (bar, at) => `${bar.date} 00:00:00-04:00,${ohlc(bar)},${bar.volume},0,${at === AT ? 4 : 0}`,
      ),
      ...SPY,
    },
    ...{ year: "X", like: WHOLE },
    says: [/those before a split are read as adjusted for it \(X 4 for 1 on /],
  },
  {
    name: "special_dividend_like_split",
    files: {
      "X.csv": table(
        "Date,Open,High,Low,Close,Adjusted_close,Volume",
        scaled((at) => 0.018 * (at < AT ? 1 / 0.7507 : 1)),
        (bar, at) => {
          const cells = ohlc(bar).map((cell) => Number(cell).toFixed(2));
          return `${bar.date},${cells},${fine(Number(cells[3]) * (at < AT ? 0.7507 : 1))},${bar.volume}`;
        },
      ),
      ...SPY,
    },
    year: "X",
    says: DOUBTED,
  },
  {
    name: "quandl_wiki",
    files: {
      "X.csv": table(
        "Date,Open,High,Low,Close,Volume,Ex-Dividend,Split Ratio,Adj. Close,Adj. Volume",
        scaled(WIKI),
        (bar, at) =>
          [
            ...[bar.date, ...ohlc(bar), bar.volume / WIKI(at), 0, at === LAST - 25 ? 7 : 1],
            ...[fine(bar.close / WIKI(at)), bar.volume],
          ].join(","),
      ),
      ...SPY,
    },
    ...{ year: "X", like: WHOLE, says: [/\(X 7 for 1 on /] },
  },
  {
    name: "reverse_split_move",
    files: { "X.csv": closes(scaled((at) => 0.03 * (at < AT ? 0.17 / 3.51 : 1))), ...SPY },
    year: "X",
    says: [/close moves [12],\d{3}\.\d% on /, ...DOUBTED],
  },
  {
    name: "reused_ticker_meta",
    files: {
      "X.csv": closes(scaled((at) => at < AT - 90 ? 12 / 184 : 1).filter((_, at) => at < AT - 90 || at >= AT)),
      ...SPY,
    },
    year: "X",
    says: [...DOUBTED, /X has no prices between /],
  },
  {
    name: "single_day_100x",
    files: { "X.csv": closes(scaled((at) => isHalf(at) ? 100 : 1)), ...SPY },
    ...{ year: "X", like: { ...SPY, "X.csv": closes(AAPL) } },
    says: [/X's price of \d+ \w+ \d{4} is left out: it jumps and reverses the next day/],
  },
  ...[["4:1", 4], ["1:30", 1 / 30]].map(([ratio = "", factor = NaN]): PriceCase => ({
    name: `split_text: ${ratio}`,
    files: {
      "X.csv": table(
        "Date,Close,Stock Splits",
        scaled(before(Number(factor))),
        ({ date, close }, at) => `${date},${close.toFixed(6)},${at === AT ? ratio : ""}`,
      ),
      ...SPY,
    },
    ...{ year: "X", like: { ...SPY, "X.csv": closes(AAPL) } },
    says: [ratio === "4:1" ? /\(X 4 for 1 on / : /\(X 1 for 30 on /],
  })),
  {
    name: "xlf_1231",
    files: { "XLF.csv": tiingo(1.231), ...SPY },
    says: [/\(XLF 1\.231 for 1 on /],
    asks: [["last close of XLF", /^XLF is a fund that holds financial stocks, not a company/]],
  },
  {
    name: "the same of a company",
    files: { "X.csv": tiingo(1.231), ...SPY },
    ...{ year: "X", like: { ...SPY, "X.csv": closes(AAPL) }, says: [/\(X 1\.231 for 1 on /] },
  },
  {
    name: "zero_rows",
    files: {
      "X.csv": ohlcv(
        AAPL.map((bar, at) => isHalf(at) ? { ...bar, open: 0, high: 0, low: 0, close: 0, volume: 0 } : bar),
      ),
      ...SPY,
    },
    ...{ year: "X", like: { ...SPY, "X.csv": ohlcv(AAPL.filter((_, at) => !isHalf(at))) } },
    says: [/Cannot read "0": expected a price above 0/],
  },
  {
    name: "two_names_same_bars",
    files: { "KO.csv": ohlcv(AAPL), "PEP.csv": ohlcv(AAPL), "XOM.csv": ohlcv(MSFT), ...SPY },
    year: "PEP",
    says: [
      /Pepsico's closes since 3 Jan 2023 are identical to those of another company in the data/,
      /PEP: .* the bars of KO; no figure stands on them/,
    ],
  },
  {
    name: "live_duplicate_last",
    files: {
      "X.csv": ohlcv(
        AAPL.flatMap((bar, at) => at < LAST ? [bar] : [{ ...bar, close: bar.open * 0.93, volume: 1200 }, bar]),
      ),
      ...SPY,
    },
    ...{ year: "X", like: WHOLE },
    says: [
      /1 row of X beside another of the same day, first on 30 Jun 2025: of two the one with more shares traded is/,
    ],
  },
  {
    name: "negative_adjusted",
    files: {
      "X.csv": table(
        "Date,Open,High,Low,Close,Adj Close,Volume",
        AAPL,
        (bar, at) =>
          `${bar.date},${ohlc(bar)},${at === 4 ? "-inf" : at < 22 ? -bar.close / 20 : bar.close},${bar.volume}`,
      ),
      ...SPY,
    },
    ...{ year: "X", like: WHOLE },
    says: [/Adjusted closes not above 0 from line 2 on: the closes beside them are read/],
  },
  {
    name: "concatenated_two_names",
    files: { "AAPL.csv": ohlcv(AAPL) + ohlcv(MSFT), ...SPY },
    reads: {},
    year: "AAPL",
    says: [/AAPL\.csv/, /several bars a day|repeats|contradict/],
  },
  {
    name: "fb_meta_rename",
    files: { "FB.csv": closes(AAPL.slice(0, AT - 200)), "META.csv": closes(AAPL.slice(AT - 200)), ...SPY },
    ...{ year: "META", like: { ...SPY, "META.csv": closes(AAPL) } },
    says: [/META begins on \d+ \w+ \d{4}, where FB ends, -?\d\.\d% from its close: if it is one company under two/],
  },
  {
    name: "last_row_with_time",
    files: {
      "X.csv": closes(AAPL, (bar) => `${bar.date} ${bar === AAPL.at(-1) ? "11:32:07" : "00:00:00"}-04:00`),
      ...SPY,
    },
    ...{ year: "X", like: { ...SPY, "X.csv": closes(AAPL) }, says: [/to 30 Jun 2025/] },
  },
];

/** The days of bars, where they are those of another zone. */
const DAYS: readonly PriceCase[] = [
  {
    name: "iso_z_tokyo",
    files: { "7203.T.csv": closes(TOYOTA, ({ date }) => `${hoursFrom(date, -9)}Z`), ...SPY },
    reads: { "7203.T": spanOf(TOYOTA) },
    asks: [[
      "last close of 7203.T",
      new RegExp(`^7203\\.T's close is [\\d,.]+ \\(on ${longDay(TOYOTA.at(-1)?.date)}\\)\\.`),
    ]],
  },
  {
    name: "jsonl_utc",
    files: {
      "bars.jsonl": TOYOTA.map(({ date, close }) =>
        `${JSON.stringify({ symbol: "7203.T", date: `${hoursFrom(date, -9)}.000Z`, close })}\n`
      ).join(""),
      ...SPY,
    },
    reads: { "7203.T": spanOf(TOYOTA) },
  },
  {
    name: "dst_midnights: Berlin's midnights on a clock of New York",
    files: { "SAP.DE.csv": closes(SAP, ({ date }) => `${hoursFrom(date, -6).replace("T", " ")}-05:00`), ...SPY },
    reads: { "SAP.DE": spanOf(SAP) },
  },
  {
    name: "wide_utc_two_markets",
    files: {
      "closes.csv": table(
        "Date,SAP.DE,AAPL",
        [...SAP, ...AAPL].toSorted((one, other) => one.date < other.date ? -1 : 1),
        (bar) =>
          SAP.includes(bar)
            ? `${hoursFrom(bar.date, -1).replace("T", " ")}+00:00,${bar.close},`
            : `${hoursFrom(bar.date, 5).replace("T", " ")}+00:00,,${bar.close}`,
      ),
      ...SPY,
    },
    reads: { AAPL: spanOf(AAPL), "SAP.DE": spanOf(SAP) },
  },
  {
    name: "parquet_tokyo",
    files: { "7203.T.parquet": parquet(TOYOTA, -9), ...SPY },
    reads: { "7203.T": spanOf(TOYOTA) },
  },
  {
    name: "parquet_variants: a folder of Hive, and midnights of New York",
    files: { "ticker=KO/part-0.parquet": parquet(MSFT, 0), "AAPL.parquet": parquet(AAPL, 5), ...SPY },
    reads: { KO: spanOf(MSFT), AAPL: spanOf(AAPL) },
  },
  {
    name: "a time in UTC of an exchange whose zone is not known",
    files: { "VOLV-B.ST.csv": closes(SAP, ({ date }) => `${hoursFrom(date, -1)}Z`), ...SPY },
    reads: {},
    says: [/is a time, and the zone of VOLV-B\.ST is not known here; write days as YYYY-MM-DD/],
    asks: [["last close of VOLV-B.ST", /^VOLV-B\.ST\.csv is there but was not read: line 2: /]],
  },
  {
    name: "days of Tokyo, written a day early as midnights",
    files: { "7203.T.csv": closes(TOYOTA, ({ date }) => `${hoursFrom(date, -24)}Z`), ...SPY },
    reads: {},
    says: [
      /Skipped 7203\.T: there are bars on Saturdays or Sundays, the first on \d+ Jan 2023: its days are those of another/,
    ],
    asks: [["last close of 7203.T", /^7203\.T\.csv is there but was not read: line 1: there are bars on Saturdays/]],
  },
  {
    name: "calendar_days_filled",
    files: {
      "AAPL.csv": closes(
        AAPL.flatMap((bar) =>
          new Date(bar.date).getUTCDay() === 5
            ? [0, 1, 2].map((at) => ({ ...bar, date: hoursFrom(bar.date, 24 * at).slice(0, 10) }))
            : [bar]
        ),
      ),
      ...SPY,
    },
    reads: { AAPL: spanOf(AAPL) },
    says: [/Skipped 2\d\d rows of AAPL on days without a session, first on 7 Jan 2023/],
  },
  {
    name: "carter_closed_day",
    files: {
      "AAPL.csv": ohlcv(walk("AAPL", { last: "2025-01-10" })),
      "SPY.csv": ohlcv(walk("SPY", { last: "2025-01-10" })),
    },
    reads: { AAPL: spanOf(walk("AAPL", { last: "2025-01-10" })) },
    asks: [["return of AAPL over the last 5 sessions", /"last 5 sessions" is taken as 3 Jan to 10 Jan 2025/]],
  },
  {
    name: "ft_markets: Google's times, and days of two digits",
    files: {
      "GOOG.csv": closes(AAPL, ({ date }) => `${m(date)}/${d(date)}/${y(date)} 16:00:00`),
      "HSBA.L.csv": closes(AAPL, ({ date }) => `${d(date)}-Jan-${y(date).slice(2)}`),
      ...SPY,
    },
    reads: { GOOG: spanOf(AAPL) },
    says: [
      /HSBA\.L\.csv skipped - line 2: More than 2% of its rows cannot be read, so none is used: Cannot read "03-Jan-23"/,
    ],
    asks: [["last close of HSBA.L", /^HSBA\.L\.csv is there but was not read: line 2: More than 2% of its rows/]],
  },
];

/** Files that prove unreadable. */
const FORMS: readonly PriceCase[] = [
  {
    name: "german_months_partly, month_names_german",
    files: {
      "SIE.DE.csv": closes(SAP, german),
      "AAA.csv": closes(AAPL, ({ date }) => `${y(date)}年${m(date)}月${d(date)}日`),
      ...SPY,
    },
    reads: {},
    says: [/"\d+ Mär 2023": expected a date as YYYY-MM-DD, or with an English month as 3 Jan 2023/],
    asks: [
      [
        "last close of SIE.DE",
        /^SIE\.DE\.csv is there but was not read: line \d+: More than 2% of its rows cannot be read/,
      ],
      ["last close of AAA", /^AAA\.csv is there but was not read/],
    ],
  },
  {
    name: "excel_half_converted",
    files: { "AAPL.csv": closes(AAPL, halfConverted), ...SPY },
    reads: {},
    says: [/line \d+: "13\/01\/2023" is another form of days than the rows before have, .*; write days as YYYY-MM-DD/],
    asks: [["last close of AAPL", /^AAPL\.csv is there but was not read: line \d+: "13\/01\/2023" is another form/]],
  },
  {
    name: "the same from a day on that was not converted",
    files: { "AAPL.csv": closes(AAPL.slice(8), halfConverted), ...SPY },
    reads: {},
    says: [/is another form of days/],
  },
  {
    name: "excel_serial_dates",
    files: { "AAPL.csv": closes(AAPL, (bar) => `${44_929 + AAPL.indexOf(bar)}`), ...SPY },
    reads: {},
    says: [
      /More than 2% of its rows cannot be read, so none is used: Cannot read "44929": expected a date as YYYY-MM-DD/,
    ],
  },
  {
    name: "index_thousands: dots that appear late in a file of semicolons",
    files: { "XIDX.csv": table("Datum;Schlusskurs", INDEX, ({ date, close }) => `${date};${dotted(close)}`), ...SPY },
    reads: {},
    says: [/column 12: Cannot tell the decimal mark: "1\.000" is 1000 or 1\.000, and no row proves which/],
    asks: [["last close of XIDX", /^XIDX\.csv is there but was not read/]],
  },
  {
    name: "the same in a file of commas",
    files: { "XIDX.csv": table("Date,Close", INDEX, ({ date, close }) => `${date},${dotted(close)}`), ...SPY },
    reads: {},
    says: [/Skipped XIDX: Cannot tell the decimal mark: "1\.000" is 1000 or 1\.000, and no row proves which; write/],
    asks: [["last close of XIDX", /^XIDX\.csv is there but was not read/]],
  },
  {
    name: "quoted_thousands_late",
    files: {
      "GOOX.csv": table("Date,Close", INDEX, (bar) => `${bar.date},"${dotted(bar.close).replace(".", ",")}"`),
      ...SPY,
    },
    reads: {},
    says: [/column 12: Cannot tell the decimal mark: "1,000" is 1000 or 1\.000, and no row proves which/],
  },
  {
    name: "volume_forms",
    files: {
      "BMW.DE.csv": table(
        "Datum;Schluss;Volumen",
        SAP,
        ({ date, close }) => `${date};${`${close}`.replace(".", ",")};12,34 Mio`,
      ),
      ...SPY,
    },
    reads: { "BMW.DE": spanOf(SAP) },
  },
  {
    name: "returns_not_prices",
    files: {
      "RET.csv": table("date,close", AAPL, ({ date, close, open }) => `${date},${(close / open - 1).toFixed(6)}`),
      ...SPY,
    },
    reads: {},
    says: [
      /More than 2% of its rows cannot be read, so none is used: Cannot read "-0\.\d+": expected a price above 0, and no return/,
    ],
    asks: [["last close of RET", /^RET\.csv is there but was not read/]],
  },
  {
    name: "header_repeated, wide_with_statistics, torn_last_line",
    files: {
      "AAPL.csv": AAPL.map(({ date, close }, at) => `${at % 200 === 0 ? "Date,Close\n" : ""}${date},${close}\n`).join(
        "",
      ),
      "MSFT.csv": `${ohlcv(MSFT)}2025-07-01,251.3,254.9,250.1,25`,
      "wide.csv": `${
        table("Date,KO,PEP", SAP, ({ date, close }) => `${date},${close},${close}`)
      }Average,1,2\nMax,3,4\n\nSource: x,,\n`,
      ...SPY,
    },
    reads: { AAPL: spanOf(AAPL), MSFT: spanOf(MSFT), KO: spanOf(SAP), PEP: spanOf(SAP) },
    says: [
      /line 202: Cannot read "Date": expected a date.*Row has 5 cells, the header has 6.*Cannot read "Average": expected/,
    ],
  },
  {
    name: "pandas_duplicate_columns, parquet_multiindex",
    files: {
      "AAPL.csv": table("Date,Close,Close.1", AAPL, ({ date, close }) => `${date},${close},${close * 2}`),
      "pair.csv": table("Date,Close_AAPL,Close_MSFT", AAPL, ({ date, close }) => `${date},${close},${close * 2}`),
      ...SPY,
    },
    reads: {},
    says: [/Two columns have the name "Close\.1".*in its first line, not "Date", "Close_AAPL", "Close_MSFT"/],
    asks: [["last close of AAPL", /^AAPL\.csv is there but was not read: line 1: Two columns have the name/]],
  },
  {
    name: "yahoo_table_dividends",
    files: {
      "AAPL.csv": AAPL.map(({ date, close }, at) =>
        `${at === 0 ? "Date,Open,Close*,Adj Close**\n" : ""}${date},${close},${close},${close}\n${
          at % 21 === 0 ? `${date},0.24 Dividend,,\n` : ""
        }`
      ).join(""),
      ...SPY,
    },
    reads: { AAPL: spanOf(AAPL) },
    says: [/Cannot read "0\.24 Dividend": expected a price above 0.*10 more problems/],
  },
  {
    name: "old_mac_and_nul, boursorama, ibkr_times",
    files: {
      "KO.csv": ohlcv(MSFT).replaceAll("\n", "\r"),
      "IBM.csv": `${ohlcv(AAPL)}${"\0".repeat(512)}`,
      "MC.PA.txt": table(
        "date\touv\thaut\tbas\tclot\tvol\tdevise\t",
        SAP,
        ({ date, open, high, low, close }) =>
          [`${d(date)}/${m(date)}/${y(date)} 00:00`, open, high, low, close, 1000, "EUR", ""].join("\t"),
      ),
      "MSFT.csv": closes(MSFT, ({ date }) => date.replaceAll("-", "")),
      ...SPY,
    },
    reads: { KO: spanOf(MSFT), IBM: spanOf(AAPL), "MC.PA": [...spanOf(SAP), "EUR"], MSFT: spanOf(MSFT) },
    says: [/NUL character/],
    asks: [["last close of MC.PA", /^MC\.PA's close is €[\d.]+ \(on 30 Jun 2025\)\./]],
  },
  {
    name: "weekly_with_last, zip_inside, comdirect_prices",
    files: {
      "AAPL.csv": closes(AAPL.filter((_, at) => at % 5 === 0)),
      "d_us_txt.zip": "PK",
      "PEP.csv": `"PepsiCo";"WKN: 1"\n\n"Datum";"Schluss";\n"30.06.2025";"1,5";\n`,
      ...SPY,
    },
    reads: {},
    says: [
      /neither daily nor monthly prices; .*its header names no date; expected a header like .* not "PepsiCo", "WKN: 1".*unpack it/,
    ],
    asks: [["last close of AAPL", /^AAPL\.csv is there but was not read: line 1: neither daily nor monthly prices/]],
  },
  {
    name: "source_errors, chart_json",
    files: {
      "AAA.csv": "No data\r\n",
      "BBB.csv": "Exceeded the daily hits limit\n",
      "CCC.csv": '{\n  "Information": "limit is 25 requests per day"\n}\n',
      "DDD.csv": "Too Many Requests\n",
      "EEE.csv": "",
      "FFF.csv": "Date,Close\n",
      "GGG.csv": "404: Not Found",
      "HHH.csv": "Date,Close\n2020-01-02,null\n",
      "III.json": '{"Note": "call frequency is 5 calls per minute"}',
      "JJJ.json": '{"chart": {"result": [{"timestamp": [1577975400]}]}}',
      ...SPY,
    },
    reads: {},
    says: [
      new RegExp([
        'AAA.*in place of prices, "No data"; fetch it again',
        'BBB.*"Exceeded the daily hits limit"; fetch',
        'CCC.*"limit is 25 requests per day"; fetch',
        'DDD.*"Too Many Requests"; fetch',
        "EEE.*the file is empty",
        "FFF.*No rows below the header",
        'GGG.*"404: Not Found"; fetch',
        "HHH.*No row has a close: 1 row without one",
        'III.*in place of data, "call frequency is 5 calls per minute"',
        "JJJ.*prices as CSV or as lines of JSON",
      ].join(".*")),
    ],
    asks: [[
      "last close of BBB",
      /^BBB\.csv is there but was not read: .*"Exceeded the daily hits limit"; fetch it again\./,
    ]],
  },
];

/** What a table holds, and whose it is. */
const KINDS: readonly PriceCase[] = [
  {
    name: "insider_table_as_prices, openinsider_table",
    files: { "insider/oxyx.csv": TRADES, ...SPY },
    reads: {},
    says: [
      /A table of trades and not of prices: it has a column "Trade Type"; move it out of the folder, or give insiders'/,
    ],
    asks: [["last close of OXYX", /^insider\/oxyx\.csv is there but was not read: line 1: A table of trades/]],
  },
  {
    name: "sec_form345_tsv",
    files: {
      "insider/NONDERIV_TRANS.tsv":
        "ACCESSION_NUMBER\tTRANS_DATE\tTRANS_CODE\tTRANS_SHARES\tTRANS_PRICEPERSHARE\n0001-25-1\t02-JUN-2025\tP\t1000\t20\n",
      ...SPY,
    },
    reads: {},
    says: [/it has a column "TRANS_CODE"; .* the columns ticker, transaction_date/],
  },
  {
    name: "a broker's trades, with the time of each",
    files: {
      "AAPL.csv": ohlcv(AAPL),
      "fills.csv": `Date/Time,Symbol,Action,Shares,Price\n${
        AAPL.slice(-9).map(({ date }) => `${date} 10:01:02,AAPL,BUY,10,1\n${date} 11:01:02,AAPL,SELL,10,2\n`).join("")
      }`,
      ...SPY,
    },
    reads: { AAPL: spanOf(AAPL) },
    says: [/fills\.csv skipped - line 1: A table of trades and not of prices: it has a column "Action"/],
  },
  {
    name: "macro_series, fred_sp500",
    files: {
      "DGS10.csv": table("date,DGS10", AAPL, ({ date }) => `${date},4.1`),
      "VIX.csv": closes(AAPL),
      "M2SL.csv": table("observation_date,M2SL", AAPL, ({ date }) => `${date},74.2`),
      "SP500.csv": table(
        "observation_date,SP500",
        MSFT,
        ({ date, close }, at) => `${date},${at % 50 === 9 ? "." : close}`,
      ),
      "EURUSD.csv": table("date,EURUSD", AAPL, ({ date }) => `${date},1.07`),
      "AAPL.csv": ohlcv(AAPL),
      "MSFT.csv": ohlcv(MSFT),
    },
    reads: { AAPL: spanOf(AAPL), MSFT: spanOf(MSFT) },
    says: [
      /^2 names with prices from 7 files, .*; benchmark SP500\.csv.*DGS10 is a rate or another statistic, not a company: it is not researched.*EURUSD is a pair/,
    ],
    asks: [
      ["last close of DGS10", /^DGS10 is a rate or another statistic, not a company\./],
      ["Analyse EURUSD", /^EURUSD is a pair of currencies, EUR in USD, not a company\./],
      ["last close of VIX", /^VIX is an index, not a company\./],
    ],
  },
  {
    name: "name_and_column_differ",
    files: {
      "AAPL.csv": table("Symbol,Date,Close", AAPL, ({ date, close }) => `MSFT,${date},${close}`),
      "MSFT.csv": table("Symbol,Date,Close", MSFT.slice(0, -1), ({ date, close }) => `MSFT,${date},${close}`),
      ...SPY,
    },
    reads: { MSFT: spanOf(MSFT.slice(0, -1)) },
    says: [
      /AAPL\.csv skipped - line 2: Its rows are of MSFT, and its name is AAPL\.csv: name it after MSFT, or mend the column/,
    ],
    asks: [["last close of AAPL", /^AAPL\.csv is there but was not read: line 2: Its rows are of MSFT/]],
  },
  {
    name: "a thinner table with a later day, which disagrees",
    files: {
      "prices.csv": table("ticker,date,close", AAPL.slice(0, -1), ({ date, close }) => `AAPL,${date},${close}`),
      "more.csv": table("ticker,date,close", MSFT.slice(-60), ({ date, close }) => `AAPL,${date},${close}`),
      ...SPY,
    },
    reads: { AAPL: spanOf(AAPL.slice(0, -1)) },
    says: [/Ignored AAPL \(daily\): prices\.csv has more bars, and the two disagree on days that both have/],
  },
  {
    name: "the same where one is adjusted for a split of the last day, and they agree",
    files: {
      "prices.csv": table("ticker,date,close", AAPL.slice(0, -1), ({ date, close }) => `AAPL,${date},${4 * close}`),
      "more.csv": table("ticker,date,close", AAPL.slice(-300), ({ date, close }) => `AAPL,${date},${close}`),
      ...SPY,
    },
    reads: { AAPL: spanOf(AAPL.slice(-300)) },
  },
  {
    name: "nse_bhav, nordic_indian_tickers",
    files: {
      "RELIANCE.csv": table(
        '"Date ","series ","OPEN ","PREV. CLOSE ","ltp ","close "',
        AAPL,
        ({ date, close }) => `"${date}","EQ","2,345.60","1","1","${close}"`,
      ),
      "HDFCBANK.NS.csv": closes(SAP),
      "ERIC-B.ST.csv": closes(times(SAP, 2)),
      "BRK_B.csv": closes(MSFT),
      "long.csv": table("ticker,date,close", times(SAP, 3), ({ date, close }) => `VOLV-B.ST,${date},${close}`),
      ...SPY,
    },
    reads: {
      RELIANCE: spanOf(AAPL),
      "HDFCBANK.NS": spanOf(SAP),
      "ERIC-B.ST": spanOf(times(SAP, 2)),
      "VOLV-B.ST": spanOf(times(SAP, 3)),
      "BRK.B": spanOf(MSFT),
    },
    asks: [
      ["last close of VOLV-B.ST", /^VOLV-B\.ST's close is [\d.]+ \(on 30 Jun 2025/],
      ["last close of RELIANCE", /^RELIANCE's close is [\d.]+ \(on 30 Jun 2025/],
    ],
  },
  {
    name: "tickers_na_true",
    files: {
      "prices.csv": `ticker,date,close\n${
        ODD.flatMap((ticker, at) => times(AAPL, at + 1).map(({ date, close }) => `${ticker},${date},${close}\n`)).join(
          "",
        )
      }`,
      ...SPY,
    },
    reads: Object.fromEntries(ODD.map((ticker, at) => [ticker, spanOf(times(AAPL, at + 1))])),
    asks: [["last close of NAN", /^Nuveen NEW York Quality Municipal Income Fund's close is \d/]],
  },
  {
    name: "bloomberg_foreign",
    files: {
      ...{ "VOD.L.csv": closes(AAPL), "VOD.csv": closes(times(AAPL, 2)), "SAP.csv": closes(MSFT) },
      ...{ "RIO.csv": closes(times(MSFT, 2)), "BRK-B.csv": closes(times(MSFT, 3)), ...SPY },
    },
    asks: [
      ["last close of VOD LN", /^VOD\.L's close is /],
      ...["VOD LN Equity", "LON:VOD", "VOD.LSE"].map((name) => [listed(name), /^VOD\.L\b.*: no view /] as const),
      [listed("VOD US Equity"), /^Vodafone[^()]*\(VOD\): no view /],
      [listed("BRK/B US Equity"), /^Berkshire Hathaway \(BRK\.B\): no view /],
      ["last close of SAP GY Equity", /^SAP GY Equity is listed in Frankfurt, in EUR, and not in the data/],
      ...["SAP GY Equity", "7203 JT Equity", "ETR:SAP", "RIO AU"].map((name) =>
        [listed(name), /^The data does not know "|and not in the data/] as const
      ),
    ],
  },
  {
    name: "wkn_and_zeros",
    files: { "AAPL.csv": closes(AAPL), "600519.SS.csv": closes(MSFT), "0700.HK.csv": closes(times(MSFT, 2)), ...SPY },
    asks: [
      [listed("US0378331005"), /is an ISIN, which cannot be resolved offline/],
      ...["865985", "700"].map((name) => [listed(name), new RegExp(`does not know "${name}"`)] as const),
    ],
  },
  {
    name: "wikipedia_companies, own_table_dates_us, motley_fool_calls",
    files: {
      "ZZQ.csv": closes(AAPL),
      "companies.csv":
        "\uFEFFSymbol,Security,GICS Sector,GICS Sub-Industry,CIK\nZZQ,Quibble Works Inc.,Information Technology,Hardware,320999\n",
      "own/scores.csv": "ticker,date,z\nZZQ,01/02/2025,1.5\nZZQ,02/03/2025,1.7\n",
      "calls.csv":
        'date,exchange,q,ticker,transcript\n"May 27, 2025, 9:00 p.m. ET",NASDAQ: ZZQ,2025-Q1,ZZQ,"Remarks. Demand rose."\n',
      ...SPY,
    },
    reads: { ZZQ: spanOf(AAPL) },
    says: [
      /"01\/02\/2025" is 2025-02-01 or 2025-01-02: no row proves.*calls\.csv, line 2: The row is skipped: "May 27, 2025/,
    ],
    asks: [["last close of Quibble Works", /^Quibble Works' close is /]],
  },
];

/** Currencies, stated or not. */
const UNITS: readonly PriceCase[] = [
  {
    name: "currency_said: nothing states one",
    files: { "SAP.DE.csv": ohlcv(SAP), "VOD.L.csv": closes(times(SAP, 2)), "AAPL.csv": ohlcv(AAPL), ...SPY },
    reads: { "SAP.DE": spanOf(SAP), "VOD.L": spanOf(times(SAP, 2)), AAPL: spanOf(AAPL) },
    says: [/The currency of AAPL, SAP\.DE, SPY and 1 more is not stated: such prices have no unit/],
    asks: [
      ["last close of VOD.L", /^VOD\.L's close is [\d.]+ \(on/],
      [
        "dollar volume of AAPL",
        /^Apple's median daily trading value is not available as of 30 Jun 2025: the currency of its prices is not stated/,
      ],
    ],
  },
  {
    name:
      "companies.csv states US dollars of all, and pence of one: an exchange with another currency forbids the first",
    files: {
      "SAP.DE.csv": ohlcv(SAP),
      "VOD.L.csv": closes(times(SAP, 2)),
      "AAPL.csv": ohlcv(AAPL),
      "companies.csv": "ticker,currency\n*,USD\nVOD.L,GBp\n",
      ...SPY,
    },
    reads: { "SAP.DE": spanOf(SAP), "VOD.L": [...spanOf(times(SAP, 2)), "GBX"], AAPL: [...spanOf(AAPL), "USD"] },
    says: [/The currency of SAP\.DE is not stated: such prices/],
    asks: [
      ["last close of VOD.L", /^VOD\.L's close is GBX [\d.]+ \(on/],
      ["last close of SAP.DE", /^SAP\.DE's close is [\d.]+ \(on/],
      ["dollar volume of AAPL", /^Apple's median daily trading value is \$[\d,.]+m/],
    ],
  },
  {
    name: "currency_column, and one that changes within a series",
    files: {
      "prices.csv": [
        table("ticker,date,close,currency", AAPL, ({ date, close }) => `AAPL,${date},${close},USD`),
        ...SAP.map(({ date, close }) => `BARC.L,${date},${close},GBp\n`),
        ...SAP.map(({ date, close }, at) => `ASML,${date},${close},${at < 300 ? "EUR" : "USD"}\n`),
      ].join(""),
      ...SPY,
    },
    reads: { AAPL: [...spanOf(AAPL), "USD"], "BARC.L": [...spanOf(SAP), "GBX"] },
    says: [
      /Skipped ASML: its prices are in EUR and USD; give each.*Prices of several currencies: USD \(AAPL\), GBX \(BARC\.L\)/,
    ],
    asks: [["last close of ASML", /^prices\.csv is there but was not read: line 1: its prices are in EUR and USD/]],
  },
  {
    name: "prices that data fetch keeps of a service of US dollars",
    files: { "prices/tiingo/AAPL.csv": ohlcv(AAPL), "prices/tiingo/SAP.DE.csv": ohlcv(SAP), ...SPY },
    reads: { AAPL: [...spanOf(AAPL), "USD"], "SAP.DE": spanOf(SAP) },
  },
];

/** All cases. */
export const PRICE_CASES: readonly PriceCase[] = [...MOVES, ...DAYS, ...FORMS, ...KINDS, ...UNITS];

/** Folders whose facts other tables have: by the file of tests, with words of their row. */
export const ELSEWHERE: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "agent/joined_figures_test.ts": {
    adr_other_currency: "a filer from abroad reports in its own currency",
    adr_ratio: "one receipt is ten of the shares of a report in USD",
    eps_scale_slip: "earnings per share are a hundred times income over shares",
    loss_with_wrong_sign: "a loss is filed as a profit, and income is asked for",
    pence_and_gbp_facts: "closes are in pence and reports in pounds",
    reporting_currency_changed: "reports change from EUR to USD",
    shares_in_thousands: "the cover counts shares in thousands",
    transition_period: "a fiscal year moves from September to December",
  },
  "agent/refusals_with_reason_test.ts": {
    form4_symbols: "one issuer's ticker is written in six ways",
    form4a_code_fixed: "an amendment says that a purchase was a grant",
    form4a_holdings_only: "an amendment restates a holding alone",
  },
  "agent/insider_event_test.ts": {
    form4_ads_price: "a purchase is larger than a year's volume, and another's price is not of its day",
    form4_other_currency: "the price of a purchase is not of its day",
  },
  "batch/csv_bank_cash.ts": { degiro_isin: "DEGIRO's account, which has no ISIN" },
  "batch/portfolio_test.ts": {
    brk_spellings: "that spellings of one ticker are one name",
    market_values_only: "that amounts are no weights",
    weights_bps: "its name says basis points",
    weights_long_short_fractions: "that sizes may be fractions or percentages",
    weights_minus_forms: "a broker writes a minus behind",
    weights_mixed_marks: "which cell has no percent sign where others have one",
    weights_target_actual: "that it takes what is held, and not the target",
    weights_three_columns: "that it takes the weights of the portfolio, not of a benchmark",
  },
};

/** The folders among the developers' cases. */
export const FOLDERS: readonly string[] = `
aapl_split_as_traded adjusted_frozen adr_other_currency adr_ratio bloomberg_foreign boursorama brk_spellings
calendar_days_filled carter_closed_day chart_json comdirect_prices concatenated_two_names currency_column
currency_said degiro_isin dst_midnights eps_scale_slip excel_half_converted excel_serial_dates fb_meta_rename
form4_ads_price form4_other_currency form4_symbols form4a_code_fixed form4a_holdings_only fred_sp500 ft_markets
german_months_partly header_repeated ibkr_times index_thousands insider_table_as_prices iso_z_tokyo jsonl_utc
last_row_with_time live_duplicate_last loss_with_wrong_sign macro_series market_values_only month_names_german
motley_fool_calls name_and_column_differ negative_adjusted nordic_indian_tickers nse_bhav old_mac_and_nul
openinsider_table own_table_dates_us pandas_duplicate_columns parquet_multiindex parquet_tokyo parquet_variants
pence_and_gbp_facts pence_then_pounds quandl_wiki quoted_thousands_late reporting_currency_changed returns_not_prices
reused_ticker_meta reverse_split_move sec_form345_tsv shares_in_thousands single_day_100x source_errors
special_dividend_like_split split_half_applied split_text three_for_two tickers_na_true torn_last_line
transition_period two_names_same_bars volume_forms weekly_with_last weights_bps weights_long_short_fractions
weights_minus_forms weights_mixed_marks weights_target_actual weights_three_columns wide_utc_two_markets
wide_with_statistics wikipedia_companies wkn_and_zeros xlf_1231 yahoo_split_not_applied yahoo_table_dividends
zero_rows zip_inside
`.trim().split(/\s+/);
