import type { Claim, Statement } from "../data/claim.ts";
import type { MetricId } from "../data/metrics/metric.ts";
import type { Frequency } from "../data/dataset.ts";
import { say } from "./say.ts";

/** Where a value is among those it is compared with. */
export type Level = "high" | "middling" | "low";

/** What a noun depends on. */
interface MeasureNames {
  readonly level: Level;
  /** The level as an adjective: of companies `high`, of a company's own past `above-usual`. */
  readonly degree: string;
  readonly frequency: Frequency;
  /** Name of the benchmark in a sentence. */
  readonly market: string;
}

/** The words for a scored metric, and the published effect of a high and a low value. */
export interface MeasureWords {
  /** The measure with its level, like `high 12-1 month momentum`; follows the ticker, precedes the value in brackets. */
  readonly noun: (names: MeasureNames) => string;
  /** The value with its unit. */
  readonly value: (claim: Claim) => Statement;
  /** Published effect of a high value. */
  readonly high: string;
  /** Published effect of a low value. */
  readonly low: string;
}

const plain = (claim: Claim): Statement => say`${claim}`;

/** Words for the scored metrics; the other metrics have sentences of their own. */
export const MEASURE_WORDS: Readonly<Partial<Record<MetricId, MeasureWords>>> = {
  momentum_12_1: {
    noun: ({ degree }) => `${degree} 12-1 month momentum`,
    value: plain,
    high: "stronger momentum has tended to be followed by higher returns",
    low: "weaker momentum has tended to be followed by lower returns",
  },
  trend_200d: {
    noun: ({ level, frequency }) =>
      `close ${level === "middling" ? "" : `${level} `}against its ${
        frequency === "daily" ? "200-day" : "10-month"
      } mean`,
    value: plain,
    high: "closes further above their long mean have tended to do better",
    low: "closes lower against their long mean have tended to do worse",
  },
  high_52w: {
    noun: ({ level, frequency }) =>
      `close ${{ high: "near", low: "short of", middling: "against" }[level]} its ${
        frequency === "daily" ? "52-week" : "12-month"
      } high`,
    value: plain,
    high: "closeness to the high has tended to be followed by higher returns",
    low: "distance from the high has tended to be followed by lower returns",
  },
  return_1m: {
    noun: ({ degree }) => `${degree} 1-month return`,
    value: plain,
    high: "a stronger month has tended to be partly given back",
    low: "a weaker month has tended to be partly made good",
  },
  volatility: {
    noun: ({ degree }) => `${degree} volatility`,
    value: (claim) => say`${claim} a year`,
    high: "more volatile stocks have tended to return less",
    low: "calmer stocks have tended to return more",
  },
  beta: {
    noun: ({ degree, market }) => `${degree} beta to ${market}`,
    value: plain,
    high: "higher betas have tended to be paid too little for their risk",
    low: "lower betas have tended to be paid well for their risk",
  },
  amihud: {
    noun: ({ level }) => `${{ high: "thin", low: "heavy", middling: level }[level]} trading by Amihud's price impact`,
    value: (claim) => say`${claim} per billion traded`,
    high: "stocks that move more when traded have tended to return more",
    low: "stocks that move less when traded have tended to return less",
  },
};
