import { evidenceRows } from "./evidence.ts";
import { phraseRows, type Phrases, spellings } from "./phrase.ts";

const GREW = { above: "grew", below: "shrank" };
const ROSE = { above: "rose", below: "fell" };

/** Sentences of quality. */
export const QUALITY_PHRASES: Phrases = {
  ...phraseRows(`
  quality.sentence: {ticker}: {facts} ({reports}, public since {filed_known}).
    facts < quality_fact join=list
    reports < reports most=1
  quality.profit role=quality_fact: gross profit over assets {gross_profitability}
  quality.accruals role=quality_fact: accruals {accruals} of assets (net income less operating cash flow)
  quality.growth role=quality_fact of=asset_growth bare=asset_growth: assets {direction} {asset_growth} over the year
    direction: ${spellings(GREW)}
  quality.shares role=quality_fact of=net_issuance bare=net_issuance: share count {direction} {net_issuance} over the year
    direction: ${spellings(ROSE)}
  quality.f_score role=quality_fact: Piotroski F-score {f_score} out of {f_tests} tests that can be run
  quality.altman role=quality_fact: Altman Z-score {z_score}
  reports.year role=reports: fiscal year to {filed_year}
  reports.quarter role=reports: four quarters to {filed_quarter}
  quality.distress lists=risks: {ticker}'s Altman Z-score of {z_score} is {zone}, below 1.81 ({reports}, public since {filed_known}); it was designed for manufacturers and does not count towards the score.
    zone: distress=in the distress zone
    reports < reports most=1
`),
  ...evidenceRows(`
  gross_profitability: {ticker}'s gross profit over assets is {gross_profitability}, {degree}
    half: upper=Highly profitable companies have tended to outperform | lower=Less profitable companies have tended to underperform
  accruals: {ticker}'s accruals (profit not yet received in cash) are {accruals} of assets, {degree}
    half: upper=Profit without cash has tended not to last | lower=Profit backed by cash has tended to last
  f_score: {ticker}'s Piotroski F-score (accounting tests passed) of {f_score} out of {f_tests} is {degree}
    half: upper=Improving accounts have tended to precede higher returns | lower=Deteriorating accounts have tended to precede lower returns
  asset_growth bare=asset_growth: {ticker}'s assets {direction} {asset_growth} over the year, {level}
    half: upper=Fast asset growth has tended to precede lower returns | lower=Slow asset growth has tended to precede higher returns
    direction: ${spellings(GREW)}
  net_issuance bare=net_issuance: {ticker}'s share count {direction} {net_issuance} over the year, {level}
    half: upper=Companies that issue shares have tended to underperform | lower=Companies that buy back shares, or issue few, have tended to outperform
    direction: ${spellings(ROSE)}
`),
};

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
    half: upper=Cheap shares have tended to outperform | lower=Expensive shares have tended to underperform
  fcf_yield: {ticker}'s free cash flow yield of {fcf_yield} is {degree}
    half: upper=Cheap shares have tended to outperform | lower=Expensive shares have tended to underperform
  book_to_market: {ticker}'s book-to-market ratio of {book_to_market} is {degree}
    half: upper=Cheap shares have tended to outperform | lower=Expensive shares have tended to underperform
`),
};
