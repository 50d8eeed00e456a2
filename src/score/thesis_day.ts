import type { ThesisRow } from "../run/thesis_row.ts";

const DAY = /^\d{4}-\d{2}-\d{2}/;
const MS_PER_DAY = 86_400_000;

/**
 * The day of a thesis: of the newest data used, else the requested day, else the day of the request.
 * @returns `YYYY-MM-DD`; `undefined` if none of them is a date.
 */
export function thesisDay(
  { asOf, requestedAsOf, askedAt }: Pick<ThesisRow, "asOf" | "requestedAsOf" | "askedAt">,
): string | undefined {
  return [asOf, requestedAsOf, askedAt].map(dayIn).find((day) => day !== undefined);
}

/** The calendar date at the start of a text, if any. */
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
