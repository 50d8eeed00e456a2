import type { Phrases } from "./phrase.ts";
import { CHANCE_FROM } from "./risk.ts";

/** Sentences about several companies. */
export const SET_PHRASES = {
  "set.thesis": {
    of: "score",
    text:
      "Taken together, {whom}{complete} come out {signal} as of {as_of}: the mean score is {score}, an uncalibrated probability of {probability} of {statement}{chance}.",
    words: { complete: { yes: "" }, signal: { bullish: "bullish", neutral: "neutral", bearish: "bearish" } },
    parts: {
      whom: { role: "whom", most: 1 },
      statement: { role: "statement", most: 1 },
      chance: { role: "mean_chance", least: 0, most: 1 },
    },
  },
  "set.thesis_alone": {
    of: "score",
    text:
      "Of the companies asked about, only {ticker}{complete} can be scored: it comes out {signal} as of {as_of}, with a score of {score}, an uncalibrated probability of {probability} of {statement}.",
    words: { complete: { yes: "" }, signal: { bullish: "bullish", neutral: "neutral", bearish: "bearish" } },
    parts: { statement: { role: "statement", most: 1 } },
  },
  "whom.tickers": { role: "whom", text: "{companies}" },
  "whom.sector": { role: "whom", text: "the companies of {sector} ({companies})" },
  "whom.many": { role: "whom", text: "the companies of {sector}" },
  "whom.asked": { role: "whom", text: "the companies asked about" },
  "set.mean_chance": {
    role: "mean_chance",
    text: "; the mean chance of a fall of 15 % or more within 63 trading days is {drawdown_probability}{frequency}",
    words: { frequency: CHANCE_FROM },
  },
  "set.no_view": {
    text: "There is {signal} on {dated}: too few measures can be scored, and the confidence is that of a coin toss.",
    words: { signal: { no_view: "no view" } },
    parts: { dated: { role: "dated", join: "list", about: "each" } },
  },
  "set.no_view_many": {
    text:
      "There is {signal} on these companies: too few measures can be scored, and the confidence is that of a coin toss.",
    words: { signal: { no_view: "no view" } },
  },
  "set.left_out": {
    text: "There is {signal} on {ticker} as of {as_of}: {why}.",
    words: { signal: { no_view: "no view" } },
    parts: { why: { role: "no_view_reason", most: 1 } },
  },
  "set.left_out_rest": {
    text: "There is {signal} on {companies} either.",
    words: { signal: { no_view: "no view" } },
  },
  "dated.ticker": { role: "dated", text: "{ticker} (as of {as_of})" },
  "set.by_score": {
    of: "score",
    text: "{order}{complete}{alike}: {entries}.",
    words: { order: { descending: "From the highest score to the lowest" }, complete: { yes: "" }, alike: { yes: "" } },
    parts: { entries: { role: "score_entry", join: "list", about: "each" } },
  },
  "set.by_chance": {
    of: "drawdown_probability",
    text: "{order}{complete}{alike}{frequency}: {entries}.",
    words: {
      order: {
        descending: "From the highest chance of a fall of 15 % or more within 63 trading days to the lowest",
      },
      complete: { yes: "" },
      alike: { yes: "" },
      frequency: CHANCE_FROM,
    },
    parts: { entries: { role: "chance_entry", join: "list", about: "each" } },
  },
  "set.score_ends": {
    of: "score",
    text: "{top}; {bottom}.",
    parts: {
      top: { role: "score_top", most: 1, about: "others" },
      bottom: { role: "score_bottom", most: 1, about: "others" },
    },
  },
  "set.score_top": {
    role: "score_top",
    of: "score",
    text: "{extreme}{order}{alike}: {entries}",
    words: { extreme: { highest: "The highest score" }, order: { descending: "" }, alike: { yes: "" } },
    parts: { entries: { role: "score_entry", join: "list", about: "each" } },
  },
  "set.score_bottom": {
    role: "score_bottom",
    of: "score",
    text: "{extreme}{order}: {entries}",
    words: { extreme: { lowest: "the lowest" }, order: { descending: "" } },
    parts: { entries: { role: "score_entry", join: "list", about: "each" } },
  },
  "set.chance_ends": {
    of: "drawdown_probability",
    text: "{top}; {bottom}.",
    parts: {
      top: { role: "chance_top", most: 1, about: "others" },
      bottom: { role: "chance_bottom", most: 1, about: "others" },
    },
  },
  "set.chance_top": {
    role: "chance_top",
    of: "drawdown_probability",
    text: "{extreme}{order}{alike}{frequency}: {entries}",
    words: {
      extreme: { highest: "The highest chance of a fall of 15 % or more within 63 trading days" },
      order: { descending: "" },
      alike: { yes: "" },
      frequency: CHANCE_FROM,
    },
    parts: { entries: { role: "chance_entry", join: "list", about: "each" } },
  },
  "set.chance_bottom": {
    role: "chance_bottom",
    of: "drawdown_probability",
    text: "{extreme}{order}: {entries}",
    words: { extreme: { lowest: "the lowest" }, order: { descending: "" } },
    parts: { entries: { role: "chance_entry", join: "list", about: "each" } },
  },
  "entry.score": {
    role: "score_entry",
    text: "{ticker} {score}{made}",
    parts: { made: { role: "made_of", least: 0, most: 1 } },
  },
  "entry.made_of": {
    role: "made_of",
    text: " ({scores})",
    parts: { scores: { role: "domain_score", join: "comma", all: true } },
  },
  "entry.chance": { role: "chance_entry", text: "{ticker} {drawdown_probability}" },
  "set.extremes": {
    of: "volatility",
    text: "Of these{alike}, {extremes}.",
    words: { alike: { yes: "" } },
    parts: { extremes: { role: "extreme", join: "semicolon", about: "others" } },
  },
  "set.unlike": {
    of: "score",
    text: "There is no ranking{alike}.",
    words: {
      alike: {
        bars: ": some of these companies have daily bars, others only month-ends",
        places: " by score: some scores compare with other companies, others with a company's own past",
      },
    },
  },
  "set.unled": {
    lists: ["drivers"],
    text: "No measure clearly pulls the score {unled}.",
    words: { unled: { up: "up", down: "down" } },
  },
  "set.lacks": {
    text: "Of these companies some things cannot be said: {reasons}.",
    parts: { reasons: { role: "reason_of_set", join: "semicolon", all: true } },
  },
} as const satisfies Phrases;
