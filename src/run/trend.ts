import { counted } from "../text/counted.ts";
import type { RunSeries, Streak } from "./ticker_history.ts";

/** A score of a night. */
export interface NightScore {
  /** `YYYY-MM-DD`. */
  readonly night: string;
  /** -1 to 1. */
  readonly score: number;
}

/** How a name went over the nights of one series, as page and table show it. */
export interface Trend {
  /** The scores of the last nights that have one, oldest first; at most {@linkcode TREND_NIGHTS}. */
  readonly scores: readonly NightScore[];
  /** Nights in a row with the same signal; absent without a thesis. */
  readonly streak?: Streak | undefined;
}

/** How a name of a list went over its nights. */
export interface NameTrend extends Trend {
  /** The ticker, in capitals. */
  readonly ticker: string;
  /** The last score; absent where no night has one. */
  readonly score?: number | undefined;
  /** The score of the last night at least thirty days before that. */
  readonly monthAgo?: number | undefined;
}

/** How the names of one list, service and question went over its nights. */
export interface SeriesTrends {
  /** What its runs have in common. */
  readonly series: RunSeries;
  /** Nights with a finished run, oldest first, `YYYY-MM-DD`. */
  readonly nights: readonly string[];
  /** Every name that had a thesis in the last 250 nights, by ticker. */
  readonly names: readonly NameTrend[];
}

/** A quarter of a year of nights: more points than a small line can show apart. */
export const TREND_NIGHTS = 60;

const MS_PER_DAY = 86_400_000;
/** A month, in calendar days. */
const MONTH_DAYS = 30;

/** Follows one name over the nights, oldest first. */
export class TrendMaker {
  readonly #scores: NightScore[] = [];
  #streak: Streak | undefined;

  /** Adds a night; one without a signal counts for nothing. */
  add(night: string, { signal, score }: { readonly signal?: string | undefined; readonly score?: number | undefined }) {
    if (signal === undefined) return;
    const { signal: last, nights = 0, since = night, before } = this.#streak ?? {};
    this.#streak = last === signal
      ? { signal, nights: nights + 1, since, before }
      : { signal, nights: 1, since: night, before: last };
    if (score === undefined) return;
    this.#scores.push({ night, score });
    if (this.#scores.length > TREND_NIGHTS) this.#scores.shift();
  }

  /** What was added so far. */
  get trend(): Trend {
    return { scores: [...this.#scores], streak: this.#streak };
  }
}

/** A trend with its ticker, and the scores that a table shows. */
export function nameTrend(ticker: string, trend: Trend): NameTrend {
  return { ticker, ...trend, score: trend.scores.at(-1)?.score, monthAgo: monthAgo(trend) };
}

/** The score a month before the last one: of the last night thirty to sixty days earlier, if there is one. */
function monthAgo({ scores }: Trend): number | undefined {
  const last = scores.at(-1);
  if (last === undefined) return undefined;
  const daysTo = (night: string) => (Date.parse(last.night) - Date.parse(night)) / MS_PER_DAY;
  return scores.findLast(({ night }) => daysTo(night) >= MONTH_DAYS && daysTo(night) <= 2 * MONTH_DAYS)?.score;
}

/**
 * A streak in words.
 * @returns Like `neutral for 41 nights, bullish before that`.
 */
export function streakWords({ signal, nights, before }: Streak): string {
  return `${signal} for ${counted(nights, "night")}${before === undefined ? "" : `, ${before} before that`}`;
}
