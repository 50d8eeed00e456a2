import { JOINT_FROM, NOT_JOINT } from "./joint.ts";
import { phraseRows, type Phrases, spellings } from "./phrase.ts";

/** Sentences about a sector or another group as a whole: its names in equal weights, as the words around the slot say. */
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
  point.volatility: Volatility. An equal-weighted basket{weighting} of {measured_names} companies had annualised volatility of {joint_volatility}{recent}{joint_bars}.
    weighting: equal=
    joint_bars: ${spellings(JOINT_FROM)}
    recent < joint_recent least=0 most=1
  point.common: Common moves. The average pairwise correlation{weighting} is {joint_correlation}. On average the moves of the others explain {joint_common} of a company's variance.
    weighting: equal=
  point.year bare=joint_fall: Past year. The basket{weighting} returned {joint_return}{excess}; its maximum drawdown was {joint_fall}.
    weighting: equal=
    excess < joint_excess least=0 most=1
  point.below_high: Where it is concentrated. Of {measured_names} companies{weighting}, {below_high} are 15% or more below their 12-month high.{drivers}
    weighting: equal=
    drivers < group_drivers least=0 most=1 about=others
  group.drivers role=group_drivers:  The largest contributors to variance are {entries}{share_place}.
    share_place: top=
    entries < share_entry join=list about=each
  group.not_measured: The basket's overall risk is not measured{weighting}{joint_bars}.
    weighting: equal=
    joint_bars: ${NOT_JOINT}
  group.left_out: Left out of the basket{weighting}: {reasons}.
    weighting: equal=
    reasons < left_out join=semicolon all
`);
