import { LEFT_OUT, leftOutMetric } from "../metrics/portfolio.ts";
import { phraseRows, type Phrases } from "./phrase.ts";

/** Why names are not measured together at all. */
export const NOT_MEASURED = "short=: its holdings share too few days of prices | " +
  "partial=: more than 10% of it has no comparable prices | none=: none of its holdings has reliable prices throughout";

/** What figures of names together rest on, where it is not days. */
export const PORTFOLIO_FROM = { daily: "", monthly: " (from three years of monthly prices)" } as const;

/** Why a name is left out, in few words. */
export const LEFT_OUT_FOR = {
  weight: "no weight",
  prices: "no price by that date",
  currency: "prices in another currency",
  frequency: "prices at another frequency",
  stale_prices: "no recent prices",
  history: "too short a history",
  bars: "unreliable prices",
} as const;

/** What is said of names held together, in whatever weights. */
export const PORTFOLIO_PHRASES: Phrases = {
  ...phraseRows(`
  portfolio.recent role=portfolio_recent:  ({portfolio_volatility_recent} over the last 60 days)
  portfolio.excess role=portfolio_excess: , an excess return of {portfolio_excess} over {market}
  portfolio.shown_top role=shown_top: {share_place}, {variance_share} together
    share_place: top=
  portfolio.hedges role=share_hedges: {share_place}{entries}
    share_place: hedge=
    entries < share_entry join=list about=each
  portfolio.share role=share_entry: {ticker} ({variance_share})
`),
  ...Object.fromEntries(LEFT_OUT.flatMap((why) =>
    why === "weight" ? [] : [[`portfolio.left_out_${why}`, {
      role: "left_out",
      text: `{${leftOutMetric(why)}}, with ${LEFT_OUT_FOR[why]}`,
    }]]
  )),
};
