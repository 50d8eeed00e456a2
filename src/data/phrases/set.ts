import { phraseRows, type Phrases, spellings } from "./phrase.ts";
import { CHANCE_FROM } from "./risk.ts";

/** Sentences about several companies. */
export const SET_PHRASES: Phrases = phraseRows(`
  set.thesis of=score: Taken together, {whom}{complete} come out {signal} as of {as_of}: average score {score}, probability of {statement} {probability}, uncalibrated{chance}.
    complete: yes=
    signal: bullish=bullish | neutral=neutral | bearish=bearish
    whom < whom most=1
    statement < statement most=1
    chance < mean_chance least=0 most=1
  set.thesis_alone of=score: Only {ticker}{complete} can be scored: {signal} as of {as_of}, score {score}, probability of {statement} {probability}, uncalibrated.
    complete: yes=
    signal: bullish=bullish | neutral=neutral | bearish=bearish
    statement < statement most=1
  whom.tickers role=whom: {companies}
  whom.sector role=whom: {sector} companies ({companies})
  whom.many role=whom: {sector} companies
  whom.asked role=whom: the companies named
  set.mean_chance role=mean_chance: ; the average chance of a 15% drawdown within three months is {drawdown_probability}{frequency}
    frequency: ${spellings(CHANCE_FROM)}
  set.no_view: {signal} on {dated}: too few measures are available to score them.
    signal: no_view=No view
    dated < dated join=list about=each
  set.no_view_many: {signal} on these companies: too few measures are available to score them.
    signal: no_view=No view
  set.left_out: {signal} on {ticker} as of {as_of}: {why}.
    signal: no_view=No view
    why < no_view_reason most=1
  set.left_out_rest: {signal} on {companies} either.
    signal: no_view=No view
  dated.ticker role=dated: {ticker} (as of {as_of})
  set.by_score of=score: {order}{complete}{alike}: {entries}.
    order: descending=Scores, highest first
    complete: yes=
    alike: yes=
    entries < score_entry join=list about=each
  set.by_chance of=drawdown_probability: {order}{complete}{alike}{frequency}: {entries}.
    order: descending=Chance of a 15% drawdown within three months, highest first
    complete: yes=
    alike: yes=
    frequency: ${spellings(CHANCE_FROM)}
    entries < chance_entry join=list about=each
  set.score_ends of=score: {top}; {bottom}.
    top < score_top most=1 about=others
    bottom < score_bottom most=1 about=others
  set.score_top role=score_top of=score: {extreme}{order}{alike}: {entries}
    extreme: highest=Highest scores
    order: descending=
    alike: yes=
    entries < score_entry join=list about=each
  set.score_bottom role=score_bottom of=score: {extreme}{order}: {entries}
    extreme: lowest=lowest
    order: descending=
    entries < score_entry join=list about=each
  set.chance_ends of=drawdown_probability: {top}; {bottom}.
    top < chance_top most=1 about=others
    bottom < chance_bottom most=1 about=others
  set.chance_top role=chance_top of=drawdown_probability: {extreme}{order}{alike}{frequency}: {entries}
    extreme: highest=Highest chance of a 15% drawdown within three months
    order: descending=
    alike: yes=
    frequency: ${spellings(CHANCE_FROM)}
    entries < chance_entry join=list about=each
  set.chance_bottom role=chance_bottom of=drawdown_probability: {extreme}{order}: {entries}
    extreme: lowest=lowest
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
  set.unlike of=score: No ranking is given{alike}.
    alike: bars=: some have daily prices, others only monthly | places= by score: some scores are against other companies, others against a company's own past
  set.unled lists=drivers: No single measure clearly drives the score {unled}.
    unled: up=higher | down=lower
  set.lacks: Not available for these companies: {reasons}.
    reasons < reason_of_set join=semicolon all
`);
