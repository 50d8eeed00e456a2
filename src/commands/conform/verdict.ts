import { fieldOf, isWire } from "./wire.ts";

/** What was found where a line of the specification does not hold. */
export interface Failure {
  /** Which exchange, which event, which field. */
  readonly at: string;
  /** In the words of the specification; a whole text where `isText`. */
  readonly expected: string;
  /** What was there; a whole text where `isText`. */
  readonly found: string;
  /** Whether both are texts that should be equal: a report shows them where they begin to differ. */
  readonly isText?: true;
}

/** What the exchanges say about one line of the specification. */
export type Verdict =
  | { readonly verdict: "pass"; readonly seen: string }
  /** The first failure, and how many more there are. */
  | ({ readonly verdict: "fail"; readonly more: number } & Failure)
  /** Who left it open: the service in these requests, or the specification itself. */
  | { readonly verdict: "not shown"; readonly by: "service" | "specification"; readonly why: string };

/** The line holds. */
export function pass(seen: string): Verdict {
  return { verdict: "pass", seen };
}

/** The line does not hold. */
export function fail(failure: Failure): Verdict {
  return { verdict: "fail", more: 0, ...failure };
}

/** The service did not show it. */
export function notShown(why: string): Verdict {
  return { verdict: "not shown", by: "service", why };
}

/**
 * Judges each of some subjects.
 * @param subjects What the line is about; without any it is not shown.
 * @param objection What is wrong with one; undefined when nothing is.
 * @param words `seen` says what was looked at; `none` why there was nothing to look at.
 */
export function each<Subject>(
  subjects: readonly Subject[],
  objection: (subject: Subject) => Failure | undefined,
  { seen, none }: { readonly seen: string; readonly none: string },
): Verdict {
  if (subjects.length === 0) return notShown(none);
  const failures = subjects.flatMap((subject) => objection(subject) ?? []);
  const [first] = failures;
  return first === undefined ? pass(seen) : { verdict: "fail", more: failures.length - 1, ...first };
}

/** A type of the specification: its name, and which values have it. */
export interface Kind {
  readonly name: string;
  has(value: unknown): boolean;
}

export const STRING: Kind = { name: "a string", has: (value) => typeof value === "string" };
export const NUMBER: Kind = { name: "a number", has: (value) => typeof value === "number" };
export const OBJECT: Kind = { name: "an object", has: isWire };
export const STRINGS: Kind = {
  name: "an array of string",
  has: (value) => Array.isArray(value) && value.every((one) => typeof one === "string"),
};

/** What is wrong with a field that must be of a kind; undefined when nothing is. */
export function wrongField(
  holder: { readonly at: string; readonly wire: unknown },
  name: string,
  { kind, isOptional = false }: { readonly kind: Kind; readonly isOptional?: boolean },
): Failure | undefined {
  const value = fieldOf(holder.wire, name);
  if (kind.has(value) || (isOptional && value === undefined)) return undefined;
  return { at: `${holder.at}, ${name}`, expected: kind.name, found: valueWords(value) };
}

/** A value as it came, whole: a report cuts it after the key is redacted. */
export function valueWords(value: unknown): string {
  return value === undefined ? "nothing" : JSON.stringify(value);
}
