import { metricRows } from "./metric_row.ts";
import { IMPOSSIBLE, JUMP, REVERSAL, SPLIT, TRADED } from "./soundness.ts";

/** Moves larger than this are reported without a figure. */
export const FARTHEST_MOVE = 1000;

const YEAR = "among the last 252 bars daily, 36 monthly";
const JUMPED = `beyond ${100 * JUMP.move}%`;
const FACTORS = SPLIT.factors.join(", ");
const NEAR = 100 * SPLIT.closeWithin;
const FACTOR = `near the ratio of a restated share count or within ${NEAR}% of ${FACTORS} times, or the inverse`;
const IDLE = `trading less than ${TRADED.times} times the median of the ${TRADED.bars} bars before, in shares or money`;
const BACK = 100 * JUMP.back;
const FAR = 100 * IMPOSSIBLE.far;
const SHARED = `moves beyond ${100 * REVERSAL.move}% and is back within ${100 * REVERSAL.back}%`;

/** What is remarkable about the bars of the past year; `soundness.ts` has the limits. The newest of each counts. */
export const BARS_METRICS = metricRows(`
  split_day: date 0 | day of the newest close, ${YEAR}, beyond ${SPLIT.farthest} times the one before by ${NEAR}% daily, beyond ${JUMP.monthly} monthly; daily, ${IDLE}, also ${JUMPED}, ${SPLIT.step} times with its open, or without an open ${FACTOR}
  split_move: fraction 1 | r of split_day; none beyond ${FARTHEST_MOVE}
  far_day: date 0 | split_day where its r is beyond ${FARTHEST_MOVE}
  jump_day: date 0 | day of the newest move ${JUMPED}, among the last 252 bars, that is no split_day; daily only
  jump_move: fraction 1 | r of jump_day
  spike_day: date 0 | day of the newest close, ${YEAR}, that is left out: it, or the close after it, moves ${JUMPED}, and the close after it is within ${BACK}% of the one before it; or it ${SHARED}, as at least ${REVERSAL.names} names do that day, trading less than ${REVERSAL.times} times its median; daily only
  wrong_day: date 0 | day of the newest close, ${YEAR}, outside its low to high, or whose low is above its high; figures over one that is off by more than ${FAR}%, or over two, are not computed
  same_since: date 0 | first day of bars that are another name's too, day for day and close for close
  still_since: date 0 | day of the last move or trade before 20 or more daily bars, 6 monthly, without
  gap_bars: count 0 sum | bars of the longest window (252, 60 or 21 daily; 12 or 1 monthly) that spans another time than its name says
  gap_days: count 0 | calendar days that the window of gap_bars spans
`);
