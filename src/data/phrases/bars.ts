import { phraseRows, type Phrases } from "./phrase.ts";

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
