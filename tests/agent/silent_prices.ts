/** Folders of prices that mislead whoever believes them, made anew from what people reported of theirs. */
import { sessionsFrom } from "../connect/made_market.ts";
import { xorshift } from "../xorshift.ts";

/** One bar. */
export interface MadeBar {
  readonly day: string;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number;
}

/** A folder, and what must be true of an answer about it. */
export interface SilentCase {
  /** The name of the folder among the developers' cases. */
  readonly name: string;
  readonly files: Readonly<Record<string, string>>;
  /** The ticker asked about. */
  readonly ticker: string;
  /** What the answer, the first lines of a run or `data check` say, each. */
  readonly says: readonly RegExp[];
  /** A folder of the same prices without the fault, whose figures the answer has; else no return of a year leaves. */
  readonly reads?: Readonly<Record<string, string>>;
}

const DAYS = sessionsFrom("2018-01-02", 756);
const LAST = DAYS.length - 1;
/** A day of the past year: that of a split, of a change of unit. */
const AT = LAST - 87;

/** A random walk on real sessions that ends at a price. */
function walk(seed: number, end: number): readonly MadeBar[] {
  const random = xorshift(seed);
  const steps = DAYS.map(() => Math.exp(0.024 * (random() - 0.49)));
  const level = steps.reduce((all, one) => all * one, 1);
  let close = end / level;
  return DAYS.map((day, at): MadeBar => {
    const open = close * (1 + 0.004 * (random() - 0.5));
    close *= steps[at] ?? 1;
    const [high, low] = [Math.max(open, close) * 1.003, Math.min(open, close) * 0.997];
    return { day, open, high, low, close, volume: Math.round(1e6 * (1 + 4 * random())) };
  });
}

function scaled(bars: readonly MadeBar[], factor: (at: number) => number): readonly MadeBar[] {
  return bars.map(({ day, open, high, low, close, volume }, at) => {
    const times = factor(at);
    return { day, open: open * times, high: high * times, low: low * times, close: close * times, volume };
  });
}

const before = (factor: number) => (at: number) => at < AT ? factor : 1;
/** Shares before a split within the last 60 sessions, over which trading is measured. */
const WIKI = (at: number) => at < LAST - 25 ? 7 : 1;
const cents = (price: number) => price.toFixed(2);
const fine = (price: number) => price.toFixed(4);

function table(
  header: string,
  bars: readonly MadeBar[],
  row: (bar: MadeBar, at: number) => readonly unknown[],
): string {
  return `${[header, ...bars.map((bar, at) => row(bar, at).join(","))].join("\n")}\n`;
}

const closes = (bars: readonly MadeBar[]) => table("Date,Close", bars, ({ day, close }) => [day, fine(close)]);
const ohlc = ({ open, high, low, close }: MadeBar) => [open, high, low, close].map(fine);
const whole = (bars: readonly MadeBar[]) =>
  table("Date,Open,High,Low,Close,Volume", bars, (bar) => [bar.day, ...ohlc(bar), bar.volume]);

const SPY = { "SPY.csv": whole(walk(3, 300)) };
const A = walk(1, 147);
const CLOSES = closes(A);
const folder = (name: string, text: string) => ({ ...SPY, [name]: text });
const isHalf = (at: number) => [AT - 3, AT - 31, AT - 77].includes(at);
/** Closes as traded: they go from one to another on the day of the split, in the shares of the last day from it on. */
function traded(from: number, to: number): string {
  const move = (A[AT]?.close ?? NaN) / (A[AT - 1]?.close ?? NaN);
  return closes(scaled(A, before(from / to * move)));
}
/** Closes as traded, with a column that states the split. */
function tiingo(ratio: number): string {
  const header = "date,close,adjClose,volume,splitFactor,divCash";
  return table(header, scaled(A, before(ratio)), ({ day, close, volume }, at) => {
    const adjusted = close / before(ratio)(at);
    return [`${day}T00:00:00.000Z`, fine(close), fine(adjusted), volume, at === AT ? ratio : 1, 0];
  });
}

/** What an answer says of a move that no figure crosses. */
export const LEFT_OUT = /and nothing in the data explains it: .* figures across that day are left out/;
const CHECKED = /a move that nothing explains, .*; no figure crosses it/;
const DOUBTED = [LEFT_OUT, CHECKED];

const adjusted = (at: number) => at < AT ? 0.7507 : 1;
const special = scaled(A, (at) => 2.7 / 147 * (at < AT ? 1 / 0.7507 : 1));
const cheap = (
  bar: MadeBar,
  at: number,
) => [
  bar.day,
  ...ohlc(bar).map((cell) => cents(Number(cell))),
  fine(Number(cents(bar.close)) * adjusted(at)),
  bar.volume,
];

/** Each of them. */
export const SILENT: readonly SilentCase[] = [
  { name: "tsla_split_as_traded", ticker: "TSLA", files: folder("TSLA.csv", traded(2213.4, 498.32)), says: DOUBTED },
  { name: "aapl_split_as_traded", ticker: "AAPL", files: folder("AAPL.csv", traded(499.23, 129.04)), says: DOUBTED },
  {
    name: "adjusted_frozen",
    ticker: "FRZ",
    files: folder(
      "FRZ.csv",
      table(
        "Date,Close,Adj Close",
        scaled(A, before(4)),
        ({ day, close }, at) => [day, cents(close), fine(Number(cents(close)) * (at < 500 ? 0.93 : 1))],
      ),
    ),
    says: DOUBTED,
  },
  {
    name: "split_half_applied",
    ticker: "CNE",
    files: folder("CNE.csv", closes(scaled(A, (at) => at < AT && !isHalf(at) ? 4 : 1))),
    says: [...DOUBTED, /left out, a jump that is undone by the next bar/],
  },
  { name: "three_for_two", ticker: "ODFL", files: folder("ODFL.csv", traded(90, 60.3)), says: DOUBTED },
  {
    name: "yahoo_split_not_applied",
    ticker: "CNE",
    files: folder(
      "CNE.csv",
      table(
        "Date,Open,High,Low,Close,Volume,Dividends,Stock Splits",
        scaled(A, before(4)),
        (bar, at) => [`${bar.day} 00:00:00-04:00`, ...ohlc(bar), bar.volume, 0, at === AT ? 4 : 0],
      ),
    ),
    says: [/those before a split are read as adjusted for it \(CNE 4 for 1 on /],
    reads: folder("CNE.csv", CLOSES),
  },
  {
    name: "special_dividend_like_split",
    ticker: "SPEC",
    files: folder("SPEC.csv", table("Date,Open,High,Low,Close,Adjusted_close,Volume", special, cheap)),
    says: DOUBTED,
  },
  {
    name: "quandl_wiki",
    ticker: "WIKX",
    files: folder(
      "WIKX.csv",
      table(
        "Date,Open,High,Low,Close,Volume,Ex-Dividend,Split Ratio,Adj. Close,Adj. Volume",
        scaled(A, WIKI),
        (bar, at) => [
          bar.day,
          ...ohlc(bar),
          at < LAST - 25 ? bar.volume / 7 : bar.volume,
          0,
          at === LAST - 25 ? 7 : 1,
          fine(bar.close / WIKI(at)),
          bar.volume,
        ],
      ),
    ),
    says: [/\(WIKX 7 for 1 on /],
    reads: folder("WIKX.csv", whole(A)),
  },
  {
    name: "reverse_split_move",
    ticker: "TTNP",
    files: folder("TTNP.csv", closes(scaled(A, (at) => 0.03 * (at < AT ? 0.17 / 3.51 : 1)))),
    says: [/close changes by 1,\d{3}\.\d % on /, ...DOUBTED],
  },
  {
    name: "reused_ticker_meta",
    ticker: "META",
    files: folder(
      "META.csv",
      closes(scaled(A, (at) => at < AT - 90 ? 12 / 184 : 1).filter((_, at) => at < AT - 90 || at >= AT)),
    ),
    says: [...DOUBTED, /META has no bar between /],
  },
  {
    name: "single_day_100x",
    ticker: "BARC",
    files: folder("BARC.csv", closes(scaled(A, (at) => isHalf(at) ? 100 : 1))),
    says: [/BARC's bar of \d{4}-\d\d-\d\d is left out: its close jumps, and the next one is back/],
    reads: folder("BARC.csv", closes(A.filter((_, at) => !isHalf(at)))),
  },
  {
    name: "pence_then_pounds",
    ticker: "EZJ",
    files: folder("EZJ.csv", whole(scaled(A, before(100)))),
    says: DOUBTED,
  },
  {
    name: "split_text",
    ticker: "SPLT",
    files: folder(
      "SPLT.csv",
      table(
        "Date,Close,Stock Splits",
        scaled(A, before(4)),
        ({ day, close }, at) => [day, fine(close), at === AT ? "4:1" : ""],
      ),
    ),
    says: [/\(SPLT 4 for 1 on /],
    reads: folder("SPLT.csv", CLOSES),
  },
  {
    name: "split_text, a consolidation",
    ticker: "SPLT",
    files: folder(
      "SPLT.csv",
      table(
        "Date,Close,Stock Splits",
        scaled(A, before(1 / 30)),
        ({ day, close }, at) => [day, close.toFixed(6), at === AT ? "1:30" : ""],
      ),
    ),
    says: [/\(SPLT 1 for 30 on /],
    reads: folder("SPLT.csv", CLOSES),
  },
  {
    name: "xlf_1231",
    ticker: "XLF",
    files: folder("XLF.csv", tiingo(1.231)),
    says: [/\(XLF 1\.231 for 1 on /, /XLF is a fund that holds financial stocks, not a company/],
  },
  {
    name: "xlf_1231, of a company",
    ticker: "ACME",
    files: folder("ACME.csv", tiingo(1.231)),
    says: [/\(ACME 1\.231 for 1 on /],
    reads: folder("ACME.csv", CLOSES),
  },
  {
    name: "zero_rows",
    ticker: "ZERO",
    files: folder(
      "ZERO.csv",
      table(
        "Date,Open,High,Low,Close,Volume",
        A,
        (bar, at) => isHalf(at) ? [bar.day, 0, 0, 0, 0, 0] : [bar.day, ...ohlc(bar), bar.volume],
      ),
    ),
    says: [/Cannot read "0": expected a price above 0/],
    reads: folder("ZERO.csv", whole(A.filter((_, at) => !isHalf(at)))),
  },
  {
    name: "two_names_same_bars",
    ticker: "PEP",
    files: { ...SPY, "KO.csv": whole(A), "PEP.csv": whole(A), "XOM.csv": whole(walk(5, 176)) },
    says: [
      /PEP's closes since 2018-01-02 are those of another name in the data, day for day/,
      /PEP: .* the bars of KO; no figure stands on them/,
    ],
  },
  {
    name: "live_duplicate_last",
    ticker: "AAPL",
    files: folder(
      "AAPL.csv",
      whole(A.flatMap((bar, at) => at < LAST ? [bar] : [{ ...bar, close: bar.open * 0.93, volume: 1200 }, bar])),
    ),
    says: [
      /1 row of AAPL beside another of the same day, first on 2020-12-31: of two the one with more shares traded is kept/,
    ],
    reads: folder("AAPL.csv", whole(A)),
  },
  {
    name: "negative_adjusted",
    ticker: "ITRN",
    files: folder(
      "ITRN.csv",
      table(
        "Date,Open,High,Low,Close,Adj Close,Volume",
        A,
        (
          bar,
          at,
        ) => [bar.day, ...ohlc(bar), at === 4 ? "-inf" : at < 22 ? fine(-bar.close / 20) : fine(bar.close), bar.volume],
      ),
    ),
    says: [/Adjusted closes not above 0 from line 2 on: the closes beside them are read/],
    reads: folder("ITRN.csv", whole(A)),
  },
  {
    name: "concatenated_two_names",
    ticker: "AAPL",
    files: folder("AAPL.csv", whole(A) + whole(walk(5, 400))),
    says: [/AAPL\.csv/, /several bars a day|repeats|contradict/],
  },
  {
    name: "fb_meta_rename",
    ticker: "META",
    files: { ...SPY, "FB.csv": closes(A.slice(0, AT - 200)), "META.csv": closes(A.slice(AT - 200)) },
    says: [
      /META begins on \d{4}-\d\d-\d\d, where FB ends, -?\d\.\d % from its close: if it is one company under two names/,
    ],
    reads: folder("META.csv", CLOSES),
  },
  {
    name: "last_row_with_time",
    ticker: "AAPL",
    files: folder(
      "AAPL.csv",
      table(
        "Date,Close",
        A,
        ({ day, close }, at) => [at < LAST ? `${day} 00:00:00-04:00` : `${day} 11:32:07-05:00`, fine(close)],
      ),
    ),
    says: [/to 2020-12-31/],
    reads: folder("AAPL.csv", CLOSES),
  },
];
