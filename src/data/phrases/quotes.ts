import { type Part, type Phrase, phraseRows, type Phrases } from "./phrase.ts";

/** What stands behind each quote: which text, and where. */
const BEHIND = "“{quote}” ({quote_text})";
const UNDER: Part = { role: "quote_under", least: 0, most: 1, all: true };
const TITLED: Part = { role: "quote_titled", least: 0, most: 1, all: true };

/** A quote from one kind of text, as the words before it say. */
function quoted(from: string, before: string): Phrase {
  return {
    takes: "quote",
    text: `${before}: ${BEHIND}{quote_from}.`,
    words: { quote_from: { [from]: "" } },
    parts: {
      ...(before.includes("{under}") && { under: UNDER }),
      ...(before.includes("{titled}") && { titled: TITLED }),
    },
  };
}

/**
 * Sentences that quote a text, and that say what was searched. What somebody else wrote stands between “ and ” only; a
 * news item or a post is not said by the company, and a call is not said by it where others speak too.
 */
export const QUOTE_PHRASES: Phrases = {
  "quote.remarks": quoted("remarks", "In the call of {quote_day}, {ticker} said"),
  "quote.questions": quoted(
    "questions",
    "In the call of {ticker} of {quote_day}, it was said among questions and answers",
  ),
  "quote.call": quoted("call", "In the call of {ticker} of {quote_day}, it was said"),
  "quote.annual": quoted("10-K", "The annual report (10-K) of {ticker} filed on {quote_day} says{under}"),
  "quote.quarterly": quoted("10-Q", "The quarterly report (10-Q) of {ticker} filed on {quote_day} says{under}"),
  "quote.current": quoted("8-K", "The current report (8-K) of {ticker} filed on {quote_day} says{under}"),
  "quote.news": quoted("news", "A news item of {quote_day} about {ticker}{titled} says"),
  "quote.post": quoted("post", "A post of {quote_day} about {ticker}{titled} says"),
  "quote.other": quoted("other", "A text of {quote_day} about {ticker}{titled} says"),
  ...phraseRows(`
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
`),
};
