import { phraseRows, type Phrases } from "./phrase.ts";

/** Sentences about the bars themselves: what in them cannot be believed, or is not explained. */
export const BARS_PHRASES: Phrases = phraseRows(`
  bars.old lists=risks: {ticker}'s prices end on {as_of}{ended}.
    ended: yes=, long before the day asked about
  bars.still lists=risks: {ticker}'s price has neither moved nor traded since {still_since}.
  bars.same lists=risks: {ticker}'s closes since {same_since} are those of another name in the data, day for day: whose they are is not known, so figures of both are left out.
  bars.split lists=risks: {ticker}'s close changes by {split_move} on {split_day}, and nothing in the data explains it: it may be a split, a spin-off or a change of unit that is not adjusted; figures across that day are left out.
  bars.far lists=risks: {ticker}'s close of {far_day} is over a thousand times the one before, which no trading explains; figures across that day are left out.
  bars.wrong lists=risks: {ticker}'s bar of {wrong_day} has a close outside its range from low to high, or a low above its high.
  bars.jump lists=risks: {ticker}'s close changes by {jump_move} on {jump_day}, as far as a split would move it, and is read as it is.
  bars.gap lists=risks: {ticker}'s last {gap_bars} bars span {gap_days} days, too long or too short a time for so many bars; figures over them are left out.
  bars.spike lists=risks: {ticker}'s bar of {spike_day} is left out: its close jumps, and the next one is back.
`);
