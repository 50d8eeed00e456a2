import { nextSession } from "../../calendar/exchange_days.ts";

/** The sessions from which on filings are known, by the days on which they were filed; each is found once. */
export class KnownDays {
  readonly #days = new Map<string, string>();

  /** @param filed `YYYY-MM-DD`. */
  from(filed: string): string {
    return this.#days.getOrInsertComputed(filed, () => nextSession(filed));
  }
}
