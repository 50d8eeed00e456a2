const MINUTE_MS = 60_000;
const OPEN_MS = (9 * 60 + 30) * MINUTE_MS;
const CLOSE_MS = 16 * 60 * MINUTE_MS;
const EARLY_CLOSE_MS = 13 * 60 * MINUTE_MS;
const SUNDAY = 0;
const MONDAY = 1;
const WEDNESDAY = 3;
const THURSDAY = 4;
const FRIDAY = 5;
const SATURDAY = 6;

/** When a session begins and ends, in milliseconds from midnight in New York. */
export interface SessionHours {
  readonly open: number;
  readonly close: number;
}

/**
 * The hours of the New York Stock Exchange on a day, which those of Nasdaq equal: 9:30 to 16:00, or to 13:00.
 *
 * It closes early on the day after Thanksgiving, on Christmas Eve from Monday to Thursday, and before Independence Day:
 * on 3 July from Monday to Thursday, but until 2012 not on a Wednesday; then on Friday 5 July. (NYSE Rule 7.2 and the
 * yearly "Holiday and Early Closings Calendar" of NYSE Group; days before 2000 from "NYSE special closings".) On other
 * Fridays 3 July and 24 December the exchange is closed, because the holiday falls on a Saturday.
 * @param day `YYYY-MM-DD`, from 1993 on.
 * @returns `undefined` on a Saturday or Sunday. Holidays have hours here: no file has rows of them.
 */
export function hoursOf(day: string): SessionHours | undefined {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  if (weekday === SUNDAY || weekday === SATURDAY) return undefined;
  return { open: OPEN_MS, close: isHalfDay(day, weekday) ? EARLY_CLOSE_MS : CLOSE_MS };
}

/** Once-only early closings at 13:00, beside a holiday. */
const ONCE = new Set(["1997-12-26", "1999-12-31", "2003-12-26"]);
/** Before this year a holiday on a Thursday was followed, not preceded, by the half day. */
const FIRST_WEDNESDAY_YEAR = 2013;

function isHalfDay(day: string, weekday: number): boolean {
  const [year, date] = [Number(day.slice(0, 4)), day.slice(5)];
  const isToThursday = weekday >= MONDAY && weekday <= THURSDAY;
  if (date === "12-24") return isToThursday;
  if (date === "07-03") return isToThursday && (weekday !== WEDNESDAY || year >= FIRST_WEDNESDAY_YEAR);
  if (date === "07-05") return weekday === FRIDAY && year < FIRST_WEDNESDAY_YEAR;
  // the Friday after the fourth Thursday: between the 23rd and the 29th
  return weekday === FRIDAY && date >= "11-23" && date <= "11-29" || ONCE.has(day);
}
