import { compared, headed } from "./compared.ts";
import { type Phrase, phraseRows, type Phrases, spellings } from "./phrase.ts";
import { CHANCE_FROM } from "./risk.ts";
import { CAUSES } from "../metrics/metric.ts";
import { lacksMetric } from "../metrics/judgements.ts";

/**
 * Of each cause: what the data hold instead, in few words; why what was asked for is not known; and what a company's data would
 * have to hold, of a recent text before its kind. Coarse bars, a missing benchmark, reports and texts that are not there are
 * those of the data, and told with it.
 */
const CAUSE_WORDS = `
  prices | no prices | is not available as of {as_of}: the data hold no prices for it
  history | too short a history | is not available as of {as_of}: it needs {needs} | a longer price history
  monthly | only monthly prices | is not available as of {as_of}: it needs daily prices
  benchmark | no benchmark for the whole period | is not available as of {as_of}: the benchmark does not cover the whole period
  reference | no prices of the other shares for the whole period | is not available as of {as_of}: the other company's prices do not cover the whole period
  volume | no trading volume | is not available as of {as_of}: daily trading volume is missing | daily trading volume
  comparison | too few companies to compare with | cannot be ranked as of {as_of}: there are too few companies or months to compare it with | a comparison of {lacking} (too few companies)
  stale_prices | no recent prices | is not available: prices stop on {as_of} | recent prices
  not_trading | no trading in the shares | is not available as of {as_of}: the shares have not traded | trading in the shares
  irregular_bars | gaps in the prices | is not available as of {as_of}: the price series has gaps or extra days | prices without gaps
  bars | impossible prices | is not available as of {as_of}: the price series contains impossible prices | reliable prices
  split | an unexplained price move | is not available as of {as_of}: the price series contains an unexplained move, such as an unadjusted split | an explanation for a large price move
  filings | no filings | is not available as of {as_of}: the data hold no filings to compute it from
  item | incomplete accounts | is not available as of {as_of}: the data do not hold every filed figure it needs | the accounts needed for {lacking}
  conflict | contradictory accounts | is not available as of {as_of}: its filings state contradictory figures | accounts without contradictions
  stale | no recent filings | is not available as of {as_of}: the latest filing is too old | recent filings
  financial | only the accounts of a bank or insurer | is not available as of {as_of}: it does not apply to banks and insurers | measures that suit banks and insurers
  adjusted | only dividend-adjusted prices | is not available as of {as_of}: its prices are adjusted for dividends | prices unadjusted for dividends
  currency | accounts in another currency or share class | is not available as of {as_of}: its filings use another currency or share class than its prices | accounts in the currency of the share price
  unit | prices of unstated currency | is not available as of {as_of}: the currency of its prices is not stated | the currency of the share price
  shares | prices on another share basis | is not available as of {as_of}: its prices seem to be on another share basis than its filings, as after a later split (judged by the public float on their covers) | a share count on the basis of the prices
  loss | no positive earnings or equity | is not available as of {as_of}: earnings or equity are zero or negative | positive equity
  trades | no insider filings | is not available as of {as_of}: the data hold no insider filings for it
  texts | no documents | cannot be measured as of {as_of}: the data hold no {needs} for it
  no_such_text | no documents of the kind needed | cannot be measured as of {as_of}: the data hold too few {needs} for it
  stale_text | no recent documents | cannot be measured as of {as_of}: the data hold no recent {needs} for it | recent
  short | only documents too short to score | is not available as of {as_of}: the document is too short to score | documents long enough to score
`;

/** The words of each cause. */
export const WORDS_OF: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  CAUSE_WORDS.trim().split("\n").map((row) => row.trim().split(" | ")).map(([cause = "", ...words]) => [cause, words]),
);
const WITHOUT = spellings(Object.fromEntries(CAUSES.map((cause) => [cause, WORDS_OF[cause]?.[0] ?? ""])));

/** First sentences of an answer: what was asked for comes first. `{value}` is the metric that the phrase is given. */
export const ANSWER_PHRASES: Phrases = {
  ...phraseRows(`
  answer.figure takes=metric: {ticker}'s {measure} is {value} ({window} {as_of}){filed}.{behind}
    behind < answer_place least=0 most=1
    filed < answer_reports least=0 most=1
  answer_reports.facts role=answer_reports: , from the {reports}{shelf}
    shelf: facts=
    reports < reports most=1
  answer_place.peers role=answer_place:  That ranks {rank} of {peers} companies{within}{frequency}, highest first.
    within: all=
    frequency: daily= | monthly= with monthly prices | none= with filings
  answer_place.sector role=answer_place:  That ranks {rank} of {peers} companies in {circle}{within}, highest first.
    within: sector=
  answer_place.months role=answer_place:  That is {position} its own range over {months} months.
    position: top=near the top of | upper=in the upper part of | middle=in the middle of | lower=in the lower part of | bottom=near the bottom of
`),
  ...Object.fromEntries(CAUSES.map((cause): [string, Phrase] => [`answer.lacks.${cause}`, {
    takes: "metric",
    text: `{ticker}'s {measure} ${WORDS_OF[cause]?.[1]}{${lacksMetric(cause)}}.`,
    words: { [lacksMetric(cause)]: { yes: "" } },
  }])),
  ...phraseRows(`
  answer.left_out takes=metric: Not compared by {head}: {reasons}.
    reasons < left_out_of join=semicolon about=others
  answer.none takes=metric: {some} cannot be compared by {head}. The data hold {reasons}.
    reasons < none_of join=list about=others
  left_out_of.cause role=left_out_of: {some} ({lack})
    lack: ${WITHOUT}
  none_of.cause role=none_of: {lack} for {some}
    lack: ${WITHOUT}
  answer.is_high takes=metric: {fifth}: {ticker}'s {measure} is {height} at {value} ({window} {as_of}).{behind}{month}
    fifth: top=Yes | middle=Neither high nor low | bottom=No
    height < height most=1
    behind < answer_place least=0 most=1
    month < last_month least=0 most=1
  answer.is_low takes=metric: {fifth}: {ticker}'s {measure} is {height} at {value} ({window} {as_of}).{behind}{month}
    fifth: top=No | middle=Neither high nor low | bottom=Yes
    height < height most=1
    behind < answer_place least=0 most=1
    month < last_month least=0 most=1
  answer.is_up takes=metric: {direction}: {ticker}'s {measure} was {value} ({window} {as_of}).
    direction: above=Yes | below=No
  answer.is_down takes=metric: {direction}: {ticker}'s {measure} was {value} ({window} {as_of}).
    direction: above=No | below=Yes
  answer.holds takes=limit: {holds}: {ticker}'s {measure} is {value}, {beyond} {limit} ({window} {as_of}).
    holds: yes=Yes | no=No
    beyond: above=above | below=below | at=exactly | hardly_above=just above | hardly_below=just below
  height.fifth role=height: {fifth}
    fifth: top=high | middle=in the middle of the range | bottom=low
  month.return role=last_month:  It returned {return_1m} over the last month.
  answer.risk of=drawdown_probability: The chance that {ticker} falls 15% or more from a high within three months (63 trading days) is {drawdown_probability}{frequency}{place} (as of {as_of}).
    frequency: ${spellings(CHANCE_FROM)}
    place < risk_place least=0 most=1
  risk_place.peers role=risk_place: , {fifth} {peers} companies with {frequency} prices
    fifth: top=in the highest fifth of | middle=in the middle of the range of | bottom=in the lowest fifth of
    frequency: daily=daily | monthly=monthly
`),
  ...compared({
    id: "answer",
    takes: "metric",
    has: (word) => `has {${word}}`,
    value: "{value}",
    window: "{window} {as_of}",
  }),
  ...headed({
    id: "both",
    takes: "criteria",
    has: () => "comes first",
    value: "average percentile {mean_percentile}",
    window: "{criteria}",
    among: "companies ranked",
  }),
  ...phraseRows(`
  both.third takes=criteria: {names} is in the better third on both.
    names < third_name most=1 about=others
  both.thirds takes=criteria: {names} are in the better third on both.
    names < third_name join=list least=2 about=others
  both.no_third takes=criteria: No company is in the better third on both{third}.
    third: none=
  third_name.of role=third_name: {ticker}{third}
    third: all=
  answer.even takes=metric: {companies} have {even} {measure}{complete}{alike}: {entries} ({window} {as_of}).
    even: yes=the same | near=almost the same
    complete: yes=
    alike: yes=
    entries < answer_entry join=list about=each
  answer.unlike takes=metric: {companies} cannot be compared on {measure}{alike}.
    alike: bars=: some have daily prices, others only monthly | places=: some scores are against other companies, others against a company's own past
  answer_entry.value role=answer_entry: {ticker} {value}
`),
};
