import { evidenceRows } from "./evidence.ts";
import { phraseRows, type Phrases } from "./phrase.ts";

/** Sentences of value. */
export const VALUE_PHRASES: Phrases = {
  ...phraseRows(`
  value.sentence: {ticker}'s market value is {market_value}{facts} ({reports}, public since {filed_known}).
    facts < value_facts least=0 most=1
    reports < reports most=1
  value.facts role=value_facts: : {facts}
    facts < value_fact join=list
  value.earnings role=value_fact: earnings yield {earnings_yield}{times}
    times < value_times least=0 most=1
  value.times role=value_times:  (P/E {price_earnings})
  value.cash role=value_fact: free cash flow yield {fcf_yield}
  value.book role=value_fact: book-to-market {book_to_market} (P/B {price_book})
`),
  ...evidenceRows(`
  earnings_yield: {ticker}'s earnings yield of {earnings_yield} is {degree}
    half: upper=Cheap shares have tended to outperform | lower=Dear shares have tended to underperform
  fcf_yield: {ticker}'s free cash flow yield of {fcf_yield} is {degree}
    half: upper=Cheap shares have tended to outperform | lower=Dear shares have tended to underperform
  book_to_market: {ticker}'s book-to-market ratio of {book_to_market} is {degree}
    half: upper=Cheap shares have tended to outperform | lower=Dear shares have tended to underperform
`),
};
