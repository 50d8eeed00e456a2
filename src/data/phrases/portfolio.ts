import { JOINT_FROM, NOT_JOINT } from "./joint.ts";
import { phraseRows, type Phrases, spellings } from "./phrase.ts";

/** Sentences about a portfolio in the weights of the question, as the words around the slot say. */
export const PORTFOLIO_PHRASES: Phrases = phraseRows(`
  portfolio.risk: Held in these weights{weighting} ({gross_exposure} gross, {net_exposure} net, names measured: {measured_names}), the portfolio would have had volatility of {joint_volatility} a year{recent} as of {as_of}{joint_bars}; its own chance of a fall of 15% or more within 63 trading days is {joint_chance}{names}.
    weighting: given=
    joint_bars: ${spellings(JOINT_FROM)}
    recent < joint_recent least=0 most=1
    names < names_chance least=0 most=1
  portfolio.not_measured: In these weights{weighting} the portfolio is {gross_exposure} gross and {net_exposure} net; it is not measured as a whole{joint_bars}.
    weighting: given=
    joint_bars: ${NOT_JOINT}
  portfolio.facts: The portfolio's {facts}.
    facts < portfolio_fact join=list
  portfolio.long role=portfolio_fact: long positions{weighting} are {long_exposure} and its short ones {short_exposure}
    weighting: given=
  portfolio.concentration role=portfolio_fact: weights{weighting} are as concentrated as {effective_names} equal ones (Herfindahl index {concentration})
    weighting: given=
  portfolio.beta role=portfolio_fact: beta to {market}{weighting} is {joint_beta}
    weighting: given=
  portfolio.fall role=portfolio_fact: worst fall{weighting} {joint_bars} was {joint_fall}
    weighting: given=
    joint_bars: daily=within the past year | monthly=between month-ends of the past year
  portfolio.correlation role=portfolio_fact: mean correlation between two names{weighting} is {joint_correlation}
    weighting: given=
  portfolio.drivers: The largest shares of the portfolio's variance{weighting} are those of {top}.
    weighting: given=
    top < share_top most=1 about=others
  portfolio.hedges: The portfolio's variance{weighting} is lowered most by {hedges}.
    weighting: given=
    hedges < share_hedges most=1 about=others
  portfolio.left_out: Not measured with the portfolio, and counted as cash{weighting} ({missing_weight} of gross weight): {reasons}.
    weighting: given=
    reasons < left_out join=semicolon all
  portfolio.unweighted: Without a weight{weighting}, and so not in the portfolio: {left_out_weight}.
    weighting: given=
`);
