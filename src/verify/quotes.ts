import { asWord } from "./facts.ts";
import { daySpan, longDay } from "../calendar/day.ts";
import { createHash } from "node:crypto";
import { DIGEST_CHARS, isSection, type QuoteKey, type TextSearch } from "../data/about.ts";
import { TEXT_KINDS, type TextDocument, type TextKind } from "../data/text_document.ts";
import type { Ground } from "./knowledge.ts";
import { holdsAny, isQuote, isShowable } from "./quote_text.ts";
import { type SentenceBounds, sentenceBounds } from "./sentence_bounds.ts";
import { joinTexts } from "../data/phrases/phrase.ts";
import { topicOf } from "../data/text_topics.ts";

/** A slot of a phrase: a metric, and whom it is about. */
interface TextSlot {
  readonly metric: string;
  readonly about: readonly string[];
}

const NOT_OF_ONE = { problem: "is not about one company" };

/**
 * What a slot about a quote must hold, from the text itself: its digest, its words at these places,
 * whether they are whole sentences there, and whose and of which day the text is.
 * @returns Why it can hold nothing.
 */
export function expectQuote(
  key: QuoteKey,
  { metric, about: [ticker, ...others] }: TextSlot,
  ground: Ground,
): TextExpected | { readonly problem: string } {
  if (ticker === undefined || others.length > 0) return NOT_OF_ONE;
  const proven = ground.onceHere(JSON.stringify(["quote", ticker, key]), () => proof(key, { ticker, ground }));
  if ("problem" in proven) return proven;
  const { document, words } = proven;
  const behind = { origin: document.source, inputs: [document.id] };
  const heading = document.sections.find(({ start, end }) => start <= key.start && key.end <= end)?.name ?? "";
  const isPart = document.kind === "call" && ["remarks", "questions"].includes(heading);
  const made: Readonly<Record<string, () => TextExpected | undefined>> = {
    quote: () => ({ value: words, shown: words, ...behind }),
    quote_day: () => ({ value: document.day, shown: longDay(document.day), ...behind }),
    quote_from: () => asWord(isPart ? heading : document.kind),
    quote_title: () => document.title !== "" && isShowable(document.title) ? asWord(document.title) : undefined,
    quote_section: () => isSection(heading) ? asWord(heading) : undefined,
  };
  const found = Object.hasOwn(made, metric) ? made[metric]?.() : undefined;
  return found ?? { problem: "is not told of the text" };
}

type Proof = { readonly problem: string } | { readonly document: TextDocument; readonly words: string };

/** Holds a place in a text against the text. */
function proof({ document: id, digest, start, end }: QuoteKey, { ticker, ground }: Whose): Proof {
  const { view } = ground;
  const texts = view.texts(ticker);
  const document = texts.documents.find((one) => one.id === id);
  if (document === undefined) return { problem: `quotes ${id}, which is no text of ${ticker} known by ${view.asOf}` };
  if (document.known > view.asOf || document.day > view.asOf) {
    return { problem: `quotes ${id} of ${document.day}, which is not known by ${view.asOf}` };
  }
  const text = texts.text(id);
  const { sum, bounds } = ground.once(`text ${ticker} ${id}`, () => readingOf(text, document));
  if (sum !== document.sha256 || sum.slice(0, DIGEST_CHARS) !== digest) {
    return { problem: `quotes ${id}, whose text has another digest` };
  }
  const words = text.slice(start, end);
  const wrong = wrongWith(words, { start, end, bounds });
  return wrong === undefined ? { document, words } : { problem: `quotes ${id} ${wrong}` };
}

/** A text's digest and sentences, found once for all drafts about a view. */
function readingOf(text: string, { kind }: TextDocument): { readonly sum: string; readonly bounds: SentenceBounds } {
  return { sum: createHash("sha256").update(text).digest("hex"), bounds: sentenceBounds(text, kind) };
}

/** Why a stretch may not be quoted though it stands there: the words around it could turn what it says. */
function wrongWith(
  words: string,
  { start, end, bounds }: Pick<QuoteKey, "start" | "end"> & { readonly bounds: SentenceBounds },
): string | undefined {
  if (!bounds.begins.has(start)) return "from within a sentence";
  if (!bounds.ends.has(end)) return "up to within a sentence";
  return isQuote(words, { isBare: bounds.bare.has(end) }) ? undefined : "in a stretch that cannot be shown as it is";
}

/** What a slot about a text must hold, beside what its definition says. */
interface TextExpected {
  readonly value: number | string;
  readonly shown: string;
  readonly origin?: string;
  readonly inputs?: readonly string[];
}

interface Whose {
  readonly ticker: string;
  readonly ground: Ground;
}

/** What is told of a search in the texts about a company, from all of these texts. */
export function expectSearch(
  search: TextSearch,
  { metric, about: [ticker, ...others] }: TextSlot,
  ground: Ground,
): TextExpected | { readonly problem: string } {
  if (ticker === undefined || others.length > 0) return NOT_OF_ONE;
  const { asOf } = ground.view;
  const known = ground.view.texts(ticker).documents.filter((one) => one.known <= asOf && one.day <= asOf);
  const searched = known.filter((one) => isSearched(one, search));
  const count = searched.length;
  const made: Readonly<Record<string, () => number | string | undefined>> = {
    text_kinds: () => kindsName(search.kinds, count),
    text_section: () => isSection(search.section ?? "") ? search.section : undefined,
    text_terms: () => termsName(search.terms),
    text_number: () => count > 1 ? "many" : count === 1 ? "one" : "none",
    text_count: () => count,
    text_span: () => spanOf(searched),
    text_day: () => longDay(asOf),
    text_days: () => daysName(search),
    text_held: () => heldName(known),
    text_found: () => foundIn(searched, search, { ticker, ground }),
  };
  const value = Object.hasOwn(made, metric) ? made[metric]?.() : undefined;
  if (value === undefined) return { problem: "cannot be found in the texts" };
  return { value, shown: typeof value === "number" ? value.toLocaleString("en-US") : value };
}

function isSearched({ kind, day }: TextDocument, { kinds, from, to }: TextSearch): boolean {
  if (kinds.length > 0 && !kinds.includes(kind)) return false;
  return (from === undefined || day >= from) && (to === undefined || day <= to);
}

/** Days of the first and the last of some texts. */
function spanOf(texts: readonly TextDocument[]): string | undefined {
  const days = texts.map(({ day }) => day).toSorted();
  return days.length === 0 ? undefined : daySpan(days[0], days.at(-1));
}

/** Whether something can be quoted, from each sentence of each text that is searched. */
function foundIn(
  searched: readonly TextDocument[],
  { terms, section }: TextSearch,
  { ticker, ground }: Whose,
): string {
  if (searched.length === 0) return "absent";
  const texts = ground.view.texts(ticker);
  const isSome = searched.some(({ id, kind, sections }) => {
    const text = texts.text(id);
    const { sentences, begins, bare } = sentenceBounds(text, kind);
    const under = sections.filter(({ name }) => section !== undefined && name.toUpperCase() === section.toUpperCase());
    return sentences.some(([start, end]) => {
      const said = text.slice(start, end);
      return begins.has(start) && (terms.length === 0 || holdsAny(said, terms)) &&
        isQuote(said, { isBare: bare.has(end) }) &&
        (section === undefined || under.some((one) => one.start <= start && end <= one.end));
    });
  });
  return isSome ? "some" : "nothing";
}

function kindsName(kinds: readonly TextKind[], count: number): string {
  const names: Readonly<Record<TextKind, string>> = {
    "10-K": "10-K",
    "10-Q": "10-Q",
    "8-K": "8-K",
    call: "call",
    news: "news item",
    post: "post",
    other: "other document",
  };
  const [only, ...others] = kinds;
  // where there is none, other kinds may be there
  const all = () => joinTexts(kinds.map((kind) => `${names[kind]}s`), "list").replace(" and ", " or ");
  if (count === 0 && others.length > 0) return all();
  return `${only === undefined || others.length > 0 ? "document" : names[only]}${count === 1 ? "" : "s"}`;
}

function termsName(terms: readonly string[]): string {
  const quoted = (term: string) => /[#+]/.test(term) ? term : `"${term}"`;
  const named = terms.map((term) => quoted(term).split("+").map((part) => topicOf(part)?.name ?? part).join(" "));
  return joinTexts(named, "list") || "anything to quote";
}

function daysName({ from, to }: TextSearch): string | undefined {
  if (from !== undefined && to !== undefined) return from === to ? `on ${longDay(to)}` : `from ${daySpan(from, to)}`;
  if (to !== undefined) return `by ${longDay(to)}`;
  return from === undefined ? undefined : `from ${longDay(from)} on`;
}

function heldName(known: readonly TextDocument[]): string {
  const named = TEXT_KINDS.flatMap((kind) => {
    const all = known.filter((one) => one.kind === kind);
    return all.length === 0
      ? []
      : [`${all.length.toLocaleString("en-US")} ${kindsName([kind], all.length)} (${spanOf(all)})`];
  });
  return joinTexts(named, "list") || "no other document on it";
}
