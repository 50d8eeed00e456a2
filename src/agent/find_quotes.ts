import type { DatasetView } from "../data/dataset.ts";
import { type AboutOf, DIGEST_CHARS, type TextSearch } from "../data/about.ts";
import type { CompanyTexts, Passage, TextDocument } from "../data/text_document.ts";
import { partsOfTerm, topicOf, wordsOfTerm } from "../data/text_topics.ts";
import { passagesOf, type Stretch } from "../data/texts/sentences.ts";
import { MAX_QUOTE_CHARS } from "../data/metrics/quotes.ts";
import { isQuotable, lettersApart, quotableIn, termTests } from "./quotable.ts";

/** A quote that was found. */
export interface FoundQuote extends Stretch {
  readonly document: TextDocument;
}

/** A quote and how much it says on what is searched. */
export interface RankedQuote extends FoundQuote {
  /** What the terms that it holds weigh; nothing where it is read out in every call. */
  readonly terms: number;
  readonly hasFigure: boolean;
  /** Letters between the words of terms. */
  readonly apart: number;
}

/** An amount or a share; a year alone is not one. */
const FIGURE = /[$€£]\d|\d(?:%| (?:percent|million|billion|basis points|points))/i;
/** Passages that are looked through for each term. */
const MAX_PASSAGES = 200;
/** A passage is good from this share of the rank of the best. */
const GOOD = 0.5;
/** What is read out in every call: it names many topics and says nothing of them. */
const FORMAL = /forward[- ]looking|safe harbor/i;
/** What a word of the question weighs against a topic, which has many words. */
const OWN_WORD = 1.5;
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
  const searched = new Map(textsSearched(texts, search).map(({ id }, at) => [id, at]));
  const { kinds, ...any } = search;
  const found = search.terms.flatMap((term) => {
    const words = partsOfTerm(term).flatMap(wordsOfTerm).map((one) => JSON.stringify(one)).join(" ");
    const ranked = texts.find({ ...(kinds.length > 0 ? search : any), words, limit: MAX_PASSAGES });
    const best = ranked[0]?.rank ?? 0;
    return ranked.map((one) => ({ ...one, isGood: one.rank >= GOOD * best }));
  });
  const once = new Map(found.toReversed().map((one) => [`${one.start} ${one.document}`, one]));
  const newness = ({ document }: Passage) => searched.get(document) ?? 0;
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
 * The quotes that answer a search: what holds most of its terms first, of that the best of each text, the newest first.
 * @param most How many.
 */
export function findQuotes(
  { texts }: Pick<DatasetView, "texts">,
  { ticker, search, most }: { readonly ticker: string; readonly search: TextSearch; readonly most: number },
): readonly FoundQuote[] {
  const of = texts(ticker);
  if (search.section !== undefined) return underHeading(of, search).slice(0, most);
  const found = [...rankedQuotes(of, search)];
  const groups = Map.groupBy(found.length > 0 ? found : scanned(of, search).take(most), ({ terms }) => terms);
  return [...groups].toSorted(([one], [other]) => other - one).flatMap(([, same]) => spread(same)).slice(0, most);
}

/** The quotes that the index alone finds, in the order of {@linkcode passagesFound}; a text is read when its turn comes. */
export function* rankedQuotes(texts: CompanyTexts, search: TextSearch): Generator<RankedQuote, void, undefined> {
  const byId = new Map(texts.documents.map((one) => [one.id, one]));
  for (const { document: id, ...stretch } of passagesFound(texts, search)) {
    const document = byId.get(id);
    if (document !== undefined) yield* quotesIn({ document, text: texts.text(id) }, search, stretch);
  }
}

/** Of the newest text that has some under the heading: its own headings there first, that is what a line holds alone. */
function underHeading(texts: CompanyTexts, search: TextSearch): readonly FoundQuote[] {
  for (const document of textsSearched(texts, search).toReversed()) {
    const text = texts.text(document.id);
    const isAlone = ({ start, end }: Stretch) => text.charAt(start - 1) === "\n" && text.charAt(end) === "\n";
    const ordered = quotesIn({ document, text }, search).toSorted((one, other) =>
      Number(isAlone(other)) - Number(isAlone(one)) || Number(isLong(one)) - Number(isLong(other)) ||
      one.start - other.start
    );
    if (ordered.length > 0) return ordered;
  }
  return [];
}

/** What a search by words missed, or one that has none: the sentences of each text, the newest text first. */
function* scanned(texts: CompanyTexts, search: TextSearch): Generator<RankedQuote, void, undefined> {
  for (const document of textsSearched(texts, search).toReversed()) {
    yield* quotesIn({ document, text: texts.text(document.id) }, search).slice(0, 1);
  }
}

/** The sentences of a stretch that can be quoted and hold a term, the best first. */
function quotesIn(
  { document, text }: { readonly document: TextDocument; readonly text: string },
  { section, terms: wanted }: TextSearch,
  stretch: Stretch = { start: 0, end: text.length },
): readonly RankedQuote[] {
  const tests = termTests(wanted);
  const good = quotableIn(text, { kind: document.kind, stretch }).filter((one) => isUnder(document, one, section))
    .map(({ start, end }) => {
      const said = text.slice(start, end);
      const held = wanted.filter((_, at) => tests[at]?.(said));
      return { start, end, count: 1, terms: held.reduce((sum, term) => sum + (topicOf(term) ? 1 : OWN_WORD), 0) };
    }).filter(({ terms }) => tests.length === 0 || terms > 0);
  const quotes: typeof good = [];
  for (const one of good) {
    const last = quotes.at(-1);
    const joined = last && text.slice(last.start, one.end);
    const isNext = tests.length > 0 && joined !== undefined && last !== undefined && last.count < MAX_JOINED &&
      one.start === last.end + 1 && joined.length <= MAX_QUOTE_CHARS && isQuotable(joined);
    if (isNext) {
      quotes.splice(-1, 1, { ...last, end: one.end, terms: Math.max(last.terms, one.terms), count: last.count + 1 });
    } else quotes.push(one);
  }
  return quotes.map(({ start, end, terms }) => {
    const said = text.slice(start, end);
    const held = FORMAL.test(said) ? 0 : terms;
    return { document, start, end, terms: held, hasFigure: FIGURE.test(said), apart: lettersApart(said, wanted) };
  }).toSorted(byWorth);
}

/** What holds most of the terms first; of that figures, then the shorter and what stands nearest. */
function byWorth(one: RankedQuote, other: RankedQuote): number {
  if (one.terms !== other.terms || one.terms === 0) return other.terms - one.terms;
  return Number(other.hasFigure) - Number(one.hasFigure) || Number(isLong(one)) - Number(isLong(other)) ||
    one.apart - other.apart;
}

/** Whether a stretch stands whole under a heading; of a text without that heading, nothing does. */
function isUnder({ sections }: TextDocument, { start, end }: Stretch, section: string | undefined): boolean {
  return section === undefined ||
    sections.some((one) => one.name.toLowerCase() === section.toLowerCase() && one.start <= start && end <= one.end);
}

function isLong({ start, end }: Stretch): boolean {
  return end - start > LONG_CHARS;
}

/** The best of each text, then the others. */
function spread(found: readonly RankedQuote[]): readonly FoundQuote[] {
  const texts = [...Map.groupBy(found, ({ document: { id } }) => id).values()].map((same) => same.toSorted(byWorth));
  return [...texts.flatMap((same) => same.slice(0, 1)), ...texts.flatMap((same) => same.slice(1))];
}

/** The key of a quote. */
export function keyOfQuote({ document: { id, sha256 }, start, end }: FoundQuote): AboutOf<"quote"> {
  return { kind: "quote", document: id, digest: sha256.slice(0, DIGEST_CHARS), start, end };
}
