import type { TextSection } from "../text_document.ts";
import { isSectionName } from "../about.ts";

/** A section of a text that a question names, and where it does. */
export interface FoundSection extends TextSection {
  /** Whether the words can name nothing else: "item 3" alone may be one of any list. */
  readonly isClear: boolean;
}

/**
 * `in section Q3`, `under Item 1A`, `the section "Outlook"`. After the word section a name without quotation marks has a
 * digit: "the section on supply" names none.
 */
const WORDS =
  /\b(?:(?:in|under|from|of|at|within)\s+)?(?:(?:the|its|their)\s+)?(?:section\s+(?:["“'‘]([^"”'’\n]{1,40})["”'’]|(?=[\w.-]*\d)([a-z0-9][\w-]{0,11}))|item\s+(\d{1,2}\s?[a-c]?))(?![\w])/gi;
const CLEAR = /^(?:in|under|from|within)\b|\bsection\b|\d\s?[a-c]$/i;
const ITEM = /^(\d{1,2})\s?([a-c])?$/i;

/** The sections that a question names; it is read as it is written, so that a name in quotation marks keeps its letters. */
export function sectionsIn(question: string): readonly FoundSection[] {
  return [...question.matchAll(WORDS)].flatMap(({ index: start, 0: all, 1: quoted, 2: named, 3: item }) => {
    const written = (quoted ?? named ?? item ?? "").trim();
    const [, number, letter = ""] = ITEM.exec(written) ?? [];
    const name = number === undefined ? written : `Item ${Number(number)}${letter.toUpperCase()}`;
    return isSectionName(name) ? [{ name, isClear: CLEAR.test(all), start, end: start + all.length }] : [];
  });
}
