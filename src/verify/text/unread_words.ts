import type { SentenceMarks } from "./sentence_marks.ts";
import type { CheckedClaim } from "./text_report.ts";

/** Words that rank a figure among others of its company, or count times. */
const RANKS =
  /\b(?:(?:all-time |new )?record(?:s|-(?:high|low|breaking|setting))?|all-time (?:high|low)|in a row|(?:consecutive|straight|successive) (?:years?|quarters?|months?)|for the (?:first|second|third|fourth|fifth|sixth|\d+(?:st|nd|rd|th)) (?:time|year|quarter|month)|(?:best|worst|highest|lowest|largest|biggest|smallest|strongest|weakest|most|least|first)(?: [a-z]+){0,3} (?:since|ever|in (?:its |the )?(?:history|[a-z]+ years)))\b/g;
/** Words that set one company above another. */
const ABOVE =
  /\b(?:(?:more|less|higher|lower|larger|smaller|greater|bigger|better|worse|faster|slower)(?: [a-z]+){0,2} than|exceed(?:ed|s)|topp?(?:ed|s)|surpass(?:ed|es)|outpac(?:ed|es)|trail(?:ed|s)|lag(?:ged|s)|beats?)\b/g;

/** Money in a writing that is not read, like `$(1.96) billion` or `$1.8-2.0 billion`. */
const MONEY =
  /[$€£¥₩₹] ?\(?\d[\d.,]*\)?(?:[-–]\d[\d.,]*)?(?: ?(?:thousand|million|billion|trillion|mn|bn|tn|[kmbt])\b)?/g;

/** Words that say how something is to be taken, which our own sentences say in other words or not at all. */
const TAKEN = /^\W*(?:yes|no|for|against)(?=:)|\b(?:highest|lowest) first\b|\bhave tended to\b/g;
/** Words that set a figure above or below those of others. */
const EXTREMES = /\b(?:highest|lowest|closest|furthest|closer|further)\b/g;

/** Judgements beside the claims of a sentence that no rule decides on: they are reported, and not passed over. */
export function unreadWords(marks: SentenceMarks, claims: readonly CheckedClaim[]): readonly CheckedClaim[] {
  const ranks = claims.length === 0 ? [] : unknownAt(marks, RANKS, "ranks and counts of times are not checked");
  const isAbout = claims.length > 0 || marks.items.length > 0;
  const above = isAbout ? unknownAt(marks, ABOVE, "this comparison is not checked").filter(isBetween(marks)) : [];
  const money = unknownAt(marks, MONEY, "this figure is written in a way that is not read");
  const isFree = (one: CheckedClaim) => !claims.some(({ start, end }) => one.start < end && start < one.end);
  const taken = unknownAt(marks, TAKEN, "this judgement is not checked");
  const extremes = claims.length === 0 ? [] : unknownAt(marks, EXTREMES, "this judgement is not checked");
  return [...ranks, ...above, ...money, ...taken, ...extremes].filter(isFree);
}

function unknownAt({ folded, text }: SentenceMarks, words: RegExp, why: string): readonly CheckedClaim[] {
  return [...folded.matchAll(words)].map(({ index, 0: word }): CheckedClaim => {
    const start = index;
    const end = index + word.length;
    return { shown: text.slice(start, end), start, end, finding: "unknown", why };
  });
}

/** Whether two companies have a word between them, and the second is close behind it. */
function isBetween({ companies, folded }: SentenceMarks): (place: CheckedClaim) => boolean {
  return ({ start, end }) => {
    const before = companies.findLast((one) => one.end <= start);
    const behind = companies.find((one) => one.start >= end);
    return before !== undefined && behind !== undefined && before.ticker !== behind.ticker &&
      /^(?: (?:that|those|the|one|of|than|revenue|sales|shares|stock))* ?$/.test(folded.slice(end, behind.start));
  };
}
