import { JOINT_FROM, NOT_JOINT } from "./joint.ts";
import { phraseRows, type Phrases, spellings } from "./phrase.ts";

/** Sentences about a portfolio in the weights of the question, as the words around the slot say. */
export const PORTFOLIO_PHRASES: Phrases = phraseRows(`
  portfolio.risk: At these weights{weighting} ({gross_exposure} gross, {net_exposure} net, {measured_names} holdings measured) the portfolio's annualised volatility is {joint_volatility}{recent} as of {as_of}{joint_bars}; the chance that it falls 15% or more within three months (63 trading days) is {joint_chance}{names}.
    weighting: given=
    joint_bars: ${spellings(JOINT_FROM)}
    recent < joint_recent least=0 most=1
    names < names_chance least=0 most=1
  portfolio.not_measured: At these weights{weighting} the portfolio is {gross_exposure} gross and {net_exposure} net; its overall risk is not measured{joint_bars}.
    weighting: given=
    joint_bars: ${NOT_JOINT}
  portfolio.facts: The portfolio's {facts}.
    facts < portfolio_fact join=list
  portfolio.long role=portfolio_fact: long exposure{weighting} is {long_exposure} and short exposure {short_exposure}
    weighting: given=
  portfolio.concentration role=portfolio_fact: weights{weighting} are as concentrated as {effective_names} equal positions (Herfindahl index {concentration})
    weighting: given=
  portfolio.beta role=portfolio_fact: beta to {market}{weighting} is {joint_beta}
    weighting: given=
  portfolio.fall role=portfolio_fact bare=joint_fall: maximum drawdown{weighting} {joint_bars} was {joint_fall}
    weighting: given=
    joint_bars: daily=over the past year | monthly=between month-ends of the past year
  portfolio.correlation role=portfolio_fact: average pairwise correlation{weighting} is {joint_correlation}
    weighting: given=
  portfolio.drivers: The largest contributors to the portfolio's variance{weighting} are {top}.
    weighting: given=
    top < share_top most=1 about=others
  portfolio.hedges: The positions that reduce the portfolio's variance{weighting} most are {hedges}.
    weighting: given=
    hedges < share_hedges most=1 about=others
  portfolio.left_out: Not measured, and treated as cash{weighting} ({missing_weight} of gross weight): {reasons}.
    weighting: given=
    reasons < left_out join=semicolon all
  portfolio.unweighted: Given no weight{weighting}, so left out of the portfolio: {left_out_weight}.
    weighting: given=
`);
