import { dayNumber, daysBetween, dayText } from "../../calendar/day.ts";
import {
  CALL_BEFORE_DAYS,
  COMPARED_SECTION,
  NEWS_DAYS,
  TEXT_FRESH_DAYS,
  TURNING_REACH,
  YEAR_BEFORE_DAYS,
} from "../../data/metrics/text.ts";
import { onceEach, onceEachOf } from "../../data/once_each.ts";
import { namedText } from "../../data/named_text.ts";
import { type CompanyTexts, NO_TEXTS, type TextDocument, type TextKind } from "../../data/text_document.ts";
import type { Found, Lack, Reader, Readers } from "./reading.ts";
import { isBefore, type KnownTexts, lackOfAge, lackOfKind, lackOfWords, newestOf, NO_TEXT } from "./text_choice.ts";
import { NEGATIVE_WORDS, POSITIVE_WORDS, TURNING_WORDS, UNCERTAIN_WORDS } from "../../data/metrics/tone_words.ts";

type Read = (known: KnownTexts) => Found | Lack;

/** A figure of the texts that are known on the day of a bar. */
function ofTexts(read: Read): Reader {
  return ({ days }, position, { texts = () => NO_TEXTS } = {}) => {
    const all = texts();
    if (all.documents.length === 0) return NO_TEXT;
    return read(knownOn(all, dayText(days[position] ?? NaN)));
  };
}

/** What is known on a day. */
const knownOn = onceEachOf((texts: CompanyTexts, day: string): KnownTexts => ({
  texts,
  documents: texts.documents.filter(({ known }) => known <= day),
  day,
}));

function found(value: number, ...documents: readonly TextDocument[]): Found {
  return { value, filings: documents.map(namedText) };
}

/** A call and how many words of each kind it has. */
interface Call extends WordCounts {
  readonly document: TextDocument;
}

function callIn({ texts }: KnownTexts, document: TextDocument): Call | Lack {
  const counts = countsOf(document, texts);
  return lackOfWords(counts.words) ?? { document, ...counts };
}

const isCall = ({ kind }: TextDocument) => kind === "call";

function newestCall(known: KnownTexts): Call | Lack {
  const document = newestOf(known.documents.filter(isCall));
  if (document === undefined) return lackOfKind("a call");
  return lackOfAge(document, known.day, TEXT_FRESH_DAYS.call) ?? callIn(known, document);
}

function toneOf({ positive, negative }: Call): number | Lack {
  const count = positive + negative;
  if (count === 0) return { cause: "short", lacks: "needs positive or negative words, the text has none" };
  return (positive - negative) / count;
}

/** A figure of the newest call. */
function ofCall(figure: (call: Call) => number | Lack): Reader {
  return ofTexts((known) => {
    const call = newestCall(known);
    if ("lacks" in call) return call;
    const value = figure(call);
    return typeof value === "number" ? found(value, call.document) : value;
  });
}

/** A figure of the newest call and of the one before it, both of which have a tone. */
function ofTwoCalls(figure: (tones: { readonly now: number; readonly then: number }, earlier: Call) => number): Reader {
  return ofTexts((known) => {
    const call = newestCall(known);
    if ("lacks" in call) return call;
    const document = newestOf(known.documents.filter(isCall).filter(isBefore(call.document.day, CALL_BEFORE_DAYS)));
    if (document === undefined) return lackOfKind("a call before the newest");
    const earlier = callIn(known, document);
    if ("lacks" in earlier) return earlier;
    const now = toneOf(call);
    const then = toneOf(earlier);
    if (typeof now !== "number") return now;
    return typeof then === "number" ? found(figure({ now, then }, earlier), call.document, document) : then;
  });
}

/** Two annual reports, and how much the section that is compared differs. */
interface YearOfRisks {
  readonly newest: TextDocument;
  readonly earlier: TextDocument;
  readonly change: number;
}

function sectionIn({ texts }: KnownTexts, { id, sections }: TextDocument): ReadonlyMap<string, number> | Lack {
  const section = sections.find(({ name }) => name === COMPARED_SECTION);
  const words = section === undefined ? [] : wordsIn(texts.text(id).slice(section.start, section.end));
  return lackOfWords(words.length) ?? frequenciesOf(words);
}

/** The newest annual report and that of a year before, compared once for a day. */
const risksOf = onceEach((known: KnownTexts): YearOfRisks | Lack => {
  const reports = known.documents.filter(({ kind, sections }) =>
    kind === "10-K" && sections.some(({ name }) => name === COMPARED_SECTION)
  );
  const newest = newestOf(reports);
  if (newest === undefined) return lackOfKind(`an annual report with ${COMPARED_SECTION}`);
  const old = lackOfAge(newest, known.day, TEXT_FRESH_DAYS.annual);
  if (old !== undefined) return old;
  const earlier = newestOf(reports.filter(isBefore(newest.day, YEAR_BEFORE_DAYS)));
  if (earlier === undefined) return lackOfKind(`an annual report with ${COMPARED_SECTION} a year before the newest`);
  const now = sectionIn(known, newest);
  const then = sectionIn(known, earlier);
  if ("lacks" in now) return now;
  return "lacks" in then ? then : { newest, earlier, change: Math.max(0, 1 - cosineOf(now, then)) };
});

/** A figure of two annual reports. */
function ofRisks(figure: (risks: YearOfRisks) => number): Reader {
  return ofTexts((known) => {
    const risks = risksOf(known);
    return "lacks" in risks ? risks : found(figure(risks), risks.newest, risks.earlier);
  });
}

const NEWS: readonly TextKind[] = ["news", "post"];

/** A figure of the days on which news and posts became known, the newest last. */
function ofNews(figure: (count: (days: number) => number) => number): Reader {
  return ofTexts(({ documents, day }) => {
    const news = documents.filter(({ kind }) => NEWS.includes(kind));
    const [first] = news;
    const newest = news.at(-1); // in ascending order of the day they became known
    if (first === undefined || newest === undefined) return lackOfKind("news or posts");
    const old = lackOfAge({ ...newest, day: newest.known }, day, TEXT_FRESH_DAYS.news);
    if (old !== undefined) return old;
    const covered = daysBetween(first.known, day);
    if (covered < NEWS_DAYS.usual) {
      return { cause: "history", lacks: `needs news over ${NEWS_DAYS.usual} days, has them over ${covered}` };
    }
    const count = (days: number) => {
      const from = dayText(dayNumber(day) - days + 1);
      return news.filter(({ known }) => known >= from).length;
    };
    return found(figure(count), newest);
  });
}

/** Metrics of texts; `data/metrics/text.ts` defines them. */
export const TEXT_READERS: Readers = {
  tone: ofCall(toneOf),
  uncertainty: ofCall(({ uncertain, words }) => uncertain / words),
  filing_change: ofRisks(({ change }) => change),
  tone_change: ofTwoCalls(({ now, then }) => now - then),
  news_volume: ofNews((count) =>
    count(NEWS_DAYS.recent) / NEWS_DAYS.recent / (count(NEWS_DAYS.usual) / NEWS_DAYS.usual)
  ),
  call_day: ofCall(({ document }) => dayNumber(document.day)),
  call_words: ofCall(({ words }) => words),
  call_positive: ofCall(({ positive }) => positive),
  call_negative: ofCall(({ negative }) => negative),
  call_before: ofTwoCalls((_, { document }) => dayNumber(document.day)),
  risks_day: ofRisks(({ newest }) => dayNumber(newest.day)),
  risks_before: ofRisks(({ earlier }) => dayNumber(earlier.day)),
  news_recent: ofNews((count) => count(NEWS_DAYS.recent)),
  news_usual: ofNews((count) => count(NEWS_DAYS.usual)),
};

/** How many words of each kind a text has. */
export interface WordCounts {
  readonly words: number;
  /** Without those that a negation turns, which are negative. */
  readonly positive: number;
  readonly negative: number;
  readonly uncertain: number;
}

/** The words of a text in lower case, in order. */
export function wordsIn(text: string): readonly string[] {
  return text.match(/\p{L}+(?:['\u2019]\p{L}+)*/gu)?.map((word) => word.toLowerCase().replaceAll("\u2019", "'")) ?? [];
}

/** Counts the words of a text by kinds. */
export function countWords(text: string): WordCounts {
  const words = wordsIn(text);
  let positive = 0;
  let negative = 0;
  let uncertain = 0;
  for (const [at, word] of words.entries()) {
    if (UNCERTAIN_WORDS.has(word)) uncertain++;
    else if (NEGATIVE_WORDS.has(word)) negative++;
    else if (POSITIVE_WORDS.has(word)) {
      if (words.slice(Math.max(0, at - TURNING_REACH), at).some((before) => TURNING_WORDS.has(before))) negative++;
      else positive++;
    }
  }
  return { words: words.length, positive, negative, uncertain };
}

/** The words of a document, counted once. */
export const countsOf = onceEachOf((document: TextDocument, texts: CompanyTexts): WordCounts =>
  countWords(texts.text(document.id))
);

/** How often each word stands in a text. */
export function frequenciesOf(words: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

/** Cosine of the angle between two texts as vectors of the numbers of their words, neither of them empty. */
export function cosineOf(one: ReadonlyMap<string, number>, other: ReadonlyMap<string, number>): number {
  let product = 0;
  for (const [word, count] of one) product += count * (other.get(word) ?? 0);
  return product / Math.sqrt(squaresOf(one) * squaresOf(other));
}

function squaresOf(counts: ReadonlyMap<string, number>): number {
  return counts.values().reduce((sum, count) => sum + count * count, 0);
}
