import type { Phrases } from "./phrase.ts";

/** Sentences about one company that join its domains. */
export const COMPANY_PHRASES = {
  "company.thesis": {
    text:
      "The view on {name} as of {as_of} is {signal}: an uncalibrated probability of {probability} of {statement}, from a score of {score} ({scores}).",
    words: { signal: { bullish: "bullish", neutral: "neutral", bearish: "bearish" } },
    parts: { scores: { role: "domain_score", join: "list", all: true }, statement: { role: "statement", most: 1 } },
  },
  "company.no_view": {
    text: "There is {signal} on {name} as of {as_of}: {why}, and the confidence is that of a coin toss.",
    words: { signal: { no_view: "no view" } },
    parts: { why: { role: "no_view_reason", most: 1 } },
  },
  "no_view.ended": {
    role: "no_view_reason",
    text: "{ended}",
    words: {
      ended: {
        yes: "its prices end that day, long before the day asked about",
        outlived: "its prices end long before that day",
      },
    },
  },
  "no_view.unpriced": {
    role: "no_view_reason",
    text: "{priced}",
    words: { priced: { none: "the data holds no prices of it by then" } },
  },
  "no_view.still": {
    role: "no_view_reason",
    text: "its price has neither moved nor traded since {still_since}",
  },
  "no_view.few": { role: "no_view_reason", text: "too few measures can be scored" },
  "company.no_prices": {
    text: "The data holds no prices by the day asked about, so there is no view{priced}.",
    words: { priced: { none: "" } },
  },
  "statement.beats": {
    role: "statement",
    text: "beating {market} over the next {frequency}",
    words: { frequency: { daily: "63 trading days", monthly: "three months" } },
  },
  "statement.rises": {
    role: "statement",
    text: "a positive return over the next {frequency}{benchmark}",
    words: { frequency: { daily: "63 trading days", monthly: "three months" }, benchmark: { none: "" } },
  },
  "company.lacks": {
    text: "Of {ticker} as of {as_of} some things cannot be said: {reasons}.",
    parts: { reasons: { role: "reason", join: "semicolon", all: true } },
  },
  "place.rank": {
    role: "place",
    text: "rank {rank} of {peers} names{within} with {frequency} to {as_of}",
    words: { within: { all: "" }, frequency: { daily: "daily bars", monthly: "month-ends", none: "filings" } },
  },
  "place.sector": {
    role: "place",
    text: "rank {rank} of {peers} in {circle}{within}, as of {as_of}",
    words: { within: { sector: "" } },
  },
  "place.months": {
    role: "place",
    text: "{position} its own {months} month-ends",
    words: {
      position: {
        top: "near the top of",
        upper: "in the upper part of",
        middle: "around the middle of",
        lower: "in the lower part of",
        bottom: "near the bottom of",
      },
    },
  },
  "mark.side": { role: "mark", text: "{side}: ", words: { side: { for: "For", against: "Against" } } },
  "company.unled": {
    lists: ["drivers"],
    text: "{ticker}: no measure clearly pulls its score {unled}.",
    words: { unled: { up: "up", down: "down" } },
  },
  "tension.up_down": {
    lists: ["risks"],
    text: "{ticker}'s scores of {up} and {down} point in opposite directions.",
    parts: { up: { role: "pulls_up", most: 1 }, down: { role: "pulls_down", most: 1 } },
  },
  "tension.down_up": {
    lists: ["risks"],
    text: "{ticker}'s scores of {down} and {up} point in opposite directions.",
    parts: { up: { role: "pulls_up", most: 1 }, down: { role: "pulls_down", most: 1 } },
  },
  "note.history": {
    lists: ["risks"],
    text: "{ticker}'s history up to {as_of} {effects}.",
    parts: { effects: { role: "history_effect", join: "list" } },
  },
  "history.short": {
    role: "history_effect",
    text: "is too short for {lacking}",
    parts: { lacking: { role: "lacks_history", join: "list" } },
  },
  "history.thin": {
    role: "history_effect",
    text: "{thin}",
    words: { thin: { yes: "makes its risk figures rest on less than the usual span" } },
  },
} as const satisfies Phrases;
