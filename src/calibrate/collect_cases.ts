import { CHANCE_READERS } from "../agent/domains/chance.ts";
import { type Columns, columnsOf } from "../agent/domains/columns.ts";
import { chooseSeries, isBare } from "../data/choose_series.ts";
import type { DatasetView, Frequency } from "../data/dataset.ts";
import { dayText } from "../calendar/day.ts";
import { LEAST_CHANCE } from "../data/metrics/chance.ts";
import { forwardOutcome } from "../score/forward_outcome.ts";
import type { Period } from "../score/independent_dates.ts";
import type { Outcome } from "./fit_map.ts";

/** A name on a day, what the formula says of it, and what happened within 63 trading days. */
export interface Case extends Outcome, Period {
  readonly ticker: string;
}

/** The cases of a folder at one frequency. */
export interface Cases {
  /** In order of their days, then of the companies. */
  readonly cases: readonly Case[];
  /** The days asked about, `YYYY-MM-DD`: every 21st session, or every month-end. */
  readonly days: readonly string[];
  /** Cases left out because of a move after their day that nothing explains. */
  readonly jumps: number;
}

/** Trading days within which a fall is looked for. */
export const HORIZON = 63;
const STEP = { daily: 21, monthly: 1 } as const;
/** Bars before the first day: a year of returns. */
const HISTORY = { daily: 252, monthly: 12 } as const;
/** What the formula says, with nothing made of it. */
const UNMAPPED = { name: "none", daily: { level: 0, slope: 1 }, monthly: { level: 0, slope: 1 } } as const;

/**
 * Asks for the formula's chance of every name on days that are a month apart, and what followed. The bars, windows and
 * limits are those of the analyst, so a name without a chance on a day is no case.
 */
export function collectCases(view: DatasetView, frequency: Frequency): Cases {
  const tickers = view.companies.map(({ ticker }) => ticker);
  const names = (tickers.length > 0 ? tickers : [view.benchmark ?? ""]).flatMap((ticker) => {
    const pair = chooseSeries(view, ticker, { frequency });
    return pair === undefined || isBare(pair.series) ? [] : [{ ticker, columns: columnsOf(pair) }];
  });
  const longest = names.map(({ columns }) => columns.days).reduce(
    (one, other) => other.length > one.length ? other : one,
    new Int32Array(),
  );
  const days = [...longest].filter((_, at) =>
    at >= HISTORY[frequency] && (at - HISTORY[frequency]) % STEP[frequency] === 0
  );
  const sessions = Array.from(longest, dayText);
  const all = names.flatMap(({ ticker, columns }) => casesOf(columns, { ticker, days, sessions }));
  const cases = all.filter((one) => one !== "doubted");
  cases.sort((one, other) => one.entry < other.entry ? -1 : one.entry > other.entry ? 1 : 0);
  return { cases, days: days.map(dayText), jumps: all.length - cases.length };
}

function casesOf(
  columns: Columns,
  { ticker, days, sessions }: {
    readonly ticker: string;
    readonly days: readonly number[];
    readonly sessions: readonly string[];
  },
): readonly (Case | "doubted")[] {
  const positions = new Map(Array.from(columns.days, (day, at) => [day, at] as const));
  const { frequency, closes, sound } = columns;
  const doubted = sound.splits.map(({ day }) => day);
  const history = { dates: Array.from(columns.days, dayText), closes: Array.from(closes), doubted, frequency };
  return days.flatMap((day): readonly (Case | "doubted")[] => {
    const at = positions.get(day);
    const said = at === undefined ? undefined : CHANCE_READERS.drawdown_probability?.(columns, at, { maps: UNMAPPED });
    if (said === undefined || !("value" in said)) return [];
    const outcome = forwardOutcome([{ ...history, benchmark: undefined, isMixed: false }], {
      day: dayText(day),
      horizon: HORIZON,
      isExcess: false,
      sessions,
    });
    if (typeof outcome === "string") return outcome === "doubted" ? [outcome] : [];
    const { entry, exit, fell } = outcome;
    return [{ ticker, entry, exit, fell, odds: logOdds(said.value) }];
  });
}

function logOdds(chance: number): number {
  const inside = Math.min(1 - LEAST_CHANCE, Math.max(LEAST_CHANCE, chance));
  return Math.log(inside / (1 - inside));
}
