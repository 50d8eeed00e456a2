import { factPhrases, type FactWords } from "./fact.ts";
import { phraseRows, type Phrases, spellings } from "./phrase.ts";
import { SPAN_OF_RISK } from "./risk.ts";

const BARS = { daily: "trading days", monthly: "months" };
const BAR = { daily: "day", monthly: "month" };

/** The sentence about a fact of the past year. */
function movesPhrases(id: string, by: string, words: FactWords): Phrases {
  return factPhrases({ id: `moves.${id}`, by }, words);
}

/** A direction and a figure without its sign, like `rose 3.1%`. */
function moved(metric: string): string {
  const words = metric === "return_12m" ? "above=up | below=down" : "above=rose | below=fell";
  return `  moved.${metric} role=moved_${metric} of=${metric} bare=${metric}: {direction} {${metric}}\n    direction: ${words}`;
}

const MOVED = [
  "top_move",
  "top_move_market",
  "main_month_return",
  "first_half",
  "second_half",
  "return_12m",
  "return_1m",
];

const one = (metric: string) => ({ role: `moved_${metric}`, most: 1 });

/** What tells one name from another: how its year went, and who is next to it. */
export const MOVES_PHRASES: Phrases = {
  ...movesPhrases("top", "top_move_times", {
    text:
      "{ticker}'s biggest {frequency} of the past year was {top_move_day}, when it {move}{market}: {top_move_times} times a typical {frequency}",
    words: { frequency: BAR },
    parts: { move: one("top_move"), market: { role: "top_market", least: 0, most: 1 } },
    more: ", more than for",
    less: ", less than for",
  }),
  ...movesPhrases("month", "main_month_return", {
    text: "{ticker}'s standout month of the past year was {main_month}, when it {move}",
    parts: { move: one("main_month_return") },
    more: ", a higher return than",
    less: ", a lower return than",
  }),
  ...movesPhrases("halves", "half_turn", {
    text: "{ticker} {first} in the first half of the past year and {second} in the second",
    parts: { first: one("first_half"), second: one("second_half") },
    more: "; its second half was better relative to the first than for",
    less: "; its second half was worse relative to the first than for",
  }),
  ...movesPhrases("high", "high_age", {
    text: "{ticker} last set its 12-month closing high on {high_day} ({frequency} since: {high_age})",
    words: { frequency: BARS },
    more: ", longer ago than for",
    less: ", more recently than for",
  }),
  ...movesPhrases("low", "low_age", {
    text: "{ticker} last set its 12-month closing low on {low_day} ({frequency} since: {low_age})",
    words: { frequency: BARS },
    more: ", longer ago than for",
    less: ", more recently than for",
  }),
  ...movesPhrases("run", "run_length", {
    text: "{ticker} {direction} for {run_length} {frequency} in a row to {run_day}, its longest run of the past year",
    words: { frequency: BARS },
    parts: { direction: { role: "run_direction", most: 1 } },
    more: ", longer than that of",
    less: ", shorter than that of",
  }),
  ...movesPhrases("alone", "market_share", {
    text: "{ticker} {level}: {market} explains {market_share} of the variance of its returns{span}",
    words: {
      level: {
        very_high: "moves largely with the market",
        high: "moves largely with the market",
        low: "moves largely on its own",
        very_low: "moves largely on its own",
        middling: "moves partly with the market",
      },
    },
    parts: { span: { role: "market_span", most: 1 } },
    more: ", more than for",
    less: ", less than for",
  }),
  ...movesPhrases("own", "own_return", {
    text:
      "{ticker} is {year} over a year; at its beta of {beta} {market} explains {market_part}, so {own_return} is specific to the company, {whose}{month}",
    words: {
      whose: {
        own: "the larger part",
        market: "the smaller part",
        contrary: "which offsets part of it",
        against: "the opposite of the market's part",
      },
    },
    parts: { year: one("return_12m"), month: { role: "month_of_year", least: 0, most: 1 } },
    more: "; the specific part is higher than that of",
    less: "; the specific part is lower than that of",
  }),
  ...phraseRows(`
  own.month role=month_of_year of=return_1m bare=return_1m: ; the last month {direction} {return_1m}
    direction: above=added | below=took away
`),
  ...movesPhrases("capture", "capture_gap", {
    text:
      "{ticker}'s upside capture against {market} is {up_capture} and its downside capture {down_capture}, from {frequency}",
    words: { frequency: { daily: "daily returns", monthly: "monthly returns" } },
    more: ", a better pair than",
    less: ", a worse pair than",
  }),
  ...movesPhrases("fall", "max_drawdown_1y", {
    text:
      "{ticker}'s maximum drawdown of the past year, {max_drawdown_1y} from {fall_from} to {fall_to}, {healed}{share}",
    bare: ["max_drawdown_1y"],
    words: {
      healed: {
        whole: "has been fully recovered",
        most: "has been mostly recovered",
        part: "has been partly recovered",
        hardly: "has barely been recovered",
      },
    },
    parts: { share: { role: "healed_share", least: 0, most: 1, all: true } },
    more: ", and was shallower than that of",
    less: ", and was deeper than that of",
  }),
  ...movesPhrases("calm", "calm_change", {
    text: "{ticker}'s volatility over the last 60 days was {calm_change} times that of the past year",
    more: ", a higher ratio than for",
    less: ", a lower ratio than for",
  }),
  ...movesPhrases("year", "return_12m", {
    text: "{ticker} is {year} over 12 months{month}",
    parts: { year: one("return_12m"), month: { role: "month_of_year", least: 0, most: 1 } },
    more: "; a better year than",
    less: "; a worse year than",
  }),
  ...movesPhrases("last", "return_1m", {
    text: "{ticker} {month} over the last month",
    parts: { month: one("return_1m") },
    more: ", better than",
    less: ", worse than",
  }),
  ...movesPhrases("swing", "volatility", {
    text: "{ticker}'s annualised volatility is {volatility}, from {frequency}",
    words: { frequency: SPAN_OF_RISK },
    more: ", more than for",
    less: ", less than for",
  }),
  ...movesPhrases("beta", "beta", {
    text: "{ticker}'s beta to {market} is {beta}, from {frequency}",
    words: { frequency: SPAN_OF_RISK },
    more: ", higher than",
    less: ", lower than",
  }),
  ...movesPhrases("mean", "trend_200d", {
    text: "{ticker} closed {trend_200d} {direction} its {frequency} moving average",
    bare: ["trend_200d"],
    words: { direction: { above: "above", below: "below" }, frequency: { daily: "200-day", monthly: "10-month" } },
    more: ", higher relative to it than",
    less: ", lower relative to it than",
  }),
  ...movesPhrases("top_of_year", "high_52w", {
    text: "{ticker} closed at {high_52w} of its {frequency} high",
    words: { frequency: { daily: "52-week", monthly: "12-month" } },
    more: ", closer to it than",
    less: ", further below it than",
  }),
  ...nearPhrases("return_12m", "12-month return"),
  ...nearPhrases("volatility", "volatility"),
  ...nearPhrases("return_1m", "last month's return"),
  // once a drawdown is recovered the share is above 100%, and says nothing
  ...phraseRows(`
${MOVED.map(moved).join("\n")}
  moves.top_market role=top_market:  while {market} {move}{beside}
    beside: with= | against=
    move < moved_top_move_market most=1
  run.direction role=run_direction of=longest_run: {direction}
    direction: above=rose | below=fell
  market.span role=market_span:  over {frequency}
    frequency: ${spellings(SPAN_OF_RISK)}
  moves.healed_share role=healed_share: {healed} ({recovery})
    healed: most= | part= | hardly=
  between.two role=between: behind {neighbour_above} and ahead of {neighbour_below}
  between.first role=between: {edge}, ahead of {neighbour_below}
    edge: first=first
  between.last role=between: {edge}, behind {neighbour_above}
    edge: last=last
  near.companion role=near_companion: ; {tie} {companion} (correlation {companion_correlation})
    tie: close=it moves closely with | fair=the nearest to it is | loose=nothing moves much like it; the nearest is
  moves.quiet of=return_12m: Nothing about {ticker} stands out as of {as_of}{quiet}: every measure compared lies between the 10th and 90th percentile of {peers} companies with {frequency}.
    quiet: yes=
    frequency: daily=daily prices | monthly=monthly prices | none=filings
`),
};

/** The sentence that names the companies before and after this one, by one measure. */
function nearPhrases(metric: string, by: string): Phrases {
  return {
    [`near.${metric}`]: {
      of: metric,
      text: `On ${by} {ticker} is {between} among {group_size} companies in {group}{companion}.`,
      parts: {
        between: { role: "between", most: 1 },
        companion: { role: "near_companion", least: 0, most: 1 },
      },
    },
  };
}
