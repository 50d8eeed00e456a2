import type { Stretch } from "../../data/texts/sentences.ts";
import { isClosed } from "../../terms/companions.ts";
import { isListed, type Paired, pairedWith } from "./paired_lists.ts";
import type { DaysPlace, MeasurePlace, MovePlace, PriceContext, PriceMarks } from "./price_marks.ts";
import type { CompanyPlace } from "./sentence_marks.ts";
import type { WrittenFigure } from "./written_figures.ts";

/** Between a company and what its price does. */
export const OF_PRICE =
  /^(?:'s|')?(?: (?:the|its|common|class [a-c]|stock|stocks|shares?|price|prices|stock's|shares'|has|have|had|is|was|were|are|went|closed|finished|ended|been|by|about|almost|nearly|more than|over|just|also|then|still|now|year|a|return|returns|of))* ?$/;
/** A name with one of these before it is an object: "demand for Apple fell". */
const OBJECT_LEAD =
  /\b(?:of|on|in|for|at|to|from|with|against|about|over|than|behind|by|unlike|like|into|per|beside|beyond|before|after)(?: the| its| class [a-c])? ?\$?$/;
/** With one of these before that, it is its price. */
const SHARES_LEAD =
  /\b(?:shares?|stocks?|prices?|return|returns|adrs?|closing price|close|value|capitali[sz]ation|shareholders)(?: (?:of|in|for|on))(?: the)? ?\$?$/;
/** Where what is said of a figure ends. */
const NEXT_SAID =
  /[,;:.()!?]| (?:and|but|or|while|whereas|when|as|after|before|which|who|because|although|though|since|despite|helped|thanks|compared|against|versus|vs)\b/;
const LOOK_CHARS = 72;

/** What a figure in a list is of. */
export type PairedPrice = Paired<MeasurePlace, DaysPlace>;

/** The list that a figure is in; it is read with the words before the first of it, and those behind the last. */
export function pairedPrice(marks: PriceMarks, figure: WrittenFigure): PairedPrice | "unread" {
  return pairedWith(marks.lists, figure) ??
    { first: figure, last: figure, company: undefined, item: undefined, period: undefined };
}

/** Whether nothing but plain words is behind a place, up to what is said next; without times. */
export function isPlainBehind({ folded }: PriceMarks, end: number): boolean {
  const rest = folded.slice(end, end + LOOK_CHARS).replaceAll("\ufffc", "").replace(/ {2,}/g, " ");
  const said = rest.split(NEXT_SAID, 1)[0] ?? "";
  return isClosed(said === rest && end + LOOK_CHARS < folded.length ? said.replace(/[a-z'-]+$/, "") : said);
}

/** Whether a company is what a sentence speaks of, and not its object: "shares of Apple", but not "options on Apple". */
export function isSubject({ folded }: PriceMarks, { start }: Stretch): boolean {
  const lead = folded.slice(Math.max(0, start - LOOK_CHARS), start).replaceAll("\ufffc", "");
  return !OBJECT_LEAD.test(lead) || SHARES_LEAD.test(lead);
}

/** Whose price a word is about. */
export interface Subject {
  readonly ticker: string;
  /** Others are named with it: "AAPL and IBM fell". */
  readonly isOneOfSeveral: boolean;
}

/** A company as the subject of what is said. */
export function subjectAt(marks: PriceMarks, company: CompanyPlace): Subject {
  return { ticker: company.ticker, isOneOfSeveral: isListed(marks.lists, company) };
}

/** The company whose price a word is about: nothing but words of a price is between them. */
export function subjectOf(
  marks: PriceMarks,
  { start }: Pick<MovePlace, "start">,
  context: PriceContext,
): Subject | undefined {
  const own = marks.companies.findLast(({ end }) => end <= start);
  const lead = marks.folded.slice(own?.end ?? 0, start).replaceAll("\ufffc", " ").replace(/ {2,}/g, " ");
  if (own !== undefined) return OF_PRICE.test(lead) && isSubject(marks, own) ? subjectAt(marks, own) : undefined;
  const isStock = /^(?: ?(?:in|over|during|on|since),?)? ?(?:the |its )?(?:stock|shares?|share price|stock price) /
    .test(lead);
  return isStock && context.ticker !== undefined ? { ticker: context.ticker, isOneOfSeveral: false } : undefined;
}

/** The company that a measure is of: the last one before it, else the only one of the sentence. */
export function companyAt({ companies }: PriceMarks, at: number): CompanyPlace | undefined {
  const before = companies.findLast(({ end }) => end <= at);
  const tickers = new Set(companies.map(({ ticker }) => ticker));
  return before ?? (tickers.size === 1 ? companies[0] : undefined);
}

/** The time of a figure or a verb: one that nothing but plain words part from it. */
export function timeOf(marks: PriceMarks, { start, end }: Stretch): DaysPlace | undefined {
  const { times, figures, folded, companies } = marks;
  const next = times.find((one) => one.start >= end);
  const isNext = next !== undefined && !figures.some((one) => one.start >= end && one.start < next.start) &&
    isClosedBetween(folded.slice(end, next.start));
  const [only] = times.length === 1 ? times : [];
  const from = only && companies.find((one) => one.start >= only.end && one.end <= start)?.start;
  const isAhead = only !== undefined && only.end <= start && isClosedBetween(folded.slice(only.end, from ?? start));
  const found = isNext ? next : isAhead ? only : undefined;
  return found?.days !== undefined && found.days.from <= found.days.to ? found : undefined;
}

function isClosedBetween(words: string): boolean {
  return !/[;:]/.test(words) && isClosed(words);
}

/** Whether a time is the same for whoever reads it; "the past year" is the writer's, and has no year in it. */
export function isOfCalendar({ text }: PriceMarks, { start, end }: Stretch): boolean {
  return /\d{4}/.test(text.slice(start, end));
}
