import { COUNT_WORDS, UNIT } from "../../terms/calendar_words.ts";
import { anyOf, fold, matching } from "../../terms/fold.ts";
import { isSameSpan, quantitiesIn, type Quantity } from "../../terms/numbers.ts";
import type { Place } from "../../terms/places.ts";
import { byBars } from "../metrics/asked_names.ts";
import { type PerMetric, rowOf } from "../metrics/metric.ts";
import type { AskedMeasure, AskedTime } from "./asked.ts";
import type { TimeForm } from "./found_time.ts";
import { isInRange, LEVELS, MOST, percentOf, rowAsked, type Settings } from "../metrics/price_rows.ts";

/** At what a measure is computed: what the words beside it may say without asking for another one. */
export interface Takes {
  /** Sessions over which it is computed. */
  readonly windows?: readonly number[];
  /** Sessions that it looks ahead. */
  readonly horizons?: readonly number[];
  /** Shares that belong to it: the level of a value at risk, the size of a fall. */
  readonly shares?: readonly number[];
  /** It is of whatever days the question names. */
  readonly isOfDays?: true;
  /** Words beside it that leave it what it is. */
  readonly plain?: string;
}

const YEARLY = "annual annualized annualised yearly historical realised realized";
const LOSS: Takes = { horizons: [1], plain: "daily one-day 1-day historical" };

/** What rows take beside the settings of `price_rows.ts`. */
export const TAKES: Readonly<Record<string, Takes>> = {
  volatility: { plain: YEARLY },
  volatility_recent: { plain: YEARLY },
  session_volatility: { windows: [1] },
  beta: { plain: "market equity" },
  return_12m: { isOfDays: true, plain: "price" },
  return_1m: { isOfDays: true, plain: "price" },
  excess_12m: { isOfDays: true },
  momentum_12_1: { windows: [231], plain: "price 12-month" },
  trend_200d: { plain: "moving simple" },
  max_drawdown_1y: { plain: "maximum worst" },
  var_95: LOSS,
  es_95: LOSS,
  drawdown_probability: { horizons: [63], shares: [0.15] },
  dollar_volume: { plain: "average median daily typical" },
  close: { isOfDays: true, plain: "closing share stock" },
  price_earnings: { windows: [252], plain: "trailing ttm ratio" },
  market_value: { plain: "total" },
} satisfies PerMetric<Takes>;

const USUAL = /\b(?:95%|60-day|12-month|one-month|200-day|52-week) /;

/** At what a number beside a measure asks for it; `undefined` where the measure takes no such number, or not this one. */
export function settingOf(metric: string, { sessions, value, isShare }: Quantity): Settings | undefined {
  const { takes, own } = rowAsked(metric) ?? {};
  if (sessions === undefined && !isShare) return undefined;
  const setting = sessions === undefined ? { level: Math.max(value, 1 - value) } : { window: sessions };
  return takes && isInRange(takes, { ...own, ...setting }) ? setting : undefined;
}

/** Sessions over which a measure is computed where a question names none. */
export function windowsOf(metric: string): readonly number[] {
  const [, spans] = /; spans (\d+)/.exec(rowOf(metric)?.formula ?? "") ?? [];
  const { sessions = spans === undefined ? undefined : Number(spans) } = rowAsked(metric) ?? {};
  return [...sessions === undefined ? [] : [sessions], ...TAKES[metric]?.windows ?? []];
}

export function isHorizon(metric: string, { sessions }: Quantity): boolean {
  return sessions !== undefined && (TAKES[metric]?.horizons ?? []).some((one) => isSameSpan(sessions, one));
}

/** Whether a number beside a measure says at what it is computed. */
export function isTaken(metric: string, quantity: Quantity): boolean {
  const { sessions, value, isShare } = quantity;
  const { level } = rowAsked(metric)?.takes ?? {};
  const { shares = level === undefined ? [] : [level, 1 - level] } = TAKES[metric] ?? {};
  if (sessions !== undefined) {
    return isHorizon(metric, quantity) || windowsOf(metric).some((one) => isSameSpan(sessions, one));
  }
  return isShare === true && shares.some((one) => Math.abs(one - value) < 1e-9);
}

/** What a measure may be held against, for the end of a sentence: where more than a figure is asked, the market alone. */
export function asMeasured(metric: string, does?: string): string {
  const { against } = rowAsked(metric)?.takes ?? {};
  const what = does ? "the market" : `the market or ${against} another company`;
  return `only the ${byBars(rowOf(metric)?.name).replace("{market}", what)} is ${does ?? "computed"}`;
}

/** At what a measure is computed, for the end of a sentence; of one that takes settings, within which range. */
export function asComputed(metric: string, quantity?: Quantity): string {
  const { takes, own } = rowAsked(metric) ?? {};
  const { name, window } = rowOf(metric) ?? {};
  const called = byBars(name ?? metric.replaceAll("_", " ")).replace("{market}", "the market");
  const bare = called.replace(USUAL, "");
  if (takes !== undefined && quantity?.sessions !== undefined) {
    const least = Math.max(takes.least, 1 + (own?.skip ?? 0));
    return `the ${bare} is computed over ${least} to ${MOST.toLocaleString("en-US")} trading days only`;
  }
  if (takes?.level !== undefined && quantity?.isShare) {
    return `the ${bare} is computed at levels of ${percentOf(LEVELS[0])} to ${percentOf(LEVELS[1])} only`;
  }
  const over = byBars(window).replace(/ ?\b(?:(?:daily prices )?to|on|of|as of|at the close of)$/, "");
  const length = /^(?:year|month)$/.test(over) ? `${windowsOf(metric)[0]} trading days` : over;
  const ofLength = length === "" ? "" : ` over ${length}`;
  return `only the ${called}${ofLength} is computed`;
}

/** A measure as it is asked for: against the market or companies. */
export type Measured = Pick<AskedMeasure, "metric" | "against">;

/** Whether a span of a question is a setting of a measure. */
export function isWindowOf(measure: Measured, time: AskedTime): boolean {
  const window = windowOf(measure, time);
  return window !== undefined && settingOf(measure.metric, window) !== undefined;
}

/** "Excluding the last month", or `6-1` before a momentum. */
const LAG =
  matching`\b(?:(?:excluding|skipping|without|omitting|leaving out|ex)(?: (?:the|its))?(?: (?:most|recent|last|latest|final))*
  \s(?:(?<count>\d+|${anyOf(COUNT_WORDS)})[ -](?:trading )?)?(?<unit>${UNIT})
  |(?<months>\d{1,2})-1(?:[ -]months?)?(?= (?:price )?momentum))\b`;

/** The same where times are read: it names none. */
export const LEFT_OUT: TimeForm = { words: new RegExp(LAG, "g"), read: () => ({ isMet: true }) };

/** What a question leaves out at the end of a window. */
export function lagIn(folded: string): Place & Settings | undefined {
  const found = LAG.exec(folded);
  if (found === null) return undefined;
  const { index: start, 0: text, groups: { count = "1", unit = "month", months } = {} } = found;
  const [{ sessions: skip } = {}] = quantitiesIn(`${count} ${unit}`);
  return { start, end: start + text.length, skip, ...(months && { window: 21 * Number(months) }) };
}

/** Whether sessions at the end of its window may be left out. */
export function isLagged({ metric }: Measured): boolean {
  return rowAsked(metric)?.takes.skip !== undefined;
}

/** Words around the length of a span that ends on the day of the question. */
const UP_TO_NOW =
  /^(?:(?:over|for|in|during|within) )?(?:(?:the|its|their) )?(?:(?:last|past|previous|prior|trailing) )?$/;

/** The span of a question as a window of a measure that takes one: the "last 90 days" of a volatility. */
export function windowOf({ metric, against }: Measured, { text, isAsOf }: AskedTime): Quantity | undefined {
  const written = fold(text);
  const folded = against ? written.replace(/\bpast (?=day|week|month|quarter|year)/, "past 1 ") : written;
  const [length, ...others] = quantitiesIn(folded);
  if (length?.sessions === undefined || others.length > 0 || isAsOf || TAKES[metric]?.isOfDays && !against) {
    return undefined;
  }
  const isLast = UP_TO_NOW.test(folded.slice(0, length.start)) && length.end === folded.length;
  return isLast && rowAsked(metric) !== undefined ? length : undefined;
}
