import { DEGREES, evidencePhrases } from "./evidence.ts";
import { factPhrases } from "./fact.ts";
import { phraseRows, type Phrases } from "./phrase.ts";

/** Sentences of value. */
export const VALUE_PHRASES: Phrases = {
  ...phraseRows(`
  value.sentence: {ticker}'s shares cost {market_value} together{facts}; {reports}.
    facts < value_facts least=0 most=1
    reports < reports most=1
  value.facts role=value_facts: , of which {facts}
    facts < value_fact join=list
  value.earnings role=value_fact: net income of a year is {earnings_yield}{times}
    times < value_times least=0 most=1
  value.times role=value_times:  (P/E {price_earnings})
  value.cash role=value_fact: free cash flow is {fcf_yield}
  value.book role=value_fact: book value {book_to_market} (P/B {price_book})
`),
  ...factPhrases({ id: "value.earned", by: "earnings_yield", isNeutral: true }, {
    text: "{ticker} earned {earnings_yield} of what its shares cost in a year{times}",
    parts: { times: { role: "value_times", least: 0, most: 1 } },
    more: ", a higher yield than that of",
    less: ", a lower yield than that of",
  }),
  ...factPhrases({ id: "value.freed", by: "fcf_yield", isNeutral: true }, {
    text: "{ticker}'s free cash flow of a year is {fcf_yield} of what its shares cost",
    more: ", a higher yield than that of",
    less: ", a lower yield than that of",
  }),
  ...evidencePhrases("earnings_yield", {
    text: "{ticker}'s earnings yield is {degree} ({earnings_yield})",
    words: { degree: DEGREES },
    upper: "stocks that are cheap for their earnings have tended to return more",
    lower: "stocks that are expensive for their earnings have tended to return less",
  }),
  ...evidencePhrases("fcf_yield", {
    text: "{ticker}'s free-cash-flow yield is {degree} ({fcf_yield})",
    words: { degree: DEGREES },
    upper: "stocks that are cheap for their cash flow have tended to return more",
    lower: "stocks that are expensive for their cash flow have tended to return less",
  }),
  ...evidencePhrases("book_to_market", {
    text: "{ticker}'s book value against its price is {degree} ({book_to_market})",
    words: { degree: DEGREES },
    upper: "stocks that are cheap for their book value have tended to return more",
    lower: "stocks that are expensive for their book value have tended to return less",
  }),
};
