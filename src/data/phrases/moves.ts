import { factPhrases, type FactWords } from "./fact.ts";
import { phraseRows, type Phrases, spellings } from "./phrase.ts";
import { SPAN_OF_RISK } from "./risk.ts";

const BARS = { daily: "sessions", monthly: "month-ends" };
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
      "{ticker}'s largest {frequency} of the past year was {top_move_day}, when it {move}{market}: {top_move_times} times its median {frequency}",
    words: { frequency: BAR },
    parts: { move: one("top_move"), market: { role: "top_market", least: 0, most: 1 } },
    more: ", more than for",
    less: ", less than for",
  }),
  ...movesPhrases("month", "main_month_return", {
    text: "{ticker}'s month of the past year was {main_month}, when it {move}",
    parts: { move: one("main_month_return") },
    more: ", a return above that of",
    less: ", a return below that of",
  }),
  ...movesPhrases("halves", "half_turn", {
    text: "{ticker} {first} in the first half of the past year and {second} in the second",
    parts: { first: one("first_half"), second: one("second_half") },
    more: "; the second half was better against the first than for",
    less: "; the second half was worse against the first than for",
  }),
  ...movesPhrases("high", "high_age", {
    text: "{ticker}'s highest close of the past year was on {high_day} ({frequency} since: {high_age})",
    words: { frequency: BARS },
    more: ", longer ago than for",
    less: ", more recent than for",
  }),
  ...movesPhrases("low", "low_age", {
    text: "{ticker}'s lowest close of the past year was on {low_day} ({frequency} since: {low_age})",
    words: { frequency: BARS },
    more: ", longer ago than for",
    less: ", more recent than for",
  }),
  ...movesPhrases("run", "run_length", {
    text: "{ticker} {direction} {run_length} {frequency} in a row up to {run_day}, its longest run of the past year",
    words: { frequency: BARS },
    parts: { direction: { role: "run_direction", most: 1 } },
    more: " and longer than that of",
    less: " and shorter than that of",
  }),
  ...movesPhrases("alone", "market_share", {
    text: "{ticker} {level}: {market} accounts for {market_share} of the variance of its returns{span}",
    words: {
      level: {
        very_high: "moves with the market",
        high: "moves with the market",
        low: "moves on its own",
        very_low: "moves on its own",
        middling: "moves partly with the market",
      },
    },
    parts: { span: { role: "market_span", most: 1 } },
    more: ", more than for",
    less: ", less than for",
  }),
  ...movesPhrases("own", "own_return", {
    text:
      "{ticker} is {year} in a year in which {market} at its beta of {beta} would have given {market_part}, so {own_return} is its own, {whose}{month}",
    words: {
      whose: {
        own: "the larger part",
        market: "the smaller part",
        contrary: "against the rest",
        against: "against the market",
      },
    },
    parts: { year: one("return_12m"), month: { role: "month_of_year", least: 0, most: 1 } },
    more: "; the part of its own is larger than that of",
    less: "; the part of its own is smaller than that of",
  }),
  ...phraseRows(`
  own.month role=month_of_year of=return_1m bare=return_1m: ; the last month {direction} {return_1m}
    direction: above=brought | below=cost
`),
  ...movesPhrases("capture", "capture_gap", {
    text:
      "In {frequency} when {market} rose {ticker} moved {up_capture} as far on average, and {down_capture} in {frequency} when it fell",
    words: { frequency: { daily: "sessions", monthly: "months" } },
    more: ", a better pair than for",
    less: ", a worse pair than for",
  }),
  ...movesPhrases("fall", "max_drawdown_1y", {
    text: "{ticker}'s worst fall of the past year, by {max_drawdown_1y} from {fall_from} to {fall_to}, {healed}{share}",
    bare: ["max_drawdown_1y"],
    words: {
      healed: {
        whole: "has been made good",
        most: "has mostly been made good",
        part: "has partly been made good",
        hardly: "has hardly been made good",
      },
    },
    parts: { share: { role: "healed_share", least: 0, most: 1, all: true } },
    more: ", and was shallower than that of",
    less: ", and was deeper than that of",
  }),
  ...movesPhrases("calm", "calm_change", {
    text: "{ticker}'s last 60 days were {calm_change} times as volatile as its past year",
    more: ", a higher ratio than for",
    less: ", a lower ratio than for",
  }),
  ...movesPhrases("year", "return_12m", {
    text: "{ticker} is {year} in a year{month}",
    parts: { year: one("return_12m"), month: { role: "month_of_year", least: 0, most: 1 } },
    more: "; its year was better than that of",
    less: "; its year was worse than that of",
  }),
  ...movesPhrases("last", "return_1m", {
    text: "{ticker} {month} over the last month",
    parts: { month: one("return_1m") },
    more: ", better than",
    less: ", worse than",
  }),
  ...movesPhrases("swing", "volatility", {
    text: "{ticker}'s volatility is {volatility} a year, from {frequency}",
    words: { frequency: SPAN_OF_RISK },
    more: ", more than for",
    less: ", less than for",
  }),
  ...movesPhrases("beta", "beta", {
    text: "{ticker} has a beta to {market} of {beta}, from {frequency}",
    words: { frequency: SPAN_OF_RISK },
    more: ", a higher one than",
    less: ", a lower one than",
  }),
  ...movesPhrases("mean", "trend_200d", {
    text: "{ticker} closed {trend_200d} {direction} its {frequency} mean",
    bare: ["trend_200d"],
    words: { direction: { above: "above", below: "below" }, frequency: { daily: "200-day", monthly: "10-month" } },
    more: ", higher against it than",
    less: ", lower against it than",
  }),
  ...movesPhrases("top_of_year", "high_52w", {
    text: "{ticker} closed at {high_52w} of its {frequency} high",
    words: { frequency: { daily: "52-week", monthly: "12-month" } },
    more: ", nearer to it than",
    less: ", further below it than",
  }),
  ...nearPhrases("return_12m", "12-month return"),
  ...nearPhrases("volatility", "volatility"),
  ...nearPhrases("return_1m", "return over the last month"),
  // once a fall is recovered the share is above 100%, and says nothing
  ...phraseRows(`
${MOVED.map(moved).join("\n")}
  moves.top_market role=top_market:  {beside} {market}, which {move}
    beside: with=with | against=against
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
    tie: close=it moves closely with | fair=it moves most like | loose=none moves much like it, the nearest is
  moves.quiet of=return_12m: Nothing stands out about {ticker} as of {as_of}{quiet}: whatever is compared lies between the lowest and the highest tenth of {peers} names with {frequency}.
    quiet: yes=
    frequency: daily=daily bars | monthly=month-ends | none=filings
`),
};

/** The sentence that names the companies before and after this one, by one measure. */
function nearPhrases(metric: string, by: string): Phrases {
  return {
    [`near.${metric}`]: {
      of: metric,
      text: `By ${by} {ticker} is {between} among the {group_size} names of {group}{companion}.`,
      parts: {
        between: { role: "between", most: 1 },
        companion: { role: "near_companion", least: 0, most: 1 },
      },
    },
  };
}
