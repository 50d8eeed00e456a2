import { isOwnName } from "./own_name.ts";
import { type DaySpan, isSpan, readSpan } from "./span.ts";

/** What a sentence about a column of one's own is about: `scores.my_factor`, or of a span `scores.my_factor 2017-01-01/2017-12-31`. */
export interface OwnKey {
  /** Table and column. */
  readonly name: string;
  /** Days of the rows, both included; absent for the newest that is known. */
  readonly span?: DaySpan;
}

/** A key as a claim is of it; `span` is written as a sentence about a span has it. */
export function ownKey(name: string, span?: string): string {
  return span === undefined ? name : `${name} ${span}`;
}

/** Reads a key; `undefined` where a text is none. */
export function readOwnKey(text: string): OwnKey | undefined {
  const [name = "", days, ...more] = text.split(" ");
  if (more.length > 0 || !isOwnName(name)) return undefined;
  if (days === undefined) return { name };
  const span = isSpan(days) ? readSpan(days) : undefined;
  return span && { name, span };
}
