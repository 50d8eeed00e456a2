import type { Exchange } from "../calendar/exchange.ts";
import { lastSession, sessionsAfter } from "../calendar/last_session.ts";
import { counted } from "../text/counted.ts";

/** From so many sessions on data is called stale: a week. */
export const STALE_SESSIONS = 5;

/** How old data is, in sessions of its exchange. */
export interface DataAge {
  /** Sessions after the last day of the data, up to and with `until`; 0 where the data is as new as it can be. */
  readonly sessions: number;
  /** The last session that had ended, or the day that was asked for where that is earlier, `YYYY-MM-DD`. */
  readonly until: string;
  readonly exchange: Exchange;
}

/**
 * How old data is at a time, or on the day that is researched.
 * @param ends Last day of the data, `YYYY-MM-DD`.
 * @param at `asOf`: a day that was asked for, `YYYY-MM-DD`.
 */
export function dataAge(
  ends: string,
  { now, exchange, asOf }: { readonly now: Date; readonly exchange: Exchange; readonly asOf?: string | undefined },
): DataAge {
  const ended = lastSession(now, exchange);
  const until = asOf !== undefined && asOf < ended ? asOf : ended;
  return { sessions: sessionsAfter(ends, until, exchange), until, exchange };
}

/** Whether data is a week old or older. */
export function isStale({ sessions }: Pick<DataAge, "sessions">): boolean {
  return sessions >= STALE_SESSIONS;
}

/** Like `up to date`, `3 trading days old`, `out of date: 2,211 trading days old`. */
export function ageWords(age: Pick<DataAge, "sessions">): string {
  if (age.sessions === 0) return "up to date";
  return `${isStale(age) ? "out of date: " : ""}${counted(age.sessions, "trading day")} old`;
}
