import type { ThesisRow } from "../run/thesis_row.ts";

const DAY = /^\d{4}-\d{2}-\d{2}/;
const MS_PER_DAY = 86_400_000;

/**
 * The day a thesis is about: that of the newest data used, else the one asked for, else the one it was asked on.
 * @returns `YYYY-MM-DD`; nothing where none of them is a day.
 */
export function thesisDay({ asOf, requestedAsOf, askedAt }: ThesisRow): string | undefined {
  return [asOf, requestedAsOf, askedAt].map(dayIn).find((day) => day !== undefined);
}

/** The day that a text begins with, where it is one of the calendar. */
export function dayIn(text: string | undefined): string | undefined {
  const [day] = DAY.exec(text ?? "") ?? [];
  if (day === undefined) return undefined;
  const time = Date.parse(`${day}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day) ? day : undefined;
}

/** Calendar days from one day to another. */
export function daysBetween(first: string, second: string): number {
  return (Date.parse(second) - Date.parse(first)) / MS_PER_DAY;
}
