import { overlaps, type Span, wordKind } from "./words.ts";

/** What is already found in a request. */
export interface UnknownContext {
  /** Words written like tickers. */
  readonly likely: readonly Span[];
  /** Companies, and words certainly meant as companies. */
  readonly known: readonly Span[];
  /** The request has a known subject; without one, every candidate is taken for its subject. */
  readonly isSubjectKnown: boolean;
  /** Whether a word is also a ticker of the data. */
  readonly hasTicker: (word: string) => boolean;
}

const JOIN = /^(?:\s*(?:,|;|&|\/|\band\b|\bor\b|\bvs\b\.?|\bversus\b|\bagainst\b))+\s*$/i;
const COMPARED = /^\s+(?:with|to)\s+$/i;
/** The object of a request, if it is one word after the verb. */
const OBJECT =
  /^\s*(?:please\s+)?(?:analy[sz]e|assess|compare|evaluate|examine|research|review|cover|look at|tell me about|what about|how about|how is)\s+(?:the\s+)?(?:company\s+|stock\s+)?([\p{L}\p{N}.&'-]*[\p{L}\p{N}])(?:\s+(?:inc|corp|ltd|plc|doing))?[\s.?!]*$/iud;
/** Capitalised words, except the first of the text. */
const NAME = /(?<=\s)\p{Lu}[\p{L}\p{N}.'’&-]*(?:\s+\p{Lu}[\p{L}\p{N}.'’&-]*)*/gu;

/** Finds words that must mean a company, though the data has none of that name. */
export function findUnknown(text: string, context: UnknownContext): Span[] {
  const names = namesIn(text);
  const likely = context.likely.filter((one) => !names.some((name) => overlaps(one, name)));
  const candidates = [...names, ...likely]
    .filter((one) => !context.known.some((other) => overlaps(one, other)))
    .sort((one, other) => one.start - other.start);
  if (context.isSubjectKnown) return joinedTo(text, { known: context.known, candidates });
  return candidates.length > 0 ? candidates : objectOf(text, context.hasTicker);
}

/** A candidate listed beside a company is a company too, before it and behind it. */
function joinedTo(
  text: string,
  { known, candidates }: { known: readonly Span[]; candidates: readonly Span[] },
): Span[] {
  const isComparison = /\bcompare/i.test(text);
  const found = new Set<Span>();
  for (const one of [...candidates, ...candidates.toReversed()]) {
    const isJoined = [...known, ...found].some((other) => {
      const between = text.slice(Math.min(one.end, other.end), Math.max(one.start, other.start));
      return JOIN.test(between) || isComparison && COMPARED.test(between);
    });
    if (isJoined) found.add(one);
  }
  return candidates.filter((one) => found.has(one));
}

/** Runs of capitalised words, at least one of them not ordinary; an ordinary word that starts a sentence is dropped. */
function namesIn(text: string): Span[] {
  if (!/\p{Ll}/u.test(text)) return [];
  return [...text.matchAll(NAME)].flatMap((match) => {
    const words = [...match[0].matchAll(/\S+/g)].map((word) => ({
      start: match.index + word.index,
      raw: word[0].replace(/(?:['’]s)?[.,'’&-]*$/u, ""),
    }));
    const isOrdinary = ({ raw }: { raw: string }) => wordKind(raw) !== "none";
    const startsSentence = /[.?!:]\s*$/.test(text.slice(0, match.index));
    if (words[0] && startsSentence && isOrdinary(words[0])) words.shift();
    const [first, last] = [words[0], words.at(-1)];
    if (!first || !last || words.every(isOrdinary)) return [];
    return [{ start: first.start, end: last.start + last.raw.length }];
  });
}

function objectOf(text: string, hasTicker: (word: string) => boolean): Span[] {
  const [start = 0, end = 0] = OBJECT.exec(text)?.indices?.[1] ?? [];
  const word = text.slice(start, end);
  const kind = wordKind(word);
  const isCapitals = word === word.toUpperCase() && text !== text.toUpperCase();
  const isMeant = kind === "none" || kind !== "acronym" && isCapitals || hasTicker(word);
  return word !== "" && isMeant ? [{ start, end }] : [];
}
