import { FARTHEST_MOVE } from "../../data/metrics/bars.ts";
import { LENGTHS } from "../../data/metrics/expression.ts";
import { dayNumber } from "../../calendar/day.ts";
import type { Columns } from "./columns.ts";
import type { Lack, Reader, Readers, Reading } from "./reading.ts";
import type { Mark, StillRun } from "./soundness.ts";
import { lackOfWindow, spansOtherTime } from "./window.ts";

const NOTHING: Lack = { cause: "comparison", lacks: "has nothing to remark" };
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
    return mark && isTold(mark) ? { value: dayNumber(mark.day) } : NOTHING;
  };
}

function move(pick: (columns: Columns) => readonly Mark[]): Reader {
  return (columns, position) => {
    const mark = newest(pick(columns), columns, position);
    return mark && !isFar(mark) ? { value: mark.move } : NOTHING;
  };
}

const splits = ({ sound }: Columns) => sound.splits;
const jumps = ({ sound }: Columns) => sound.jumps;
const isFar = (mark: Mark) => mark.move > FARTHEST_MOVE;

const stillSince: Reader = ({ sound, days, frequency }, position): Reading => {
  const isNow = ({ first, last }: StillRun) => last >= position && first < position;
  const run = sound.still.find(isNow);
  const isDead = run && lackOfWindow({ sound, days, frequency }, 1, position)?.cause === "not_trading";
  return isDead ? { value: days[run.first] ?? NaN } : NOTHING;
};

/** The returns of the longest window with a gap. */
function gapOf(columns: Columns, position: number): number | undefined {
  return WINDOWS[columns.frequency].find((returns) =>
    returns <= position && spansOtherTime(columns, { first: position - returns, last: position })
  );
}

const gapBars: Reader = (columns, position) => {
  const returns = gapOf(columns, position);
  return returns === undefined ? NOTHING : { value: returns };
};

const gapDays: Reader = (columns, position) => {
  const returns = gapOf(columns, position);
  if (returns === undefined) return NOTHING;
  return { value: (columns.days[position] ?? NaN) - (columns.days[position - returns] ?? NaN) };
};

/** What is remarkable about the bars; `data/metrics/bars.ts` defines it. */
export const BARS_READERS: Readers = {
  split_day: day(splits),
  split_move: move(splits),
  far_day: day(splits, isFar),
  jump_day: day(jumps),
  jump_move: move(jumps),
  spike_day: day(({ sound }) => sound.spikes),
  wrong_day: day(({ sound }) => sound.impossible),
  same_since: ({ sound: { series }, days }) => series.twins === undefined ? NOTHING : { value: days[0] ?? NaN },
  still_since: stillSince,
  gap_bars: gapBars,
  gap_days: gapDays,
};
