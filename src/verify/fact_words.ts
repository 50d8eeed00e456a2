import { isAssumed } from "../data/assumed_filing.ts";
import type { Records } from "../data/records.ts";
import { search } from "./domains/filed.ts";
import { dayNumber, daySpan, longDay } from "../calendar/day.ts";
import type { FactKey } from "../data/about.ts";
import { lengthName } from "../data/about_names.ts";
import { type FactStyle, readPeriod, readStyle } from "../data/fact_period.ts";
import { MARGINS } from "../data/metrics/facts.ts";
import { itemOf } from "../data/metrics/items.ts";
import { moneyText } from "../protocol/money_text.ts";
import type { Period, Reported, Statements } from "../data/statements.ts";
import { calendarYear, type FactFound, isOld, lastEnd, meantBy } from "./fact_periods.ts";

/** How a period is called where a figure of it is given. */
export function periodWords({ stated, period, isTrailing }: Extract<FactFound, { stated: Reported }>): string {
  if (isTrailing) return `in the twelve months to ${longDay(lastEnd(stated))}`;
  if (period.start === undefined) return `on ${longDay(lastEnd(stated))}`;
  return `in the ${lengthName(period.start, period.end)} to ${longDay(period.end)}`;
}

/** The newest period that any report covers, and the filing of the first that did, unless its day is assumed. */
export function newestWords(records: Records): string | undefined {
  const newest = search(records);
  if (typeof newest === "string") return undefined;
  const filed = isAssumed(newest) ? [] : [`filed ${longDay(newest.filed)}`];
  return [`${newest.kind} to ${longDay(newest.period.end)}`, ...filed].join(", ");
}

/** What else a number of a fiscal year or quarter may mean. */
export function otherWords({ period }: FactKey, statements: Statements, asOf: string): string | undefined {
  const named = readPeriod(period);
  if (named?.kind !== "year") return undefined;
  const own = meantBy(named, statements);
  if (own === undefined) return undefined;
  return named.quarter === undefined
    ? begunIn(own, { year: named.year, statements, asOf })
    : calendarQuarter(named.year, named.quarter, { own, statements });
}

function begunIn(
  { end }: Period,
  { year, statements, asOf }: { readonly year: number; readonly statements: Statements; readonly asOf: string },
): string | undefined {
  const month = Number(end.split("-")[1]);
  if (month > 5 || !end.startsWith(String(calendarYear(end)))) return undefined;
  const later = statements.years.filter((one) => calendarYear(one.end) === year + 1)[0];
  const what = later
    ? daySpan(later.start, later.end)
    : `the next, not ${isOld(statements, asOf) ? "in the data" : "public yet"}`;
  return `the fiscal year that began in ${year} is ${what}`;
}

/** The quarter that shares most days with one of the calendar, counted day by day. */
function calendarQuarter(
  year: number,
  quarter: number,
  { own, statements: { quarters } }: { readonly own: Period; readonly statements: Statements },
): string | undefined {
  const [first, last] = [Date.UTC(year, 3 * quarter - 3, 1), Date.UTC(year, 3 * quarter, 0)].map((time) =>
    time / 86_400_000
  );
  let most = 0;
  let best = "";
  let bestEnd = "";
  for (const { start, end } of quarters) {
    let days = 0;
    for (let day = dayNumber(start); day <= dayNumber(end); day++) {
      if (day >= (first ?? 0) && day <= (last ?? 0)) days += 1;
    }
    if (days > most) {
      most = days;
      best = daySpan(start, end);
      bestEnd = end;
    }
  }
  return most === 0 || bestEnd === own.end ? undefined : `the quarter nearest to the calendar's is ${best}`;
}

const UNITS = [
  { unit: "trn", zeros: 12, word: "trn", isUsual: false },
  { unit: "bn", zeros: 9, word: "bn", isUsual: true },
  { unit: "m", zeros: 6, word: "m", isUsual: true },
  { unit: "k", zeros: 3, word: " thousand", isUsual: false },
  { unit: "one", zeros: 0, word: "", isUsual: true },
] as const;

/** An amount as its key wants it shown. */
export function amountWords({ value, unit }: Reported, { item, style }: FactKey): string {
  const wanted: FactStyle = style === undefined ? {} : readStyle(style) ?? {};
  const measured = itemOf(item).unit;
  const currency = unit.replace(/\/.*$/, "");
  if (measured === "ratio") {
    return MARGINS.includes(item)
      ? `${written(100 * value, wanted.decimals ?? 1)}%`
      : written(value, wanted.decimals ?? 2);
  }
  if (measured === "per_share") {
    const isExact = wanted.unit === "one" && wanted.decimals === undefined;
    return moneyText(isExact ? inFull(value) : written(value, wanted.decimals ?? 2), currency);
  }
  return measured === "shares" ? large(value, wanted) : moneyText(large(value, wanted), currency);
}

function large(value: number, { unit, decimals }: FactStyle): string {
  const asked = UNITS.find((one) => one.unit === unit && Math.abs(value) >= 10 ** (one.zeros - 6));
  const { zeros, word } = asked ?? UNITS.find((one) => one.isUsual && Math.abs(value) >= 10 ** one.zeros) ?? UNITS[4];
  const part = value / 10 ** zeros;
  if (decimals !== undefined) return written(part, decimals) + word;
  if (zeros === 0) return inFull(part);
  return written(part, Math.max(0, 4 - String(Math.trunc(Math.abs(part))).length)) + word;
}

/** Rounded to so many decimals, halves away from 0; what is not nothing is not shown as nothing. */
function written(value: number, decimals: number): string {
  const exact = Number(value.toPrecision(12));
  for (let places = decimals; places <= 6; places++) {
    const text = formatOf(places).format(exact);
    if (exact === 0 || /[1-9]/.test(text)) return text;
  }
  return exact.toPrecision(2);
}

const formats = new Map<number, Intl.NumberFormat>();

/** Formats are slow to make. */
function formatOf(places: number): Intl.NumberFormat {
  return formats.getOrInsertComputed(places, () =>
    new Intl.NumberFormat("en-US", {
      minimumFractionDigits: places,
      maximumFractionDigits: places,
      roundingMode: "halfExpand",
    }));
}

const inFullFormat = new Intl.NumberFormat("en-US", { maximumFractionDigits: 6 });

function inFull(value: number): string {
  return inFullFormat.format(Number(value.toPrecision(15)));
}

/** A growth rate in per cent. */
export function rateWords(rate: number, decimals: number): string {
  return `${written(100 * rate, decimals)}%`;
}
