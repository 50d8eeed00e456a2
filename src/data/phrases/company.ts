import { phraseRows, type Phrases } from "./phrase.ts";

/** Sentences about one company that join its domains. */
export const COMPANY_PHRASES: Phrases = {
  "mark.side": { role: "mark", text: "{side}: ", words: { side: { for: "For", against: "Against" } } },
  ...phraseRows(`
  company.thesis: The view on {name} as of {as_of} is {signal}: an uncalibrated probability of {probability} of {statement}, from a score of {score} ({scores}).
    signal: bullish=bullish | neutral=neutral | bearish=bearish
    scores < domain_score join=list all
    statement < statement most=1
  company.no_view: There is {signal} on {name} as of {as_of}: {why}, and the confidence is that of a coin toss.
    signal: no_view=no view
    why < no_view_reason most=1
  no_view.ended role=no_view_reason: {ended}
    ended: yes=its prices end that day, long before the day asked about | outlived=its prices end long before that day
  no_view.unpriced role=no_view_reason: {priced}
    priced: none=the data holds no prices of it by then
  no_view.still role=no_view_reason: its price has neither moved nor traded since {still_since}
  no_view.few role=no_view_reason: too few measures can be scored
  company.no_prices: The data holds no prices by the day asked about, so there is no view{priced}.
    priced: none=
  statement.beats role=statement: beating {market} over the next {frequency}
    frequency: daily=63 trading days | monthly=three months
  statement.rises role=statement: a positive return over the next {frequency}{benchmark}
    frequency: daily=63 trading days | monthly=three months
    benchmark: none=
  company.alone of=trend_200d: {ticker} is scored against its own past{within}: the data hold fewer than eight companies with {frequency} to {as_of}, and beside more of them its score may be another.
    within: months=
    frequency: daily=daily prices | monthly=monthly prices
  company.lacks: Of {ticker} as of {as_of} some things cannot be said: {reasons}.
    reasons < reason join=semicolon all
  place.rank role=place: rank {rank} of {peers} names{within} with {frequency} to {as_of}
    within: all=
    frequency: daily=daily bars | monthly=month-ends | none=filings
  place.sector role=place: rank {rank} of {peers} in {circle}{within}, as of {as_of}
    within: sector=
  place.months role=place: {position} its own {months} month-ends
    position: top=near the top of | upper=in the upper part of | middle=around the middle of | lower=in the lower part of | bottom=near the bottom of
  company.unled lists=drivers: {ticker}: no measure clearly pulls its score {unled}.
    unled: up=up | down=down
  tension.up_down lists=risks: {ticker}'s scores of {up} and {down} point in opposite directions.
    up < pulls_up most=1
    down < pulls_down most=1
  tension.down_up lists=risks: {ticker}'s scores of {down} and {up} point in opposite directions.
    up < pulls_up most=1
    down < pulls_down most=1
  note.history lists=risks: {ticker}'s history up to {as_of} {effects}.
    effects < history_effect join=list
  history.short role=history_effect: is too short for {lacking}
    lacking < lacks_history join=list
  history.thin role=history_effect: {thin}
    thin: yes=makes its risk figures rest on less than the usual span
`),
};
