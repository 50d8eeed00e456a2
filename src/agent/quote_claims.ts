import { worded } from "./fact_claims.ts";
import { daySpan, longDay } from "../calendar/day.ts";
import type { Claim } from "../data/claim.ts";
import type { DatasetView } from "../data/dataset.ts";
import type { MetricId } from "../data/metrics/metric.ts";
import { joinTexts } from "../data/phrases/phrase.ts";
import { DIGEST_CHARS, isSection, type QuoteKey, type TextSearch } from "../data/about.ts";
import { TEXT_KINDS, type TextDocument, type TextKind } from "../data/text_document.ts";
import { partsOfTerm, topicOf } from "../data/text_topics.ts";
import { findQuotes, textsSearched } from "./find_quotes.ts";
import { isPlain } from "./quotable.ts";

/** The part of a claim that differs from what its definition says. */
export type TextClaim = Pick<Claim, "value" | "shown" | "source" | "inputs">;

/** What is claimed of a text, and of whom. */
export interface WantedText {
  readonly metric: MetricId;
  readonly about: readonly string[];
}

interface Viewed {
  readonly view: DatasetView;
}

/** A quote and what is told of it; `undefined` where there is none. */
export function quoteClaim(
  key: QuoteKey,
  { metric, about: [ticker, ...others] }: WantedText,
  { view }: Viewed,
): TextClaim | undefined {
  if (ticker === undefined || others.length > 0) return undefined;
  const texts = view.texts(ticker);
  const document = texts.documents.find(({ id }) => id === key.document);
  if (document === undefined || document.sha256.slice(0, DIGEST_CHARS) !== key.digest) return undefined;
  const behind = { source: document.source, inputs: [document.id] };
  const said = texts.text(document.id).slice(key.start, key.end);
  switch (metric) {
    case "quote":
      return { value: said, shown: said, ...behind };
    case "quote_day":
      return { value: document.day, shown: longDay(document.day), ...behind };
    case "quote_from":
      return worded(originOf(document, key));
    case "quote_title":
      return document.title !== "" && isPlain(document.title) ? worded(document.title) : undefined;
    case "quote_section": {
      const section = sectionOf(document, key);
      return section !== undefined && isSection(section) ? worded(section) : undefined;
    }
    default:
      return undefined;
  }
}

/** Where a quote comes from: of a call, which part of it, if it has parts. */
export function originOf(document: TextDocument, key: Pick<QuoteKey, "start" | "end">): string {
  const section = document.kind === "call" ? sectionOf(document, key) : undefined;
  return section === "remarks" || section === "questions" ? section : document.kind;
}

function sectionOf({ sections }: TextDocument, { start, end }: Pick<QuoteKey, "start" | "end">): string | undefined {
  return sections.find((one) => one.start <= start && end <= one.end)?.name;
}

const KIND_NAMES: Readonly<Record<TextKind, readonly [string, string]>> = {
  "10-K": ["10-K", "10-Ks"],
  "10-Q": ["10-Q", "10-Qs"],
  "8-K": ["8-K", "8-Ks"],
  call: ["call", "calls"],
  news: ["news item", "news items"],
  post: ["post", "posts"],
  other: ["other document", "other documents"],
};

/** What is told of a search in the texts of one company; `undefined` where there is none. */
export function searchClaim(
  search: TextSearch,
  { metric, about: [ticker, ...others] }: WantedText,
  { view }: Viewed,
): TextClaim | undefined {
  if (ticker === undefined || others.length > 0) return undefined;
  const texts = view.texts(ticker);
  const searched = textsSearched(texts, search);
  const days = searched.map(({ day }) => day).toSorted();
  const { from, to, terms, kinds: [kind, ...more] } = search;
  switch (metric) {
    case "text_kinds":
      return worded(
        searched.length === 0 && more.length > 0
          ? joinTexts(search.kinds.map((one) => nounOf(one, 0)), "list").replace(" and ", " or ")
          : nounOf(more.length === 0 ? kind : undefined, searched.length),
      );
    case "text_section":
      return search.section !== undefined && isSection(search.section) ? worded(search.section) : undefined;
    case "text_terms":
      return worded(termsName(terms));
    case "text_number":
      return worded(searched.length === 0 ? "none" : searched.length === 1 ? "one" : "many");
    case "text_count":
      return { value: searched.length, shown: searched.length.toLocaleString("en-US") };
    case "text_span":
      return days[0] === undefined ? undefined : worded(daySpan(days[0], days.at(-1)));
    case "text_day":
      return worded(longDay(view.asOf));
    case "text_days":
      return from === undefined && to === undefined ? undefined : worded(daysName(from, to));
    case "text_held":
      return worded(heldName(texts.documents));
    case "text_found": {
      if (searched.length === 0) return worded("absent");
      return worded(findQuotes(view, { ticker, search, most: 1 }).length > 0 ? "some" : "nothing");
    }
    default:
      return undefined;
  }
}

function nounOf(kind: TextKind | undefined, count: number): string {
  const [one, many] = kind === undefined ? ["document", "documents"] : KIND_NAMES[kind];
  return count === 1 ? one : many;
}

/** Topics by their names, words in quotation marks; those that stand together as they do. */
export function termsName(terms: readonly string[]): string {
  if (terms.length === 0) return "anything to quote";
  const named = terms.map((term) => {
    const parts = partsOfTerm(term).map((part) => topicOf(part)?.name ?? part);
    return parts.length > 1 || topicOf(term) !== undefined ? parts.join(" ") : JSON.stringify(term);
  });
  return joinTexts(named, "list");
}

function daysName(from: string | undefined, to: string | undefined): string {
  if (from === to) return `on ${longDay(from)}`;
  if (from === undefined) return `by ${longDay(to)}`;
  return to === undefined ? `from ${longDay(from)} on` : `from ${daySpan(from, to)}`;
}

function heldName(documents: readonly TextDocument[]): string {
  const byKind = Map.groupBy(documents, ({ kind }) => kind);
  const named = TEXT_KINDS.flatMap((kind) => {
    const days = (byKind.get(kind) ?? []).map(({ day }) => day).toSorted();
    return days.length === 0
      ? []
      : [`${days.length.toLocaleString("en-US")} ${nounOf(kind, days.length)} (${daySpan(days[0], days.at(-1))})`];
  });
  return named.length === 0 ? "no other document on it" : joinTexts(named, "list");
}
