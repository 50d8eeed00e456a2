import { wordKind } from "./words.ts";
import { overlaps, type Place } from "../../terms/places.ts";

/** What is already found in a request. */
export interface UnknownContext {
  /** Words written like tickers. */
  readonly likely: readonly Place[];
  /** Companies, groups and instruments, and words certainly meant as companies, in order of place. */
  readonly known: readonly Place[];
  /** The request has a known subject; without one, the object of its verb is taken for its subject. */
  readonly isSubjectKnown: boolean;
  /** Whether a word is also a ticker of the data. */
  readonly hasTicker: (word: string) => boolean;
  /** Whether a word is nearly the name of a company of the data. */
  readonly isNearName: (word: string) => boolean;
}

const JOIN =
  /^(?:\s*(?:,|;|&|\/|\+|\b(?:and|or|vs\.?|versus|against|than|und|oder|gegen|als|et|ou|contre|que|y|o|contra|e|con|en|of|dan)\b))+\s*$/iu;
const COMPARED = /^\s+(?:with|to|mit|avec|con|com|met)\s+$/i;
/** The object of a request, if it is one word after the verb. */
const OBJECT =
  /^\s*(?:please\s+|bitte\s+)?(?:analy[sz]e|analysiere|analysez|analiza|analizza|analise|analyseer|assess|compare|evaluate|examine|research|review|cover|look at|tell me about|what about|how about|how is|about)\s+(?:the\s+|die\s+|la\s+|le\s+|el\s+)?(?:company\s+|stock\s+|aktie\s+)?([\p{L}\p{N}.&'-]*[\p{L}\p{N}])(?:\s+(?:inc|corp|ltd|plc|doing))?[\s.?!]*$/iud;
/** Capitalised words, except the first of the text. */
const NAME = /(?<=[\s(\["“„«'‘`])\p{Lu}[\p{L}\p{N}.'’&-]*(?:\s+\p{Lu}[\p{L}\p{N}.'’&-]*)*/gu;
/** Words in small letters that may be a misspelt name: those that are compared or listed. */
const LISTED =
  /(?=\p{Ll})(?<=\b(?:is|are|does|did|of|for|how|why|on|in|buy|sell|hold|short|and|or|vs|versus|against|than|with|without|except|compare|analy[sz]e|about|und|oder|et|ou|mit)\.?\s{1,3}|,\s{0,3})\p{Ll}[\p{L}\p{N}]{3,}(?![\p{L}\p{N}])/giu;
/** Endings of German nouns, which are capitalised like names. */
const GERMAN_NOUN =
  /^\p{L}*(?:ung|ungen|heit|heiten|keit|keiten|schaft|tät|täten|ion|ionen|ismus|aktien?|risiko|risiken|kurse?s?|rendite|renditen|werte?s?|markt|märkte|jahre?s?|verluste?s?|gewinne?|preise?s?|quote|berichts?|verlauf|lage|sektors?|branche|chancen?|zahlen|rückgang|einbruch|tage?n?|monate?n?|woche|wochen|phase|krise)$/iu;
/** A noun behind it is no name, where the request names a company already. */
const ARTICLE = /(?<!\p{L})(?:der|die|das|den|dem|des|ein|eine[mnrs]?|kein|keine[mnr]?|zur|zum|im|am|ihre|seine)\s+$/u;
const GERMAN =
  /(?<!\p{L})(?:der|die|das|den|dem|von|und|wie|ist|welche[rs]?|warum|für|mit|ohne|gegen|analysiere|vergleiche|als|ein|eine|im)(?!\p{L})/giu;
/** A last word in small letters behind a sign or word that compares. */
const COMPARED_WORD =
  /^(\s*(?:[&/+]|\b(?:vs\.?|versus|against|and|with|to)\s)\s*)(\p{Ll}[\p{L}\p{N}]*)\s*(?:$|[,;:?!)]|\.(?:\s|$))/iu;
const LOOK_CHARS = 40;
/** Of words in capitals at their beginning: a headline, where a capital says nothing. */
const HEADLINE_SHARE = 0.8;
const LEAST_HEADLINE_WORDS = 5;

interface Candidate extends Place {
  /** Alone at the beginning of a sentence, where every word has a capital. */
  readonly isFirst: boolean;
}

/** Finds words that must mean a company, though the data has none of that name. */
export function findUnknown(text: string, context: UnknownContext): Place[] {
  const { known, isSubjectKnown, hasTicker, isNearName } = context;
  const free = (one: Place) => !covered(one, known);
  const names = namesIn(text, known);
  const likely = context.likely.filter((one) => free(one) && !covered(one, names));
  const small = [...misspelt(text, isNearName), ...comparedTo(text, known)].filter((one) =>
    free(one) && !covered(one, names) && !covered(one, likely)
  );
  const candidates = [...names, ...[...likely, ...small].map((one) => ({ ...one, isFirst: false }))]
    .sort((one, other) => one.start - other.start);
  const joined = joinedTo(text, { known, candidates });
  const isGerman = (text.match(GERMAN)?.length ?? 0) >= 2;
  const isHeadline = !isGerman && isWrittenAsHeadline(text);
  const found = candidates.filter((one) => {
    if (joined.has(one)) return true;
    const word = text.slice(one.start, one.end);
    if (isHeadline || one.isFirst) return isNearName(word);
    if (!isGerman || isNearName(word)) return true;
    const isNoun = isSubjectKnown && !/\s/.test(word) &&
      ARTICLE.test(text.slice(Math.max(0, one.start - 12), one.start));
    return !isNoun && !GERMAN_NOUN.test(word);
  });
  return found.length > 0 || isSubjectKnown ? found : objectOf(text, hasTicker);
}

/** Whether one of the ranges, in order of place, shares a character with this one. */
function covered(one: Place, ranges: readonly Place[]): boolean {
  let low = 0;
  let high = ranges.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const range = ranges[middle];
    if (range !== undefined && range.end <= one.start) low = middle + 1;
    else high = middle;
  }
  const found = ranges[low];
  return found !== undefined && overlaps(one, found);
}

/** The candidates that are listed beside a company, or beside one that is. */
function joinedTo(
  text: string,
  { known, candidates }: { readonly known: readonly Place[]; readonly candidates: readonly Candidate[] },
): ReadonlySet<Candidate> {
  const isComparison = /\b(?:compare|vergleiche|comparez|compara|confronta)/i.test(text);
  const all = [
    ...known.map((span) => ({ span, candidate: undefined })),
    ...candidates.map((candidate) => ({ span: candidate, candidate })),
  ].sort((one, other) => one.span.start - other.span.start);
  const found = new Set<Candidate>();
  const isSure = (at: number) => {
    const one = all[at];
    return one !== undefined && (one.candidate === undefined || found.has(one.candidate) || !one.candidate.isFirst);
  };
  const visit = (at: number, neighbour: number) => {
    const one = all[at];
    const other = all[neighbour];
    if (one?.candidate === undefined || other === undefined || !isSure(neighbour)) return;
    const [left, right] = at < neighbour ? [one.span, other.span] : [other.span, one.span];
    const between = text.slice(left.end, right.start);
    if (JOIN.test(between) || isComparison && COMPARED.test(between)) found.add(one.candidate);
  };
  for (let at = 0; at < all.length; at++) visit(at, at - 1);
  for (let at = all.length - 1; at >= 0; at--) visit(at, at + 1);
  return found;
}

/** Runs of capitalised words, at least one of them not ordinary; ordinary words around them are dropped. */
function namesIn(text: string, known: readonly Place[]): Candidate[] {
  if (!/\p{Ll}/u.test(text)) return [];
  const first = /^[\s"“„«'‘`(¿¡]*\p{Lu}/u.test(text) ? firstName(text, known) : [];
  return [
    ...first,
    ...[...text.matchAll(NAME)].flatMap((match) => runOf(text, { start: match.index, run: match[0], known })),
  ]
    .filter((one, at, all) => at === 0 || one.start >= (all[at - 1]?.end ?? 0));
}

/** The capitalised words that begin the text. */
function firstName(text: string, known: readonly Place[]): Candidate[] {
  const match = /^[\s"“„«'‘`(¿¡]*(\p{Lu}[\p{L}\p{N}.'’&-]*(?:\s+\p{Lu}[\p{L}\p{N}.'’&-]*)*)/u.exec(text);
  const run = match?.[1];
  return match && run !== undefined ? runOf(text, { start: match[0].length - run.length, run, known }) : [];
}

interface Run {
  readonly start: number;
  /** Capitalised words. */
  readonly run: string;
  readonly known: readonly Place[];
}

interface RunWord extends Place {
  readonly raw: string;
}

/** The names in a run: without its known ones, and without ordinary words before and behind. */
function runOf(text: string, { start, run, known }: Run): Candidate[] {
  const words = [...run.matchAll(/\S+/g)].map((word): RunWord => {
    const raw = word[0].replace(/(?:['’]s)?[.,'’&-]*$/u, "");
    return { raw, start: start + word.index, end: start + word.index + raw.length };
  });
  const startsSentence = /(?:^|[.?!:¿¡]|\n)[\s"“„«'‘`(]*$/.test(text.slice(Math.max(0, start - 5), start));
  const [opening] = words;
  if (opening && startsSentence && isOrdinary(opening)) words.shift();
  return uncovered(words, known).flatMap((part) => {
    const first = part[0];
    const last = part.at(-1);
    if (!first || !last || part.every(isOrdinary)) return [];
    return [{ start: first.start, end: last.end, isFirst: startsSentence && part.length === 1 && first === opening }];
  });
}

function isOrdinary({ raw }: RunWord): boolean {
  return wordKind(raw) !== "none" || raw.length < 2;
}

/** The parts of a run between known names. */
function uncovered(words: readonly RunWord[], known: readonly Place[]): RunWord[][] {
  const parts: RunWord[][] = [[]];
  for (const word of words) {
    if (covered(word, known)) parts.push([]);
    else parts.at(-1)?.push(word);
  }
  return parts;
}

/** Listed words in small letters that are nearly the name of a company: "apple and microsft". */
function* misspelt(text: string, isNearName: (word: string) => boolean): Generator<Place> {
  for (const { 0: word, index: start } of text.matchAll(LISTED)) {
    const isPlural = wordKind(word.replace(/s$/, "")) !== "none";
    if (/^\p{Ll}/u.test(word) && wordKind(word) === "none" && !isPlural && isNearName(word)) {
      yield { start, end: start + word.length };
    }
  }
}

/** Words in small letters that are compared with a known name: "aapl vs foob". */
function* comparedTo(text: string, known: readonly Place[]): Generator<Place> {
  const isComparison = /^\s*(?:compare|vergleiche|comparez|compara|confronta|vergelijk)\b/i.test(text);
  for (const { end } of known) {
    const behind = text.slice(end, end + LOOK_CHARS);
    const [, sign = "", word = ""] = COMPARED_WORD.exec(behind) ?? [];
    const start = end + behind.indexOf(word, sign.length);
    const isSure = isComparison || !/^\s*(?:and|with|to)\s*$/i.test(sign);
    if (word !== "" && isSure && wordKind(word) === "none") yield { start, end: start + word.length };
  }
}

function isWrittenAsHeadline(text: string): boolean {
  const words = text.match(/\p{L}[\p{L}’']*/gu) ?? [];
  const long = words.filter((word) => word.length > 3);
  return long.length >= LEAST_HEADLINE_WORDS &&
    long.filter((word) => /^\p{Lu}\p{Ll}/u.test(word)).length >= HEADLINE_SHARE * long.length;
}

function objectOf(text: string, hasTicker: (word: string) => boolean): Place[] {
  const [start = 0, end = 0] = OBJECT.exec(text)?.indices?.[1] ?? [];
  const word = text.slice(start, end);
  const kind = wordKind(word);
  const isCapitals = word === word.toUpperCase() && text !== text.toUpperCase();
  const isMeant = kind === "none" || kind !== "acronym" && isCapitals || hasTicker(word);
  return word !== "" && isMeant ? [{ start, end }] : [];
}
