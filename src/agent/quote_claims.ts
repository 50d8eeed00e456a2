import type { UnpricedClaim, UnpricedContext, WantedUnpriced } from "./fact_claims.ts";
import { longDay } from "../calendar/day.ts";
import { daysName, heldName, termsName, textDays, textsName, worded } from "../data/about_names.ts";
import { DIGEST_CHARS, isSection, type QuoteKey, type TextSearch } from "../data/about.ts";
import type { TextDocument } from "../data/text_document.ts";
import { findQuotes, textsSearched } from "./find_quotes.ts";
import { isPlain } from "./quotable.ts";

type WantedText = Pick<WantedUnpriced, "metric" | "about">;
type Viewed = Pick<UnpricedContext, "view">;

/** A quote and what is said of it; `undefined` if absent. */
export function quoteClaim(
  key: QuoteKey,
  { metric, about: [ticker, ...others] }: WantedText,
  { view }: Viewed,
): UnpricedClaim | undefined {
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

/** What is said of a search in the texts of one company; `undefined` if absent. */
export function searchClaim(
  search: TextSearch,
  { metric, about: [ticker, ...others] }: WantedText,
  { view }: Viewed,
): UnpricedClaim | undefined {
  if (ticker === undefined || others.length > 0) return undefined;
  const texts = view.texts(ticker);
  const searched = textsSearched(texts, search);
  switch (metric) {
    case "text_kinds":
      return worded(textsName(search.kinds, searched.length));
    case "text_section":
      return search.section !== undefined && isSection(search.section) ? worded(search.section) : undefined;
    case "text_terms":
      return worded(termsName(search.terms));
    case "text_number":
      return worded(searched.length === 0 ? "none" : searched.length === 1 ? "one" : "many");
    case "text_count":
      return { value: searched.length, shown: searched.length.toLocaleString("en-US") };
    case "text_span":
      return worded(textDays(searched));
    case "text_day":
      return worded(longDay(view.asOf));
    case "text_days":
      return worded(daysName(search));
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
