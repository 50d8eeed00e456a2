import { isDay } from "../calendar/day.ts";
import { TEXT_KINDS, type TextKind } from "./text_document.ts";
import { partsOfTerm, topicOf } from "./text_topics.ts";

/** Which texts of a company are searched, and for what. */
export interface TextSearch {
  /** Empty for all kinds; in the order of `TEXT_KINDS`. */
  readonly kinds: readonly TextKind[];
  /** The heading under which a quote must stand, like `Item 1A`, in letters of any case. */
  readonly section?: string;
  /** First and last day of their publication, `YYYY-MM-DD`, both included. */
  readonly from?: string;
  readonly to?: string;
  /**
   * Topics like `#supply`, words in lower case, and several of these at once like `cloud+#growth`; a sentence holds any
   * of them. Empty: any sentence will do.
   */
  readonly terms: readonly string[];
}

/** Most terms of one search. */
export const MAX_TERMS = 6;
/** Most characters of a term. */
export const MAX_TERM_CHARS = 40;
const ALL = "*";
const TERM = /^[\p{L}\p{N}][\p{L}\p{N}&'.-]*(?: [\p{L}\p{N}][\p{L}\p{N}&'.-]*){0,3}$/u;
const SECTION_NAME = /^[\p{L}\p{N}][\p{L}\p{N}&'.,-]*(?: [\p{L}\p{N}&][\p{L}\p{N}&'.,-]*){0,5}$/u;
const SECTION = /^Item \d{1,2}[A-C]?$/;

/** A search as claims are of it, like `call,10-K | Item 1A | 2017-01-01/2017-12-31 | #supply;china`. */
export function searchKey({ kinds, section = ALL, from = ALL, to = ALL, terms }: TextSearch): string {
  return [kinds.join(",") || ALL, section, `${from}/${to}`, terms.join(";") || ALL].join(" | ");
}

/** Reads a key; `undefined` where a text is none. */
export function readSearchKey(text: string): TextSearch | undefined {
  const [kinds = "", section = "", days = "", terms = "", ...more] = text.split(" | ");
  const [from = "", to = "", ...others] = days.split("/");
  const named = kinds === ALL ? [] : TEXT_KINDS.filter((kind) => kinds.split(",").includes(kind));
  const words = terms === ALL ? [] : terms.split(";");
  const isRight = more.length + others.length === 0 && (section === ALL || isSectionName(section)) &&
    [from, to].every((day) => day === ALL || isDay(day)) && words.length <= MAX_TERMS &&
    words.every((term) => partsOfTerm(term).every(isPart));
  const search: TextSearch = {
    kinds: named,
    ...(section !== ALL && { section }),
    ...(from !== ALL && { from }),
    ...(to !== ALL && { to }),
    terms: words,
  };
  return isRight && searchKey(search) === text ? search : undefined;
}

function isPart(text: string): boolean {
  if (text.startsWith("#")) return topicOf(text) !== undefined;
  return text.length <= MAX_TERM_CHARS && text === text.toLowerCase() && TERM.test(text);
}

/** Whether a heading may be asked for: up to six words. */
export function isSectionName(name: string): boolean {
  return name.length <= MAX_TERM_CHARS && SECTION_NAME.test(name);
}

/** Whether a heading is one of those that quotes are introduced with. */
export function isSection(name: string): boolean {
  return SECTION.test(name);
}
