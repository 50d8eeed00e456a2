import type { Bar, Basis, Dataset, Frequency, PriceSeries } from "../../src/data/dataset.ts";
import { createDataset } from "../../src/data/dataset_in_memory.ts";
import { seriesOf } from "../../src/data/series.ts";
import type { Session } from "../../src/data/session.ts";
import { type FiledFact, inOrder, NO_RECORDS, type StoredRecords } from "../../src/data/records.ts";
import { madeResults, type ResultsLike } from "./made_results.ts";
import { madeRecords } from "./made_records.ts";
import { xorshift } from "../xorshift.ts";
import { stored } from "./made_filings.ts";
import { madeReports, type Reporting } from "./made_reports.ts";
import { madeTexts } from "./made_texts.ts";
import { madeTrades } from "./made_trades.ts";

/** What a made company is like; what is absent is as usual. */
interface Likeness {
  readonly ticker: string;
  readonly sector?: string;
  readonly industry?: string;
  readonly frequency?: Frequency;
  readonly basis?: Basis;
  /** Number of bars. Default: 400 daily, 60 monthly. */
  readonly bars?: number;
  /** Largest step of a bar. Default: 0.03. */
  readonly step?: number;
  /** Mean step of a bar. Default: 0. */
  readonly drift?: number;
  readonly hasVolume?: boolean;
  /** Default: USD. */
  readonly currency?: string;
  /** What happened to its bars. */
  readonly harm?: (bars: readonly Bar[]) => readonly Bar[];
}

const SOURCES = [{ id: "made.csv", title: "Made of random numbers", sha256: "0" }] as const;
const LAST = Date.UTC(2020, 11, 31);
const MS_PER_DAY = 86_400_000;

const ENERGY = [..."ABCDEFGHIJKLMN"].map((letter, at): Likeness => ({
  ticker: `EN${letter}`,
  sector: "Energy",
  ...(at < 5 && { industry: "Oil & Gas Drilling" }),
  step: 0.01 + 0.004 * at,
  drift: (at - 6) * 0.0004,
}));

/** With too few bars for measures of risk. */
const NEW = [..."ABCDEFGHIJKL"].map((letter): Likeness => ({ ticker: `MI${letter}`, bars: 220 }));

/** Without a score, and more than an answer names. */
const BABIES = [..."ABCDEFGHIJKLM"].map((letter): Likeness => ({
  ticker: `RE${letter}`,
  sector: "Real Estate",
  bars: 40,
}));

/** One of each kind that phrases tell apart. */
const ODD: readonly Likeness[] = [
  { ticker: "MONA", sector: "Utilities", frequency: "monthly", basis: "total_return" },
  { ticker: "MONB", sector: "Utilities", frequency: "monthly", basis: "total_return", bars: 26 },
  { ticker: "MONC", sector: "Utilities", frequency: "monthly", basis: "price" },
  { ticker: "MUTE", sector: "Materials", hasVolume: false },
  { ticker: "BABY", sector: "Materials", bars: 40 },
  { ticker: "TINY", sector: "Materials", bars: 2 },
  { ticker: "LONG", sector: "Materials", bars: 1200, drift: 0.001 },
  { ticker: "DULL", sector: "Materials", bars: 270, step: 0.001 },
  ...harmed("SPLT", (bars) => scaled(bars, 5, 0.5)),
  ...harmed("FARR", (bars) => scaled(bars, 5, 5000)),
  ...harmed("JUMP", (bars) => scaled(bars, 5, 0.58)),
  ...harmed("SPIK", (bars) => changed(bars, 5, ({ close, ...bar }) => ({ ...bar, close: close * 1.7 }))),
  ...harmed("WRNG", (bars) => changed(bars, 5, (bar) => ({ ...bar, high: bar.close * 0.97, low: bar.close * 0.96 }))),
  ...harmed("NOTT", (bars) => changed(bars, 5, (bar) => ({ ...bar, high: bar.close * 0.5, low: bar.close * 0.4 }))),
  ...harmed("STIL", (bars) => bars.map((bar, at) => at < bars.length - 40 ? bar : { ...bar, close: 50, volume: 0 })),
  ...harmed("OLDD", (bars) => bars.slice(0, -Math.floor(bars.length / 6))),
  ...harmed("GAPP", (bars) => bars.filter((_, at) => at < bars.length - 50 || at >= bars.length - 10)),
  { ticker: "MOND", frequency: "monthly", basis: "total_return", bars: 20 },
  { ticker: "DTOT", basis: "total_return", bars: 300 },
];

/** Results of each kind that phrases tell apart, and notices within what happened to the bars. */
const RESULTS: Readonly<Record<string, ResultsLike>> = {
  ...Object.fromEntries(
    [..."ABCDEFGHIJ"].map((letter, at) => [`FI${letter}`, { notices: ["2020-07-29", `2020-11-${10 + at}`] }]),
  ),
  FIK: { notices: ["2020-11-05"], hasNoFourth: true },
  FIL: {},
  FIM: { notices: ["2020-11-05"], quarters: 6 },
  FIN: { notices: ["2020-11-05"], isTwofold: true },
  LONG: { notices: ["2020-02-05"], last: "2019-12-31" },
  MONA: { notices: ["2020-11-05"], quarters: 0 },
  BABY: { notices: ["2020-10-07"], quarters: 0 },
  SPLT: { notices: ["2020-12-24"], quarters: 0 },
  NOTT: { notices: ["2020-12-24"], quarters: 0 },
  STIL: { notices: ["2020-12-21"], quarters: 0 },
  GAPP: { notices: ["2020-12-02"], quarters: 0 },
};

/** Those that fit no portfolio of the others: another currency, and days that are Sunday to Thursday. */
const UNFIT: readonly Likeness[] = [
  { ticker: "EURO", sector: "Financials", currency: "EUR" },
  { ticker: "SHIF", sector: "Financials", harm: (bars) => bars.map((bar) => ({ ...bar, date: dayBefore(bar.date) })) },
];

/** Those whose reports, or the close of whose last bar, do not give a figure; and a few that do, without a sector. */
const FILERS: readonly Likeness[] = [
  ...harmed("NOTL", (bars) => changed(bars, 0, (bar) => ({ ...bar, high: bar.close * 0.5, low: bar.close * 0.4 }))),
  ...harmed("SPLL", (bars) => scaled(bars, 1, 0.5)),
  ...["ITEM", "CONF", "STAL", "LOSS", "ABRO", "WEAK", "FAIR", "GOOD", "JANU", "TORN"].map((ticker) => ({ ticker })),
  { ticker: "BANK", sector: "Financials" },
  ...[..."ABCDEFGHIJKLMN"].map((letter, at) => ({
    ticker: `FI${letter}`,
    sector: "Financials",
    drift: (4 - at) * 5e-4,
  })),
  { ticker: "POOR", step: 0.011, drift: 0.001 },
];

/** Two measures of quality, alike for several, beside two of the trend: of these few some are on no side. */
const ofFew = (fact: FiledFact): readonly FiledFact[] =>
  /Revenues$|Assets$|CommonStockSharesOutstanding$/.test(fact.tag) && !/dei/.test(fact.tag) ? [fact] : [];

/** A fact beside another of the same tag and report. */
const twice = (fact: FiledFact): readonly FiledFact[] => [fact, { ...fact, value: fact.value * 1.5 }];

/** One of whose shares the data hold no price. */
const UNPRICED: Likeness = { ticker: "PAPR", sector: "Real Estate" };

const REPORTS: readonly Reporting[] = [
  ...ENERGY.slice(0, 12).map(({ ticker }, at): Reporting => ({ ticker, by: at % 2 === 0 ? "years" : "quarters" })),
  ...NEW.map(({ ticker }): Reporting => ({
    ...{ ticker, by: "years", change: ofFew },
    grows: { assets: 1.1, shares: 1 },
  })),
  ...["OLDD", "STIL", "NOTL", "SPLL", "MONA", "DTOT", "MONC", "BANK", "FAIR"].map((
    ticker,
  ): Reporting => ({
    ...{ ticker, by: "years" },
  })),
  { ticker: "GOOD", by: "years", margin: 0.4 },
  { ticker: "WEAK", by: "quarters", margin: -0.9, equity: 0.05 },
  { ticker: "LOSS", by: "quarters", margin: -0.2, equity: -0.1 },
  { ticker: "EURO", by: "years" },
  { ticker: "STAL", by: "quarters", until: 2019 },
  {
    ...{ ticker: "ITEM", by: "years" },
    change: (fact) => fact.tag === "us-gaap/Revenues" ? [fact] : [],
  },
  {
    ...{ ticker: "CONF", by: "years" },
    change: (fact) => /Assets$|SharesOutstanding$|GrossProfit|NetIncome/.test(fact.tag) ? twice(fact) : [fact],
  },
  { ticker: "ABRO", by: "years", change: (fact) => [{ ...fact, form: "20-F" }] },
  {
    ...{ ticker: "POOR", by: "years", margin: -0.3, grows: { assets: 1, shares: 1.004 } },
    change: (fact) => [{ ...fact, form: "20-F" }],
  },
  { ticker: UNPRICED.ticker, by: "years", margin: -0.9, grows: { assets: 1.5, shares: 1.4 } },
];

function dayBefore(date: string): string {
  return new Date(Date.parse(date) - MS_PER_DAY).toISOString().slice(0, 10);
}

/** A daily and a monthly company to which the same happened. */
function harmed(ticker: string, harm: Likeness["harm"]): readonly Likeness[] {
  const same = { sector: "Industrials", ...(harm && { harm }) };
  return [{ ticker, ...same }, { ticker: `${ticker}M`, frequency: "monthly", ...same }];
}

/** Closes multiplied from some bars before the end on. */
function scaled(bars: readonly Bar[], back: number, factor: number): readonly Bar[] {
  return bars.map((bar, at) => at < bars.length - back ? bar : { ...bar, close: bar.close * factor });
}

/** One bar changed, some before the end. */
function changed(bars: readonly Bar[], back: number, change: (bar: Bar) => Bar): readonly Bar[] {
  return bars.map((bar, at) => at === bars.length - 1 - back ? change(bar) : bar);
}

/**
 * Companies of every kind that phrases tell apart: daily and monthly, of either basis, short, thin, without volume; a
 * sector of fourteen.
 * @param seed Any integer except 0.
 * @param benchmark The bases of the index's monthly closes; `undefined`: there is no benchmark.
 */
export function madeWorld(
  seed: number,
  benchmark: Basis | undefined,
  { hasTexts = true }: { readonly hasTexts?: boolean } = {},
): Dataset {
  const random = xorshift(seed);
  const companies = [...ENERGY, ...NEW, ...BABIES, ...ODD];
  const index: readonly Likeness[] = [{ ticker: "INDEX", bars: 1200, step: 0.01 }, {
    ticker: "INDEX",
    frequency: "monthly",
    ...(benchmark && { basis: benchmark }),
  }];
  return createDataset({
    name: "Made world",
    notice: "Made up.",
    companies: [...companies, ...UNFIT, ...FILERS, UNPRICED].map(({ ticker, sector, industry }) => ({
      ticker,
      name: `${ticker} Holdings Inc.`,
      ...(sector !== undefined && { sector }),
      ...(industry !== undefined && { industry }),
    })),
    ...(benchmark && { benchmark: "INDEX" }),
    sources: SOURCES,
    sessions: ["ENA", "ENH"].map((ticker, at) => ({ ticker, currency: "USD", sessions: sessionsOf(at + 1) })),
    series: [...companies, ...benchmark ? index : [], ...UNFIT, ...FILERS].map((one) => made(one, random)),
    records: joined([
      ...madeReports(REPORTS),
      ...resultsOf(RESULTS),
      ...madeRecords(SOURCES[0].id),
      ...madeTrades(),
    ]),
    texts: hasTexts ? madeTexts() : [],
  });
}

/** What several say of one company as one. */
function joined(all: readonly StoredRecords[]): readonly StoredRecords[] {
  return [...Map.groupBy(all, ({ ticker }) => ticker)].map(([ticker, parts]) => {
    const [one, ...others] = parts.map((part) => part.load());
    if (one === undefined || others.length === 0) return parts[0] ?? stored(ticker, NO_RECORDS);
    return stored(ticker, {
      facts: inOrder([...one.facts, ...others.flatMap(({ facts }) => facts)]),
      filings: inOrder([...one.filings, ...others.flatMap(({ filings }) => filings)]),
      trades: inOrder([...one.trades, ...others.flatMap(({ trades }) => trades)]),
      splits: one.splits,
    });
  });
}

function resultsOf(all: Readonly<Record<string, ResultsLike>>): readonly StoredRecords[] {
  return Object.entries(all).map(([ticker, like], at) =>
    stored(ticker, madeResults(like, { source: SOURCES[0].id, seed: at + 1 }))
  );
}

/** A session of the last day of each of two months. */
function sessionsOf(size: number): readonly Session[] {
  return ["2020-11-30", "2020-12-31"].map((day, at) => ({
    day,
    ...{ open: 100, high: 103, low: 99, close: 101 + at },
    ...{ volume: 1e6 * size, tradedValue: 101.37e6 * size + at, vwap: 101.37 + at / (1e6 * size) },
    realisedVolatility: 0.0123 * size + 0.001 * at,
    stepMinutes: 5 * size,
    from: "trades",
    rows: 9000,
    isPartial: false,
    source: SOURCES[0].id,
  }));
}

function made(likeness: Likeness, random: () => number): PriceSeries {
  const { ticker, frequency = "daily", basis = "price", currency = "USD" } = likeness;
  return seriesOf({ ticker, frequency, basis, currency, source: "made.csv" }, madeBars(likeness, random));
}

function madeBars(
  { frequency = "daily", bars, step = 0.03, drift = 0, hasVolume = true, harm }: Likeness,
  random: () => number,
): readonly Bar[] {
  const isDaily = frequency === "daily";
  const count = bars ?? (isDaily ? 400 : 60);
  const days = isDaily ? weekdays(count) : monthEnds(count);
  let close = 100;
  const made = days.map((date): Bar => {
    close = Number((close * (1 + drift + step * (2 * random() - 1))).toFixed(4));
    const volume = 1000 + Math.round(1e7 * random());
    return { date, close, ...(isDaily && hasVolume && { volume }) };
  });
  return harm ? harm(made) : made;
}

/** The last weekdays but nine of a year, the newest last: windows of bars span the time that they span on exchanges. */
function weekdays(count: number): string[] {
  const all = Array.from({ length: Math.ceil(count * 1.6) + 7 }, (_, back) => new Date(LAST - back * MS_PER_DAY));
  return all.filter((day) => day.getUTCDay() % 6 !== 0).filter((_, at) => at % 29 !== 28).slice(0, count).map((day) =>
    day.toISOString().slice(0, 10)
  )
    .reverse();
}

function monthEnds(count: number): string[] {
  return Array.from({ length: count }, (_, back) => new Date(Date.UTC(2020, 12 - back, 0)).toISOString().slice(0, 10))
    .reverse();
}
