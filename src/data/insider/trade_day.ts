import { isDay, longDay } from "../../calendar/day.ts";
import { nextSession } from "../../calendar/exchange_days.ts";

/** No form before it is read: electronic forms begin in 2003, and tables of older ones in the nineties. */
const FIRST_DAY = "1990-01-01";

/** A day as XML Schema writes it, with or without a zone or a time: the day is the one that is written. */
const WRITTEN = /^(\d{4}-\d\d-\d\d)(?:T[\d:.]+)?(?:Z|[+-]\d\d:\d\d)?$/;
const COMPACT = /^(\d{4})(\d\d)(\d\d)$/;
/** As the SEC's own tables of ownership write it: `04-MAY-2022`. */
const WORDED = /^(\d\d)-([A-Z]{3})-(\d{4})$/;
const MONTHS = ["JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC"];

/** The day of a cell, `YYYY-MM-DD`; `undefined` where it is not one. */
export function readTradeDay(cell: string): string | undefined {
  const text = cell.trim();
  const [, written] = WRITTEN.exec(text) ?? [];
  const day = written ?? compact(text) ?? worded(text);
  return day !== undefined && isDay(day) ? day : undefined;
}

function compact(text: string): string | undefined {
  const [, year, month, day] = COMPACT.exec(text) ?? [];
  return year === undefined ? undefined : `${year}-${month}-${day}`;
}

function worded(text: string): string | undefined {
  const [, day, name = "", year] = WORDED.exec(text.toUpperCase()) ?? [];
  const month = MONTHS.indexOf(name) + 1;
  return year === undefined || month === 0 ? undefined : `${year}-${String(month).padStart(2, "0")}-${day}`;
}

/**
 * Why a day cannot be that of a trade.
 * @param options `filed` is the day of its form; `latest` the last day that can be.
 */
export function whyNoTradeDay(
  day: string,
  { filed, latest }: { readonly filed?: string | undefined; readonly latest?: string | undefined },
): string | undefined {
  if (day < FIRST_DAY) return `${longDay(day)} is before ${longDay(FIRST_DAY)}`;
  if (filed !== undefined && day > filed) return `${longDay(day)} is after its form was filed, on ${longDay(filed)}`;
  return latest !== undefined && day > latest ? `${longDay(day)} is in the future` : undefined;
}

const assumed = new Map<string, string>();
const known = new Map<string, string>();

/** Two business days after a trade: Form 4 is due then (Sarbanes-Oxley Act, section 403). */
export function dueDay(day: string): string {
  return remembered(assumed, day, () => nextSession(nextSession(day)));
}

/** The first session after a form was filed. */
export function knownFrom(filed: string): string {
  return remembered(known, filed, () => nextSession(filed));
}

function remembered(days: Map<string, string>, day: string, make: () => string): string {
  return days.getOrInsertComputed(day, make);
}
