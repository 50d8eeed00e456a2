import type { Company } from "../dataset.ts";
import type { CompanyIndex } from "./company_index.ts";
import { findExplicit } from "./find_explicit.ts";
import { findNames, type Hit } from "./find_names.ts";
import { findTickers } from "./find_tickers.ts";
import { findUnknown } from "./find_unknown.ts";
import { nearestCompanies } from "./nearest.ts";
import type { SectorMention } from "./sectors.ts";
import { readSecurityNumber, type SecurityNumber } from "./security_number.ts";
import { blank, overlaps, type Span } from "./words.ts";

/** What a request is about, as far as the data knows it. */
export interface Mentions {
  /** In order of mention, each once. */
  readonly companies: readonly Company[];
  /** The sector asked about, where there is one. */
  readonly sector?: SectorMention;
  /** What is written as a company and is none of the data, with those spelled most like it. */
  readonly unknown: readonly { readonly text: string; readonly nearest: readonly Company[] }[];
  /** Numbers of securities; they cannot be resolved without a register. */
  readonly identifiers: readonly SecurityNumber[];
}

/** How tokens and names are looked up. */
export interface Lookup {
  readonly index: CompanyIndex;
  readonly resolve: (token: string) => Company | undefined;
  readonly findSector: (text: string) => SectorMention | undefined;
}

/** What a company is measured against, and no company, though S&P Global is one. */
const INDEX_NAME = /\b(?:S&P\s?(?:500|400|600)|Dow Jones|Nasdaq[- ](?:100|Composite)|Russell [123]000|FTSE 100)\b/gi;

/** The rest of a longer request is an enclosure, and reading it takes time. */
const MAX_READ_CHARS = 10_000;

/** Finds what a request names in its first 10,000 characters; a quoted ticker decides alone. */
export function findMentions(request: string, { index, resolve, findSector }: Lookup): Mentions {
  const text = request.slice(0, MAX_READ_CHARS).replace(INDEX_NAME, (name) => " ".repeat(name.length));
  const explicit = findExplicit(text, resolve);
  if (explicit.isDecisive) return toMentions(text, { ...explicit, index });
  const identifiers = [...explicit.identifiers, ...findNumbers(text)];
  const unmarked = blank(text, [...explicit.hits, ...explicit.strangers, ...identifiers]);
  const names = findNames(unmarked, index);
  const unnamed = blank(unmarked, [...names.hits, ...names.strangers]);
  const tickers = findTickers(unnamed, index);
  const hits = [...explicit.hits, ...names.hits, ...tickers.hits];
  const sure = [...explicit.strangers, ...names.strangers];
  const sector = findSector(blank(unnamed, tickers.hits));
  const unknown = findUnknown(text, {
    likely: tickers.strangers,
    known: [...hits, ...sure],
    isSubjectKnown: hits.length + sure.length + identifiers.length > 0 || sector !== undefined,
    hasTicker: (word) => index.byTicker(word) !== undefined,
  });
  const mentions = toMentions(text, { hits, strangers: [...sure, ...unknown], identifiers, index });
  return sector ? { ...mentions, sector } : mentions;
}

function findNumbers(text: string): (SecurityNumber & Span)[] {
  return [...text.matchAll(/(?<![\p{L}\p{N}])[0-9A-Z]{9}(?:[0-9A-Z]{3})?(?![\p{L}\p{N}])/giu)]
    .flatMap((match) => {
      const number = readSecurityNumber(match[0]);
      return number ? [{ ...number, start: match.index, end: match.index + match[0].length }] : [];
    });
}

function toMentions(
  request: string,
  { hits, strangers, identifiers, index }: {
    hits: readonly Hit[];
    strangers: readonly Span[];
    identifiers: readonly (SecurityNumber & Span)[];
    index: CompanyIndex;
  },
): Mentions {
  const inOrder = hits.toSorted((one, other) => one.start - other.start);
  const unknown = strangers.filter((one) => !hits.some((hit) => overlaps(one, hit)))
    .toSorted((one, other) => one.start - other.start)
    .map(({ start, end }) => request.slice(start, end).trim());
  return {
    companies: [...new Set(inOrder.map((hit) => hit.company))],
    unknown: [...new Set(unknown)].map((text) => ({
      text,
      nearest: nearestCompanies(text, index.companies),
    })),
    identifiers: identifiers.map(({ kind, text }) => ({ kind, text })),
  };
}
