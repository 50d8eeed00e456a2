import { phraseRows, type Phrases, spellings } from "./phrase.ts";
import { CHANCE_FROM } from "./risk.ts";

/** Sentences about several companies. */
export const SET_PHRASES: Phrases = phraseRows(`
  set.thesis of=score: {whom}{complete}, taken together: {signal} as of {as_of}. The probability of {statement} is {probability}, close to a coin toss{chance}.
    complete: yes=
    signal: bullish=bullish | neutral=neutral | bearish=bearish
    whom < whom most=1
    statement < statement most=1
    chance < mean_chance least=0 most=1
  set.thesis_alone of=score: Only {ticker}{complete} can be scored: {signal} as of {as_of}. The probability of {statement} is {probability}, close to a coin toss.
    complete: yes=
    signal: bullish=bullish | neutral=neutral | bearish=bearish
    statement < statement most=1
  set.score of=score: {whom}{complete}: average score {score}.
    complete: yes=
    whom < whom most=1
  whom.tickers role=whom: {companies}
  whom.sector role=whom: {sector} companies ({companies})
  whom.many role=whom: {sector} companies
  whom.asked role=whom: The companies named
  set.mean_chance role=mean_chance: . The average chance of a 15% drawdown within three months is {drawdown_probability}{frequency}
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
  set.alone of=trend_200d: Scored against their own history, as the data hold fewer than eight companies to compare with: {names}.
    names < alone_name join=list about=others
  alone_name.of role=alone_name of=trend_200d: {ticker}{within}
    within: months=
  set.spikes: Left out, as the jump reverses the next day: the prices of {names}.
    names < spike_name join=list about=others
  spike_name.of role=spike_name: {ticker} ({spike_day})
  set.unlike of=score: No ranking is given{alike}.
    alike: bars=: some have daily prices, others only monthly | places= by score: some scores are against other companies, others against a company's own past
  set.shown of=drawdown_probability: Shown: the five {highest} and the three {lowest} chances of {compared}.
    highest < shown_highest most=1 about=others
    lowest < shown_lowest most=1 about=others
  shown_highest.five role=shown_highest of=drawdown_probability: {extreme}{names}
    extreme: highest=highest
    names < shown_name least=5 most=5 about=each silent
  shown_lowest.three role=shown_lowest of=drawdown_probability: {extreme}{names}
    extreme: lowest=lowest
    names < shown_name least=3 most=3 about=each silent
  shown_name.ticker role=shown_name: {ticker}
  set.unled lists=drivers: No single measure clearly drives the score {unled}.
    unled: up=higher | down=lower
`);
