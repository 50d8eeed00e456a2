import { COMPARED_SECTION } from "../data/metrics/text.ts";
import type { AskedText, AskedTime } from "../data/question/asked.ts";
import type { TextSearch } from "../data/about.ts";
import type { CompanyTexts, TextKind } from "../data/text_document.ts";
import { partsOfTerm, topicOf, USUAL_TOPICS } from "../data/text_topics.ts";
import { textsSearched } from "./find_quotes.ts";

/** Texts that somebody else writes: without a topic, what they begin with is what they are about. */
const OTHERS: readonly TextKind[] = ["news", "post", "other"];

const ANNUAL: TextKind = "10-K";

/** Which texts of a company a question asks to search, and for what. */
export function searchOf(
  { kinds, terms, section, isNewest }: AskedText,
  { times, texts }: { readonly times: readonly AskedTime[]; readonly texts: CompanyTexts },
): TextSearch {
  const days = times.filter(({ isAsOf }) => isAsOf !== true);
  const from = days.map((time) => time.from).toSorted()[0];
  const to = days.map((time) => time.to).toSorted().at(-1);
  const isOthers = kinds.every((kind) => OTHERS.includes(kind));
  // risk factors are those of a year; the quarters after it only add to them
  const isOfRisk = section === COMPARED_SECTION;
  const isYearly = isOfRisk && kinds.includes(ANNUAL) && texts.documents.some(({ kind }) => kind === ANNUAL);
  const usual = isOfRisk ? ["#risks"] : section === undefined ? USUAL_TOPICS : [];
  const search: TextSearch = {
    kinds: isYearly ? [ANNUAL] : kinds,
    ...(section !== undefined && { section }),
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
    terms: terms.length > 0 || isOthers ? terms : usual,
  };
  const held = textsSearched(texts, search).filter(({ sections }) =>
    section === undefined || sections.some(({ name }) => name.toLowerCase() === section.toLowerCase())
  );
  const newest = isNewest || isYearly ? held.map(({ day }) => day).toSorted().at(-1) : undefined;
  return newest === undefined ? search : { ...search, from: newest, to: newest };
}

/** Terms as words that are read as the same terms. */
export function wordsOfTerms(terms: readonly string[]): string {
  return terms.map((term) => partsOfTerm(term).map((part) => topicOf(part)?.name ?? part).join(" ")).join(", ");
}
