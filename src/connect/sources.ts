import { InputError } from "../protocol/errors.ts";
import { nearestName } from "../text/nearest_name.ts";
import { CMD } from "./cmd_source.ts";
import { EDGAR } from "./edgar.ts";
import { FEED } from "./feed.ts";
import { ALPHAVANTAGE, EODHD, TIINGO } from "./price_services.ts";
import type { Source, SourceMaker, SourceOptions } from "./source.ts";

/** Every source, in the order of the page of help: a new one is a row here, and a file of its own if it is no service of prices by key. */
export const SOURCES: readonly SourceMaker[] = [
  EDGAR,
  TIINGO,
  ALPHAVANTAGE,
  EODHD,
  FEED,
  CMD,
];

/** A source as it was named: `edgar`, or `feed` with what follows its colon. */
export interface NamedSource {
  readonly maker: SourceMaker;
  readonly what: string | undefined;
}

/**
 * Reads the names of sources, between commas. What follows a colon may have commas itself: it ends where a comma and
 * the name of a source follow.
 * @param texts Each as it was typed, like `edgar,tiingo`.
 * @throws {InputError} when a source is unknown, or named twice.
 */
export function readSources(texts: readonly string[], makers: readonly SourceMaker[] = SOURCES): NamedSource[] {
  const named = texts.flatMap((text) => partsOf(text, makers)).map((part) => readSource(part, makers));
  for (const [at, { maker, what }] of named.entries()) {
    const isTwice = named.slice(0, at).some((other) => other.maker === maker && other.what === what);
    if (isTwice) throw new InputError(`Cannot fetch from ${maker.name} twice`);
  }
  return named;
}

function partsOf(text: string, makers: readonly SourceMaker[]): string[] {
  const parts: string[] = [];
  for (const part of text.split(",")) {
    const last = parts.at(-1);
    const isName = makers.some(({ name }) => part.trim() === name || part.trimStart().startsWith(`${name}:`));
    if (last === undefined || isName || !last.includes(":")) parts.push(part);
    else parts[parts.length - 1] = `${last},${part}`;
  }
  return parts.map((part) => part.trim());
}

function readSource(part: string, makers: readonly SourceMaker[]): NamedSource {
  const colon = part.indexOf(":");
  const name = colon < 0 ? part : part.slice(0, colon);
  const maker = makers.find((one) => one.name === name.toLowerCase());
  if (maker !== undefined) return { maker, what: colon < 0 ? undefined : part.slice(colon + 1) };
  const names = makers.map((one) => one.name);
  const near = nearestName(name, names);
  const hint = near === undefined ? `there are ${names.join(", ")}` : `did you mean ${near}?`;
  throw new InputError(`Cannot fetch from "${name}": there is no such source; ${hint}`);
}

/** What stands for a variable that is not set, in a dry run, which sends nothing. */
const PLACEHOLDER = "not-set@example.invalid";

/** Sources that were made, and the variables that a real fetch would lack. */
export interface MadeSources {
  readonly sources: readonly Source[];
  readonly missing: readonly string[];
}

/**
 * Makes sources.
 * @param options `isDryRun`: what is not set is replaced, and said.
 * @throws {InputError} when a variable is missing or cannot be used; nothing was sent.
 */
export function makeSources(
  named: readonly NamedSource[],
  { isDryRun, ...options }: SourceOptions & { readonly isDryRun: boolean },
): MadeSources {
  const missing = new Set<string>();
  const env = (name: string) => {
    const value = options.env(name)?.trim();
    if (value !== undefined && value !== "") return value;
    missing.add(name);
    return isDryRun ? PLACEHOLDER : undefined;
  };
  const sources = named.map(({ maker, what }) => {
    const made = maker.make(what, { ...options, env });
    const lacks = maker.needs.filter((name) => env(name) === undefined);
    if (lacks.length > 0) throw new InputError(`Cannot fetch from ${maker.name}: set ${lacks.join(" and ")}`);
    return made;
  });
  return { sources, missing: [...missing] };
}
