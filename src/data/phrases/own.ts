import { evidenceRows } from "./evidence.ts";
import { phraseRows, type Phrases } from "./phrase.ts";

/** Sentences about what the columns with a sign say together. */
export const OWN_SCORE_PHRASES = {
  ...evidenceRows(`
  own_view: Your own data on {ticker} are {level} at {own_view}
    half: upper=Counted in the shares' favour by its owner | lower=Counted against the shares by its owner
`),
} as const satisfies Phrases;

/** Sentences about columns of a caller's own tables: the name of a column is a claim, so that none is made up. */
export const OWN_PHRASES: Phrases = phraseRows(`
  own.value takes=own: {ticker}'s {own_name} was {own_value} on {own_day} (available since {own_known}){place}{change}.
    place < own_place least=0 most=1
    change < own_step least=0 most=1
  own_place.above role=own_place: , higher than {own_above} of {own_others} other companies that have it
  own_step.change role=own_step: ; it was {own_before} on {own_before_day}, a change of {own_change}
  own.span takes=own: {ticker}'s {own_name} went from {own_before} ({own_before_day}) to {own_value} ({own_day}), a change of {own_change}; over {own_rows} rows it ranged from {own_low} to {own_high}.
  own.lacks takes=own: No {own_name} for {ticker} was known by {own_view_day}{own_lack}.
    own_lack: none=
  own.lacks_span takes=own: There is no {own_name} for {ticker} in {own_span}{own_lack}.
    own_lack: span=
  own.more takes=own: Your tables also have {own_more} for {ticker}.
  own.order takes=own: {companies} by {own_name}, {own_order} first: {entries}.
    own_order: descending=highest | ascending=lowest
    entries < own_entry join=semicolon least=2 about=each
  own_entry.value role=own_entry: {ticker} {own_value} ({own_day})
`);
