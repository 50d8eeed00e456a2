import { before, ended, exchangedWords, type FaultKind, FIGURE, kindsOf, replaced } from "./kind.ts";

/** Comparatives, superlatives and words of place on a scale. */
export const COMPARISON: readonly FaultKind[] = kindsOf("comparison", [
  {
    name: "a superlative for a position",
    make: (text) =>
      replaced(text, /\b(?:above-usual|below-usual|high|low|heavy|thin)(?= \p{L})/gu, [
        "record",
        "lowest",
        "best",
        "unmatched",
      ]),
  },
  {
    name: "a comparative for a position",
    make: (text) =>
      replaced(text, /\b(?:above-usual|below-usual|high|low|heavy|thin)(?= \p{L})/gu, [
        "higher",
        "rising",
        "falling",
        "improved",
      ]),
  },
  {
    name: "the opposite position",
    make: (text) =>
      exchangedWords(text, [
        ["above-usual", "below-usual"],
        ["high", "low"],
        ["heavy", "thin"],
        ["among the highest", "among the lowest"],
        ["above average", "below average"],
        ["stronger than most", "weaker than most"],
        ["more liquid", "less liquid"],
        ["near the top", "near the bottom"],
        ["upper part", "lower part"],
        ["above its", "below its"],
        ["near its", "far from its"],
      ]),
  },
  {
    name: "another strength",
    make: (text) =>
      before(text, /\b(?:above-usual|below-usual|high|low|heavy|thin|bullish|bearish|neutral)\b/g, [
        "extremely",
        "slightly",
        "strongly",
        "mildly",
      ]),
  },
  {
    name: "a comparison appended",
    make: (text) =>
      ended(text, [", more than its peers", ", the best of its sector", ", less than a year ago", ", a record"]),
  },
  {
    name: "a comparison between two figures",
    make: (text) => before(text, FIGURE, ["higher than", "lower than", "unlike", "in contrast to"]),
  },
  {
    name: "the extreme of a list",
    make: (text) =>
      exchangedWords(text, [
        ["the most volatile", "the least volatile"],
        ["the deepest drawdown", "the smallest drawdown"],
        ["highest", "lowest"],
        ["maximum", "mildest"],
        ["the most volatile", "the most profitable"],
      ]),
  },
  {
    name: "the opposite tendency",
    make: (text) =>
      exchangedWords(text, [
        ["too little", "too much"],
        ["outperform", "underperform"],
        ["persist", "reverse"],
        ["positive", "neutral"],
        ["higher returns", "lower returns"],
        ["paid well", "paid badly"],
        ["calmer", "wilder"],
        ["stronger", "weaker"],
        ["keep rising", "keep falling"],
        ["conflict", "agree"],
        ["overstated", "understated"],
      ]),
  },
  {
    name: "another word for the signal",
    make: (text) =>
      replaced(
        text,
        /\b(?:bullish|neutral|bearish)\b/g,
        (word) =>
          ["bullish", "neutral", "bearish", "a buy", "overbought", "very bullish", "mixed", "constructive"].filter((
            other,
          ) => other !== word),
      ),
  },
]);
