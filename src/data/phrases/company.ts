import { phraseRows, type Phrases } from "./phrase.ts";

/** Sentences about one company that join its domains. */
export const COMPANY_PHRASES: Phrases = {
  "mark.side": { role: "mark", text: "{side}: ", words: { side: { for: "For", against: "Against" } } },
  ...phraseRows(`
  company.view: {signal} on {ticker} as of {as_of}: the probability of {statement} is {probability}, close to a coin toss.
    signal: bullish=Bullish | neutral=Neutral | bearish=Bearish
    statement < statement most=1
  company.thesis: {name}: {signal} as of {as_of}. The probability of {statement} is {probability}, close to a coin toss.
    signal: bullish=bullish | neutral=neutral | bearish=bearish
    statement < statement most=1
  company.score: {ticker}'s score is {score}: {scores}.
    scores < domain_score join=list all
  company.no_view: {name}: {signal} on the shares as of {as_of}, because {why}.
    signal: no_view=no view
    why < no_view_reason most=1
  no_view.ended role=no_view_reason: {ended}
    ended: yes=prices stop that day, well before the date asked about | outlived=prices stop well before that day
  no_view.unpriced role=no_view_reason: {priced}
    priced: none=the data hold no prices
  no_view.still role=no_view_reason: the price has not moved or traded since {still_since}
  no_view.few role=no_view_reason: too few measures are available for a score
  company.no_prices: No view: the data hold no prices up to the date asked about{priced}.
    priced: none=
  statement.beats role=statement: beating {market} over the next {frequency}
    frequency: daily=three months (63 trading days) | monthly=three months
  statement.rises role=statement: a positive return over the next {frequency}{benchmark}
    frequency: daily=three months (63 trading days) | monthly=three months
    benchmark: none=
  company.alone of=trend_200d: {ticker} is scored against its own history{within}: the data hold fewer than eight companies with {frequency} to {as_of}, and beside more of them its score may differ.
    within: months=
    frequency: daily=daily prices | monthly=monthly prices
  company.lacks: Not available for {ticker} as of {as_of}: {reasons}.
    reasons < reason join=semicolon all
  place.rank role=place:  ({rank} of {peers}{within}{frequency})
    within: all=
    frequency: daily= | monthly= with monthly prices | none=
  place.sector role=place:  ({rank} of {peers} in {circle}{within})
    within: sector=
  place.months role=place: , {position} its own range over {months} months
    position: top=near the top of | upper=in the upper part of | middle=in the middle of | lower=in the lower part of | bottom=near the bottom of
  company.unled lists=drivers: No single measure clearly drives {ticker}'s score {unled}.
    unled: up=higher | down=lower
  tension.up_down lists=risks: {ticker}'s signals conflict: {up} is positive and {down} negative.
    up < pulls_up most=1
    down < pulls_down most=1
  tension.down_up lists=risks: {ticker}'s signals conflict: {down} is negative and {up} positive.
    up < pulls_up most=1
    down < pulls_down most=1
  note.history lists=risks: {ticker}'s price history to {as_of} {effects}.
    effects < history_effect join=list
  history.short role=history_effect: is too short for {lacking}
    lacking < lacks_history join=list
  history.few role=history_effect: {short_history}
    short_history: yes=is short, so its risk figures rest on less than the usual period
`),
};
