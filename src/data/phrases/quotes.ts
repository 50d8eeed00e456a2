import { phraseRows, type Phrases } from "./phrase.ts";

/** A quote from one kind of text, as the words before it say. */
function quoted(row: string): string {
  const [, name, from, before] = /^(\S+) (\S+): (.*)$/.exec(row) ?? [];
  const parts = ["under", "titled"].filter((part) => row.includes(`{${part}}`));
  return [
    `  quote.${name} takes=quote: ${before}: “{quote}”{quote_from}`,
    `    quote_from: ${from}=`,
    ...parts.map((part) => `    ${part} < quote_${part} least=0 most=1 all`),
  ].join("\n");
}

/**
 * Sentences that quote a text, and that say what was searched. What somebody else wrote stands between “ and ” only; a
 * news item or a post is not said by the company, and a call is not said by it where others speak too.
 */
export const QUOTE_PHRASES: Phrases = phraseRows(`
${
  [
    "remarks remarks: On its {quote_day} call {ticker} said",
    "questions questions: In the Q&A of {ticker}'s {quote_day} call",
    "call call: On {ticker}'s {quote_day} call",
    "annual 10-K: {ticker}'s 10-K filed {quote_day}{under}",
    "quarterly 10-Q: {ticker}'s 10-Q filed {quote_day}{under}",
    "current 8-K: {ticker}'s 8-K filed {quote_day}{under}",
    "news news: News on {ticker}, {quote_day}{titled}",
    "post post: Post about {ticker}, {quote_day}{titled}",
    "other other: Document about {ticker}, {quote_day}{titled}",
  ].map(quoted).join("\n")
}
  quote.plain takes=quote: “{quote}”
  lead.texts takes=search: On {text_terms}, {ticker}'s {text_kinds} of {text_span} {text_number}{under}{text_found}:
    text_number: one=says | many=say
    text_found: some=
    under < text_under least=0 most=1 all
  text_under.section role=text_under: , under {text_section}
  quote_under.section role=quote_under: , under {quote_section}
  quote_titled.title role=quote_titled: , “{quote_title}”
  texts.nothing takes=search: No quotable sentence in {text_count} {text_kinds} of {ticker} to {text_day} mentions {text_terms}{text_found}. The data hold {text_held}.
    text_found: nothing=
  texts.absent takes=search: The data hold no {text_kinds} for {ticker}{days} by {text_day}{text_found}. They hold {text_held}.
    text_found: absent=
    days < text_days least=0 most=1 all
  text_days.span role=text_days:  published {text_days}
  texts.held takes=search: The data hold {text_count} {text_kinds} of {ticker} ({text_span}).
  texts.first: Only documents of {companies} were searched.
`);
