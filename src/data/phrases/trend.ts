import { evidenceRows, STRENGTHS } from "./evidence.ts";
import { phraseRows, type Phrases, spellings } from "./phrase.ts";

/** Sentences of the trend. */
export const TREND_PHRASES: Phrases = {
  ...phraseRows(`
  trend.sentence: {ticker}'s {basis} was {close}{where}{past}.
    basis: price=close (adjusted for splits) | total_return=close (adjusted for splits and dividends)
    where < close_places least=0 most=1
    past < trend_past least=0 most=1
  trend.where role=close_places: , {places}
    places < close_place join=list
  trend.mean role=close_place of=trend_200d bare=trend_200d: {trend_200d} {direction} its {frequency} moving average
    direction: above=above | below=below
    frequency: daily=200-day | monthly=10-month
  trend.high role=close_place: at {close_to_52w_high} of its {frequency} high
    frequency: daily=52-week | monthly=12-month
  trend.past role=trend_past: ; {facts}
    facts < past_fact join=list
  trend.momentum role=past_fact: its 12-month momentum, leaving out the last month, is {momentum_12_1}
  trend.year role=past_fact: it returned {return_12m} over 12 months{excess}
    excess < excess least=0 most=1
  trend.excess role=excess: , an excess return of {excess_12m} over {market}{mixed}
    mixed: none= | stock= (dividends are in the share return but not in the index) | index= (dividends are in the index but not in the share return)
  trend.turn of=trend_200d: A close {direction} {crossing_price_200d}{gap} would take {ticker} {way} its {frequency} moving average.
    direction: above=below | below=above
    frequency: daily=200-day | monthly=10-month
    gap < crossing_gap most=1
    way < turn_way most=1
  turn.gap role=crossing_gap of=crossing_gap bare=crossing_gap:  ({crossing_gap} {direction} the last close)
    direction: above=above | below=below
  turn.way role=turn_way of=trend_200d: {direction}
    direction: above=below | below=above
  note.mixed lists=risks: {ticker}'s excess return of {excess_12m} over {market} is {mixed}.
    mixed: stock=overstated: it counts the share's dividends but not the index's | index=understated: it counts the index's dividends but not the share's
`),
  ...evidenceRows(`
  momentum_12_1: {ticker}'s 12-month momentum of {momentum_12_1}, leaving out the last month, is {degree}
    half: upper=Strong momentum has tended to persist | lower=Weak momentum has tended to persist
    degree: ${spellings(STRENGTHS)}
  trend_200d bare=trend_200d: {ticker} closed {trend_200d} {direction} its {frequency} moving average, {degree}
    half: upper=Strong trends have tended to persist | lower=Weak trends have tended to persist
    direction: above=above | below=below
    degree: very_high=stronger than 90% of companies | high=stronger than most companies | middling=about average | low=weaker than most companies | very_low=weaker than 90% of companies | above_usual=stronger than usual | usual=near its usual distance | below_usual=weaker than usual
    frequency: daily=200-day | monthly=10-month
  close_to_52w_high: {ticker} closed at {close_to_52w_high} of its {frequency} high, {level}
    half: upper=Shares near their high have tended to outperform | lower=Shares far below their high have tended to underperform
    level: very_high=closer to it than 90% of companies | high=closer to it than most companies | middling=about average | low=further below it than most companies | very_low=further below it than 90% of companies
    frequency: daily=52-week | monthly=12-month
  return_1m: {ticker}'s return of {return_1m} last month is {degree}
    half: upper=A strong month has tended to reverse in part | lower=A weak month has tended to reverse in part
    degree: ${spellings(STRENGTHS)}
`),
};

/** Sentences about a session. */
export const SESSION_PHRASES = phraseRows(`
  session.traded: {ticker} traded {session_value} in the session of {as_of}, at a volume-weighted average price of {session_vwap}.
  session.volatility: {ticker}'s realised volatility in the session of {as_of} was {session_volatility} ({session_step}-minute returns).
`);

/** Sentences about the bars themselves: what in them cannot be believed, or is not explained. */
export const BARS_PHRASES: Phrases = phraseRows(`
  bars.old lists=risks: {ticker}'s prices stop on {as_of}{ended}.
    ended: yes=, well before the date asked about
  bars.still lists=risks: {ticker}'s shares have not moved or traded since {still_since}.
  bars.same lists=risks: {ticker}'s closes since {same_since} are identical to those of another company in the data; it is not known whose they are, so figures for both are left out.
  bars.split lists=risks: {ticker}'s close moves {split_move} on {split_day}, with nothing in the data to explain it: it may be an unadjusted split, a spin-off or a change of unit; figures that span that day are left out.
  bars.far lists=risks: {ticker}'s close of {far_day} is over 1,000 times the one before, which is no market move; figures that span that day are left out.
  bars.wrong lists=risks: {ticker}'s prices for {wrong_day} contradict each other: the close is outside the day's range, or the low is above the high.
  bars.jump lists=risks: {ticker}'s close moves {jump_move} on {jump_day}, as far as a split would move it, and is taken as it is.
  bars.gap lists=risks: {ticker}'s last {gap_bars} prices span {gap_days} days, which does not fit a trading calendar; figures based on them are left out.
  bars.spike lists=risks: {ticker}'s price of {spike_day} is left out: it jumps and reverses the next day.
`);
