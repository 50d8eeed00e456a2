import type { DatasetView } from "../data/dataset.ts";
import { DIGEST_CHARS, quoteKey } from "../data/quote_key.ts";
import type { TextSearch } from "../data/search_key.ts";
import type { CompanyTexts, Passage, TextDocument } from "../data/text_document.ts";
import { partsOfTerm, wordsOfTerm } from "../data/text_topics.ts";
import { passagesOf } from "../data/texts/passages.ts";
import type { Stretch } from "../data/texts/sentences.ts";
import { MAX_QUOTE_CHARS } from "../data/metrics/quotes.ts";
import { type Holds, isQuotable, quotableIn, termTests } from "./quotable.ts";

/** A quote that was found. */
export interface FoundQuote extends Stretch {
  readonly document: TextDocument;
}

/** Passages that are looked through for each term. */
const MAX_PASSAGES = 200;
/** A passage is good from this share of the rank of the best. */
const GOOD = 0.5;
/** What is read out in every call: it names many topics and says nothing of them. */
const FORMAL = /forward[- ]looking|safe harbor/i;
/** A longer sentence is quoted where no shorter one says as much. */
const LONG_CHARS = 200;
/** Sentences joined to one quote. */
const MAX_JOINED = 2;

/** The texts that a search looks through, in the order in which they became known. */
export function textsSearched(texts: CompanyTexts, search: TextSearch): readonly TextDocument[] {
  const { kinds, from = "", to = "9999-12-31" } = search;
  return texts.documents.filter(({ kind, day }) =>
    (kinds.length === 0 || kinds.includes(kind)) && day >= from && day <= to
  );
}

/**
 * The passages of these texts that a search finds, each once: good ones first, of these the newest. A search for nothing
 * finds what each text begins with.
 */
export function passagesFound(texts: CompanyTexts, search: TextSearch): readonly Passage[] {
  if (search.terms.length === 0) return beginnings(texts, search);
  const searched = new Map(textsSearched(texts, search).map((one, at) => [one.id, { ...one, at }]));
  const wanted = {
    ...(search.kinds.length > 0 && { kinds: search.kinds }),
    ...(search.from !== undefined && { from: search.from }),
    ...(search.to !== undefined && { to: search.to }),
  };
  const found = search.terms.flatMap((term) => {
    const words = partsOfTerm(term).flatMap(wordsOfTerm).map((one) => JSON.stringify(one)).join(" ");
    const ranked = texts.find({ words, ...wanted, limit: MAX_PASSAGES });
    const best = ranked[0]?.rank ?? 0;
    return ranked.map((one) => ({ ...one, isGood: one.rank >= GOOD * best }));
  });
  const once = new Map(found.toReversed().map((one) => [`${one.start} ${one.document}`, one]));
  const newness = ({ document }: Passage) => searched.get(document)?.at ?? 0;
  return [...once.values()].toSorted((one, other) =>
    Number(other.isGood) - Number(one.isGood) || newness(other) - newness(one) || other.rank - one.rank ||
    one.start - other.start
  );
}

function beginnings(texts: CompanyTexts, search: TextSearch): readonly Passage[] {
  return textsSearched(texts, search).toReversed().flatMap(({ id }) =>
    passagesOf(texts.text(id)).slice(0, 1).map((first) => ({ document: id, ...first, rank: 0 }))
  );
}

/**
 * The quotes that answer a search: the newest good passages first, a text again only where others have nothing.
 * @param most How many.
 */
export function findQuotes(
  { texts }: Pick<DatasetView, "texts">,
  { ticker, search, most }: { readonly ticker: string; readonly search: TextSearch; readonly most: number },
): readonly FoundQuote[] {
  const of = texts(ticker);
  const tests = termTests(search.terms);
  if (search.section !== undefined) return underHeading(of, { search, tests, most });
  const byId = new Map(of.documents.map((one) => [one.id, one]));
  const found = passagesFound(of, search).flatMap(({ document: id, start, end }) => {
    const document = byId.get(id);
    return document === undefined
      ? []
      : quotesIn({ document, text: of.text(id) }, { stretch: { start, end }, search, tests });
  });
  const isFormal = ({ document: { id }, start, end }: FoundQuote) => FORMAL.test(of.text(id).slice(start, end));
  // the shorter of two sentences that hold several words is more about these
  if (search.terms.some((term) => partsOfTerm(term).length > 1)) {
    found.sort((one, other) => one.end - one.start - other.end + other.start);
  }
  const chosen = spread(found.length > 0 ? found : scanned(of, { search, tests, most }));
  return [...chosen.filter((one) => !isFormal(one)), ...chosen.filter(isFormal)].slice(0, most);
}

/**
 * The quotes that the index alone finds, in the order of {@linkcode passagesFound}, without what is read out in every
 * call; a text is read when its turn comes.
 */
export function* rankedQuotes(texts: CompanyTexts, search: TextSearch): Generator<FoundQuote, void, undefined> {
  const tests = termTests(search.terms);
  const byId = new Map(texts.documents.map((one) => [one.id, one]));
  for (const { document: id, start, end } of passagesFound(texts, search)) {
    const document = byId.get(id);
    const text = document === undefined ? "" : texts.text(id);
    const quotes = document && quotesIn({ document, text }, { stretch: { start, end }, search, tests });
    for (const one of quotes ?? []) if (!FORMAL.test(text.slice(one.start, one.end))) yield one;
  }
}

/** Of the newest text that has some under the heading: its own headings there first, that is what a line holds alone. */
function underHeading(
  texts: CompanyTexts,
  { search, tests, most }: { readonly search: TextSearch; readonly tests: readonly Holds[]; readonly most: number },
): readonly FoundQuote[] {
  for (const document of textsSearched(texts, search).toReversed()) {
    const text = texts.text(document.id);
    const found = quotesIn({ document, text }, { stretch: { start: 0, end: text.length }, search, tests });
    const isAlone = ({ start, end }: Stretch) => text.charAt(start - 1) === "\n" && text.charAt(end) === "\n";
    const ordered = found.toSorted((one, other) =>
      Number(isAlone(other)) - Number(isAlone(one)) || Number(isLong(one)) - Number(isLong(other)) ||
      one.start - other.start
    );
    if (ordered.length > 0) return ordered.slice(0, most);
  }
  return [];
}

/** What a search by words missed, or one that has none: the sentences of each text, the newest text first. */
function scanned(
  texts: CompanyTexts,
  { search, tests, most }: { readonly search: TextSearch; readonly tests: readonly Holds[]; readonly most: number },
): readonly FoundQuote[] {
  const found: FoundQuote[] = [];
  for (const document of textsSearched(texts, search).toReversed()) {
    if (found.length >= most) break;
    const text = texts.text(document.id);
    found.push(...quotesIn({ document, text }, { stretch: { start: 0, end: text.length }, search, tests }).slice(0, 1));
  }
  return found;
}

interface Within {
  readonly stretch: Stretch;
  readonly search: TextSearch;
  readonly tests: readonly Holds[];
}

/** The sentences of a stretch that can be quoted and hold a term, those with most terms first. */
function quotesIn(
  { document, text }: { readonly document: TextDocument; readonly text: string },
  { stretch, search: { section }, tests }: Within,
): readonly FoundQuote[] {
  const held = (sentence: Stretch) => tests.filter((holds) => holds(text.slice(sentence.start, sentence.end))).length;
  const sentences = quotableIn(text, { kind: document.kind, stretch }).filter((one) => isUnder(document, one, section))
    .map((one) => ({
      ...one,
      terms: held(one),
    }));
  const good = sentences.filter(({ terms }) => tests.length === 0 || terms > 0);
  const quotes: (Stretch & { readonly terms: number; readonly count: number })[] = [];
  for (const one of good) {
    const last = quotes.at(-1);
    const joined = last && text.slice(last.start, one.end);
    const isNext = tests.length > 0 && joined !== undefined && last !== undefined && last.count < MAX_JOINED &&
      one.start === last.end + 1 && joined.length <= MAX_QUOTE_CHARS && isQuotable(joined);
    if (isNext) {
      quotes.splice(-1, 1, { ...last, end: one.end, terms: Math.max(last.terms, one.terms), count: last.count + 1 });
    } else quotes.push({ ...one, count: 1 });
  }
  const first = tests.length === 0
    ? quotes
    : quotes.toSorted((one, other) => other.terms - one.terms || Number(isLong(one)) - Number(isLong(other)));
  return first.map(({ start, end }) => ({ document, start, end }));
}

/** Whether a stretch stands whole under a heading; of a text without that heading, nothing does. */
function isUnder({ sections }: TextDocument, { start, end }: Stretch, section: string | undefined): boolean {
  return section === undefined ||
    sections.some((one) => one.name.toLowerCase() === section.toLowerCase() && one.start <= start && end <= one.end);
}

function isLong({ start, end }: Stretch): boolean {
  return end - start > LONG_CHARS;
}

/** One of each text, then the others. */
function spread(found: readonly FoundQuote[]): readonly FoundQuote[] {
  const seen = new Set<string>();
  const firsts = found.filter(({ document: { id } }) => !seen.has(id) && seen.add(id));
  return [...firsts, ...found.filter((one) => !firsts.includes(one))];
}

/** The key of a quote. */
export function keyOfQuote({ document: { id, sha256 }, start, end }: FoundQuote): string {
  return quoteKey({ document: id, digest: sha256.slice(0, DIGEST_CHARS), start, end });
}
