const MS_PER_DAY = 86_400_000;

const LENGTHS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** Whether a text is a calendar date as `YYYY-MM-DD`; 30 February is not. Counts, because `Date` takes four times as long. */
export function isDay(text: string): boolean {
  const [all, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? [];
  if (all === undefined) return false;
  const length = LENGTHS[Number(month) - 1] ?? 0;
  return Number(day) >= 1 && Number(day) <= (month === "02" && isLeap(Number(year)) ? length + 1 : length);
}

function isLeap(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** A day as people read it: `7 Feb 2018` for `2018-02-07`; a text that is no day as it is. */
export function longDay(day = ""): string {
  return isDay(day) ? `${Number(day.slice(8))} ${MONTHS[Number(day.slice(5, 7)) - 1]} ${day.slice(0, 4)}` : day;
}

/** Two days as people read them, no year twice: `26 Jan to 7 Feb 2018`; one where they are the same. */
export function daySpan(from?: string, to?: string): string {
  return from === to ? longDay(to) : yearOnce(`${longDay(from)} to ${longDay(to)}`);
}

/** A text whose spans of days, like `26 Jan 2018 to 7 Feb 2018`, say no year twice. */
export function yearOnce(text: string): string {
  return text.replace(/\b(\d\d? [A-Z][a-z]{2}) (\d{4})(?= (?:to|and) \d\d? [A-Z][a-z]{2} \2\b)/g, "$1");
}

/** The day of a text like `7 Feb 2018` or `2018-02-07`, `YYYY-MM-DD`; absent where it is not one. */
export function dayIn(text: string): string | undefined {
  const [, date = "", month = "", year = ""] = /^(\d\d?) ([A-Z][a-z]{2}) (\d{4})$/.exec(text) ?? [];
  const number = String(MONTHS.indexOf(month) + 1).padStart(2, "0");
  const day = year === "" ? text : `${year}-${number}-${date.padStart(2, "0")}`;
  return isDay(day) ? day : undefined;
}

/** Calendar days from one date to another; negative when the second is earlier. */
export function daysBetween(first: string, second: string): number {
  return (Date.parse(second) - Date.parse(first)) / MS_PER_DAY;
}

const texts = new Map<number, string>();

/** A day as the number of days since 1 January 1970; negative before it, NaN for a text that is no date. */
export function dayNumber(day: string): number {
  return Date.parse(day) / MS_PER_DAY;
}

/** The day of a number of days since 1 January 1970, `YYYY-MM-DD`; series share most of their days, so each text is made once. */
export function dayText(number: number): string {
  const known = texts.get(number);
  if (known !== undefined) return known;
  const text = new Date(number * MS_PER_DAY).toISOString().slice(0, "YYYY-MM-DD".length);
  texts.set(number, text);
  return text;
}

/** The UTC day after a time, `YYYY-MM-DD`: later than today everywhere. */
export function dayAfter(time: Date): string {
  return new Date(time.getTime() + MS_PER_DAY).toISOString().slice(0, "YYYY-MM-DD".length);
}

/** How many of so many things in order come before a place: the first of them, for which it holds. */
export function countLeading(length: number, holds: (at: number) => boolean): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The day so many calendar days later, `YYYY-MM-DD`. */
export function daysLater(day: string, count: number): string {
  return dayText(dayNumber(day) + count);
}
