import { dayNumber, dayText, isDay } from "../../calendar/day.ts";

/** Which of the two small numbers of `01/02/2017` comes first. */
export type DayOrder = "day" | "month";

/** A cell that is no day; `refusesFile` where it leaves every day of its file in doubt. */
export interface NoDay {
  readonly message: string;
  readonly refusesFile?: true;
}

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const YEAR_FIRST = /^(\d{4})(?:[-/.](\d{1,2})[-/.](\d{1,2})|(\d\d)(\d\d))(?:[T ].*)?$/;
const YEAR_LAST = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})(?:[T ,].*)?$/;
const MONTH_DAY = /^([a-z]{3})[a-z]*\.? (\d{1,2}),? (\d{4})$/i;
const DAY_MONTH = /^(\d{1,2})[- ]([a-z]{3})[a-z]*\.?[- ](\d{4})$/i;
/** Seconds, or milliseconds, microseconds and nanoseconds, of the years 1973 to 2286. */
const EPOCH = /^(\d{9,10})(?:\.0+|\d{3}|\d{6}|\d{9})?$/;
const SECONDS_PER_DAY = 86_400;

/** Reads the days of one column. They are cached, because a file repeats them for each ticker. */
export class DayReader {
  readonly #order: DayOrder | undefined;
  readonly #latest: number;
  readonly #days = new Map<string, number | NoDay>();
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

  /** The day in days since 1 January 1970, or why it cannot be read. */
  read(cell: string): number | NoDay {
    const known = this.#days.get(cell);
    if (known !== undefined) return known;
    const day = this.#new(cell);
    this.#days.set(cell, day);
    return day;
  }

  #new(cell: string): number | NoDay {
    const found = readDay(cell.trim(), this.#order);
    if (typeof found !== "string") return found;
    const day = dayNumber(found);
    if (day <= this.#latest) return day;
    this.#hasAhead = true;
    return { message: `${dayText(day)} is still to come: the row is skipped` };
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
  return (["day", "month"] as const).some((order) => typeof readDay(cell.trim(), order) === "string");
}

/** Both readings of a cell like `01/02/2017`, for a message. */
export function bothReadings(cell: string): string {
  return `${readDay(cell.trim(), "day")} or ${readDay(cell.trim(), "month")}`;
}

function readDay(text: string, order: DayOrder | undefined): string | NoDay {
  const day = yearFirst(text) ?? yearLast(text, order) ?? withMonthName(text);
  if (day !== undefined && isDay(day)) return day;
  const other = order === "day" ? "month" : "day";
  if (order !== undefined && isDay(yearLast(text, other) ?? "")) {
    return {
      message: `${JSON.stringify(text)} has the ${other} first, other rows have the ${order} first: ` +
        "the column proves no order; write days as YYYY-MM-DD",
      refusesFile: true,
    };
  }
  const [, seconds] = EPOCH.exec(text) ?? [];
  if (seconds !== undefined && !startsWithDay(text)) return epochDay(Number(seconds));
  const form = order === undefined ? "YYYY-MM-DD" : order === "day" ? "DD/MM/YYYY" : "MM/DD/YYYY";
  return { message: `Cannot read ${JSON.stringify(text.slice(0, 40))}: expected a date as ${form}` };
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

/** A time that is a weekend in UTC is another day where it was traded; so may be all days of its file. */
function epochDay(seconds: number): string | NoDay {
  const date = new Date(seconds * 1000);
  const day = date.toISOString().slice(0, 10);
  const isWeekend = date.getUTCDay() % 6 === 0;
  if (!isWeekend || seconds % SECONDS_PER_DAY === 0) return day;
  const message = `The time ${date.toISOString()} is on a weekend in UTC: days of another time zone cannot be told; ` +
    "write days as YYYY-MM-DD";
  return { message, refusesFile: true };
}
