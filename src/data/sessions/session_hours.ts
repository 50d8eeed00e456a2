import { sessionMinutes } from "../../calendar/exchange_days.ts";

const MINUTE_MS = 60_000;

/** When a session begins and ends, in milliseconds from midnight in New York. */
export interface SessionHours {
  readonly open: number;
  readonly close: number;
}

/**
 * The hours of the New York Stock Exchange on a day, which those of Nasdaq equal: 9:30 to 16:00, or to 13:00.
 * @param day `YYYY-MM-DD`, from 1993 on.
 * @returns `undefined` on a day without a session.
 */
export function hoursOf(day: string): SessionHours | undefined {
  const minutes = sessionMinutes(day);
  return minutes && { open: minutes.open * MINUTE_MS, close: minutes.close * MINUTE_MS };
}
