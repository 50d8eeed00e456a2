import { DEGREES, evidenceParts } from "./evidence.ts";
import type { Phrases } from "./phrase.ts";

/** Sentences of the trend. */
export const TREND_PHRASES = {
  "trend.sentence": {
    text: "{ticker}'s {basis} is {close}{where}{past}.",
    words: { basis: { price: "close", total_return: "dividend-adjusted close" } },
    parts: {
      where: { role: "close_places", least: 0, most: 1 },
      past: { role: "trend_past", least: 0, most: 1 },
    },
  },
  "trend.where": {
    role: "close_places",
    text: ", {places}",
    parts: { places: { role: "close_place", join: "list" } },
  },
  "trend.mean": {
    role: "close_place",
    of: "trend_200d",
    text: "{trend_200d} {direction} its {frequency} mean",
    words: { direction: { above: "above", below: "from" }, frequency: { daily: "200-day", monthly: "10-month" } },
  },
  "trend.high": {
    role: "close_place",
    text: "at {high_52w} of its {frequency} high",
    words: { frequency: { daily: "52-week", monthly: "12-month" } },
  },
  "trend.past": { role: "trend_past", text: "; {facts}", parts: { facts: { role: "past_fact", join: "list" } } },
  "trend.momentum": { role: "past_fact", text: "its 12-1 month momentum is {momentum_12_1}" },
  "trend.year": {
    role: "past_fact",
    text: "its 12-month return is {return_12m}{excess}",
    parts: { excess: { role: "excess", least: 0, most: 1 } },
  },
  "trend.excess": {
    role: "excess",
    text: ", an excess of {excess_12m} over {market}{mixed}",
    words: {
      mixed: {
        none: "",
        stock: ", though dividends are in the stock's return but not in the index's",
        index: ", though dividends are in the index's return but not in the stock's",
      },
    },
  },
  "note.mixed": {
    lists: ["risks"],
    text: "{ticker}'s excess of {excess_12m} over {market} is {mixed}.",
    words: {
      mixed: {
        stock: "overstated: dividends are in the stock's return but not in the index's",
        index: "understated: dividends are in the index's return but not in the stock's",
      },
    },
  },
  "evidence.momentum_12_1": {
    lists: ["drivers", "risks"],
    of: "momentum_12_1",
    text: "{mark}{ticker}'s {degree} 12-1 month momentum ({momentum_12_1}), {place}{effect}.",
    words: { degree: DEGREES },
    parts: evidenceParts("momentum_effect"),
  },
  "effect.momentum_12_1": {
    role: "momentum_effect",
    text: "; {half}",
    words: {
      half: {
        upper: "stronger momentum has tended to be followed by higher returns",
        lower: "weaker momentum has tended to be followed by lower returns",
      },
    },
  },
  "evidence.trend_200d": {
    lists: ["drivers", "risks"],
    of: "trend_200d",
    text: "{mark}{ticker}'s close {level}against its {frequency} mean ({trend_200d}), {place}{effect}.",
    words: {
      level: { high: "high ", middling: "", low: "low " },
      frequency: { daily: "200-day", monthly: "10-month" },
    },
    parts: evidenceParts("mean_effect"),
  },
  "effect.trend_200d": {
    role: "mean_effect",
    text: "; {half}",
    words: {
      half: {
        upper: "closes further above their long mean have tended to do better",
        lower: "closes lower against their long mean have tended to do worse",
      },
    },
  },
  "evidence.high_52w": {
    lists: ["drivers", "risks"],
    of: "high_52w",
    text: "{mark}{ticker}'s close {level} its {frequency} high ({high_52w}), {place}{effect}.",
    words: {
      level: { high: "near", middling: "against", low: "short of" },
      frequency: { daily: "52-week", monthly: "12-month" },
    },
    parts: evidenceParts("high_effect"),
  },
  "effect.high_52w": {
    role: "high_effect",
    text: "; {half}",
    words: {
      half: {
        upper: "closeness to the high has tended to be followed by higher returns",
        lower: "distance from the high has tended to be followed by lower returns",
      },
    },
  },
  "evidence.return_1m": {
    lists: ["drivers", "risks"],
    of: "return_1m",
    text: "{mark}{ticker}'s {degree} 1-month return ({return_1m}), {place}{effect}.",
    words: { degree: DEGREES },
    parts: evidenceParts("month_effect"),
  },
  "effect.return_1m": {
    role: "month_effect",
    text: "; {half}",
    words: {
      half: {
        upper: "a stronger month has tended to be partly given back",
        lower: "a weaker month has tended to be partly made good",
      },
    },
  },
} as const satisfies Phrases;
