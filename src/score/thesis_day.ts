import { isDay } from "../calendar/day.ts";
import type { ThesisRow } from "../run/thesis_row.ts";

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
export function dayIn(text = ""): string | undefined {
  const day = text.slice(0, "YYYY-MM-DD".length);
  return isDay(day) ? day : undefined;
}
