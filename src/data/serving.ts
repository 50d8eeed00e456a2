import { dayText, longDay } from "../calendar/day.ts";
import type { DataProblem, PriceSeries, SeriesName, StoredSeries } from "./dataset.ts";
import { OLD_AFTER_DAYS, REVERSAL, TWIN } from "./metrics/soundness.ts";
import { countUntil, firstBars, printOf } from "./series.ts";

/** Two sources of one series have the same change from day to day but for so much, and on all but this share of days. */
const AGREES = { within: 0.01, but: 0.1 } as const;
/** Fewer changes on the same days say nothing. */
const LEAST_SHARED = 3;

/** What series have in common of which one serves. */
export function keyOf({ ticker, frequency, basis }: SeriesName): string {
  return `${ticker} ${frequency} ${basis}`;
}

/** What a series has up to a day. */
export interface Reach {
  /** Number of its bars on or before the day. */
  readonly count: number;
  /** Day of the newest of them, in days since 1 January 1970; -Infinity without one. */
  readonly newest: number;
}

/** What a series has on or before a day; its bars after it say nothing. */
export function reachOf(series: StoredSeries, day: number): Reach {
  if (series.last <= day) return { count: series.count, newest: series.last };
  if (series.first > day) return { count: 0, newest: -Infinity };
  const days = series.days();
  const count = countUntil(days, day);
  return { count, newest: days[count - 1] ?? -Infinity };
}

/**
 * The series that serves among those of several files: the one with the newest bar on or before the day, then the one
 * with more bars up to it, then the first; but a thinner one never displaces another with which it disagrees on the days
 * that both have. A series comes from a single file, because two may be adjusted for splits on
 * different days.
 * @param offers Series with the same key, in order of their files.
 * @param day In days since 1 January 1970.
 * @returns `undefined` when none has a bar on or before the day.
 */
export function servingOf(offers: readonly StoredSeries[], day: number): StoredSeries | undefined {
  const seen = offers.filter(({ first }) => first <= day);
  if (seen.length < 2) return seen[0];
  const reaches = seen.map((offer) => ({ offer, ...reachOf(offer, day) }));
  return reaches.reduce((best, one) => {
    const [better, other] = isBetter(one, best) ? [one, best] : [best, one];
    return better.count < other.count && disagree(better.offer, other.offer, day) ? other : better;
  }).offer;
}

/** Whether two series change differently on days up to one that both have; a factor between them, as of a split, is no difference. */
function disagree(one: StoredSeries, other: StoredSeries, day: number): boolean {
  const { days, close } = one.load();
  const long = other.load();
  const closes = new Map(Array.from(long.days, (on, at) => [on, long.close[at] ?? NaN]));
  const ratios = Array.from(days, (on, at) => on > day ? NaN : (close[at] ?? NaN) / (closes.get(on) ?? NaN))
    .filter((ratio) => !Number.isNaN(ratio));
  const steps = ratios.slice(1).map((ratio, at) => Math.abs(ratio / (ratios[at] ?? NaN) - 1));
  const differing = steps.filter((step) => step > AGREES.within).length;
  return steps.length >= LEAST_SHARED && differing > AGREES.but * steps.length;
}

function isBetter(one: Reach, other: Reach): boolean {
  return one.newest > other.newest || one.newest === other.newest && one.count > other.count;
}

/** What the series of a data set say of each other, as of a day. */
export class BesideSeries {
  readonly #all: readonly StoredSeries[];
  readonly #openings: ReadonlyMap<string, readonly StoredSeries[]>;
  readonly #reversals = new Map<number, ReadonlySet<number>>();

  /** @param all Every series but those of indices, which are often there under two names. */
  constructor(all: readonly StoredSeries[]) {
    this.#all = all;
    const named = Map.groupBy(all, ({ frequency, basis, print }) => `${frequency} ${basis} ${print().opening}`);
    this.#openings = new Map([...named].filter(([, group]) => new Set(group.map(({ ticker }) => ticker)).size > 1));
  }

  /** A series that ends on the day, with what others say of it. */
  marked(series: PriceSeries, day: number): PriceSeries {
    const reversals = this.#reversals.getOrInsertComputed(day, () => this.#sharedUntil(day));
    const twins = this.#twinsOf(series, day);
    if (reversals.size + twins.length === 0) return series;
    return { ...series, ...reversals.size > 0 && { reversals }, ...twins.length > 0 && { twins } };
  }

  #sharedUntil(day: number): ReadonlySet<number> {
    const names = new Map<number, Set<string>>();
    for (const { ticker, print } of this.#all) {
      for (const [on, back] of print().reversals) {
        if (back <= day) names.set(on, (names.get(on) ?? new Set()).add(ticker));
      }
    }
    return new Set([...names].filter(([, some]) => some.size >= REVERSAL.names).map(([on]) => on));
  }

  #twinsOf(series: PriceSeries, day: number): readonly string[] {
    const { frequency, basis, ticker } = series;
    const alike = this.#openings.get(`${frequency} ${basis} ${printOf(firstBars(series, 3)).opening}`) ?? [];
    const others = alike.filter((one) => one.ticker !== ticker && isSame(series, one.load(), day));
    return [...new Set(others.map((one) => one.ticker))].sort();
  }
}

/** Whether two series have the same days and closes by a day; one that ends long before may be a former name of the other. */
function isSame(one: PriceSeries, other: PriceSeries, day: number): boolean {
  const [count = 0, most = 0] = [one, other].map(({ days }) => countUntil(days, day)).sort((a, b) => a - b);
  if (most - count > TWIN.lag) return false;
  const closes = one.close.subarray(0, count);
  return count >= TWIN.bars && new Set(closes).size >= TWIN.levels &&
    closes.every((close, at) => close === other.close[at] && one.days[at] === other.days[at]);
}

/** Most days, and share of the price, between the end of one name and the beginning of another that may be its new name. */
const RENAME = { days: 5, share: 0.05 } as const;

/** Remarks on names whose closes begin where those of another one end. */
export function notesOfRenames(series: readonly StoredSeries[], day: number): DataProblem[] {
  const daily = series.filter(({ frequency, basis }) => frequency === "daily" && basis === "price");
  const ended = daily.filter(({ last }) => last < day - OLD_AFTER_DAYS.daily);
  return daily.flatMap((one) => {
    const before = ended.find(({ last }) => one.first > last && one.first - last <= RENAME.days);
    const move = before === undefined ? NaN : (one.load().close[0] ?? NaN) / (before.load().close.at(-1) ?? NaN) - 1;
    if (before === undefined || !(Math.abs(move) <= RENAME.share)) return [];
    const where = `${longDay(dayText(one.first))}, where ${before.ticker} ends, ${
      (100 * move).toFixed(1)
    }% from its close`;
    const message =
      `${one.ticker} begins on ${where}: if it is one company under two names, put the rows of both into one file`;
    return [{ kind: "remark" as const, file: one.source, line: 1, column: 1, message }];
  });
}
