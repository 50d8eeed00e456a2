import type { Company } from "../dataset.ts";
import type { Mentions } from "../names/mentions.ts";
import { byStart, type Place } from "../../terms/places.ts";
import type { Resolver } from "../names/resolve.ts";

/** A list in a question: a name and a weight on each line. */
export interface ListLines {
  readonly lines: readonly Place[];
  /** Where the names of companies of the data stand. */
  readonly places: Mentions["places"];
  /** Names that the data does not know. */
  readonly unknown: Mentions["unknown"];
}

/** `AAPL,0.0123`, `BRK.B: 1.5%` or `T\t-0.02`, alone on its line. */
const LINE =
  /^[ \t"]*(\^?[\p{L}][^,;:\t\n"=]{0,39}?)"?[ \t]*(?:[,;:\t=]| (?=[+-]?[.\d]))[ \t"]*[+-]?\d{0,4}(?:[.,]\d+)?\s?%?"?[ \t,;]*$/gmu;
/** Fewer lines are no list. */
const LEAST_LINES = 2;

/** Finds a list of names with weights; a name in it is one, also where it is a common word elsewhere. */
export function listLines(text: string, resolver: Pick<Resolver, "resolve">): ListLines | undefined {
  const lines = [...text.matchAll(LINE)];
  if (lines.length < LEAST_LINES) return undefined;
  const places: { start: number; end: number; company: Company }[] = [];
  const unknown: { text: string; nearest: readonly Company[] }[] = [];
  for (const { index, 0: line, 1: name = "" } of lines) {
    const company = resolver.resolve(name);
    const start = index + line.indexOf(name);
    if (company) places.push({ start, end: start + name.length, company });
    else if (!/^(?:tickers?|symbols?|names?)$/i.test(name)) unknown.push({ text: name, nearest: [] });
  }
  const spans = lines.map(({ index: start, 0: line }) => ({ start, end: start + line.length }));
  return places.length === 0 ? undefined : { lines: spans, places, unknown };
}

/** What a question names outside its list, and then in it. */
export function withList(outside: Mentions, { lines, places, unknown }: ListLines): Mentions {
  const all = [...outside.places, ...places].toSorted(byStart);
  return {
    ...outside,
    companies: [...new Set(all.map(({ company }) => company))],
    unknown: [...outside.unknown, ...unknown],
    places: all,
    spans: [...outside.spans, ...lines].toSorted(byStart),
  };
}
