import type { Exchange } from "../../calendar/exchange.ts";
import { type Place, takenBy } from "../../terms/places.ts";
import type { Days } from "./calendar.ts";

/** The days a question may ask about. */
export interface DataDays {
  /** The day of the request, which "yesterday" and "last year" are measured from, `YYYY-MM-DD`. */
  readonly today: string;
  /** Day of the first bar of the data, `YYYY-MM-DD`. */
  readonly first: string;
  /** Whose sessions "yesterday" and "the last session" are. Default: those of New York. */
  readonly exchange?: Exchange | undefined;
  /** Whether the request itself sets its day, so that no other day of the question counts. */
  readonly isSet?: boolean;
  /** Names of the columns of the caller's own tables, which a question may ask for. Default: none. */
  readonly own?: readonly string[];
}

/** A piece of a question that names a time. */
export interface FoundTime extends Place {
  /** What it means. */
  readonly read: TimeRead;
}

/** Days; days of a year that another piece may name; or nothing that can be used, and why. */
export type TimeRead =
  | Days
  | { readonly ofYear: (year: number) => Days | undefined; readonly isBare?: true }
  | { readonly problem: string }
  | { readonly isMet: true };

/** How one form of a time is read. */
export interface TimeForm {
  readonly words: RegExp;
  /** Reads what the groups of the pattern hold; `undefined` where it is no time. */
  readonly read: (groups: readonly string[], days: DataDays) => TimeRead | undefined;
}

/** Finds times by forms, the first forms first; what one has taken, no other reads. */
export function findTimes(folded: string, forms: readonly TimeForm[], days: DataDays): FoundTime[] {
  return takenBy(folded, forms, (form, piece, groups): FoundTime | undefined => {
    const read = form.read(groups, days);
    return read && { ...piece, read };
  }).found;
}
