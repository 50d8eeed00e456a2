import type { Company } from "../dataset.ts";
import type { CompanyIndex, KnownName } from "./company_index.ts";
import type { Place as WordPlace } from "./find_groups.ts";
import { isLegalForm } from "./company_name.ts";
import type { Word } from "./split_words.ts";
import type { Place as Span } from "../../terms/places.ts";
import { wordKind } from "./words.ts";

/** A company and where a request names it. */
export interface Hit extends Span {
  readonly company: Company;
  /** Other share classes that the same words name. */
  readonly classes?: readonly Company[];
  /** The request has a ticker that was changed. */
  readonly isRenamed?: boolean;
}

/** Words that continue a name into that of another firm: "Apple Hospitality" is not Apple. */
const FIRM_WORDS = new Set(
  ("airlines apparel bancorp bancshares bank biosciences biotech capital chemical energy entertainment exploration " +
    "foods gas gold hospitality hotels industries insurance leisure logistics lumber materials mining oil partners " +
    "petroleum pharma pharmaceuticals properties realty reit resources restaurants silver steel therapeutics trust utilities")
    .split(" "),
);

/** Words after which a single ordinary word in lower case may be a name: "analyse target". */
const SUBJECT_LEADS =
  /(?:\b(?:analy[sz]e|analysiere|analysez|analiza|analizar|analizza|analise|assess|compare|vergleiche|comparez|compara|confronta|evaluate|examine|research|review|about|versus|vs|against|buy|sell|short|own)|[,&]|\b(?:and|or|with|than|und|oder|mit|et|ou|avec|y|o|con|e))\s+$/i;
const SUBJECT_ENDS =
  /^(?:['’]s\b|\s*(?:$|[,;:?!)&]|\.(?:\s|$))|\s+(?:and|or|vs|versus|with|against|to|than|und|oder|mit|et|ou|avec|y|o|con|e)\b)/i;
const CLASS_BEHIND =
  /^[\s,(-]*(?:(?:inc\.?\s+)?(?:class|series|klasse|classe|clase)\s+([a-k])(?![\p{L}\p{N}])\)?|([a-c])(?=\s+(?:shares?|stock)\b))/iu;
/** No leading or following word above is longer, blanks included. */
const LOOK_CHARS = 20;
/** Most words of a name that is looked for. */
const MAX_NAME_WORDS = 8;
/** A name of fewer letters is not looked for in words that are usually written apart. */
const LEAST_JOINED_LETTERS = 6;

/** Numbers that make the name of a firm that of an index. */
const INDEX_NUMBERS = new Set(["100", "400", "500", "600"]);

/** The names found in a text. */
export interface FoundNames {
  readonly hits: readonly Hit[];
  /** Known names that continue as the name of another firm. */
  readonly unknown: readonly Span[];
}

/** Finds company names in a text, the longest match first. */
export function findNames(text: string, words: readonly Word[], index: CompanyIndex): FoundNames {
  const hits: Hit[] = [];
  const unknown: Span[] = [];
  for (let at = 0; at < words.length;) {
    const place = { text, words, at, index };
    const found = longestAt(place) ?? firstWordAt(place);
    const end = at + (found?.count ?? 1);
    const first = words[at];
    const last = words[end - 1];
    const next = words[end];
    if (found && first && last) {
      if (next !== undefined && INDEX_NUMBERS.has(next.raw)) {
        at = end; // the S&P 500 is not S&P Global
        continue;
      }
      if (continuesName(text, { last, next })) unknown.push({ start: first.start, end: next?.end ?? last.end });
      else {
        const chosen = classAt(text, { start: last.end, known: found.known });
        const endOfName = chosen?.end ?? endOf(text, { words, last: end - 1 });
        hits.push({
          ...(chosen ? { company: chosen.company } : hitOf(found.known)),
          start: first.start,
          end: endOfName,
        });
      }
    }
    at = end;
    while ((words[at]?.start ?? Infinity) < (hits.at(-1)?.end ?? 0)) at++;
  }
  return { hits, unknown };
}

interface Place extends WordPlace {
  readonly index: CompanyIndex;
}

interface Found {
  readonly known: KnownName;
  /** Number of words. */
  readonly count: number;
}

function hitOf({ company, classes }: KnownName): Omit<Hit, keyof Span> {
  return { company, ...(classes.length > 0 && { classes }) };
}

/** The share class named behind a firm: "Alphabet class C". */
function classAt(
  text: string,
  { start, known: { company, classes } }: { readonly start: number; readonly known: KnownName },
): { readonly company: Company; readonly end: number } | undefined {
  if (classes.length === 0) return undefined;
  const [whole = "", one, other] = CLASS_BEHIND.exec(text.slice(start, start + LOOK_CHARS)) ?? [];
  const letter = one ?? other;
  if (letter === undefined) return undefined;
  const isClass = new RegExp(`(?:class |series |-|\\.)${letter}$`, "i");
  const found = [company, ...classes].find(({ ticker, name }) => isClass.test(name) || isClass.test(ticker));
  return found && { company: found, end: start + whole.length };
}

/** A legal form after a name is part of it. */
function endOf(text: string, { words, last }: { readonly words: readonly Word[]; readonly last: number }): number {
  const word = words[last];
  const next = words[last + 1];
  if (word === undefined) return 0;
  const isPart = next !== undefined && /^\p{Lu}/u.test(next.raw) && isLegalForm(next.owner) &&
    /^[,\s]{1,2}$/.test(text.slice(word.end, next.start));
  return isPart ? next.end : word.end;
}

function continuesName(text: string, { last, next }: { last: Word; next: Word | undefined }): boolean {
  return next !== undefined && /^\p{Lu}/u.test(next.raw) && FIRM_WORDS.has(next.owner) &&
    text.slice(last.end, next.start).trim() === "";
}

function longestAt({ text, words, at, index }: Place): Found | undefined {
  const first = words[at];
  if (first === undefined) return undefined;
  let letters = "";
  let longest: Found | undefined;
  for (let count = 1; count <= MAX_NAME_WORDS; count++) {
    const word = words[at + count - 1];
    if (word === undefined) break;
    const known = index.byLetters(letters + word.plain) ??
      (word.owner === word.plain ? undefined : index.byLetters(letters + word.owner));
    if (known && isSaid(known, { text, said: words.slice(at, at + count) })) longest = { known, count };
    letters += word.plain;
  }
  // "the gap" is the firm only as "The Gap"
  const single = longest?.count === 1
    ? first
    : longest?.count === 2 && first.plain === "the"
    ? words[at + 1]
    : undefined;
  return single && !mayStandAlone(single, { text, index }) ? undefined : longest;
}

/** Whether the words are those of the name; written apart or together in another way, they must be plainly meant. */
function isSaid(known: KnownName, { text, said }: { readonly text: string; readonly said: readonly Word[] }): boolean {
  const isWay = (way: readonly string[]) =>
    way.length === said.length && said.every(({ plain, owner }, at) => plain === way[at] || owner === way[at]);
  if (known.spellings.some(isWay)) return true;
  const first = said[0];
  const last = said.at(-1);
  if (first === undefined || last === undefined || said.length === 1) return said.length === 1;
  const whole = text.slice(first.start, last.end);
  if (!/\s/.test(whole)) return true;
  return (known.spellings[0] ?? []).join("").length >= LEAST_JOINED_LETTERS && /^[^.,;:?!()]*$/.test(whole) &&
    said.every(({ plain }) => wordKind(plain) !== "function");
}

/** A single word is a name unless it is a ticker in capitals or an ordinary word that is not in a name's place. */
function mayStandAlone({ raw, owner, start, end }: Word, { text, index }: Pick<Place, "text" | "index">): boolean {
  const isCapitals = raw === raw.toUpperCase() && raw !== raw.toLowerCase();
  if (isCapitals && (index.byTicker(raw) ?? index.byOtherTicker(raw))) return false;
  const kind = wordKind(owner);
  if (kind === "none" || kind === "other" && /^\p{Lu}/u.test(raw)) return true;
  if (text.trim() === raw) return kind === "other";
  return kind === "other" && SUBJECT_LEADS.test(text.slice(Math.max(0, start - LOOK_CHARS), start)) &&
    SUBJECT_ENDS.test(text.slice(end, end + LOOK_CHARS));
}

/** A capitalised word that begins one firm's name, and no longer name here: "Berkshire". */
function firstWordAt({ text, words, at, index }: Place): Found | undefined {
  const word = words[at];
  const next = words[at + 1];
  if (word === undefined || !/^\p{Lu}\p{Ll}/u.test(word.raw)) return undefined;
  const known = index.byFirstWord(word.owner);
  const isLonger = next !== undefined && /^\p{Lu}/u.test(next.raw) && text.slice(word.end, next.start).trim() === "" &&
    wordKind(next.owner) === "none";
  const isPartOfLonger = at > 0 &&
    /\p{Lu}[\p{L}\p{N}.'’&-]*\s$/u.test(text.slice(Math.max(0, word.start - 30), word.start)) &&
    wordKind(words[at - 1]?.owner ?? "") === "none";
  return known && !isLonger && !isPartOfLonger ? { known, count: 1 } : undefined;
}
