import type { Company } from "../dataset.ts";
import { nameWords } from "./company_name.ts";
import type { CompanyIndex, KnownName } from "./company_index.ts";
import { type Span, wordKind } from "./words.ts";

/** A company and where a request names it. */
export interface Hit extends Span {
  readonly company: Company;
}

interface Word extends Span {
  readonly raw: string;
  readonly plain: string;
  /** Without a possessive ending: `apple` in "Apple's". */
  readonly owner: string;
}

/** Words that continue a name into that of another firm: "Apple Hospitality" is not Apple. */
const FIRM_WORDS = new Set(
  ("airlines apparel bancorp bancshares bank biosciences biotech capital chemical energy entertainment exploration " +
    "foods gas gold hospitality hotels industries insurance leisure logistics lumber materials mining oil partners " +
    "petroleum pharma pharmaceuticals properties realty reit resources restaurants silver steel therapeutics trust utilities")
    .split(" "),
);

/** The names found in a text. */
export interface FoundNames {
  readonly hits: readonly Hit[];
  /** Known names that continue as the name of another firm. */
  readonly unknown: readonly Span[];
}

/** Finds company names in a text, the longest match first. */
export function findNames(text: string, index: CompanyIndex): FoundNames {
  const words = split(text);
  const hits: Hit[] = [];
  const unknown: Span[] = [];
  for (let at = 0; at < words.length;) {
    const known = matchAt(words, { at, index });
    const end = at + (known?.words.length ?? 1);
    const [first, last, next] = [words[at], words[end - 1], words[end]];
    if (known && first && last) {
      if (continuesName(text, { last, next })) unknown.push({ start: first.start, end: next?.end ?? last.end });
      else hits.push({ start: first.start, end: last.end, company: known.company });
    }
    at = end;
  }
  return { hits, unknown };
}

function continuesName(
  text: string,
  { last, next }: { last: Word; next: Word | undefined },
): boolean {
  return next !== undefined && /^\p{Lu}/u.test(next.raw) && FIRM_WORDS.has(next.owner) &&
    text.slice(last.end, next.start).trim() === "";
}

function matchAt(
  words: readonly Word[],
  { at, index }: { at: number; index: CompanyIndex },
): KnownName | undefined {
  const first = words[at];
  if (first === undefined) return undefined;
  const names = [first.plain, first.owner].flatMap((word) => index.namesFrom(word));
  const found =
    names.filter((name) => name.words.every((word, step) => isWord(words[at + step], word))).sort((one, other) =>
      other.words.length - one.words.length
    )[0];
  const isOneWord = found?.words.length === 1;
  return isOneWord && !mayStandAlone(first, index) ? undefined : found;
}

function isWord(word: Word | undefined, wanted: string): boolean {
  return word?.plain === wanted || word?.owner === wanted;
}

/** A single word is a name unless it is a ticker in capitals or an ordinary word without a capital. */
function mayStandAlone({ raw, owner }: Word, index: CompanyIndex): boolean {
  const isCapitals = raw === raw.toUpperCase() && raw !== raw.toLowerCase();
  if (isCapitals && index.byTicker(raw)) return false;
  const kind = wordKind(owner);
  return kind === "none" || kind === "other" && /^\p{Lu}/u.test(raw);
}

function split(text: string): Word[] {
  return [
    ...text.matchAll(/&|(?<![\p{L}\p{N}])(?:\p{L}\.)+\p{L}(?![\p{L}\p{N}])|[\p{L}\p{M}\p{N}]+(?:['’][\p{L}]+)*/gu),
  ].map((match) => {
    const [raw] = match;
    return {
      raw,
      start: match.index,
      end: match.index + raw.length,
      plain: nameWords(raw).join(""),
      owner: nameWords(raw.replace(/['’]s$/i, "")).join(""),
    };
  });
}
