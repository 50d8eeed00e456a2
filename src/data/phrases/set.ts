import { NOT_MEASURED, PORTFOLIO_FROM } from "./portfolio.ts";
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
  set.spikes: One-day price jumps left out: {names}.
    names < spiked_names most=1 about=others
  spiked_names.of role=spiked_names: {some}{days}
    days < spike_name about=each silent
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

/** Sentences about a sector or another group in equal weights, and a portfolio in those of the question, as the words around a slot say. */
export const GROUP_PHRASES: Phrases = phraseRows(`
  lead.group: The median chance of a 15% drawdown within three months {group} is {group_chance}{weighting}{against}.
    weighting: equal=
    group < of_group most=1
    against < group_against least=0 most=1
  group.of_sector role=of_group: in {sector}
  group.of_industry role=of_group: in {industry}
  group.of_names role=of_group: among these companies
  group.against role=group_against: {place}; for all companies in the data it is {all_chance}
    place < group_place least=0 most=1
  group.end role=group_place: , the {sector_end} of {sectors} sectors
    sector_end: highest=highest | lowest=lowest
  group.inside role=group_place: , the {sector_rank} highest of {sectors} sectors{sector_end}
    sector_end: inside=
  point.volatility: Volatility. An equal-weighted basket{weighting} of {measured_names} companies had annualised volatility of {portfolio_volatility}{recent}{portfolio_bars}.
    weighting: equal=
    portfolio_bars: ${spellings(PORTFOLIO_FROM)}
    recent < portfolio_recent least=0 most=1
  point.common: Correlation. The average pairwise correlation{weighting} is {portfolio_correlation}. On average the moves of the others explain {r_squared_to_rest} of a company's variance.
    weighting: equal=
  point.year bare=portfolio_drawdown: Past year. The basket{weighting} returned {portfolio_return}{excess}; its maximum drawdown was {portfolio_drawdown}.
    weighting: equal=
    excess < portfolio_excess least=0 most=1
  point.below_high: Where it is concentrated. Of {measured_names} companies{weighting}, {below_high} are 15% or more below their 12-month high.{drivers}
    weighting: equal=
    drivers < group_drivers least=0 most=1 about=others
  group.drivers role=group_drivers:  The largest contributors to variance are {entries}{share_place}.
    share_place: top=
    entries < share_entry join=list about=each
  group.not_measured: The basket's overall risk is not measured{weighting}{portfolio_bars}.
    weighting: equal=
    portfolio_bars: ${NOT_MEASURED}
  group.left_out: Left out of the basket{weighting}: {reasons}.
    weighting: equal=
    reasons < left_out join=semicolon all
  lead.portfolio: The portfolio's chance of a 15% drawdown within three months{weighting} is {portfolio_chance}{portfolio_bars}{driver}{cash}.
    weighting: given=
    portfolio_bars: ${spellings(PORTFOLIO_FROM)}
    driver < lead_driver least=0 most=1 about=others
    cash < lead_cash least=0 most=1 all
  lead_cash.missing role=lead_cash: ; {missing_weight} is not measured and counts as cash{reasons}
    reasons < left_out silent all
  lead_driver.top role=lead_driver: , and {ticker}{share_place}, {weight} of the weight, carries {variance_share} of the risk
    share_place: top=
  lead.portfolio_not_measured: At these weights{weighting} the portfolio is {gross_exposure} gross and {net_exposure} net; its overall risk is not measured{portfolio_bars}.
    weighting: given=
    portfolio_bars: ${NOT_MEASURED}
  point.diversification: Diversification. The weighted average of the holdings' own chances{weighting} is {names_chance}; held together it is {portfolio_chance}. The average pairwise correlation is {portfolio_correlation}.
    weighting: given=
  point.market: Market exposure. At a beta to {market}{weighting} of {portfolio_beta}, a 10% fall in the market implies a return of {portfolio_market_fall}.
    weighting: given=
  point.past_year bare=portfolio_drawdown: Past year. The maximum drawdown{weighting} was {portfolio_drawdown}{portfolio_bars}{recent}.
    weighting: given=
    portfolio_bars: daily= | monthly= between month-ends
    recent < recent_portfolio_volatility least=0 most=1
  portfolio.recent_volatility role=recent_portfolio_volatility: ; volatility over the last 60 days was {portfolio_volatility_recent}
  point.exposure: Exposure. Positions{weighting} are {long_exposure} long and {short_exposure} short, as concentrated as {effective_names} equal positions (Herfindahl index {concentration}).
    weighting: given=
  point.hedges: Hedges. The positions that reduce the variance{weighting} most are {hedges}.
    weighting: given=
    hedges < share_hedges most=1 about=others
  portfolio.shown: The table shows the largest contributors to variance of {measured_names} holdings{weighting}{top}.
    weighting: given=
    top < shown_top most=1 about=others
  portfolio.left_out: Not measured{weighting} ({missing_weight} of gross weight): {reasons}.
    weighting: given=
    reasons < left_out join=semicolon all
  portfolio.unweighted: Given no weight{weighting}, so left out of the portfolio: {left_out_weight}.
    weighting: given=
`);
