import { IMPOSSIBLE } from "../data/metrics/soundness.ts";
import { HAIR } from "../data/metrics/metric.ts";
import type { PriceSeries } from "../data/dataset.ts";
import { doubtsOfYear, gapUpTo, YEAR } from "./domains/bars.ts";
import { causeIn } from "./domains/soundness.ts";
import type { Subject } from "./domains/subject.ts";
import type { Ground } from "./knowledge.ts";

/** How far the bars of the past year can be believed. */
export interface Trust {
  /**
   * 0.5 for bars with a move that looks like a split or that nothing explains, prices that cannot be true, a gap, or no
   * trade; else the share of the year's bars that are in order. Of several companies the mean, times the benchmark's.
   */
  readonly share: number;
  /** One line for each doubt that {@linkcode wrongBars} does not have. */
  readonly lines: readonly string[];
}

const DOUBTED = 0.5;

/**
 * Judges the bars behind an answer.
 * @param used All series that its claims use.
 */
export function trustIn(ground: Ground, used: readonly PriceSeries[]): Trust {
  const subjects = ground.subjects();
  const companies = subjects.map((subject) => ground.onceOf(subject.given.series, "trust", () => ofSubject(subject)));
  const tickers = new Set(subjects.map(({ series }) => series.ticker));
  const others = used.filter(({ ticker }) => !tickers.has(ticker)).map((series) =>
    ground.onceOf(series, "trust alone", () => ofSeries(series))
  );
  const mean = companies.length === 0 ? 1 : companies.reduce((sum, one) => sum + one.share, 0) / companies.length;
  return {
    share: others.reduce((product, one) => product * one.share, mean),
    lines: [...companies, ...others].flatMap(({ lines }) => lines),
  };
}

function ofSubject({ series, given, isOld }: Subject): Trust {
  const own = isOld ? { share: DOUBTED, lines: [] } : ofSeries(series); // freshness says how old it is
  const { benchmark } = given;
  const apart = benchmark && series.frequency === "daily" ? apartOf(given.series, benchmark) : { days: 0, all: 1 };
  if (apart.days === 0) return own;
  const line =
    `${series.ticker}: ${apart.days} of the past year's days are days of it or of ${benchmark?.ticker} alone`;
  return { share: Math.min(own.share, 1 - apart.days / apart.all), lines: [...own.lines, line] };
}

function ofSeries(series: PriceSeries): Trust {
  const last = series.close.length - 1;
  const doubts = doubtsOfYear(series).filter(({ doubt }) => doubt !== "jump"); // a jump is explained
  const moves = doubts.filter(({ doubt }) => doubt === "split")
    .map(({ day }) => `${series.ticker} ${day}: close moves as nothing in the data explains`);
  const gap = gapUpTo(series, last);
  const { ticker, twins } = series;
  const lines = [
    ...moves,
    ...twins === undefined ? [] : [`${ticker}: its closes are those of ${twins.join(" and ")}, day for day`],
    ...gap === undefined ? [] : [`${series.ticker}: its last ${gap} bars span another time than they stand for`],
    ...isStill(series, last) ? [`${series.ticker}: neither a move nor a trade in part of the past year`] : [],
  ];
  const wrong = doubts.filter(({ doubt }) => doubt === "bars");
  const isDoubted = lines.length > 0 || wrong.length > 1 || wrong.some(({ size }) => size > IMPOSSIBLE.far + HAIR);
  const bars = Math.min(YEAR[series.frequency], last + 1);
  return { share: isDoubted ? DOUBTED : 1 - doubts.length / bars, lines };
}

function isStill(series: PriceSeries, last: number): boolean {
  return causeIn(series, Math.max(0, last - YEAR[series.frequency]), last) === "not_trading";
}

/** Days of the past year on which only one of two series has a bar, between the first and the last that both cover. */
function apartOf({ days }: PriceSeries, other: PriceSeries): { readonly days: number; readonly all: number } {
  const year = days.subarray(Math.max(0, days.length - 1 - YEAR.daily));
  const first = Math.max(year[0] ?? Infinity, other.days[0] ?? Infinity);
  const last = Math.min(year.at(-1) ?? -Infinity, other.days.at(-1) ?? -Infinity);
  const covered = (all: Int32Array) => new Set(all.filter((day) => day >= first && day <= last));
  const own = covered(year);
  const theirs = covered(other.days);
  return { days: own.symmetricDifference(theirs).size, all: Math.max(1, own.union(theirs).size) };
}
