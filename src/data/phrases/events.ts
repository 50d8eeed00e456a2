import { DEGREES, evidencePhrases } from "./evidence.ts";
import { phraseRows, type Phrases } from "./phrase.ts";

/** Sentences about results. */
export const EVENTS_PHRASES: Phrases = {
  ...phraseRows(`
  events.results: {ticker} filed its newest notice of results (Form 8-K, item 2.02) on {results_day}, {days_since_results} days before {as_of}; it is known from {results_known} on{move}.
    move < results_move least=0 most=1
  results.move role=results_move of=announcement_return bare=announcement_return: , and from the close of the session before to that of the session after {ticker} returned {announcement_return} {direction} {market}
    direction: above=more than | below=less than
  events.late: {ticker}'s newest results are known from its report of {report_day}, from {report_known} on: no notice of results (Form 8-K, item 2.02) on that period is read, and such a report may come weeks after them.
  events.filed: {ticker}'s newest filing known by {as_of} was filed on {filed_last}{reports}.
    reports < filed_report least=0
  filed.annual role=filed_report: ; its newest annual report (Form 10-K, 20-F or 40-F) on {filed_annual}
  filed.interim role=filed_report: ; its newest quarterly report (Form 10-Q) on {filed_interim}
  events.surprise of=sue bare=sue: Against its own past, not against a consensus: {ticker}'s diluted earnings per share of the quarter to {sue_quarter} {earnings}, known from {sue_known} on; their change on the year is {sue} standard deviations {direction} the mean of the {sue_changes} such changes before{beat}.
    direction: above=above | below=below
    earnings < quarter_earnings most=1
    beat < beat least=0 most=1
  surprise.beat role=beat: ; beyond one, that beats its own past, by the report of {beat_day}, known from {beat_known} on
  events.turn_down: A next earnings surprise of {ticker} below -1 against its own past, {sue_fall} below the last, would speak against this {signal} view.
    signal: bullish=bullish | neutral=neutral
  events.turn_up: A next earnings surprise of {ticker} above 1 against its own past, {sue_rise} above the last, would speak against this {signal} view.
    signal: bearish=bearish
  earnings.stated role=quarter_earnings: were {eps_quarter}{before}
    before < earnings_before least=0 most=1
  earnings.computed role=quarter_earnings: were {eps_reckoned}, computed as the year less three quarters{before}
    before < earnings_before least=0 most=1
  earnings.before role=earnings_before: , after {eps_year_ago} a year before
`),
  ...evidencePhrases("sue", {
    text: "{ticker}'s earnings surprise against its own past ({sue}) is {level}",
    words: {
      level: {
        very_high: "far larger than most",
        high: "larger than most",
        middling: "about what others have",
        low: "smaller than most",
        very_low: "far smaller than most",
      },
    },
    upper: "prices have tended to go on in the direction of a good surprise",
    lower: "prices have tended to go on in the direction of a bad surprise",
  }),
  ...evidencePhrases("announcement_return", {
    text: "{ticker}'s return on its results less that of {market} ({announcement_return}) is {level}",
    words: { level: DEGREES },
    upper: "a strong move on results has tended to go on",
    lower: "a weak move on results has tended to go on",
  }),
};
