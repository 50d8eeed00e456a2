import { daysBetween } from "../calendar/day.ts";
import type { Statement } from "../data/claim.ts";
import type { DatasetView } from "../data/dataset.ts";
import type { AskedText, AskedTime } from "../data/question/asked.ts";
import { OWN_KINDS } from "../data/question/text_words.ts";
import type { About, TextSearch } from "../data/about.ts";
import { partsOfTerm } from "../data/text_topics.ts";
import { findQuotes, type FoundQuote, keyOfQuote } from "./find_quotes.ts";
import type { Speaker } from "./say.ts";
import { searchOf } from "./text_search.ts";

/** Most quotes about one company, and about each of several. */
const MOST_OF_ONE = 3;
const MOST_OF_EACH = 2;
/** Most companies whose texts are searched. */
export const MAX_COMPANIES = 3;
/** A newest call that is older is not that of the last quarter. */
const OLD_DAYS = 100;
/** Letters of a word that is looked for by itself. */
const LEAST_WORD = 4;

const QUOTED = ["remarks", "questions", "call", "annual", "quarterly", "current", "news", "post", "other"];
const NOT_FOUND = ["texts.absent", "texts.nothing"];

/** What the sentences that quote texts are made from. */
export interface QuoteAnswering {
  readonly texts: AskedText | undefined;
  readonly times: readonly AskedTime[];
  /** Tickers of the companies of the answer, with prices or without. */
  readonly companies: readonly string[];
  readonly view: DatasetView;
  readonly speaker: Speaker;
  /** Whether nothing but texts is asked. */
  readonly isAlone?: boolean;
}

/** The sentences that answer what a question asks of texts: quotes and what was searched, or that nothing was found. */
export function quoteSentences({ texts, companies, ...context }: QuoteAnswering): readonly Statement[] {
  if (texts === undefined) return [];
  const searched = companies.slice(0, MAX_COMPANIES);
  const isOne = companies.length === 1;
  const said = searched.flatMap((ticker) =>
    sentencesOf(ticker, {
      texts,
      ...context,
      isLed: isOne && context.isAlone === true,
      most: isOne ? MOST_OF_ONE : MOST_OF_EACH,
    })
  );
  const first = searched.length < companies.length ? context.speaker.sayAll(["texts.first"], searched) : [];
  return [...new Map([...said, ...first].map((statement) => [statement.text, statement])).values()];
}

function sentencesOf(
  ticker: string,
  { texts, times, view, speaker, most, isLed }: Omit<QuoteAnswering, "companies" | "texts" | "isAlone"> & {
    readonly texts: AskedText;
    readonly most: number;
    readonly isLed: boolean;
  },
): readonly Statement[] {
  const search = searchOf(texts, { times, texts: view.texts(ticker) });
  const say = (id: string, of: About) => speaker.say(id, [ticker], { of }) ?? [];
  const wide = widerThan(search);
  const wider = widerThan(wide);
  for (const one of [search, wide, wider]) {
    const found = findQuotes(view, { ticker, search: one, most });
    const [first] = found;
    if (first === undefined) continue;
    const { id, kind, day } = first.document;
    const isOfOne = found.every(({ document }) => document.id === id);
    const isOwn = one.kinds.every((wanted) => OWN_KINDS.includes(wanted));
    const led = isOfOne ? { ...one, kinds: [kind], from: day, to: day } : one;
    const lead = isLed && isOwn ? [say("lead.texts", { kind: "search", ...led })].flat() : [];
    const isPlain = lead.length > 0 && isOfOne;
    const quotes = found.flatMap((quote) =>
      isPlain ? say("quote.plain", keyOfQuote(quote)) : quoteSentence(quote, { ticker, speaker }) ?? []
    );
    const isOld = lead.length > 0 && kind === "call" && texts.isNewest && daysBetween(day, view.asOf) > OLD_DAYS;
    const held = isOld ? say("texts.held", { kind: "search", kinds: [kind], terms: [] }) : [];
    if (quotes.length > 0) return [...lead, ...quotes, ...[held].flat()];
  }
  return NOT_FOUND.flatMap((id) => say(id, { kind: "search", ...wider })).slice(0, 1);
}

/** For words that stand nowhere together, each of them. */
function widerThan(search: TextSearch): TextSearch {
  const partsOf = (part: string): readonly string[] => {
    const words = part.startsWith("#") ? [] : part.split(" ").filter((word) => word.length >= LEAST_WORD);
    return words.length > 1 ? words : [part];
  };
  const terms = search.terms.flatMap(partsOfTerm);
  const isSplit = terms.length > search.terms.length;
  return { ...search, terms: [...new Set(isSplit ? terms : terms.flatMap(partsOf))] };
}

/** The sentence that quotes a text of a company, and says where it stands. */
export function quoteSentence(
  quote: FoundQuote,
  { ticker, speaker }: { readonly ticker: string; readonly speaker: Speaker },
): Statement | undefined {
  const of = keyOfQuote(quote);
  for (const id of QUOTED) {
    const said = speaker.say(`quote.${id}`, [ticker], { of });
    if (said !== undefined) return said;
  }
  return undefined;
}
