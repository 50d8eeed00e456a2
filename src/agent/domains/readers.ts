import { CHANCE_READERS } from "./chance.ts";
import { PRICE_READERS } from "./evaluate.ts";
import { FILED_READERS } from "./evaluate_filed.ts";
import { EVENTS_READERS } from "./events.ts";
import { INSIDER_READERS } from "./insider.ts";
import { type Lack, type Reader, type Readers, type Reading, reading } from "./reading.ts";
import { TEXT_READERS } from "./text.ts";
import { mean } from "./statistics.ts";
import { dayNumber } from "../../calendar/day.ts";
import type { Session } from "../../data/session.ts";
import { FARTHEST_MOVE } from "../../data/metrics/bars.ts";
import { LENGTHS } from "../../data/metrics/expression.ts";
import type { Columns } from "./columns.ts";
import type { Mark, StillRun } from "./soundness.ts";
import { lackOfWindow, spansOtherTime } from "./window.ts";

const UNMARKED: Lack = { cause: "comparison", lacks: "has nothing to remark" };
/** Windows looked at for a gap, in returns, the longest first. */
const WINDOWS = { daily: [252, 60, 21], monthly: [12, 1] } as const;

/** The newest mark of the past year. */
function newest(marks: readonly Mark[], { frequency }: Columns, position: number): Mark | undefined {
  const year = LENGTHS[frequency].spread.most;
  return marks.findLast(({ at }) => at <= position && at > position - year);
}

function day(pick: (columns: Columns) => readonly Mark[], isTold: (mark: Mark) => boolean = () => true): Reader {
  return (columns, position) => {
    const mark = newest(pick(columns), columns, position);
    return mark && isTold(mark) ? { value: dayNumber(mark.day) } : UNMARKED;
  };
}

function move(pick: (columns: Columns) => readonly Mark[]): Reader {
  return (columns, position) => {
    const mark = newest(pick(columns), columns, position);
    return mark && !isFar(mark) ? { value: mark.move } : UNMARKED;
  };
}

const splits = ({ sound }: Columns) => sound.splits;
const jumps = ({ sound }: Columns) => sound.jumps;
const isFar = (mark: Mark) => mark.move > FARTHEST_MOVE;

const stillSince: Reader = ({ sound, days, frequency }, position): Reading => {
  const isNow = ({ first, last }: StillRun) => last >= position && first < position;
  const run = sound.still.find(isNow);
  const isDead = run && lackOfWindow({ sound, days, frequency }, 1, position)?.cause === "not_trading";
  return isDead ? { value: days[run.first] ?? NaN } : UNMARKED;
};

/** The returns of the longest window with a gap. */
function gapOf(columns: Columns, position: number): number | undefined {
  return WINDOWS[columns.frequency].find((returns) =>
    returns <= position && spansOtherTime(columns, { first: position - returns, last: position })
  );
}

const gapBars: Reader = (columns, position) => {
  const returns = gapOf(columns, position);
  return returns === undefined ? UNMARKED : { value: returns };
};

const gapDays: Reader = (columns, position) => {
  const returns = gapOf(columns, position);
  if (returns === undefined) return UNMARKED;
  return { value: (columns.days[position] ?? NaN) - (columns.days[position - returns] ?? NaN) };
};

/** What is remarkable about the bars; `data/metrics/bars.ts` defines it. */
const BARS_READERS: Readers = {
  split_day: day(splits),
  split_move: move(splits),
  far_day: day(splits, isFar),
  jump_day: day(jumps),
  jump_move: move(jumps),
  spike_day: day(({ sound }) => sound.spikes),
  wrong_day: day(({ sound }) => sound.impossible),
  same_since: ({ sound: { series }, days }) => series.twins === undefined ? UNMARKED : { value: days[0] ?? NaN },
  still_since: stillSince,
  gap_bars: gapBars,
  gap_days: gapDays,
};

const NOTHING: Lack = { cause: "comparison", lacks: "needs own columns with a sign and eight companies, has none" };

/** What own tables say; `data/metrics/own.ts` defines it. */
const OWN_READERS: Readers = {
  own_view: (_columns, _position, beside) => {
    const places = beside?.ownPlaces?.() ?? [];
    return places.length === 0 ? NOTHING : reading(mean(places), NOTHING);
  },
};

const NO_SESSION: Lack = { cause: "history", lacks: "needs trades or intraday bars of the whole session of the day" };

/** Reads a figure of the session of the bar's day. */
function ofSession(pick: (session: Session) => number | undefined): Reader {
  return ({ days }, position, { sessions = [] } = {}) => {
    const session = sessions.findLast(({ day }) => dayNumber(day) === days[position]);
    return session === undefined || session.isPartial ? NO_SESSION : reading(pick(session) ?? NaN, NO_SESSION);
  };
}

/** Metrics of a session; `data/metrics/session.ts` defines them. */
const SESSION_READERS: Readers = {
  session_value: ofSession(({ tradedValue }) => tradedValue),
  session_vwap: ofSession(({ vwap }) => vwap),
  session_volatility: ofSession(({ realisedVolatility }) => realisedVolatility),
  session_step: ofSession(({ stepMinutes }) => stepMinutes),
};

/** The readers of all measures. */
export const READERS: Readers = {
  ...BARS_READERS,
  ...PRICE_READERS,
  ...CHANCE_READERS,
  ...SESSION_READERS,
  ...FILED_READERS,
  ...EVENTS_READERS,
  ...INSIDER_READERS,
  ...TEXT_READERS,
  ...OWN_READERS,
};
