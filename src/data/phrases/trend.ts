import { evidencePhrases, STRENGTHS } from "./evidence.ts";
import { phraseRows, type Phrases } from "./phrase.ts";

/** Sentences of the trend. */
export const TREND_PHRASES: Phrases = {
  ...phraseRows(`
  trend.sentence: {ticker}'s {basis} is {close}{where}{past}.
    basis: price=close, adjusted for splits as in its file, | total_return=close, adjusted for splits and dividends,
    where < close_places least=0 most=1
    past < trend_past least=0 most=1
  trend.where role=close_places: , {places}
    places < close_place join=list
  trend.mean role=close_place of=trend_200d bare=trend_200d: {trend_200d} {direction} its {frequency} mean
    direction: above=above | below=below
    frequency: daily=200-day | monthly=10-month
  trend.high role=close_place: at {high_52w} of its {frequency} high
    frequency: daily=52-week | monthly=12-month
  trend.past role=trend_past: ; {facts}
    facts < past_fact join=list
  trend.momentum role=past_fact: its 12-1 month momentum is {momentum_12_1}
  trend.year role=past_fact: its 12-month return is {return_12m}{excess}
    excess < excess least=0 most=1
  trend.excess role=excess: , an excess of {excess_12m} over {market}{mixed}
    mixed: none= | stock=, though dividends are in the stock's return but not in the index's | index=, though dividends are in the index's return but not in the stock's
  trend.turn of=trend_200d: A close of {ticker} {direction} {turn_200d}{gap} would be {way} its {frequency} mean.
    direction: above=below | below=above
    frequency: daily=200-day | monthly=10-month
    gap < turn_gap most=1
    way < turn_way most=1
  turn.gap role=turn_gap of=turn_gap bare=turn_gap: , {turn_gap} {direction} the last,
    direction: above=above | below=below
  turn.way role=turn_way of=trend_200d: {direction}
    direction: above=below | below=above
  note.mixed lists=risks: {ticker}'s excess of {excess_12m} over {market} is {mixed}.
    mixed: stock=overstated: dividends are in the stock's return but not in the index's | index=understated: dividends are in the index's return but not in the stock's
`),
  ...evidencePhrases("momentum_12_1", {
    text: "{ticker}'s 12-1 month momentum is {degree} ({momentum_12_1})",
    words: { degree: STRENGTHS },
    upper: "strong momentum has tended to be followed by higher returns",
    lower: "weak momentum has tended to be followed by lower returns",
  }),
  ...evidencePhrases("trend_200d", {
    text: "{ticker}'s close is {trend_200d} {direction} its {frequency} mean, {degree}",
    bare: ["trend_200d"],
    words: {
      direction: { above: "above", below: "below" },
      degree: {
        very_high: "far higher against it than most",
        high: "higher against it than most",
        middling: "about as others stand",
        low: "lower against it than most",
        very_low: "far lower against it than most",
        above_usual: "higher against it than usual",
        usual: "about as usual for it",
        below_usual: "lower against it than usual",
      },
      frequency: { daily: "200-day", monthly: "10-month" },
    },
    upper: "prices well above their long mean have tended to do better",
    lower: "prices low against their long mean have tended to do worse",
  }),
  ...evidencePhrases("high_52w", {
    text: "{ticker}'s close is at {high_52w} of its {frequency} high, {level}",
    words: {
      level: {
        very_high: "much nearer to it than most",
        high: "nearer to it than most",
        middling: "about as near as others",
        low: "further below it than most",
        very_low: "much further below it than most",
      },
      frequency: { daily: "52-week", monthly: "12-month" },
    },
    upper: "stocks near their high have tended to return more",
    lower: "stocks far below their high have tended to return less",
  }),
  ...evidencePhrases("return_1m", {
    text: "{ticker}'s 1-month return is {degree} ({return_1m})",
    words: { degree: STRENGTHS },
    upper: "part of a strong month has tended to be given back",
    lower: "part of a weak month has tended to be recovered",
  }),
};
