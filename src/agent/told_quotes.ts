import { dayNumber, dayText } from "../calendar/day.ts";
import type { Statement } from "../data/claim.ts";
import type { DatasetView } from "../data/dataset.ts";
import { OWN_KINDS } from "../data/question/text_words.ts";
import type { TextSearch } from "../data/about.ts";
import { type FoundQuote, rankedQuotes, textsSearched } from "./find_quotes.ts";
import { quoteSentence } from "./quote_answers.ts";
import type { Speaker } from "./say.ts";

/** Looked for in every thesis, in this order: the first three that are quoted have a quote each. */
const TOPICS = ["#guidance", "#demand", "#margins", "#supply", "#litigation", "#liquidity"] as const;
const MOST_QUOTES = 3;
/** An older text says little of the next three months. */
const MOST_DAYS = 365;

/** What the quotes of a thesis are made from. */
export interface QuoteTelling {
  readonly ticker: string;
  readonly view: DatasetView;
  readonly speaker: Speaker;
}

/**
 * What the company itself wrote or said within a year on the usual topics, a quote on each of three; nothing of
 * a company without such texts. Quotes are for reading: no figure is made of them.
 */
export function quotesTold({ ticker, view, speaker }: QuoteTelling): readonly Statement[] {
  const texts = view.texts(ticker);
  const from = dayText(dayNumber(view.asOf) - MOST_DAYS);
  const search = (terms: readonly string[]): TextSearch => ({ kinds: OWN_KINDS, from, terms });
  if (textsSearched(texts, search([])).length === 0) return [];
  const taken: FoundQuote[] = [];
  const quotes: Statement[] = [];
  for (const topic of TOPICS) {
    if (quotes.length === MOST_QUOTES) break;
    const quote = rankedQuotes(texts, search([topic])).find((one) =>
      one.terms > 0 && !taken.some((other) => overlap(one, other))
    );
    const said = quote && quoteSentence(quote, { ticker, speaker });
    if (quote === undefined || said === undefined) continue;
    taken.push(quote);
    quotes.push(said);
  }
  return quotes;
}

function overlap(one: FoundQuote, other: FoundQuote): boolean {
  return one.document.id === other.document.id && one.start < other.end && other.start < one.end;
}
