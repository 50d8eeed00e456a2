import { markedAsAssumed } from "../assumed_filing.ts";
import { daysBetween, daysLater, isDay } from "../../calendar/day.ts";

/** What is known of a report whose filing day is looked for. */
export interface Undated {
  /** Path of its file in the data folder. */
  readonly file: string;
  /** Like `10-K`, as its cover page says it. */
  readonly form: string;
  /** Last day of the period that it reports on. */
  readonly period: string;
  /** Last day of which its cover page states a number of shares: it was filed on that day or later. */
  readonly cover?: string | undefined;
  /** The last day that can be: a later one in a name is not that of a filing. */
  readonly latest?: string | undefined;
}

/** Under which number a report was filed, and a day on which it can be taken as filed. */
export interface Dated {
  /** Its number, or the name of its file where that is all there is, with the mark that the day is assumed. */
  readonly accession: string;
  readonly filed: string;
  /** How the day was chosen, for a person. */
  readonly remark: string;
}

/** Whether a name is the number under which a report was filed. */
export function isAccession(name: string): boolean {
  return /^\d{10}-\d\d-\d{6}$/.test(name);
}

/**
 * Days from the end of the period to the filing. Of 243 reports of five companies the slowest 10-K took 66 and the
 * slowest 10-Q 45; two 20-F, which may take four months, took 92 and 117.
 */
const DAYS_AFTER_PERIOD: Readonly<Record<string, number>> = {
  "10-K": 92,
  "10-KT": 92,
  "10-Q": 92,
  "10-QT": 92,
  "20-F": 183,
  "40-F": 183,
};

/** A late report counts its shares late. Of 207 reports that are no amendments, none was filed more than 35 days after. */
const DAYS_AFTER_COVER = 45;

/** No report is filed later than this after its period, so that a day in a name is one of something else. */
const MAX_DAYS = 400;

/**
 * Under which number a report was filed that does not say so itself, as the path of its file has it, and a day on which
 * it can be taken as filed, which is marked as assumed: the one in the name of the file, where that has one after the
 * period, though it may be that of a download; otherwise one so late that real reports were there before it. An amendment
 * may be filed at any time, so that for one, and for forms that are due on no day, the answer is why it is not known.
 */
export function filingDayOf(report: Undated): Dated | string {
  const name = nameOf(report.file);
  const accession = markedAsAssumed(accessionIn(report.file) ?? name.replaceAll(/\s+/g, "_"));
  const named = namedDay(name, report);
  const late = lateDay(report);
  if (named !== undefined) {
    return { accession, filed: named, remark: `Filing day assumed: ${named}, the day in its name` };
  }
  if (late === undefined) return `nothing says when this ${report.form} was filed`;
  const why = `It does not say when it was filed, and it covers the period to ${report.period}`;
  return { accession, filed: late, remark: `Filing day assumed: ${late}. ${why}` };
}

function nameOf(file: string): string {
  return (file.split("/").at(-1) ?? file).replace(/\.gz$/i, "").replace(/\.[a-z]{2,5}$/i, "");
}

/** The last day in a name on which the report can have been filed. */
function namedDay(name: string, { period, cover = period, latest = "9999" }: Undated): string | undefined {
  const isPossible = (day: string) => day > period && day >= cover && daysBetween(period, day) <= MAX_DAYS;
  return daysIn(name).filter((day) => isPossible(day) && day <= latest).at(-1);
}

/** A day before which reports of this form are filed, if there is one. */
function lateDay({ form, period, cover = period }: Undated): string | undefined {
  const days = Object.hasOwn(DAYS_AFTER_PERIOD, form) ? DAYS_AFTER_PERIOD[form] : undefined;
  return days === undefined
    ? undefined
    : [daysLater(period, days), daysLater(cover, DAYS_AFTER_COVER)].toSorted().at(-1);
}

/** The number of a report in a path, with its dashes, or as EDGAR names the folder, without. */
export function accessionIn(file: string): string | undefined {
  const dashed = [...file.matchAll(/(?<!\d)\d{10}-\d\d-\d{6}(?!\d)/g)].at(-1)?.[0];
  const [, filer, year, count] = /(?:^|\/)(\d{10})(\d\d)(\d{6})(?=\/)/.exec(file) ?? [];
  return dashed ?? (filer === undefined ? undefined : `${filer}-${year}-${count}`);
}

/** The days in a name, in ascending order. */
export function daysIn(name: string): readonly string[] {
  const found = [...name.matchAll(/(?<!\d)(\d{4})([-_.]?)(\d\d)\2(\d\d)(?!\d)/g)];
  return found.map(([, year, , month, date]) => `${year}-${month}-${date}`).filter(isDay).toSorted();
}
