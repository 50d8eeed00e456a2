import type { Metrics } from "./metric.ts";
import { IMPOSSIBLE, JUMP, SPLIT } from "./soundness.ts";

const DATE = { unit: "date", decimals: 0 } as const;
const MOVE = { unit: "fraction", decimals: 1 } as const;

/** Moves larger than this are told without a figure. */
export const FARTHEST_MOVE = 1000;

const YEAR = "among the last 252 bars daily, 36 monthly";
const SPLITS = `${SPLIT.factors.join(", ")} times the close before, or the inverse, within ${
  100 * SPLIT.closeWithin
} %, or beyond ${SPLIT.farthest.daily} times daily, ${SPLIT.farthest.monthly} monthly`;

/** What is remarkable about the bars of the past year; `soundness.ts` has the limits. The newest of each counts. */
export const BARS_METRICS = {
  split_day: {
    ...DATE,
    formula: `day of the newest close, ${YEAR}, that is ${SPLITS}, where the open is near it too or is unknown`,
  },
  split_move: { ...MOVE, formula: `r of split_day; none beyond ${FARTHEST_MOVE}` },
  far_day: { ...DATE, formula: `split_day where its r is beyond ${FARTHEST_MOVE}` },
  jump_day: {
    ...DATE,
    formula: `day of the newest move beyond ${
      100 * JUMP.move
    } %, ${YEAR}, or beyond ${JUMP.monthly} times of a month, that looks like no split`,
  },
  jump_move: { ...MOVE, formula: "r of jump_day" },
  spike_day: {
    ...DATE,
    formula: `day of the newest close, ${YEAR}, that is left out: it, or the close after it, moves beyond ${
      100 * JUMP.move
    } %, and the close after it is within ${100 * JUMP.back} % of the one before it; daily only`,
  },
  wrong_day: {
    ...DATE,
    formula:
      `day of the newest close, ${YEAR}, outside its low to high, or whose low is above its high; figures over one that is off by more than ${
        100 * IMPOSSIBLE.far
      } %, or over two, are not computed`,
  },
  still_since: { ...DATE, formula: "day of the last move or trade before 20 or more daily bars, 6 monthly, without" },
  gap_bars: {
    unit: "count",
    decimals: 0,
    formula:
      "bars of the longest window (252, 60 or 21 daily; 12 or 1 monthly) that spans another time than its name says",
  },
  gap_days: { unit: "count", decimals: 0, formula: "calendar days that the window of gap_bars spans" },
} as const satisfies Metrics;
