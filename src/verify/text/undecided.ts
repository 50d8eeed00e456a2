import { STATED } from "../../terms/reasons.ts";

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
export function undecidedWhy(folded: string): string | undefined {
  return FORMS.find(([, words]) => words.test(folded))?.[0];
}
