import type { Company } from "../dataset.ts";
import type { CompanyIndex } from "./company_index.ts";
import { findExplicit } from "./find_explicit.ts";
import { findNames, type Hit } from "./find_names.ts";
import { findTickers } from "./find_tickers.ts";
import { findUnknown } from "./find_unknown.ts";
import type { SectorMention } from "./sectors.ts";
import { readSecurityNumber, type SecurityNumber } from "./security_number.ts";
import { blank, overlaps, type Span } from "./words.ts";
import { nameKeys, nameWords, shortName } from "./company_name.ts";
import { normaliseTicker } from "../ticker.ts";
import { edits } from "../../text/nearest_name.ts";

/** The companies and sector that a request names. */
export interface Mentions {
  /** In order of mention, each once. */
  readonly companies: readonly Company[];
  /** The sector named, if any. */
  readonly sector?: SectorMention;
  /** Written like a company, but not in the data; with the most similar names. */
  readonly unknown: readonly { readonly text: string; readonly nearest: readonly Company[] }[];
  /** Security numbers; resolving them needs a register. */
  readonly identifiers: readonly SecurityNumber[];
  /** Where it names companies, in order: one for each time it does. */
  readonly places: readonly Hit[];
}

/** How tokens and names are looked up. */
export interface Lookup {
  readonly index: CompanyIndex;
  readonly resolve: (token: string) => Company | undefined;
  readonly findSector: (text: string) => SectorMention | undefined;
}

/** Names of indices; without this, "S&P 500" would match S&P Global. */
const INDEX_NAME = /\b(?:S&P\s?(?:500|400|600)|Dow Jones|Nasdaq[- ](?:100|Composite)|Russell [123]000|FTSE 100)\b/gi;

/** Bounds the time to read a request; text beyond this is usually an attachment. */
const MAX_READ_CHARS = 10_000;

/** Finds what a request names in its first 10,000 characters; if it quotes a ticker, only quotes count. */
export function findMentions(request: string, { index, resolve, findSector }: Lookup): Mentions {
  const text = request.slice(0, MAX_READ_CHARS).replace(INDEX_NAME, (name) => " ".repeat(name.length));
  const explicit = findExplicit(text, resolve);
  if (explicit.isDecisive) return toMentions(text, { ...explicit, index });
  const identifiers = [...explicit.identifiers, ...findNumbers(text)];
  const unmarked = blank(text, [...explicit.hits, ...explicit.unknown, ...identifiers]);
  const names = findNames(unmarked, index);
  const unnamed = blank(unmarked, [...names.hits, ...names.unknown]);
  const tickers = findTickers(unnamed, index);
  const hits = [...explicit.hits, ...names.hits, ...tickers.hits];
  const certain = [...explicit.unknown, ...names.unknown];
  const sector = findSector(blank(unnamed, tickers.hits));
  const guessed = findUnknown(text, {
    likely: tickers.unknown,
    known: [...hits, ...certain],
    isSubjectKnown: hits.length + certain.length + identifiers.length > 0 || sector !== undefined,
    hasTicker: (word) => index.byTicker(word) !== undefined,
  });
  const mentions = toMentions(text, { hits, unknown: [...certain, ...guessed], identifiers, index });
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
  { hits, unknown, identifiers, index }: {
    hits: readonly Hit[];
    unknown: readonly Span[];
    identifiers: readonly (SecurityNumber & Span)[];
    index: CompanyIndex;
  },
): Mentions {
  const inOrder = hits.toSorted((one, other) => one.start - other.start);
  const texts = unknown.filter((one) => !hits.some((hit) => overlaps(one, hit)))
    .toSorted((one, other) => one.start - other.start)
    .map(({ start, end }) => request.slice(start, end).trim());
  return {
    companies: [...new Set(inOrder.map((hit) => hit.company))],
    places: inOrder,
    unknown: [...new Set(texts)].map((text) => ({
      text,
      nearest: nearestCompanies(text, index.companies),
    })),
    identifiers: identifiers.map(({ kind, text }) => ({ kind, text })),
  };
}

const MAX_NEAREST = 3;
/** Allowed edits per letter. */
const MAX_CHANGES_PER_LETTER = 0.34;

/** The companies with the most similar ticker or name; empty when none is close. */
function nearestCompanies(
  text: string,
  companies: readonly Company[],
): Company[] {
  const ticker = normaliseTicker(text);
  const name = shortName(nameWords(text)).join(" ");
  const scored = companies.map((company) => ({
    company,
    share: Math.min(
      changeShare(ticker, company.ticker),
      ...namesOf(company).map((one) => changeShare(name, one)),
    ),
  }));
  return scored.filter(({ share }) => share <= MAX_CHANGES_PER_LETTER)
    .sort((one, other) => one.share - other.share)
    .slice(0, MAX_NEAREST).map(({ company }) => company);
}

function namesOf({ name, aliases = [] }: Company): string[] {
  return [name, ...aliases].flatMap((one) => nameKeys(one).short);
}

/** Edits divided by the shorter length; a prefix of four letters or more counts as one edit. */
function changeShare(text: string, known: string): number {
  const length = Math.min(text.length, known.length);
  if (length === 0 || Math.abs(text.length - known.length) > length) return Infinity;
  if (text.length >= 4 && known.startsWith(text)) return 1 / text.length;
  return edits(text, known) / length;
}
