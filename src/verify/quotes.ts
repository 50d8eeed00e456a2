import { asWord } from "./facts.ts";
import { longDay } from "../calendar/day.ts";
import { createHash } from "node:crypto";
import { DIGEST_CHARS, type QuoteKey, readQuoteKey } from "../data/quote_key.ts";
import { isSection, readSearchKey } from "../data/search_key.ts";
import type { TextDocument } from "../data/text_document.ts";
import type { Ground } from "./knowledge.ts";
import { isQuote, isShowable } from "./quote_text.ts";
import { type SentenceBounds, sentenceBounds } from "./sentence_bounds.ts";
import { expectSearch, type TextExpected } from "./text_search.ts";

/** A slot of a phrase: a metric, whom it is about, and its key. */
interface TextSlot {
  readonly metric: string;
  readonly about: readonly string[];
  readonly of: string | undefined;
}

/**
 * What a slot about a quote or a search in texts must hold, from the text itself: its digest, its words at these places,
 * whether they are whole sentences there, and whose and of which day the text is.
 * @returns Why it can hold nothing.
 */
export function expectText(
  { metric, about, of = "" }: TextSlot,
  ground: Ground,
): TextExpected | { readonly problem: string } {
  const [ticker, ...others] = about;
  if (ticker === undefined || others.length > 0) return { problem: "is not about one company" };
  const key = readQuoteKey(of);
  if (key !== undefined) return expectQuote(metric, key, { ticker, ground });
  const search = readSearchKey(of);
  const found = search && expectSearch(metric, search, { ticker, ground });
  return found ?? { problem: "cannot be found in the texts" };
}

interface Whose {
  readonly ticker: string;
  readonly ground: Ground;
}

function expectQuote(
  metric: string,
  key: QuoteKey,
  { ticker, ground }: Whose,
): TextExpected | { readonly problem: string } {
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
