import type { AskedTime, Unmet } from "./asked.ts";

/** The days a question may ask about. */
export interface DataDays {
  /** The day of the request, which "yesterday" and "last year" are measured from, `YYYY-MM-DD`. */
  readonly today: string;
  /** Day of the first bar of the data, `YYYY-MM-DD`. */
  readonly first: string;
}

/** The days and spans of a question. */
export interface ReadTimes {
  readonly times: readonly AskedTime[];
  readonly unmet: readonly Unmet[];
  /** The question with them blanked out, as long as it was. */
  readonly rest: string;
}

/** Reads the days and spans of a question. */
export function readTimes(text: string, _days: DataDays): ReadTimes {
  return { times: [], unmet: [], rest: text };
}
