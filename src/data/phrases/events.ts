import { evidenceRows } from "./evidence.ts";
import { phraseRows, type Phrases } from "./phrase.ts";

/** Sentences about results. */
export const EVENTS_PHRASES: Phrases = {
  ...phraseRows(`
  events.results: {ticker} last reported results on {results_day}{known}{move}.
    known < results_public least=0 most=1
    move < results_move least=0 most=1
  results.public role=results_public: , public from {results_known}
  results.move role=results_move of=announcement_return bare=announcement_return: . From the last close before to the first close after, it {direction} {market} by {announcement_return}
    direction: above=beat | below=lagged
  events.reaction of=announcement_return bare=announcement_return: On its results of {results_day}, {ticker} returned {announcement_return} {direction} {market} from the last close before to the first close after.
    direction: above=more than | below=less than
  events.unannounced: The data hold no announcement (8-K, item 2.02) of {ticker}'s latest results, so how its shares reacted is unknown; its latest report was filed on {report_day}.
  events.late: {ticker}'s latest results are those of its report of {report_day}, public from {report_known}; the announcement itself (8-K, item 2.02), which may be weeks older, is not in the data.
  events.filed: {ticker}'s latest filing public by {as_of} was filed on {filed_last}{reports}.
    reports < filed_report least=0
  filed.annual role=filed_report: ; its latest annual report (10-K, 20-F or 40-F) on {filed_annual}
  filed.interim role=filed_report: ; its latest quarterly report (10-Q) on {filed_interim}
  events.surprise of=sue bare=sue: {ticker}'s diluted EPS for the quarter to {sue_quarter} {earnings}, public from {sue_known}; the change on the year is {sue} standard deviations {direction} the average of the {sue_changes} before it, which is its own past and not consensus{beat}.
    direction: above=above | below=below
    earnings < quarter_earnings most=1
    beat < beat least=0 most=1
  surprise.beat role=beat: ; above one counts as a beat (report of {beat_day}, public from {beat_known})
  events.turn_down of=sue bare=sue_fall: At the next results, earnings more than one standard deviation below trend would count against {ticker}{signal}; the last were {sue_fall} {direction} it.
    direction: above=above | below=below
    signal: bullish= | neutral=
  events.turn_up of=sue bare=sue_rise: At the next results, earnings more than one standard deviation above trend would count in favour of {ticker}{signal}; the last were {sue_rise} {direction} it.
    direction: above=above | below=below
    signal: bearish=
  earnings.stated role=quarter_earnings: was {eps_quarter}{before}
    before < earnings_before least=0 most=1
  earnings.computed role=quarter_earnings: was {eps_reckoned}, derived as the year less three quarters{before}
    before < earnings_before least=0 most=1
  earnings.before role=earnings_before: , against {eps_year_ago} a year earlier
`),
  ...evidenceRows(`
  sue: {ticker}'s last earnings surprise (SUE {sue}, against its own past) is {level}
    half: upper=Good surprises have tended to be followed by further gains | lower=Bad surprises have tended to be followed by further losses
  announcement_return: {ticker}'s return on its last results, {announcement_return} against {market}, is {level}
    half: upper=A strong reaction to results has tended to continue | lower=A weak reaction to results has tended to continue
`),
};
