import { isSession } from "../../src/calendar/exchange_days.ts";
import { createDataset } from "../../src/data/dataset_in_memory.ts";
import type { Bar, Dataset } from "../../src/data/dataset.ts";
import { inOrder, type InsiderTrade, type Records, type StoredRecords } from "../../src/data/records.ts";
import { seriesOf } from "../../src/data/series.ts";
import { madeResults } from "../verify/made_results.ts";
import { xorshift } from "../xorshift.ts";

/** The two nights: what is planted is known from the later one on. */
export const NIGHTS = { earlier: "2020-12-15", later: "2020-12-16" } as const;

/** What can be planted. */
export type PlantedKind =
  /** Results far beyond those of the same quarter a year before, first known on the later night. */
  | "results"
  /** Two insiders who bought, whose forms are first known on the later night. */
  | "insiders"
  /** A split that the file does not adjust for. */
  | "split"
  /** A close that no trading explains: a unit of a hundredth, or more than a third lower. */
  | "level"
  /** A fall below the 200-day mean, or a rise above it. */
  | "mean"
  /** A day so far from others that the chance of a fall rises above 25%. */
  | "fall";

/** An event of a name; `adjusted` is none, because the whole file is restated. */
export interface Planted {
  readonly ticker: string;
  readonly kind: PlantedKind | "adjusted";
  /** The last close, as a multiple of what it is without. */
  readonly times?: number;
}

const NAMES = 200;
const BARS = 330;
const SECTORS = ["Energy", "Materials", "Industrials", "Utilities", "Financials"];
const SOURCE = "made.csv";
/** A quarter whose report, 45 days later, is first known on the later night. */
const QUARTER = "2020-10-31";
const BEAT = 4_000;
const MS_PER_DAY = 86_400_000;

/** The names of the world. */
export const TICKERS: readonly string[] = Array.from({ length: NAMES }, (_, at) => `N${String(at).padStart(3, "0")}`);

/** Two hundred companies with prices, results and insiders, and what is planted among them. */
export function plantedWorld(planted: readonly Planted[] = []): Dataset {
  const random = xorshift(20_201_216);
  const days = sessionsTo(NIGHTS.later, BARS);
  const market = days.map(() => 0.008 * normal(random));
  const of = new Map(planted.map((one) => [one.ticker, one]));
  const series = TICKERS.map((ticker, at) => {
    const own = { drift: (at % 21 - 10) * 0.00012, step: 0.006 + (at % 17) * 0.0008, beta: 0.5 + at % 11 / 10 };
    const bars = barsOf(days, market, { ...own, random });
    return seriesOf(
      { ticker, frequency: "daily", basis: "price", currency: "USD", source: SOURCE },
      harmed(bars, of.get(ticker)),
    );
  });
  const index = barsOf(days, market, { drift: 0.0003, step: 0, beta: 1, random });
  return createDataset({
    ...{ name: "Planted world", notice: "Made up.", benchmark: "INDEX" },
    companies: TICKERS.map((ticker, at) => ({
      ticker,
      name: `${ticker} Inc.`,
      sector: SECTORS[at % SECTORS.length] ?? "",
    })),
    sources: [{ id: SOURCE, title: "Made of random numbers", sha256: "0" }],
    series: [
      ...series,
      seriesOf({ ticker: "INDEX", frequency: "daily", basis: "price", currency: "USD", source: SOURCE }, index),
    ],
    records: TICKERS.map((ticker, at) => recordsOf(ticker, { seed: at + 1, kind: of.get(ticker)?.kind })),
  });
}

interface Walk {
  readonly drift: number;
  /** Standard deviation of what a day adds of its own. */
  readonly step: number;
  readonly beta: number;
  readonly random: () => number;
}

function barsOf(
  days: readonly string[],
  market: readonly number[],
  { drift, step, beta, random }: Walk,
): readonly Bar[] {
  let close = 100;
  return days.map((date, at): Bar => {
    const open = close;
    close *= Math.exp(drift + beta * (market[at] ?? 0) + step * normal(random));
    return { date, open, close, high: Math.max(open, close), low: Math.min(open, close), volume: 1e6 };
  });
}

/** Twelve uniform numbers less six (Box & Muller's would do as well). */
function normal(random: () => number): number {
  return Array.from({ length: 12 }, random).reduce((sum, one) => sum + one, -6);
}

function harmed(bars: readonly Bar[], planted: Planted | undefined): readonly Bar[] {
  const { kind, times = 1 } = planted ?? {};
  if (kind === "adjusted") return bars.map((bar) => scaled(bar, times));
  if (kind === undefined || times === 1) return bars;
  return bars.map((bar, at) => at < bars.length - 1 ? bar : kind === "split" ? scaled(bar, times) : moved(bar, times));
}

function scaled({ date, volume = 0, ...prices }: Bar, times: number): Bar {
  const { open = NaN, high = NaN, low = NaN, close } = prices;
  return {
    date,
    volume: volume / times,
    open: open * times,
    high: high * times,
    low: low * times,
    close: close * times,
  };
}

/** A day that closes elsewhere. */
function moved({ open = NaN, ...bar }: Bar, times: number): Bar {
  const close = bar.close * times;
  return { ...bar, open, close, high: Math.max(open, close), low: Math.min(open, close) };
}

function recordsOf(
  ticker: string,
  { seed, kind }: { readonly seed: number; readonly kind: Planted["kind"] | undefined },
): StoredRecords {
  const isBeat = kind === "results";
  const results = madeResults({ last: QUARTER, ...(isBeat && { newest: BEAT }) }, { source: SOURCE, seed });
  const records: Records = {
    ...results,
    facts: results.facts.filter(({ known }) => isBeat || known < NIGHTS.later),
    trades: inOrder([...READ, ...kind === "insiders" ? BOUGHT : []]),
  };
  const known = [...records.facts, ...records.trades].map((one) => one.known).toSorted();
  const days = { first: known[0] ?? "", last: known.at(-1) ?? "" };
  return { ticker, shelves: ["facts", "trades"], ...days, load: () => records };
}

const trade = (person: string, code: string, day: string, known: string): InsiderTrade => ({
  ...{ person, code, day, shares: 1000, price: 50.25, roles: ["officer"], source: SOURCE, known },
  filed: new Date(Date.parse(known) - MS_PER_DAY).toISOString().slice(0, 10),
});
/** Grants, from which on forms are read. */
const READ = [trade("A", "A", "2020-01-10", "2020-01-14"), trade("A", "A", "2020-11-10", "2020-11-12")];
const BOUGHT = ["A", "B"].map((person) => trade(person, "P", "2020-12-14", NIGHTS.later));

function sessionsTo(last: string, count: number): readonly string[] {
  const days: string[] = [];
  for (let time = Date.parse(last); days.length < count; time -= MS_PER_DAY) {
    const day = new Date(time).toISOString().slice(0, 10);
    if (isSession(day)) days.push(day);
  }
  return days.reverse();
}
