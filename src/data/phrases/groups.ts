import { JOINT_FROM, NOT_JOINT } from "./joint.ts";
import { phraseRows, type Phrases, spellings } from "./phrase.ts";

/** Sentences about a sector or another group as a whole: its names in equal weights, as the words around the slot say. */
export const GROUP_PHRASES: Phrases = phraseRows(`
  group.moves: As of {as_of} the {measured_names} names{group}, held in equal weights{weighting}, had volatility of {joint_volatility} a year{recent}{joint_bars} and returned {joint_return} over the past year{excess}; their worst fall together was {joint_fall}, and the number of them 15% or more below the high of the year is {below_high}.
    weighting: equal=
    joint_bars: ${spellings(JOINT_FROM)}
    group < of_group least=0 most=1
    recent < joint_recent least=0 most=1
    excess < joint_excess least=0 most=1
  group.of_sector role=of_group:  of {sector}
  group.of_industry role=of_group:  of {industry}
  group.of_names role=of_group:  asked about ({companies})
  group.not_measured: The group is not measured as a whole{weighting}{joint_bars}.
    weighting: equal=
    joint_bars: ${NOT_JOINT}
  group.common: The mean correlation between two of its names{weighting} is {joint_correlation}; the others together explain {joint_common} of the variance of one in the mean, and the rest is the company's own.
    weighting: equal=
  group.drivers: The largest shares of the group's variance{weighting} are those of {top}.
    weighting: equal=
    top < share_top most=1 about=others
  group.apart: Those whose variance{weighting} the others explain least are {apart}.
    weighting: equal=
    apart < apart most=1 about=others
  group.left_out: Not measured with the group{weighting}: {reasons}.
    weighting: equal=
    reasons < left_out join=semicolon all
`);
