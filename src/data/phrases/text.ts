import { evidenceRows } from "./evidence.ts";
import { phraseRows, type Phrases } from "./phrase.ts";

/** Sentences about texts. */
export const TEXT_PHRASES: Phrases = {
  ...phraseRows(`
  text.tone: The tone of {ticker}'s latest call ({call_day}) is {tone} on a scale of -1 to 1: {call_positive} positive and {call_negative} negative words out of {call_words}{change}.
    change < tone_change least=0 most=1
  tone.change role=tone_change of=tone_change bare=tone_change: ; that is {tone_change} {direction} than on {call_before}
    direction: above=higher | below=lower
  text.turned of=tone_change bare=tone_change: The tone of {ticker}'s latest call ({call_day}) is {tone_change} {direction} than on {call_before}, at {tone} on a scale of -1 to 1.
    direction: above=higher | below=lower
  text.uncertain: Words of uncertainty, such as "may" or "unclear", make up {uncertainty} of {ticker}'s latest call ({call_day}).
  text.changed: The risk factors in {ticker}'s annual report of {risks_day} differ by {filing_change} from those of {risks_before} (1 minus cosine similarity).
  text.attention: {news_recent} news items and posts about {ticker} came out in the five days to {as_of}, {news_volume} times the usual rate ({news_usual} in 60 days).
`),
  ...evidenceRows(`
  tone: The tone of {ticker}'s latest call is {degree} at {tone}
    half: upper=Few negative words have tended to precede higher earnings | lower=Many negative words have tended to precede lower earnings
  uncertainty: The share of uncertain words in {ticker}'s latest call is {level} at {uncertainty}
    half: upper=Uncertain language has tended to precede larger moves | lower=Plain language has tended to precede smaller moves
  filing_change: The change in {ticker}'s risk factors over a year is {level} at {filing_change}
    half: upper=Companies that rewrite their risk factors have tended to underperform | lower=Companies that leave them unchanged have tended to outperform
`),
};
