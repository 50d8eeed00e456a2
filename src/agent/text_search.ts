import type { AskedText, AskedTime } from "../data/question/asked.ts";
import type { TextSearch } from "../data/search_key.ts";
import type { CompanyTexts, TextKind } from "../data/text_document.ts";
import { topicOf, USUAL_TOPICS } from "../data/text_topics.ts";
import { textsSearched } from "./find_quotes.ts";

/** Texts that somebody else writes: without a topic, what they begin with is what they are about. */
const OTHERS: readonly TextKind[] = ["news", "post", "other"];

/** Which texts of a company a question asks to search, and for what. */
export function searchOf(
  { kinds, terms, section, isNewest }: AskedText,
  { times, texts }: { readonly times: readonly AskedTime[]; readonly texts: CompanyTexts },
): TextSearch {
  const days = times.filter(({ isAsOf }) => isAsOf !== true);
  const from = days.map((time) => time.from).toSorted()[0];
  const to = days.map((time) => time.to).toSorted().at(-1);
  const isOthers = kinds.every((kind) => OTHERS.includes(kind));
  const search: TextSearch = {
    kinds,
    ...(section !== undefined && { section }),
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
    terms: terms.length > 0 || isOthers ? terms : USUAL_TOPICS,
  };
  const newest = isNewest ? textsSearched(texts, search).map(({ day }) => day).toSorted().at(-1) : undefined;
  return newest === undefined ? search : { ...search, from: newest, to: newest };
}

/** Terms as words that are read as the same terms. */
export function wordsOfTerms(terms: readonly string[]): string {
  return terms.map((term) => topicOf(term)?.name ?? term).join(", ");
}
