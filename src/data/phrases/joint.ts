import { LEFT_OUT, leftOutMetric } from "../metrics/joint.ts";
import { phraseRows, type Phrases } from "./phrase.ts";

/** Why names are not measured together at all. */
export const NOT_JOINT = "short=: its holdings share too few days of prices | " +
  "partial=: more than 10% of it has no comparable prices | none=: none of its holdings has reliable prices throughout";

/** What figures of names together rest on, where it is not days. */
export const JOINT_FROM = { daily: "", monthly: " (from three years of monthly prices)" } as const;

/** Why a name is left out, in few words. */
export const LEFT_OUT_FOR = {
  weight: "no weight",
  prices: "no price by that date",
  currency: "prices in another currency",
  frequency: "prices at another frequency",
  old: "no recent prices",
  history: "too short a history",
  bars: "unreliable prices",
} as const;

/** What is said of names held together, in whatever weights. */
export const JOINT_PHRASES: Phrases = {
  ...phraseRows(`
  joint.recent role=joint_recent:  ({joint_volatility_recent} over the last 60 days)
  joint.excess role=joint_excess: , an excess return of {joint_excess} over {market}
  joint.shown_top role=shown_top: {share_place}, {variance_share} together
    share_place: top=
  joint.hedges role=share_hedges: {share_place}{entries}
    share_place: hedge=
    entries < share_entry join=list about=each
  joint.share role=share_entry: {ticker} ({variance_share})
`),
  ...Object.fromEntries(LEFT_OUT.flatMap((why) =>
    why === "weight" ? [] : [[`joint.left_out_${why}`, {
      role: "left_out",
      text: `{${leftOutMetric(why)}}, with ${LEFT_OUT_FOR[why]}`,
    }]]
  )),
};
