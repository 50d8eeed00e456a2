import { dayAfter, daysBetween, isDay } from "../data/day.ts";
import { InputError } from "../protocol/errors.ts";
import type { ServiceDescription } from "../setup/connect.ts";

/** Longer than a weekend with holidays beside it. */
const USUAL_GAP_DAYS = 7;

/**
 * Checks the day to research as of against the prices of the embedded service, before anything is asked.
 * @param asOf As it was typed; a column, or a day of a remote service, is not checked.
 * @param options The prices; the current time.
 * @returns Notes for a person: one when the prices end long before that day.
 * @throws {InputError} when the day is still to come, or before the first price.
 */
export function checkAsOf(
  asOf: string | undefined,
  { priceDays, now }: Pick<ServiceDescription, "priceDays"> & { readonly now: Date },
): string[] {
  if (asOf === undefined || priceDays === undefined || !isDay(asOf)) return [];
  const { first, last } = priceDays;
  const refused = (state: string) => new InputError(`Cannot research as of ${asOf}: ${state}`);
  if (asOf < first) throw refused(`the prices begin on ${first}`);
  if (asOf > dayAfter(now)) throw refused(`that day is still to come; the prices end on ${last}`);
  const gap = daysBetween(last, asOf);
  return gap > USUAL_GAP_DAYS ? [`The prices end ${gap} days before ${asOf}: the last are of ${last}.`] : [];
}
