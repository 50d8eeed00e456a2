import { JOINT_RETURNS } from "../data/metrics/joint.ts";
import type { Columns } from "./domains/columns.ts";
import { spansOtherTime } from "./domains/window.ts";
import type { Member } from "./joint_members.ts";

/** Returns of names between the same days. */
export interface JointWindow {
  /** Common days, in days since 1 January 1970: one more than there are returns. */
  readonly days: Int32Array;
  /** For each name its simple returns. */
  readonly returns: readonly Float64Array[];
}

/**
 * The returns of names between their last common days.
 * @returns `undefined` where the names have too few of them, or these span another time than a window of their number.
 */
export function jointWindow(measured: readonly Member[]): JointWindow | undefined {
  const [first] = measured;
  if (first === undefined) return undefined;
  const { columns } = first;
  const common = measured.reduce((days, other) => shared(days, other.columns.days), columns.days);
  const count = JOINT_RETURNS[columns.frequency];
  if (common.length < count + 1) return undefined;
  const days = common.slice(-(count + 1));
  if (spansOtherTime({ ...columns, days }, { first: 0, last: count })) return undefined;
  return { days, returns: measured.map(({ columns }) => returnsBetween(days, columns)) };
}

/** The days that are in both of two ascending lists, each once. */
function shared(one: Int32Array, other: Int32Array): Int32Array {
  const both = new Int32Array(Math.min(one.length, other.length));
  let count = 0;
  let at = 0;
  for (const day of one) {
    while ((other[at] ?? Infinity) < day) at++;
    if (other[at] === day && both[count - 1] !== day) both[count++] = day;
  }
  return both.subarray(0, count);
}

function returnsBetween(days: Int32Array, { days: own, closes }: Columns): Float64Array {
  const returns = new Float64Array(days.length - 1);
  let at = own.length - 1;
  let after = NaN;
  for (let k = days.length - 1; k >= 0; k--) {
    while ((own[at] ?? -Infinity) > (days[k] ?? NaN)) at--;
    const close = closes[at] ?? NaN;
    if (k < returns.length) returns[k] = after / close - 1;
    after = close;
  }
  return returns;
}
