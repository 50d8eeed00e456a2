import { joinTexts } from "../data/phrases/phrase.ts";
import { daySpan, longDay } from "../calendar/day.ts";
import { isSection, type TextSearch } from "../data/search_key.ts";
import { TEXT_KINDS, type TextDocument, type TextKind } from "../data/text_document.ts";
import { topicOf } from "../data/text_topics.ts";
import type { Ground } from "./knowledge.ts";
import { holdsAny, isQuote } from "./quote_text.ts";
import { sentenceBounds } from "./sentence_bounds.ts";

/** What a slot about a text must hold, beside what its definition says. */
export interface TextExpected {
  readonly value: number | string;
  readonly shown: string;
  readonly origin?: string;
  readonly inputs?: readonly string[];
}

interface Whose {
  readonly ticker: string;
  readonly ground: Ground;
}

/** What is told of a search in the texts about a company, from all of these texts; `undefined` where it is nothing. */
export function expectSearch(
  metric: string,
  search: TextSearch,
  { ticker, ground }: Whose,
): TextExpected | undefined {
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
  if (value === undefined) return undefined;
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
    "10-K": "10-K report",
    "10-Q": "10-Q report",
    "8-K": "8-K report",
    call: "call",
    news: "news item",
    post: "post",
    other: "other document",
  };
  const [only, ...others] = kinds;
  // where there is none, other kinds may be there
  if (count === 0 && others.length > 0) return joinTexts(kinds.map((kind) => `${names[kind]}s`), "list");
  const name = only === undefined || others.length > 0 ? "document" : names[only];
  return count === 1 ? name : `${name}s`;
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
