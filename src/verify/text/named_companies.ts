import { isClosed } from "../../terms/companions.ts";
import type { ItemPlace } from "./item_places.ts";
import { bareBetween, type CompanyPlace, type SentenceMarks } from "./sentence_marks.ts";
import type { WrittenFigure } from "./written_figures.ts";

const MORE_THAN_ONE =
  /^ ?(?:more|less|higher|lower|larger|smaller|greater|bigger|above|below|ahead|better|worse)(?: than| of)?(?: that of| the one of)?(?: the)? ?\ufffc/;
const BY_HOW_MUCH =
  /^(?:'s|')?(?: (?:\ufffc|in|for|revenue|sales|profit))* by(?: (?:about|around|nearly|almost|more than|over|some))* ?$/;

/** The company that a place is about: the nearest before it, else behind it. */
export function companyAt({ companies }: SentenceMarks, at: number): CompanyPlace | undefined {
  return companies.findLast(({ start }) => start <= at) ?? companies[0];
}

/** The company of "5 billion at AAPL", where another one is before it. */
export function companyBehind(
  { companies, folded }: SentenceMarks,
  { start, end }: WrittenFigure,
): CompanyPlace | undefined {
  const next = companies.find((one) => one.start >= end);
  const isNext = next !== undefined && companies.some((one) => one.end <= start) &&
    /^ (?:at|for|by) (?:the )?$/.test(folded.slice(end, next.start));
  return isNext ? next : undefined;
}

/** "Revenue was $1 billion more than that of AAPL", "exceeded AAPL's by $1 billion". */
export function isBetweenCompanies({ companies, folded }: SentenceMarks, { start, end }: WrittenFigure): boolean {
  if (new Set(companies.map(({ ticker }) => ticker)).size < 2) return false;
  const last = companies.findLast((one) => one.end <= start);
  return MORE_THAN_ONE.test(folded.slice(end, end + 48)) ||
    last !== undefined && BY_HOW_MUCH.test(folded.slice(last.end, start).replace(/\ufffc+/g, "\ufffc"));
}

/** Nothing between a company and an item makes it that of another: `Apple's addressable market had revenue`. */
export function isPlainBetween(marks: SentenceMarks, company: CompanyPlace | undefined, { start }: ItemPlace): boolean {
  return company === undefined || company.end > start || isClosed(bareBetween(marks, company.end, start));
}

/** Several companies are named, and none close before the figure. */
export function isFarFrom({ companies, items }: SentenceMarks, at: number): boolean {
  const last = companies.findLast(({ end }) => end <= at);
  return last === undefined ||
    at - last.end > 60 && !items.some(({ start }) => start > last.end && start - last.end < 4);
}
