/**
 * A small made world, 1990 to 2022: months of eight companies and an index with dividends, days of Apple and the index, and
 * what Apple and Alphabet report, with splits and a restatement. Names and the closes of eight days are those of real
 * companies, so that sentences about them read as they do; all between is made from a seed.
 */
import type { Bar, Basis, Company, Frequency, LoadedDataset, PriceSeries } from "../../src/data/dataset.ts";
import { createDataset } from "../../src/data/dataset_in_memory.ts";
import { NO_RECORDS, type StoredRecords } from "../../src/data/records.ts";
import { seriesOf } from "../../src/data/series.ts";
import { sessionBefore } from "../../src/calendar/exchange_days.ts";
import { sessionsOf } from "../made_prices.ts";
import { noticeOf } from "../verify/made_results.ts";
import { stored } from "../verify/made_filings.ts";
import { once } from "../once.ts";
import { xorshift } from "../xorshift.ts";
import { dividends, historyFacts, SPLITS } from "./history_reports.ts";

const INDEX = "^GSPC";
const [DAYS, MONTHS, REPORTS] = ["made/days", "made/months", "made"] as const;
const SOURCES = [DAYS, MONTHS, REPORTS].map((id) => ({ id, title: `${id}, made of random numbers`, sha256: "0" }));

/** The days of the closes in {@linkcode PRICED}. */
const FIXED = "1990-01-31 1999-12-31 2008-12-31 2012-12-31 2016-12-30 2017-09-29 2017-12-29 2022-05-31".split(" ");

/** How much a company moves with the index and beside it on a day, its first day, and its closes on the fixed days. */
type Likeness = readonly [beta: number, own: number, from: string, ...closes: readonly number[]];
const PRICED: Readonly<Record<string, Likeness>> = {
  [INDEX]: [1, 0, "1990-01-02", 329.08, 1469.25, 903.25, 1426.19, 2238.83, 2519.36, 2673.61, 4132.15],
  AAPL: [1.2, 0.008, "1990-01-02", 0.97, 3.1, 10.4, 73, 115.82, 154.12, 169.23, 595],
  ADBE: [1.1, 0.008, "1990-01-02", 1.38, 16.69, 21.29, 37.68, 102.95, 149.18, 175.24, 416.48],
  AMZN: [1.2, 0.015, "1997-05-15", 0, 3.81, 2.56, 12.54, 37.49, 48.07, 58.47, 120.21],
  DELL: [1, 0.012, "2016-09-07", 0, 0, 0, 0, 15.32, 21.51, 22.65, 49.94],
  GOOGL: [1, 0.009, "2004-08-19", 0, 0, 153.98, 354.04, 792.45, 973.72, 1053.4, 2275.24],
  IBM: [0.9, 0.006, "1990-01-02", 10.97, 61.04, 51.91, 126.98, 123.17, 110.61, 118.26, 137.18],
  MSFT: [1.1, 0.009, "1990-01-02", 0.4, 36.69, 14.61, 22.13, 57.52, 70.12, 80.95, 271.24],
  XRX: [1.2, 0.015, "1990-01-02", 11.2, 37.92, 14.19, 13.2, 18.66, 27.71, 24.44, 18.82],
};
const TECHNOLOGY = "Information Technology";
const HARDWARE = "Technology Hardware, Storage & Peripherals";
const COMPANIES: readonly Company[] = [
  ["AAPL", "Apple Inc.", HARDWARE, "0000320193", "Apple Computer"],
  ["ADBE", "Adobe Systems Inc.", "Application Software", "0000796343", "Adobe", "Adobe Inc."],
  ["AMZN", "Amazon.com Inc.", "Internet & Direct Marketing Retail", "0001018724", "Amazon"],
  ["DELL", "Dell Technologies Inc.", HARDWARE, "0001571996", "Dell", "DVMT"],
  ["GOOGL", "Alphabet Inc. Class A", "Internet Software & Services", "0001652044", "Alphabet", "Google"],
  ["IBM", "International Business Machines Corp.", "IT Consulting & Other Services", "0000051143", "Big Blue"],
  ["MSFT", "Microsoft Corp.", "Systems Software", "0000789019"],
  ["XRX", "Xerox Corp.", HARDWARE, "0000108772", "Xerox Holdings"],
].map(([ticker = "", name = "", industry = "", cik = "", ...aliases]) => ({
  ...{ ticker, name, industry, cik, aliases },
  sector: ticker === "AMZN" ? "Consumer Discretionary" : TECHNOLOGY,
}));

const SESSIONS = once(() => sessionsOf("1990-01-02", "2022-05-31"));

/** Near a normal variate of mean 0 and deviation 1. */
const normal = (random: () => number) => 2 * (random() + random() + random() - 1.5);

/** A walk from a seed through the fixed closes, with the index's own. */
function walk(ticker: string, market: readonly number[], random: () => number): readonly Bar[] {
  const [beta, own, from, ...closes] = PRICED[ticker] as Likeness;
  const steps = market.map((step) => beta * step + own * normal(random));
  const walked: number[] = [];
  steps.reduce((sum, step) => walked[walked.push(sum + step) - 1] ?? 0, 0);
  const days = SESSIONS();
  const pins = FIXED.map((day, at) => ({ at: days.indexOf(day), log: Math.log(closes[at] ?? 0) }))
    .filter(({ log }) => Number.isFinite(log)).map(({ at, log }) => ({ at, by: log - (walked[at] ?? 0) }));
  return days.flatMap((date, at) => {
    if (date < from) return [];
    const next = Math.max(1, pins.findIndex((pin) => pin.at >= at));
    const [one, other] = [pins[next - 1], pins[next]];
    if (one === undefined) return [];
    const part = Math.max(0, (at - one.at) / ((other?.at ?? Infinity) - one.at));
    const close = Math.exp((walked[at] ?? 0) + one.by + part * ((other?.by ?? 0) - one.by));
    return [{ date, close }];
  });
}

const isLastOfMonth = ({ date }: Bar, at: number, bars: readonly Bar[]) =>
  date.slice(0, 7) !== bars[at + 1]?.date.slice(0, 7);

const cents = (value: number) => Number(value.toFixed(2));

/** Bars of five years with what was traded. */
function traded(bars: readonly Bar[], volume: number, random: () => number): readonly Bar[] {
  return bars.filter(({ date }) => date >= "2013-05-13" && date <= "2018-05-11").map((bar, at, all) => {
    const close = cents(bar.close);
    const open = cents((all[at - 1]?.close ?? close) * (0.997 + 0.006 * random()));
    const high = cents(Math.max(open, close) * (1 + 0.006 * random()));
    const low = cents(Math.min(open, close) * (1 - 0.006 * random()));
    return { date: bar.date, open, high, low, close, volume: Math.round(volume * (0.6 + 0.8 * random())) };
  });
}

/** Prices with dividends paid into them, the same as without on their last day. */
function withDividends(bars: readonly Bar[]): readonly Bar[] {
  const paid = new Map(dividends().map(({ day, amount }) => [day, amount]));
  let factor = 1;
  return bars.toReversed().map(({ date, ...bar }, back, all): Bar => {
    const { open, high, low, close, volume } = bar;
    const prices = Object.entries({ open, high, low, close }).filter(([, price]) => price !== undefined);
    const own = Object.fromEntries(prices.map(([name, price = 0]) => [name, price * factor]));
    factor *= 1 - (paid.get(date) ?? 0) / (all[back + 1]?.close ?? Infinity);
    return { date, close, ...own, ...(volume !== undefined && { volume }) };
  }).toReversed();
}

/** With it IBM falls behind the others at the end of 2017 and moves least, Xerox moves much, and Apple is in between. */
const SEED = 126;

function seriesOfAll(): readonly PriceSeries[] {
  const random = xorshift(SEED);
  const market = SESSIONS().map(() => 0.008 * normal(random));
  const walks = new Map(Object.keys(PRICED).map((ticker) => [ticker, walk(ticker, market, random)]));
  const series = (ticker: string, frequency: Frequency, basis: Basis, bars: readonly Bar[]) =>
    seriesOf({ ticker, frequency, basis, currency: "USD", source: frequency === "daily" ? DAYS : MONTHS }, bars);
  const daily = traded(walks.get("AAPL") ?? [], 3e7, random);
  return [
    series("AAPL", "daily", "price", daily),
    series("AAPL", "daily", "total_return", withDividends(daily)),
    series(INDEX, "daily", "price", traded(walks.get(INDEX) ?? [], 3.4e9, random)),
    ...[...walks].map(([ticker, all]) => {
      const bars = (ticker === "AAPL" ? withDividends(all) : all).filter(isLastOfMonth);
      const rounded = bars.map(({ date, close }) => ({ date, close: Number(close.toPrecision(6)) }));
      return series(ticker, "monthly", ticker === INDEX ? "price" : "total_return", rounded);
    }),
  ];
}

function recordsOfAll(): readonly StoredRecords[] {
  const [apple = [], alphabet = []] = historyFacts();
  const notices = (days: readonly string[]) =>
    days.map((filed, number) => noticeOf(filed, { source: REPORTS, number }));
  const reported = [...new Set(apple.map(({ filed }) => filed))].filter((day) => day > "2015-04-01");
  return [
    stored("AAPL", {
      ...{ facts: apple, filings: notices(reported.map((day) => sessionBefore(day))), trades: [] },
      splits: SPLITS.map((split) => ({ ...split, known: split.day, source: REPORTS })),
    }),
    stored("GOOGL", { ...NO_RECORDS, facts: alphabet }),
    stored("MSFT", { ...NO_RECORDS, filings: notices(["2019-10-23", "2020-01-29", "2020-04-29", "2020-07-22"]) }),
  ];
}

const PARTS = once(() => ({ records: recordsOfAll(), series: seriesOfAll() }));

/** Opens it as of 2017-12-29; a view of a later day has later bars. */
export function openHistory(): Promise<LoadedDataset> {
  return Promise.resolve(createDataset({
    ...{ name: "Sample history", notice: "Sample history: made prices and reports, not today's market." },
    ...{ asOf: "2017-12-29", companies: COMPANIES, benchmark: INDEX, sources: SOURCES, ...PARTS() },
  }));
}
