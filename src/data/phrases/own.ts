import { DEGREES, evidencePhrases } from "./evidence.ts";
import { phraseRows, type Phrases } from "./phrase.ts";

/** Sentences about what the columns with a sign say together. */
export const OWN_SCORE_PHRASES = {
  ...evidencePhrases("own_view", {
    text: "What own tables say of {ticker} ({own_view}) is {level}",
    words: { level: DEGREES },
    upper: "their owner counts it for the name",
    lower: "their owner counts it against the name",
  }),
} as const satisfies Phrases;

/** Sentences about columns of a caller's own tables: the name of a column is a claim, so that none is made up. */
export const OWN_PHRASES: Phrases = phraseRows(`
  own.value takes=own: {ticker}'s {own_name} was {own_value} on {own_day} (known since {own_known}){place}{change}.
    place < own_place least=0 most=1
    change < own_step least=0 most=1
  own_place.above role=own_place: , above that of {own_above} of the {own_others} other companies that have it
  own_step.change role=own_step: ; on {own_before_day} it was {own_before}, so that it changed by {own_change}
  own.span takes=own: {ticker}'s {own_name} went from {own_before} on {own_before_day} to {own_value} on {own_day}, which is a change of {own_change}; over these {own_rows} rows it was between {own_low} and {own_high}.
  own.lacks takes=own: No {own_name} of {ticker} is known by {own_view_day}{own_lack}.
    own_lack: none=
  own.lacks_span takes=own: No row of {ticker}'s {own_name} is of {own_span}{own_lack}.
    own_lack: span=
  own.more takes=own: Own tables have {own_more} of {ticker}.
  own.order takes=own: {companies} by {own_name}, the {own_order} first: {entries}.
    own_order: descending=highest | ascending=lowest
    entries < own_entry join=semicolon least=2 about=each
  own_entry.value role=own_entry: {ticker} {own_value} ({own_day})
`);
