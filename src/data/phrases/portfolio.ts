import { JOINT_FROM, NOT_JOINT } from "./joint.ts";
import { phraseRows, type Phrases, spellings } from "./phrase.ts";

/** Sentences about a portfolio in the weights of the question, as the words around the slot say. */
export const PORTFOLIO_PHRASES: Phrases = phraseRows(`
  lead.portfolio: The portfolio's chance of a 15% drawdown within three months{weighting} is {joint_chance}{joint_bars}{driver}{cash}.
    weighting: given=
    joint_bars: ${spellings(JOINT_FROM)}
    driver < lead_driver least=0 most=1 about=others
    cash < lead_cash least=0 most=1 all
  lead_cash.missing role=lead_cash: ; {missing_weight} is not measured and counts as cash{reasons}
    reasons < left_out silent all
  lead_driver.top role=lead_driver: , and {ticker}{share_place}, {weight} of the weight, carries {variance_share} of the risk
    share_place: top=
  lead.portfolio_not_measured: At these weights{weighting} the portfolio is {gross_exposure} gross and {net_exposure} net; its overall risk is not measured{joint_bars}.
    weighting: given=
    joint_bars: ${NOT_JOINT}
  point.diversification: Diversification. The weighted average of the holdings' own chances{weighting} is {names_chance}; held together it is {joint_chance}. The average pairwise correlation is {joint_correlation}.
    weighting: given=
  point.market: Market exposure. At a beta to {market}{weighting} of {joint_beta}, a 10% fall in the market implies a return of {joint_market_fall}.
    weighting: given=
  point.past_year bare=joint_fall: Past year. The maximum drawdown{weighting} was {joint_fall}{joint_bars}{recent}.
    weighting: given=
    joint_bars: daily= | monthly= between month-ends
    recent < recent_volatility_joint least=0 most=1
  joint.recent_volatility role=recent_volatility_joint: ; volatility over the last 60 days was {joint_volatility_recent}
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
