import type { UnpricedExpected, UnpricedSlot } from "./facts.ts";
import { longDay } from "../calendar/day.ts";
import { createHash } from "node:crypto";
import { daysName, heldName, termsName, textDays, textsName, worded } from "../data/about_names.ts";
import { DIGEST_CHARS, isSection, type QuoteKey, type TextSearch } from "../data/about.ts";
import type { TextDocument } from "../data/text_document.ts";
import type { Ground } from "./knowledge.ts";
import { type SentenceBounds, sentenceBounds } from "./sentence_bounds.ts";
import { BARE_LINES, MAX_QUOTE_CHARS, MIN_QUOTE_CHARS } from "../data/metrics/quotes.ts";
import { partsOfTerm, wordsOfTerm } from "../data/text_topics.ts";

const NOT_OF_ONE = { problem: "is not about one company" };

/**
 * What a slot about a quote must hold, from the text itself: its digest, its words at these places,
 * whether they are whole sentences there, and whose and of which day the text is.
 * @returns Why it can hold nothing.
 */
export function expectQuote(
  key: QuoteKey,
  { metric, about: [ticker, ...others] }: UnpricedSlot,
  ground: Ground,
): UnpricedExpected | { readonly problem: string } {
  if (ticker === undefined || others.length > 0) return NOT_OF_ONE;
  const proven = ground.onceHere(JSON.stringify(["quote", ticker, key]), () => proof(key, { ticker, ground }));
  if ("problem" in proven) return proven;
  const { document, words } = proven;
  const behind = { origin: document.source, inputs: [document.id] };
  const heading = document.sections.find(({ start, end }) => start <= key.start && key.end <= end)?.name ?? "";
  const isPart = document.kind === "call" && ["remarks", "questions"].includes(heading);
  const made: Readonly<Record<string, () => UnpricedExpected | undefined>> = {
    quote: () => ({ value: words, shown: words, ...behind }),
    quote_day: () => ({ value: document.day, shown: longDay(document.day), ...behind }),
    quote_from: () => worded(isPart ? heading : document.kind),
    quote_title: () => document.title !== "" && isShowable(document.title) ? worded(document.title) : undefined,
    quote_section: () => isSection(heading) ? worded(heading) : undefined,
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

interface Whose {
  readonly ticker: string;
  readonly ground: Ground;
}

/** What is said of a search in the texts about a company, from all of these texts. */
export function expectSearch(
  search: TextSearch,
  { metric, about: [ticker, ...others] }: UnpricedSlot,
  ground: Ground,
): UnpricedExpected | { readonly problem: string } {
  if (ticker === undefined || others.length > 0) return NOT_OF_ONE;
  const { asOf } = ground.view;
  const known = ground.view.texts(ticker).documents.filter((one) => one.known <= asOf && one.day <= asOf);
  const searched = known.filter((one) => isSearched(one, search));
  const count = searched.length;
  const made: Readonly<Record<string, () => number | string | undefined>> = {
    text_kinds: () => textsName(search.kinds, count),
    text_section: () => isSection(search.section ?? "") ? search.section : undefined,
    text_terms: () => termsName(search.terms),
    text_number: () => count > 1 ? "many" : count === 1 ? "one" : "none",
    text_count: () => count,
    text_span: () => textDays(searched),
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

/** Marks of Markdown, of pages and of terminals. */
const MARKS = "<>`*_[]|\\~^";

/**
 * Whether a text is shown as it is by a page, a terminal and Markdown, and cannot end the quotation around it: every
 * character is one that is seen, a blank stands alone, and each ” closes a “ of its own.
 */
export function isShowable(text: string): boolean {
  let depth = 0;
  let before = "";
  for (const mark of text) {
    if (MARKS.includes(mark) || /[\p{C}\p{Zl}\p{Zp}]/u.test(mark)) return false;
    if (mark !== " " && /\s/.test(mark) || mark === " " && before === " ") return false;
    if (mark === "“") depth++;
    if (mark === "”" && --depth < 0) return false;
    before = mark;
  }
  const lower = text.toLowerCase();
  return depth === 0 && !lower.includes("://") && !/\bwww\./.test(lower) && !/&#?[a-z0-9_]+;/.test(lower);
}

/** What begins a question. */
const ASKING = new Set("who what why how can could do does did is are would will should have has".split(" "));

/**
 * Whether words that are whole sentences may be shown between quotation marks.
 * @param options.isBare They end a line of a text without stops.
 */
export function isQuote(words: string, { isBare }: { readonly isBare: boolean }): boolean {
  const [first = ""] = words.replace(/^["'“‘(]+/, "");
  const isBegun = /[\p{Lu}\p{Nd}$€£]/u.test(first);
  const isEnded = /[.!]$/.test(words.replace(/["'”’)]+$/, "")) || isBare && isStatement(words.split(" "));
  return words.length >= MIN_QUOTE_CHARS && words.length <= MAX_QUOTE_CHARS && isBegun && isEnded && isShowable(words);
}

/** Enough words, the last of them whole, that ask nothing. */
function isStatement(words: readonly string[]): boolean {
  const [first = ""] = (words[0] ?? "").split(/[^A-Za-z]/);
  return words.length >= BARE_LINES.leastWords && !ASKING.has(first.toLowerCase()) &&
    /[\p{L}\p{Nd}%)”]$/u.test(words.at(-1) ?? "");
}

/** Where words end in lower case, and what stands there in the singular; the first that fits. */
const ENDINGS = [
  ["ies", "y"],
  ["sses", "ss"],
  ["xes", "x"],
  ["ches", "ch"],
  ["shes", "sh"],
  ["ss", "ss"],
  ["us", "us"],
  ["is", "is"],
  ["s", ""],
] as const;
/** Shorter words have no plural's ending. */
const LEAST_CHARS = 4;

/** A text in lower case as words without a plural's ending. */
export function wordsIn(text: string): readonly string[] {
  return text.toLowerCase().split(/[^\p{L}\p{N}&]+/u).filter((word) => word !== "").map((word) => {
    const [ending, singular] = ENDINGS.find(([end]) => word.endsWith(end)) ?? ["", ""];
    return word.length < LEAST_CHARS || ending === "" ? word : word.slice(0, word.length - ending.length) + singular;
  });
}

/** Whether a text holds words for every part of any of some terms. */
export function holdsAny(text: string, terms: readonly string[]): boolean {
  const words = wordsIn(text);
  const places = Map.groupBy(words.keys(), (at) => words[at]);
  const stands = (one: string) => {
    const [first, ...rest] = wordsIn(one);
    return (places.get(first) ?? []).some((at) => rest.every((word, next) => words[at + 1 + next] === word));
  };
  return terms.some((term) => partsOfTerm(term).every((part) => wordsOfTerm(part).some(stands)));
}
