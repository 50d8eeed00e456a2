import type { Company } from "../dataset.ts";
import type { CompanyIndex } from "./company_index.ts";
import { excludedAmong } from "./exclusions.ts";
import { type ExplicitTokens, findExplicit } from "./find_explicit.ts";
import type { GroupFinder, GroupHit, Standing } from "./find_groups.ts";
import { findInstruments, findListed, fundOf, type Instrument, type InstrumentHit } from "./find_instruments.ts";
import { findNames, type Hit } from "./find_names.ts";
import { findTickers } from "./find_tickers.ts";
import { findUnknown } from "./find_unknown.ts";
import type { Group } from "./group_index.ts";
import type { NearestNames } from "./nearest.ts";
import { readSecurityNumber, type SecurityNumber } from "./security_number.ts";
import { splitWords, type Word } from "./split_words.ts";
import { byStart, overlaps, type Place, without } from "../../terms/places.ts";

/** A name of the request that is not simply that of its company. */
export interface Reading {
  /** As the request words it. */
  readonly text: string;
  readonly company: Company;
  /** Why it is reported: the firm has further share classes in the data, or its ticker was changed. */
  readonly why: "class" | "renamed";
  /** The share classes that are not answered for. */
  readonly others: readonly Company[];
}

/** Written like a company, but not in the data. */
export interface Stranger {
  /** As the request words it. */
  readonly text: string;
  /** The companies with the most similar names, at most three. */
  readonly nearest: readonly Company[];
}

/** The companies, groups and instruments that a request names. */
export interface Mentions {
  /** In order of mention, each once, without those that it excludes. */
  readonly companies: readonly Company[];
  /** Sectors, industries and the whole universe, in order of mention. */
  readonly groups: readonly Group[];
  /** Names of groups that it names beside its subject, as in "Apple in tech"; they are not researched. */
  readonly around: readonly string[];
  /** What it takes out: "tech without Apple". */
  readonly excluded: readonly Company[];
  /** Funds, indices, currencies and listings elsewhere. */
  readonly instruments: readonly Instrument[];
  /** Names that the answer explains. */
  readonly readings: readonly Reading[];
  /** Written like a company, but not in the data; with the most similar names. */
  readonly unknown: readonly Stranger[];
  /** Security numbers; resolving them needs a register. */
  readonly identifiers: readonly SecurityNumber[];
  /** Where it names the companies, in order: one for each time it does. */
  readonly places: readonly Hit[];
  /** Where it names anything, in order: companies, groups, instruments, numbers and what is unknown. */
  readonly spans: readonly Place[];
}

/** How tokens and names are looked up. */
export interface Lookup {
  readonly index: CompanyIndex;
  readonly nearest: NearestNames;
  readonly resolve: (token: string) => Company | undefined;
  readonly findGroups: GroupFinder;
}

/** Bounds the time to read a request; text beyond this is usually an attachment. */
const MAX_READ_CHARS = 10_000;
/** Further unknown names are reported without the nearest: comparing takes time. */
const MAX_COMPARED = 8;

/** The surest first. */
const STANDINGS: readonly Standing[] = ["named", "context", "everything"];

/** What was found, and where. */
interface Found extends Pick<ExplicitTokens, "hits" | "instruments" | "unknown" | "identifiers"> {
  readonly groups: readonly GroupHit[];
}

/** Finds what a request names in its first 10,000 characters; if it quotes a ticker, only quotes count. */
export function findMentions(request: string, lookup: Lookup): Mentions {
  const text = request.slice(0, MAX_READ_CHARS);
  const { index, resolve, nearest } = lookup;
  const explicit = findExplicit(text, { resolve, byTicker: (token) => index.byTicker(token) });
  if (explicit.isDecisive) {
    const { spans, ...named } = toMentions(text, { ...explicit, groups: [] }, nearest);
    return { ...named, spans: [...spans, ...spans.flatMap((one) => inBrackets(text, one))].sort(byStart) };
  }
  const identifiers = [...explicit.identifiers, ...findNumbers(text)];
  const unmarked = without(text, [...explicit.hits, ...explicit.unknown, ...explicit.instruments, ...identifiers]);
  const found = findUnmarked(unmarked, lookup);
  const hits = [...explicit.hits, ...found.hits];
  const instruments = [...explicit.instruments, ...found.instruments];
  const certain = [...explicit.unknown, ...found.certain];
  const guessed = findUnknown(text, {
    likely: found.likely,
    known: [...hits, ...found.groups, ...instruments, ...identifiers, ...certain].sort(byStart),
    isSubjectKnown: hits.length + found.groups.length + instruments.length + certain.length + identifiers.length > 0,
    hasTicker: (word) => index.byTicker(word) !== undefined,
    isNearName: (word) => nearest.isNearName(word),
  });
  return toMentions(
    text,
    { hits, groups: found.groups, instruments, unknown: [...certain, ...guessed], identifiers },
    nearest,
  );
}

/** Behind a quoted ticker a bracket holds the name of its company: `"KO" (Coca-Cola Company)`. */
function inBrackets(text: string, { end }: Place): readonly Place[] {
  const [name] = /^\s?\([^()\n]{1,80}\)/.exec(text.slice(end)) ?? [];
  return name === undefined ? [] : [{ start: end, end: end + name.length }];
}

/** What is named without quotes, signs and labels. */
function findUnmarked(text: string, { index, findGroups }: Lookup) {
  const listed = findListed(text, (token) => index.byTicker(token));
  const unlisted = without(text, listed);
  const instruments = findInstruments(unlisted, (token) => index.byTicker(token));
  const rest = without(unlisted, instruments);
  const words = splitWords(rest);
  const names = findNames(rest, words, index);
  const unnamed = without(rest, [...names.hits, ...names.unknown]);
  const tickers = findTickers(unnamed, index, { hasNames: names.hits.length > 0 });
  const ungrouped = without(unnamed, tickers.hits);
  const groups = findGroups(ungrouped, wordsLeft(words, ungrouped));
  return {
    hits: [...listed, ...names.hits, ...tickers.hits],
    groups: groups.hits,
    instruments,
    certain: [...names.unknown, ...groups.unknown],
    likely: tickers.unknown,
  };
}

function wordsLeft(words: readonly Word[], text: string): Word[] {
  return words.filter(({ start, end }) => text[start] !== " " && text[end - 1] !== " ");
}

function findNumbers(text: string): (SecurityNumber & Place)[] {
  return [...text.matchAll(/(?<![\p{LC}\p{N}])[0-9A-Z]{9}(?:[0-9A-Z]{3})?(?![\p{LC}\p{N}])/giu)]
    .flatMap((match) => {
      const number = readSecurityNumber(match[0]);
      return number ? [{ ...number, start: match.index, end: match.index + match[0].length }] : [];
    });
}

function toMentions(request: string, found: Found, nearest: NearestNames): Mentions {
  const { hits, groups, instruments, unknown, identifiers } = found;
  const funds = hits.flatMap(({ company, start, end }): InstrumentHit[] => {
    const fund = fundOf(company);
    return fund ? [{ ...fund, text: request.slice(start, end), start, end }] : [];
  });
  const firms = hits.filter(({ company }) => fundOf(company) === undefined).toSorted(byStart);
  const isOut = excludedAmong(request, [...firms, ...groups].sort(byStart));
  const out = [...firms, ...groups].filter((one) => isOut.has(one));
  const excluded = new Set(out.flatMap(membersOf));
  const kept = firms.filter((one) => !isOut.has(one) && !excluded.has(one.company));
  const stays = groups.filter((one) => !isOut.has(one));
  const surest = kept.length > 0 ? "named" : STANDINGS.find((one) => stays.some(({ standing }) => standing === one));
  return {
    companies: [...new Set(kept.map(({ company }) => company))],
    groups: groupsOf(stays.filter(({ standing }) => standing === surest), excluded),
    around: groupsOf(stays.filter(({ standing }) => standing === "context" && standing !== surest), excluded)
      .map(({ name }) => name),
    excluded: [...excluded],
    instruments: distinct([...instruments, ...funds].sort(byStart)),
    readings: readingsOf(request, kept),
    unknown: strangersOf(request, { unknown, hits, nearest }),
    identifiers: identifiers.map(({ kind, text }) => ({ kind, text })),
    places: kept,
    spans: [...hits, ...groups, ...instruments, ...unknown, ...identifiers].toSorted(byStart)
      .map(({ start, end }) => ({ start, end })),
  };
}

/** Those that are taken out with a name; never everything. */
function membersOf(one: Hit | GroupHit): readonly Company[] {
  if ("group" in one) return one.standing === "everything" ? [] : one.group.companies;
  return [one.company, ...one.classes ?? []];
}

function groupsOf(hits: readonly GroupHit[], excluded: ReadonlySet<Company>): Group[] {
  const groups = new Map(hits.map(({ group }) => [group.name, group]));
  return [...groups.values()].map((group) => ({
    ...group,
    companies: excluded.size === 0 ? group.companies : group.companies.filter((one) => !excluded.has(one)),
  }));
}

function distinct(hits: readonly InstrumentHit[]): Instrument[] {
  const all = hits.map(({ text, kind, what, tickers }) => ({ text, kind, what, tickers }));
  return [...new Map(all.toReversed().map((one) => [one.text.toUpperCase(), one])).values()].reverse();
}

/** The share classes that are not named themselves, and the tickers that were changed. */
function readingsOf(request: string, hits: readonly Hit[]): Reading[] {
  const named = new Set(hits.map(({ company }) => company));
  const readings = hits.flatMap(({ start, end, company, classes = [], isRenamed = false }): Reading[] => {
    const text = request.slice(start, end).replace(/^["“”„'‘`«]|["”’'`»]$/gu, "");
    const others = classes.filter((one) => !named.has(one));
    return [
      ...(isRenamed ? [{ text, company, why: "renamed" as const, others: [] }] : []),
      ...(others.length > 0 ? [{ text, company, why: "class" as const, others }] : []),
    ];
  });
  return [...new Map(readings.map((one) => [`${one.company.ticker} ${one.why}`, one])).values()];
}

function strangersOf(
  request: string,
  { unknown, hits, nearest }: Pick<Found, "unknown" | "hits"> & { readonly nearest: NearestNames },
): Stranger[] {
  const texts = unknown.filter((one) => !hits.some((hit) => overlaps(one, hit)))
    .toSorted(byStart)
    .map(({ start, end }) => request.slice(start, end).trim());
  return [...new Set(texts)].map((text, at) => ({ text, nearest: at < MAX_COMPARED ? nearest.of(text) : [] }));
}

/** Those that an answer is about: the companies named, then the members of the groups named, each once. */
export function subjectsOf({ companies, groups }: Mentions): readonly Company[] {
  return [...new Set([...companies, ...groups.flatMap((group) => group.companies)])];
}

/** Whether a request names one sector, whole, and no company. */
export function isWholeSector({ companies, groups, excluded }: Mentions): boolean {
  const [only, ...others] = groups;
  return companies.length === 0 && excluded.length === 0 && others.length === 0 && only?.kind === "sector";
}
