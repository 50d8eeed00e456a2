import { daysBetween } from "../../calendar/day.ts";
import { LEAST_WORDS } from "../../data/metrics/text.ts";
import type { CompanyTexts, TextDocument } from "../../data/text_document.ts";
import type { Lack } from "./reading.ts";

/** The lack of a metric of texts where none about the company is read. */
export const NO_TEXT: Lack = { cause: "texts", lacks: "needs texts about it, has none" };

/** The texts about a company that are known on a day. */
export interface KnownTexts {
  readonly texts: CompanyTexts;
  /** Those of {@linkcode texts} that are known on {@linkcode day}. */
  readonly documents: readonly TextDocument[];
  /** `YYYY-MM-DD`. */
  readonly day: string;
}

/** The newest by its day, of equal days the last by its id. */
export function newestOf(documents: readonly TextDocument[]): TextDocument | undefined {
  const order = ({ day, id }: TextDocument) => `${day} ${id}`;
  return documents.reduce<TextDocument | undefined>(
    (newest, one) => newest === undefined || order(one) > order(newest) ? one : newest,
    undefined,
  );
}

/** Whether a text lies so many days before a day. */
export function isBefore(day: string, { least, most }: { readonly least: number; readonly most: number }) {
  return ({ day: own }: TextDocument) => daysBetween(own, day) >= least && daysBetween(own, day) <= most;
}

/** Why a text that is older than so many days is not measured. */
export function lackOfAge(document: TextDocument, day: string, most: number): Lack | undefined {
  const age = daysBetween(document.day, day);
  return age <= most ? undefined : {
    cause: "stale_text",
    lacks: `needs a text of the last ${most} days, the newest of its kind is ${age} old`,
  };
}

/** The lack of a kind of texts, none of which is read. */
export function lackOfKind(kind: string): Lack {
  return { cause: "no_such_text", lacks: `needs ${kind}, none is read` };
}

/** Why a text of so many words is not measured. */
export function lackOfWords(words: number): Lack | undefined {
  return words >= LEAST_WORDS
    ? undefined
    : { cause: "short", lacks: `needs ${LEAST_WORDS} words, the text has ${words}` };
}
