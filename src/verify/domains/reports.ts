import { dayNumber, isDay } from "../../calendar/day.ts";
import { type Item, type ItemId, itemOf, PERIODIC_FORMS } from "../../data/metrics/items.ts";
import type { FiledFact } from "../../data/records.ts";
import type { FiscalPeriod, Period } from "../../data/statements.ts";

/** One periodic report, with what it states. */
export interface Report extends Pick<FiledFact, "accession" | "form" | "filed"> {
  /** By tag. */
  readonly facts: ReadonlyMap<string, readonly FiledFact[]>;
  /** The currency of most of its figures; the first by name of several. */
  readonly currency: string | undefined;
  /** Names of its statements, like `cash`, and `cash us-gaap/PaymentsOfDividends` for each tag on one of them. */
  readonly faces: ReadonlySet<string>;
}

/** Days by which two contexts of one period may differ at its start, or the ends of one fiscal year in two reports. */
export const SLACK_DAYS = 7;

/**
 * The periodic reports behind facts, in the order in which they were filed; of two on one day, that with the greater
 * number is the later one. A fact that no report can state is left out: of a day after the report, or no number.
 */
export function reportsOf(facts: readonly FiledFact[]): readonly Report[] {
  const sound = facts.filter((one) => PERIODIC_FORMS.includes(one.form) && isSound(one));
  const reports = [...Map.groupBy(sound, ({ accession }) => accession).values()].flatMap((stated) => {
    const [first] = stated;
    if (first === undefined) return [];
    const { accession, form, filed } = first;
    const faces = new Set(stated.flatMap(({ tag, faces: on = [] }) => on.flatMap((face) => [face, `${face} ${tag}`])));
    const byTag = Map.groupBy(stated, ({ tag }) => tag);
    return [{ accession, form, filed, facts: byTag, currency: currencyOf(stated), faces }];
  });
  return reports.sort((one, other) => byFiling({ report: one }, { report: other }));
}

/** The order in which reports were filed. */
export function byFiling(
  { report: one }: { readonly report: Report },
  { report: other }: { readonly report: Report },
): number {
  return compareTexts(one.filed, other.filed) || compareTexts(one.accession, other.accession);
}

/** The tags of an item that a report has on the face of its own statement; none where it ought to be there and is not. */
export function faceTags({ tags, face, isFaced }: Item, { faces }: Report): readonly string[] | undefined {
  if (!faces.has(face)) return undefined;
  const found = tags.filter((tag) => faces.has(`${face} ${tag}`));
  return isFaced || found.length > 0 ? found : undefined;
}

/** Whether reports state, up to a day, what the definition of an item leaves out. */
export function isLeftOut(id: ItemId, end: string, reports: readonly Report[]): boolean {
  const others = itemOf(id).partialBeside?.["made"] ?? [];
  return reports.some(({ facts }) =>
    others.some((tag) => facts.get(tag)?.some((one) => one.end === end && one.value !== 0))
  );
}

/** Whether two periods end on one day and begin within a week of each other; balances have no start. */
export function isSame(one: Period, other: Period): boolean {
  if (one.end !== other.end) return false;
  if (one.start === undefined || other.start === undefined) return one.start === other.start;
  return isNear(one.start, other.start);
}

/** Whether two days are at most so many days apart. Default: a week. */
export function isNear(one: string, other: string, days: number = SLACK_DAYS): boolean {
  return one === other || daysApart(one, other) <= days;
}

/** Days between two days, whichever comes first. */
export function daysApart(one: string, other: string): number {
  return Math.abs(dayNumber(one) - dayNumber(other));
}

/** Calendar days of a period, both ends included. */
export function lengthOf({ start, end }: FiscalPeriod): number {
  return dayNumber(end) - dayNumber(start) + 1;
}

/** The same date so many years before; the last of February where the other is a leap day. */
export function yearsBefore(day: string, years: number): string {
  const date = day.slice(4);
  return `${String(Number(day.slice(0, 4)) - years).padStart(4, "0")}${
    years % 4 === 0 ? date : date.replace("-02-29", "-02-28")
  }`;
}

/** In ascending order of code units, as days and accession numbers are compared. */
export function compareTexts(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

/** The one that most of a list are; of several the first in order. */
export function mostOf(texts: readonly string[]): string | undefined {
  const counts = [...Map.groupBy(texts, (one) => one)].map(([text, { length }]) => ({ text, length }));
  return counts.sort((one, other) => other.length - one.length || compareTexts(one.text, other.text))[0]?.text;
}

function isSound({ value, start, end, filed }: FiledFact): boolean {
  if (!Number.isFinite(value) || !isDay(end) || end > filed) return false;
  return start === undefined || (isDay(start) && start < end);
}

function currencyOf(facts: readonly FiledFact[]): string | undefined {
  return mostOf(facts.flatMap(({ unit }) => /^([A-Z]{3})(?:\/shares)?$/.exec(unit)?.[1] ?? []));
}
