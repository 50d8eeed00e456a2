import { overlaps, type Span, wordKind } from "./words.ts";

/** What is known of a request when the rest of it is looked at. */
export interface UnknownContext {
  /** Written like tickers. */
  readonly likely: readonly Span[];
  /** Companies, and names that are certainly meant as such. */
  readonly known: readonly Span[];
  /** The request is about something known; else any candidate is what it is about. */
  readonly isSubjectKnown: boolean;
  /** Whether the data has a ticker spelled like a word. */
  readonly hasTicker: (word: string) => boolean;
}

const JOIN = /^(?:\s*(?:,|;|&|\/|\band\b|\bor\b|\bvs\b\.?|\bversus\b|\bagainst\b))+\s*$/i;
const COMPARED = /^\s+(?:with|to)\s+$/i;
/** What is asked about, where that is one word after the verb. */
const OBJECT =
  /^\s*(?:please\s+)?(?:analy[sz]e|assess|compare|evaluate|examine|research|review|cover|look at|tell me about|what about|how about|how is)\s+(?:the\s+)?(?:company\s+|stock\s+)?([\p{L}\p{N}.&'-]*[\p{L}\p{N}])(?:\s+(?:inc|corp|ltd|plc|doing))?[\s.?!]*$/iud;
/** Words that begin with a capital, but not the first of the text. */
const NAME = /(?<=\s)\p{Lu}[\p{L}\p{N}.'’&-]*(?:\s+\p{Lu}[\p{L}\p{N}.'’&-]*)*/gu;

/** Finds what a request must mean as a company though the data has none of that name. */
export function findUnknown(text: string, context: UnknownContext): Span[] {
  const names = namesIn(text);
  const likely = context.likely.filter((one) => !names.some((name) => overlaps(one, name)));
  const candidates = [...names, ...likely]
    .filter((one) => !context.known.some((other) => overlaps(one, other)))
    .sort((one, other) => one.start - other.start);
  if (context.isSubjectKnown) return joinedTo(text, { known: context.known, candidates });
  return candidates.length > 0 ? candidates : objectOf(text, context.hasTicker);
}

/** A candidate beside a company in a list is one of the list. */
function joinedTo(
  text: string,
  { known, candidates }: { known: readonly Span[]; candidates: readonly Span[] },
): Span[] {
  const isComparison = /\bcompare/i.test(text);
  const found: Span[] = [];
  for (const one of candidates) {
    const isJoined = [...known, ...found].some((other) => {
      const between = text.slice(Math.min(one.end, other.end), Math.max(one.start, other.start));
      return JOIN.test(between) || isComparison && COMPARED.test(between);
    });
    if (isJoined) found.push(one);
  }
  return found;
}

/** Words with capitals, not all of them ordinary; the first word of a sentence has one anyway. */
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
