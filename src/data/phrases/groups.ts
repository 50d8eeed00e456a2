import { JOINT_FROM, NOT_JOINT } from "./joint.ts";
import { phraseRows, type Phrases, spellings } from "./phrase.ts";

/** Sentences about a sector or another group as a whole: its names in equal weights, as the words around the slot say. */
export const GROUP_PHRASES: Phrases = phraseRows(`
  group.moves bare=joint_fall: An equal-weighted basket{weighting} of {measured_names} companies{group} had annualised volatility of {joint_volatility}{recent}{joint_bars} as of {as_of} and returned {joint_return} over the past year{excess}; its maximum drawdown was {joint_fall}, and {below_high} of the companies are 15% or more below their 12-month high.
    weighting: equal=
    joint_bars: ${spellings(JOINT_FROM)}
    group < of_group least=0 most=1
    recent < joint_recent least=0 most=1
    excess < joint_excess least=0 most=1
  group.of_sector role=of_group:  in {sector}
  group.of_industry role=of_group:  in {industry}
  group.of_names role=of_group:  ({companies})
  group.not_measured: The basket's overall risk is not measured{weighting}{joint_bars}.
    weighting: equal=
    joint_bars: ${NOT_JOINT}
  group.common: The average pairwise correlation{weighting} is {joint_correlation}; on average the other companies explain {joint_common} of a company's variance, and the rest is its own.
    weighting: equal=
  group.drivers: The largest contributors to the basket's variance{weighting} are {top}.
    weighting: equal=
    top < share_top most=1 about=others
  group.apart: The companies that move most on their own{weighting} are {apart}.
    weighting: equal=
    apart < apart most=1 about=others
  group.left_out: Not measured with the group{weighting}: {reasons}.
    weighting: equal=
    reasons < left_out join=semicolon all
`);
