import { isSession, nextSession } from "../../calendar/exchange_days.ts";
import { RESULTS_NOTICE } from "../metrics/events.ts";
import type { Filing } from "../records.ts";

/** Before the exchange opens at 09:30, with time to read. */
const EARLY = "09:00";

/**
 * The session from which a filing is known: the first after the day it was filed, because most come after the close.
 *
 * A notice of results that was accepted before 09:00 of that day is known on it. The hour is as it was written, which is
 * that of New York in some files and universal time in others, four or five hours ahead: one that is early as it is
 * written is early in both readings.
 */
export function filingKnown({ filed, accepted = "", items }: Pick<Filing, "filed" | "accepted" | "items">): string {
  const isTimed = /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(accepted);
  const isEarly = isTimed && accepted < `${filed}T${EARLY}` && items.includes(RESULTS_NOTICE.item);
  return isEarly && isSession(filed) ? filed : nextSession(filed);
}

/** The sessions from which on filings are known, by the days on which they were filed; each is found once. */
export class KnownDays {
  readonly #days = new Map<string, string>();

  /** @param filed `YYYY-MM-DD`. */
  from(filed: string): string {
    return this.#days.getOrInsertComputed(filed, () => nextSession(filed));
  }
}
