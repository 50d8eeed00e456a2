import type { PeriodContext } from "./rows.ts";
import type { FactAnswering } from "./fact_answers.ts";
import { dayNumber, daysBetween, dayText } from "../calendar/day.ts";
import type { Statement } from "../data/claim.ts";
import type { AskedText, AskedTime } from "../data/question/asked.ts";
import { OWN_KINDS } from "../data/question/text_words.ts";
import type { About, TextSearch } from "../data/about.ts";
import { partsOfTerm, topicOf, USUAL_TOPICS } from "../data/text_topics.ts";
import { findQuotes, type FoundQuote, keyOfQuote, rankedQuotes, textsSearched } from "./find_quotes.ts";
import type { Speaker } from "./say.ts";
import { COMPARED_SECTION } from "../data/metrics/text.ts";
import type { CompanyTexts, TextKind } from "../data/text_document.ts";

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
export interface QuoteAnswering extends Pick<FactAnswering, "companies" | "view" | "speaker"> {
  readonly texts: AskedText | undefined;
  readonly times: readonly AskedTime[];
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

/** Looked for in every thesis, in this order: the first three that are quoted have a quote each. */
const TOPICS = ["#guidance", "#demand", "#margins", "#supply", "#litigation", "#liquidity"] as const;
const MOST_QUOTES = 3;
/** An older text says little of the next three months. */
const MOST_DAYS = 365;

/**
 * What the company itself wrote or said within a year on the usual topics, a quote on each of three; nothing of
 * a company without such texts. Quotes are for reading: no figure is made of them.
 */
export function thesisQuotes({ ticker, view, speaker }: PeriodContext): readonly Statement[] {
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
