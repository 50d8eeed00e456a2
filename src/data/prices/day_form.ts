import { dayNumber, dayText, isDay, longDay } from "../../calendar/day.ts";
import { exchangeOf, UNKNOWN_EXCHANGE } from "../../calendar/exchanges.ts";
import { zoneTime } from "../../calendar/zone_time.ts";

/** Which of the two small numbers of `01/02/2017` comes first. */
export type DayOrder = "day" | "month";

/** A cell that is no day; `refusesFile` where it leaves every day of its file in doubt. */
export interface NoDay {
  readonly message: string;
  readonly refusesFile?: true;
  /** Present for a day that is still to come. */
  readonly isAhead?: true;
}

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const YEAR_FIRST = /^(\d{4})(?:[-/.](\d{1,2})[-/.](\d{1,2})|(\d\d)(\d\d))(?:[T ].*)?$/;
const YEAR_LAST = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})(?:[T ,].*)?$/;
const MONTH_DAY = /^([a-z]{3})[a-z]*\.? (\d{1,2}),? (\d{4})$/i;
const DAY_MONTH = /^(\d{1,2})[- ]([a-z]{3})[a-z]*\.?[- ](\d{4})$/i;
/** A day with a time and a zone, as an offset or by its name: `2025-01-05T15:00:00.000Z`, `2024-03-07 18:00:00-05:00`. */
const ZONED = /^(\S+)[T ] *(\d\d:\d\d(?::\d\d(?:\.\d+)?)?) ?(Z|[+-]\d\d:?(?:\d\d)?|(?![ap]m\b)[a-z][\w/+-]+)$/i;
const MIDNIGHT = /^[0:.]+$/;
/** Seconds, or milliseconds, microseconds and nanoseconds, of the years 1973 to 2286. */
const EPOCH = /^(\d{9,10})(?:\.0+|\d{3}|\d{6}|\d{9})?$/;
const SECONDS_PER_DAY = 86_400;

/** Why no day of a column can be believed. */
function refusal(text: string, why: string): NoDay {
  return { message: `${JSON.stringify(text.slice(0, 40))} ${why}; write days as YYYY-MM-DD`, refusesFile: true };
}

/** Reads the days of one column. They are cached, because a file repeats them for each ticker. */
export class DayReader {
  readonly #order: DayOrder | undefined;
  readonly #latest: number;
  readonly #days = new Map<string, number | NoDay | Date>();
  #hasAhead = false;

  /** `order` is the one that the column proves, if it needs one; a day after `latest` cannot be. */
  constructor({ order, latest }: { order?: DayOrder | undefined; latest?: string | undefined } = {}) {
    this.#order = order;
    this.#latest = latest === undefined ? Infinity : dayNumber(latest);
  }

  /** Whether a day was read that is still to come. */
  get hasAhead(): boolean {
    return this.#hasAhead;
  }

  /**
   * The day in days since 1 January 1970, or why it cannot be read.
   * @param ticker Whose day it is: a time with a zone is a day of its exchange.
   */
  read(cell: string, ticker = ""): number | NoDay {
    const found = this.#days.getOrInsertComputed(cell, () => this.#new(cell.trim()));
    if (!(found instanceof Date)) return found;
    const exchange = exchangeOf(ticker);
    if (exchange === UNKNOWN_EXCHANGE) return refusal(cell, `is a time, and the zone of ${ticker} is not known here`);
    return this.#past(zoneTime(found.getTime(), exchange.zone).day);
  }

  #new(text: string): number | NoDay | Date {
    const found = readDay(text, this.#order);
    const isOther = this.#order === undefined
      ? typeof found !== "string" && YEAR_LAST.test(text)
      : /^\d{4}\D/.test(text) && YEAR_FIRST.test(text);
    if (isOther) return refusal(text, "is another form of days than the rows before have, as a spreadsheet leaves it");
    return typeof found === "string" ? this.#past(found) : found;
  }

  #past(found: string): number | NoDay {
    const day = dayNumber(found);
    if (day <= this.#latest) return day;
    this.#hasAhead = true;
    return { message: `${longDay(dayText(day))} is in the future: the row is skipped`, isAhead: true };
  }
}

/**
 * What a cell says of the order of its column: a number above 12 proves one.
 * @returns "open" where it proves none, "equal" where both orders are one day, "none" where it needs no order.
 */
export function orderOf(cell: string): DayOrder | "open" | "equal" | "none" {
  const [, one, other] = YEAR_LAST.exec(cell.trim()) ?? [];
  if (one === undefined || other === undefined) return "none";
  if (Number(one) === Number(other)) return "equal";
  if (Number(one) > 12) return "day";
  return Number(other) > 12 ? "month" : "open";
}

/** Whether a cell reads as a day in some order. */
export function looksLikeDay(cell: string): boolean {
  return (["day", "month"] as const).some((order) => {
    const found = readDay(cell.trim(), order);
    return typeof found === "string" || found instanceof Date;
  });
}

/** Both readings of a cell like `01/02/2017`, for a message. */
export function bothReadings(cell: string): string {
  return `${readDay(cell.trim(), "day")} or ${readDay(cell.trim(), "month")}`;
}

/** A time with a zone is a `Date`, unless it is midnight there, which is how a day is written. */
function readDay(text: string, order: DayOrder | undefined): string | NoDay | Date {
  const [, date, time = "", zone = ""] = ZONED.exec(text) ?? [];
  if (date !== undefined && !MIDNIGHT.test(time)) return instantOf(readDay(date, order), { text, time, zone });
  const day = yearFirst(text) ?? yearLast(text, order) ?? withMonthName(text);
  if (day !== undefined && isDay(day)) return day;
  const other = order === "day" ? "month" : "day";
  if (order !== undefined && isDay(yearLast(text, other) ?? "")) {
    return refusal(text, `has the ${other} first, other rows have the ${order} first: the column proves no order`);
  }
  const [, seconds] = EPOCH.exec(text) ?? [];
  if (seconds !== undefined && !startsWithDay(text)) {
    const instant = new Date(Number(seconds) * 1000);
    return Number(seconds) % SECONDS_PER_DAY === 0 ? instant.toISOString().slice(0, 10) : instant;
  }
  const form = order === undefined ? "YYYY-MM-DD" : order === "day" ? "DD/MM/YYYY" : "MM/DD/YYYY";
  const also = /\d.*\p{L}/u.test(text) ? ", or with an English month as 3 Jan 2023" : "";
  return { message: `Cannot read ${JSON.stringify(text.slice(0, 40))}: expected a date as ${form}${also}` };
}

function instantOf(
  date: string | NoDay | Date,
  { text, time, zone }: { readonly text: string; readonly time: string; readonly zone: string },
): NoDay | Date {
  if (typeof date !== "string") return date;
  try {
    const wall = Temporal.PlainDateTime.from(`${date}T${time}`);
    return new Date(wall.toZonedDateTime(/^z$/i.test(zone) ? "UTC" : zone).epochMilliseconds);
  } catch {
    return refusal(text, "has a zone that is not known");
  }
}

/** Digits like `201702030930` are a day with its time as well as seconds of 1976 or of 2033: neither is chosen. */
function startsWithDay(digits: string): boolean {
  const day = join(digits.slice(0, 4), digits.slice(4, 6), digits.slice(6, 8));
  return day >= "1970" && isDay(day);
}

function yearFirst(text: string): string | undefined {
  const [, year, month, day, joinedMonth, joinedDay] = YEAR_FIRST.exec(text) ?? [];
  return year === undefined ? undefined : join(year, month ?? joinedMonth, day ?? joinedDay);
}

function yearLast(text: string, order: DayOrder | undefined): string | undefined {
  const [, one, other, year] = YEAR_LAST.exec(text) ?? [];
  if (year === undefined) return undefined;
  if (Number(one) === Number(other)) return join(year, one, other);
  if (order === undefined) return undefined;
  return order === "day" ? join(year, other, one) : join(year, one, other);
}

function withMonthName(text: string): string | undefined {
  const [, first = "", second = "", year] = MONTH_DAY.exec(text) ?? DAY_MONTH.exec(text) ?? [];
  if (year === undefined) return undefined;
  const [word, day] = /^\d/.test(first) ? [second, first] : [first, second];
  return join(year, String(MONTHS.indexOf(word.toLowerCase()) + 1), day);
}

function join(year: string, month = "", day = ""): string {
  return `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
}
