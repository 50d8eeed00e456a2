import { isRecord } from "../../text/options.ts";
import { fieldOf, type Part, type Shown } from "./shown.ts";

/** One line of the specification, and how it is checked. */
export interface Check {
  /** Section, then a name: `2.1.signal`. */
  readonly id: string;
  /** The line in a few words. */
  readonly says: string;
  readonly judge: (shown: Shown) => Verdict;
}

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

/** What lines of the specification are about. */
export class About<Subject> {
  readonly #find: (shown: Shown) => readonly Subject[];
  readonly #seen: string | ((subjects: readonly Subject[], shown: Shown) => string);
  readonly #none: string | ((shown: Shown) => string);

  /** @param words What was looked at, after its number; what did not come where there is no subject, or why not. */
  constructor(
    find: (shown: Shown) => readonly Subject[],
    { seen, none }: {
      readonly seen: string | ((subjects: readonly Subject[], shown: Shown) => string);
      readonly none: string | ((shown: Shown) => string);
    },
  ) {
    this.#find = find;
    this.#seen = seen;
    this.#none = none;
  }

  /** A line that holds where nothing is wrong with any subject; without any it is not shown. */
  line(id: string, says: string, wrong: (subject: Subject) => Failure | undefined): Check {
    return { id, says, judge: (shown) => this.#judge(shown, wrong) };
  }

  #judge(shown: Shown, wrong: (subject: Subject) => Failure | undefined): Verdict {
    const subjects = this.#find(shown);
    const none = this.#none;
    if (subjects.length === 0) return notShown(typeof none === "string" ? shown.noneOf(none) : none(shown));
    const [first, ...more] = subjects.flatMap((subject) => wrong(subject) ?? []);
    if (first !== undefined) return { verdict: "fail", ...first, more: more.length };
    return pass(typeof this.#seen === "string" ? `${subjects.length} ${this.#seen}` : this.#seen(subjects, shown));
  }
}

/** What is wrong with a field of each subject. */
export function has(name: string, kind: Kind): (part: Part) => Failure | undefined {
  return (part) => wrongField(part, name, kind);
}

/** What is wrong with a field that must be of a kind; undefined when nothing is. */
export function wrongField({ at, wire }: Part, name: string, { name: expected, has }: Kind): Failure | undefined {
  const value = fieldOf(wire, name);
  return has(value) ? undefined : { at: `${at}, ${name}`, expected, found: valueWords(value) };
}

/** A type of the specification: its name, the same in plain words, and which values have it. */
export interface Kind {
  readonly name: string;
  readonly words?: string;
  readonly has: (value: unknown) => boolean;
}

export const STRING = { name: "a string", words: "a text", has: (value: unknown) => typeof value === "string" };
export const NUMBER = { name: "a number", has: (value: unknown) => typeof value === "number" };
export const BOOLEAN = { name: "true or false", has: (value: unknown) => typeof value === "boolean" };
export const OBJECT = { name: "an object", has: isRecord };
export const LIST = { name: "a list", has: Array.isArray };
export const STRINGS = {
  name: "an array of string",
  words: "a list of texts",
  has: (value: unknown) => Array.isArray(value) && value.every((one) => typeof one === "string"),
};

/** The same, or nothing. */
export function optional({ name, has }: Kind): Kind {
  return { name, has: (value) => value === undefined || has(value) };
}

/** A value as it came, whole: a report cuts it after the key is redacted. */
export function valueWords(value: unknown): string {
  return value === undefined ? "nothing" : JSON.stringify(value);
}
