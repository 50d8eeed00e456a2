import { dayNumber, isDay, longDay, yearOnce } from "../calendar/day.ts";

/** A span of days, both included, in days since 1 January 1970. */
export interface DaySpan {
  readonly from: number;
  readonly to: number;
}

/** A span as a claim is of it: `2013-01-01/2013-12-31`. */
export function spanText({ from, to }: { readonly from: string; readonly to: string }): string {
  return `${from}/${to}`;
}

/** Reads `2013-01-01/2013-12-31`; `undefined` where it is no span of days in their order. */
export function readSpan(text: string): DaySpan | undefined {
  const [from = "", to = "", ...more] = text.split("/");
  if (more.length > 0 || !isDay(from) || !isDay(to) || from > to) return undefined;
  return { from: dayNumber(from), to: dayNumber(to) };
}

/** A span in words: `between 1 Jan and 31 Dec 2013`. */
export function spanName(text: string): string | undefined {
  const [from, to] = text.split("/");
  return isSpan(text) ? yearOnce(`between ${longDay(from)} and ${longDay(to)}`) : undefined;
}

/** Whether a text is a span of days. */
export function isSpan(text: string): boolean {
  return readSpan(text) !== undefined;
}
