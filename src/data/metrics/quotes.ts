import { metricRows } from "./metric_row.ts";

/** Most characters of a quote, in UTF-16 units; a longer sentence is not cut but left. */
export const MAX_QUOTE_CHARS = 320;
/** Fewest: `Yes.` says nothing by itself. */
export const MIN_QUOTE_CHARS = 20;
/**
 * Some sources give calls a sentence a line, without the stops: of the first lines of such a text, not empty ones, few
 * end with a stop and most begin with a capital or a digit. A line of enough words is a sentence there.
 */
export const BARE_LINES = { judged: 100, least: 10, mostStopped: 0.1, leastBegun: 0.75, leastWords: 8 } as const;
/** Small words of a heading; all its others begin with a capital. */
export const SMALL_WORDS = "a an and as at by for from in of on or the to with";
/** Most characters of a heading. */
export const MAX_HEADING_CHARS = 100;

/**
 * What is said of a quote, by a key like `QuoteKey`, and of a search in texts, by one like `TextSearch`. A text is known
 * from the day that its source gives it; one whose title, heading or file cannot be shown safely is reported without it.
 */
export const QUOTE_METRICS = metricRows(`
  all: shelf texts
  quote: quote 0 of quote | the characters of the text from start to end, exactly: one or more whole sentences on one line of it (of a call without stops, a line), ${MIN_QUOTE_CHARS} to ${MAX_QUOTE_CHARS} long, without control characters or markup
  quote_from: word 0 of quote | the kind of the text; of a call, remarks or questions where the quote stands in a section of that name
  quote_day: date 0 of quote | the day on which the text was published
  quote_title: name 0 of quote | the title of the text in its source's words
  quote_section: name 0 of quote | the heading of the text under which the quote stands
  text_kinds: name 0 of search | the kinds of texts that are searched
  text_terms: name 0 of search | the topics and words that are searched for
  text_section: name 0 of search | the heading under which is searched
  text_number: word 0 of search | one, many or none: how many texts are searched
  text_count: count 0 of search | the texts about the company of these kinds, published in these days and known by the day of the view
  text_span: name 0 of search | the days on which the first and the last of these texts were published
  text_day: date 0 of search | the day of the view
  text_days: name 0 of search | the days of publication that are searched, where they are limited
  text_held: name 0 of search | the texts about the company known by the day of the view, by kind, with the days of the first and the last
  text_found: word 0 of search | absent where no text is searched; some where a sentence that can be quoted, under the heading that is asked for, holds a word of the search; else nothing. A word holds another where they are the same in lower case without a plural's ending
`);
