import { DEGREES, evidencePhrases } from "./evidence.ts";
import { phraseRows, type Phrases } from "./phrase.ts";

/** Sentences about texts. */
export const TEXT_PHRASES: Phrases = {
  ...phraseRows(`
  text.tone: {ticker}'s newest call, of {call_day}, has a tone of {tone}, from -1 to 1: of its {call_words} words {call_positive} are positive and {call_negative} negative{change}.
    change < tone_change least=0 most=1
  tone.change role=tone_change of=tone_change bare=tone_change: ; the tone is {tone_change} {direction} than in the call of {call_before}
    direction: above=higher | below=lower
  text.turned of=tone_change bare=tone_change: {ticker}'s tone in its newest call, of {call_day}, is {tone_change} {direction} than in that of {call_before}: {tone}, from -1 to 1.
    direction: above=higher | below=lower
  text.uncertain: {uncertainty} of the words of {ticker}'s newest call, of {call_day}, are words of uncertainty, like may or unclear.
  text.changed: The risk factors (Item 1A) of {ticker}'s annual report of {risks_day} differ by {filing_change} from those of {risks_before}, as 1 less the cosine of their words.
  text.attention: News and posts about {ticker} that became known within the 5 days to {as_of}: {news_recent}; within the 60 days to it: {news_usual}; that is {news_volume} times the usual number.
`),
  ...evidencePhrases("tone", {
    text: "{ticker}'s tone in its newest call is {degree} ({tone})",
    words: { degree: DEGREES },
    upper: "few negative words have tended to come before higher earnings and returns",
    lower: "many negative words have tended to come before lower earnings and returns",
  }),
  ...evidencePhrases("uncertainty", {
    text: "{ticker}'s share of uncertain words in its newest call is {level} ({uncertainty})",
    words: { level: DEGREES },
    upper: "many uncertain words have tended to come before larger moves",
    lower: "few uncertain words have tended to come before smaller moves",
  }),
  ...evidencePhrases("filing_change", {
    text: "{ticker}'s change of risk factors in a year is {level} ({filing_change})",
    words: { level: DEGREES },
    upper: "companies that change their annual reports much have tended to return less",
    lower: "companies that hardly change their annual reports have tended to return more",
  }),
};
