import { STATED } from "../../terms/reasons.ts";
import type { SentenceMarks } from "./sentence_marks.ts";
import type { CheckedClaim } from "./text_report.ts";

/** Sentences that state no fact of the past: plans, conditions, forecasts, negations, and other counts than the reports'. */
const FORMS: readonly (readonly [string, RegExp])[] = [
  [
    "the sentence speaks of a plan, a forecast or a condition",
    /\b(?:expects?|expected|expecting|expectations?|forecasts?|forecasted|guidance|guided?|would|could|might|should|if|will|plans?|planned|aims?|targets?|targeted|likely|estimates?|estimated|analysts?|consensus|projects|projected|projections?|outlook|anticipat\w+|hopes?|hoped|predict\w*|suppos(?:e|ing)|imagin(?:e|ing)|provided that|seen at|(?:bull|bear|base|best|worst)[- ]case|sees|wants?|wanted|propos\w+|authori[sz]\w+|approved|est|exp|assum\w+|scenario|hypothetical\w*|goal|potential\w*|unless|whether|had it|were to)\b|\bmay (?!\d)(?:be|have|rise|fall|reach|grow|not|see|still|well|come)\b|\?$/,
  ],
  [
    "the sentence denies something",
    /\b(?:not|never|neither|nor|without|nobody|hardly|false|wrong|incorrect|untrue|denie[sd]|myth)\b|n't\b/,
  ],
  [
    "the sentence says what somebody else says",
    /\b(?:rumou?r\w*|alleg(?:es?|ed|edly|ations?)|claim(?:s|ed|ing)?\b(?! to)|reportedly|supposed(?:ly)?|purported(?:ly)?|think(?:s|ing)?|thought|believ\w+|argu(?:e|es|ed|ing)|reckon\w*|speculat\w+|some say|contrary to|rather than|instead of|mistaken(?:ly)?|erroneous(?:ly)?|misstated|misreported|mis-stated)\b/,
  ],
  ...STATED,
  [
    "the sentence is of an average, a programme or a rate",
    /\b(?:buy-?backs?|repurchases?|return) (?:program(?:me)?s?|plans?)\b|\bin (?:just |only |the )?(?:last |past )?(?:a few|several|two|three|four|five|six|\d+) (?:days|weeks)\b|(?<!\b(?:in|over|within|for|than|to|of) )\b(?:a|per|each|every) (?:day|week|month|hour|minute)\b(?! (?:ago|before|earlier|later|prior))|\b(?:daily|weekly|monthly|hourly) (?!volatility|returns?|bars?|closes?)|\b(?:average (?:(?:annual|yearly|quarterly|net|gross|operating) )*(?:revenues?|sales|profits?|income|earnings|margins?|eps)|on average|average of|averaged|median|mean of|cumulative(?:ly)?|combined|altogether|in total over|decade)\b/,
  ],
];

/**
 * Why a sentence is not decided on.
 * @param folded In lower case.
 */
export function whyUndecided(folded: string): string | undefined {
  return FORMS.find(([, words]) => words.test(folded))?.[0];
}

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
export function unparsedWords(marks: SentenceMarks, claims: readonly CheckedClaim[]): readonly CheckedClaim[] {
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
