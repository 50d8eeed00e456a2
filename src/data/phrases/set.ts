import { phraseRows, type Phrases, spellings } from "./phrase.ts";
import { CHANCE_FROM } from "./risk.ts";

/** Sentences about several companies. */
export const SET_PHRASES: Phrases = phraseRows(`
  set.thesis of=score: Taken together, {whom}{complete} come out {signal} as of {as_of}: the mean score is {score}, an uncalibrated probability of {probability} of {statement}{chance}.
    complete: yes=
    signal: bullish=bullish | neutral=neutral | bearish=bearish
    whom < whom most=1
    statement < statement most=1
    chance < mean_chance least=0 most=1
  set.thesis_alone of=score: Of the companies asked about, only {ticker}{complete} can be scored: it comes out {signal} as of {as_of}, with a score of {score}, an uncalibrated probability of {probability} of {statement}.
    complete: yes=
    signal: bullish=bullish | neutral=neutral | bearish=bearish
    statement < statement most=1
  whom.tickers role=whom: {companies}
  whom.sector role=whom: the companies of {sector} ({companies})
  whom.many role=whom: the companies of {sector}
  whom.asked role=whom: the companies asked about
  set.mean_chance role=mean_chance: ; the mean chance of a fall of 15% or more within 63 trading days is {drawdown_probability}{frequency}
    frequency: ${spellings(CHANCE_FROM)}
  set.no_view: There is {signal} on {dated}: too few measures can be scored, and the confidence is that of a coin toss.
    signal: no_view=no view
    dated < dated join=list about=each
  set.no_view_many: There is {signal} on these companies: too few measures can be scored, and the confidence is that of a coin toss.
    signal: no_view=no view
  set.left_out: There is {signal} on {ticker} as of {as_of}: {why}.
    signal: no_view=no view
    why < no_view_reason most=1
  set.left_out_rest: There is {signal} on {companies} either.
    signal: no_view=no view
  dated.ticker role=dated: {ticker} (as of {as_of})
  set.by_score of=score: {order}{complete}{alike}: {entries}.
    order: descending=From the highest score to the lowest
    complete: yes=
    alike: yes=
    entries < score_entry join=list about=each
  set.by_chance of=drawdown_probability: {order}{complete}{alike}{frequency}: {entries}.
    order: descending=From the highest chance of a fall of 15% or more within 63 trading days to the lowest
    complete: yes=
    alike: yes=
    frequency: ${spellings(CHANCE_FROM)}
    entries < chance_entry join=list about=each
  set.score_ends of=score: {top}; {bottom}.
    top < score_top most=1 about=others
    bottom < score_bottom most=1 about=others
  set.score_top role=score_top of=score: {extreme}{order}{alike}: {entries}
    extreme: highest=The highest score
    order: descending=
    alike: yes=
    entries < score_entry join=list about=each
  set.score_bottom role=score_bottom of=score: {extreme}{order}: {entries}
    extreme: lowest=the lowest
    order: descending=
    entries < score_entry join=list about=each
  set.chance_ends of=drawdown_probability: {top}; {bottom}.
    top < chance_top most=1 about=others
    bottom < chance_bottom most=1 about=others
  set.chance_top role=chance_top of=drawdown_probability: {extreme}{order}{alike}{frequency}: {entries}
    extreme: highest=The highest chance of a fall of 15% or more within 63 trading days
    order: descending=
    alike: yes=
    frequency: ${spellings(CHANCE_FROM)}
    entries < chance_entry join=list about=each
  set.chance_bottom role=chance_bottom of=drawdown_probability: {extreme}{order}: {entries}
    extreme: lowest=the lowest
    order: descending=
    entries < chance_entry join=list about=each
  entry.score role=score_entry: {ticker} {score}{made}
    made < made_of least=0 most=1
  entry.made_of role=made_of:  ({scores})
    scores < domain_score join=comma all
  entry.chance role=chance_entry: {ticker} {drawdown_probability}
  set.extremes of=volatility: Of these{alike}, {extremes}.
    alike: yes=
    extremes < extreme join=semicolon about=others
  set.unlike of=score: There is no ranking{alike}.
    alike: bars=: some of these companies have daily bars, others only month-ends | places= by score: some scores compare with other companies, others with a company's own past
  set.unled lists=drivers: No measure clearly pulls the score {unled}.
    unled: up=up | down=down
  set.lacks: Of these companies some things cannot be said: {reasons}.
    reasons < reason_of_set join=semicolon all
`);
