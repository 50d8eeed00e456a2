import { phraseRows, type Phrases } from "./phrase.ts";

/** What stands behind each quote: which text, and where. */
const BEHIND = "“{quote}” ({quote_text})";
/** A quote from one kind of text, as the words before it say. */
function quoted(row: string): string {
  const [, name, from, before] = /^(\S+) (\S+): (.*)$/.exec(row) ?? [];
  const parts = ["under", "titled"].filter((part) => row.includes(`{${part}}`));
  return [
    `  quote.${name} takes=quote: ${before}: ${BEHIND}{quote_from}.`,
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
    "remarks remarks: In the call of {quote_day}, {ticker} said",
    "questions questions: In the call of {ticker} of {quote_day}, it was said among questions and answers",
    "call call: In the call of {ticker} of {quote_day}, it was said",
    "annual 10-K: The annual report (10-K) of {ticker} filed on {quote_day} says{under}",
    "quarterly 10-Q: The quarterly report (10-Q) of {ticker} filed on {quote_day} says{under}",
    "current 8-K: The current report (8-K) of {ticker} filed on {quote_day} says{under}",
    "news news: A news item of {quote_day} about {ticker}{titled} says",
    "post post: A post of {quote_day} about {ticker}{titled} says",
    "other other: A text of {quote_day} about {ticker}{titled} says",
  ].map(quoted).join("\n")
}
  quote_under.section role=quote_under: , under {quote_section}
  quote_titled.title role=quote_titled: , “{quote_title}”,
  texts.searched takes=search: {text_count} {text_kinds} of {ticker}, {text_span}, {text_number} searched for {text_terms}.
    text_number: one=was | many=were
  texts.nothing takes=search: Nothing was found: by {text_day}, no sentence of {text_count} {text_kinds} of {ticker} holds a word for {text_terms}{text_found}. The data hold {text_held}.
    text_found: nothing=
  texts.unquotable takes=search: Nothing can be quoted: by {text_day}, words for {text_terms} stand in {text_count} {text_kinds} of {ticker}, but in no whole sentence of the length and place that is quoted{text_found}. The data hold {text_held}.
    text_found: unquotable=
  texts.absent takes=search: Nothing was found: by {text_day}, no {text_kinds} of {ticker}{days} are known{text_found}. The data hold {text_held}.
    text_found: absent=
    days < text_days least=0 most=1 all
  text_days.span role=text_days:  published {text_days}
  texts.first: Only the texts of {companies} were searched.
`);
