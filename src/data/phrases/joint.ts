import { LEFT_OUT, leftOutMetric } from "../metrics/joint.ts";
import { phraseRows, type Phrases } from "./phrase.ts";

/** Why names are not measured together at all. */
export const NOT_JOINT = "short=: its names have too few days in common | " +
  "none=: none of its names has sound prices over the whole window";

/** What figures of names together rest on, where it is not days. */
export const JOINT_FROM = { daily: "", monthly: " (from three years of month-ends)" } as const;

const WHY = {
  prices: "without a price by the day",
  currency: "in another currency",
  frequency: "with bars of another frequency",
  old: "with old prices only",
  history: "with too short a history",
  bars: "with prices that cannot be trusted",
} as const;

/** What is said of names held together, in whatever weights. */
export const JOINT_PHRASES: Phrases = {
  ...phraseRows(`
  joint.names_chance role=names_chance: , against {names_chance} in the weighted mean of its names
  joint.recent role=joint_recent:  ({joint_volatility_recent} over the last 60 days)
  joint.excess role=joint_excess:  (excess over {market}: {joint_excess})
  joint.top role=share_top: {share_place}{entries}, together {variance_share}
    share_place: top=
    entries < share_entry join=list about=each
  joint.hedges role=share_hedges: {share_place}{entries}
    share_place: hedge=
    entries < share_entry join=list about=each
  joint.apart role=apart: {common_place}{entries}
    common_place: least=
    entries < common_entry join=list about=each
  joint.weighted_share role=share_entry: {ticker} (weight {weight}, share {variance_share})
  joint.equal_share role=share_entry: {ticker} ({variance_share})
  joint.common_entry role=common_entry: {ticker} ({common_share})
`),
  ...Object.fromEntries(LEFT_OUT.flatMap((why) =>
    why === "weight" ? [] : [[`joint.left_out_${why}`, {
      role: "left_out",
      text: `${WHY[why]}: {${leftOutMetric(why)}}`,
    }]]
  )),
};
