import { longDay } from "../../calendar/day.ts";
import type { AskedOwn, AskedTime, Unsupported } from "./asked.ts";
import type { Days } from "./calendar.ts";
import { DATED_FORMS, YEARLESS_FORMS } from "./day_forms.ts";
import { fold } from "../../terms/fold.ts";
import { type DataDays, findTimes, type FoundTime } from "./found_time.ts";
import { blanked, byStart, type Place, without } from "../../terms/places.ts";
import { type JoinedTime, joinTimes } from "./join_times.ts";
import { type ReadFacts, readFacts } from "./read_facts.ts";
import { readMeasures } from "./read_measures.ts";
import { readUnmet } from "./read_unmet.ts";
import { LEFT_OUT } from "./takes.ts";
import { SESSION_FORMS, sessionOnOrBefore } from "./session_forms.ts";
import { sectionsIn } from "./section_words.ts";
import { RELATIVE_FORMS } from "./relative_forms.ts";
import { HIGHEST, LOWEST } from "./measure_words.ts";

/** The days and spans of a question, and what it asks of reports, whose periods are no days of it. */
export interface ReadTimes extends ReadFacts {
  /** Absent where it names no column of its caller's own. */
  readonly own?: readonly AskedOwn[];
  readonly times: readonly AskedTime[];
  /** The same where nothing is asked of reports: their items are words like others, and their periods are days. */
  plain(): Omit<ReadTimes, "plain">;
}

/** Bounds the time to read a question; text beyond this is usually an attachment. */
const MAX_READ_CHARS = 10_000;
const FORMS = [LEFT_OUT, ...SESSION_FORMS, ...RELATIVE_FORMS, ...DATED_FORMS, ...YEARLESS_FORMS];

/** Reads the days and spans, and the items of reports, of the first 10,000 characters of a question, in six languages. */
export function readTimes(question: string, days: DataDays): ReadTimes {
  const head = question.slice(0, MAX_READ_CHARS);
  const { own, places: named, rest: read } = readOwnNames(head, { names: days.own ?? [], isOurs });
  const { facts, places, unmet, rest } = readFacts(read, days.today);
  const behind = question.slice(MAX_READ_CHARS);
  const timed = timesIn(rest, days);
  return {
    facts,
    ...(own.length > 0 && { own }),
    times: timed.times,
    unmet: [...unmet, ...timed.unmet],
    places: [...named, ...places, ...timed.places],
    rest: `${timed.rest}${behind}`,
    plain: () => {
      const plain = timesIn(read, { ...days, isSet: false });
      return { ...plain, facts: [], rest: `${plain.rest}${behind}` };
    },
  };
}

/** The days and spans of a text, and the text without them. */
function timesIn(text: string, days: DataDays): Pick<ReadTimes, "times" | "unmet" | "places" | "rest"> {
  const folded = blanked(fold(text), sectionsIn(text)); // "section Q3" is no quarter
  const found = findTimes(folded, FORMS, days).filter((one) => isMeant(one, { text, folded }));
  const joined = joinTimes(folded, found, days);
  const read = joined.map((one) => boundedTime(one, { text: text.slice(one.start, one.end).trim(), days }));
  return {
    times: read.flatMap(({ time }) => time ?? []),
    unmet: read.flatMap(({ unmet }) => unmet ?? []),
    places: joined,
    rest: without(text, joined),
  };
}

/** Whether a word asks for something that is read without a table of the caller's own. */
function isOurs(word: string): boolean {
  return readMeasures(word, word).length > 0 || readFacts(word, "2000-01-01").facts.length > 0 ||
    readUnmet(word, { text: word, isGroup: false }).length > 0;
}

const LEADS =
  /\b(?:in|since|from|until|till|by|of|during|before|after|through|to|between|and|for|last|this|end|ende|im|seit|bis|von|ab|vor|nach|en|depuis|avant|fin|a|au|desde|hasta|de|do|da|dal|em|entre|zwischen|of last) $/;
const FOLLOWED = /^\s*(?:to|until|through|bis|-|–)\s/;

/** A month's name alone may be a verb, a name or a ticker: it counts in lower case or as a name, after a word like "in". */
function isMeant(
  { start, end, read }: FoundTime,
  { text, folded }: { readonly text: string; readonly folded: string },
): boolean {
  if (isTicker({ start, end }, { text, folded })) return false;
  if (!("isBare" in read)) return true;
  const word = text.slice(start, end);
  const isName = /^\p{Lu}\p{Ll}/u.test(word) || !/^(?:may|march|august|mars|marche|mai)$/.test(word);
  return isName && (LEADS.test(folded.slice(Math.max(0, start - 12), start)) || FOLLOWED.test(folded.slice(end)));
}

const OBJECT_LEADS =
  /(?:^|[,(]\s*|["“$]|\b(?:ticker|analy[sz]e|for|of|about|on|is|are|does|did|will|has|buy|sell|hold|own|short|compare|vs|versus|and|or) )$/;
const MOVED = /^\s*(?:returns?|performance|gains?|loss(?:es)?|moves?)\b/;

/** `MTD` is a company's ticker too, where it stands as what is asked about. */
function isTicker(
  { start, end }: Pick<FoundTime, "start" | "end">,
  { text, folded }: { readonly text: string; readonly folded: string },
): boolean {
  return text.slice(start, end) === "MTD" && OBJECT_LEADS.test(folded.slice(0, start)) &&
    !MOVED.test(folded.slice(end));
}

interface BoundedTime {
  readonly time?: AskedTime;
  readonly unmet?: Unsupported;
}

/** A time within the days of the data, or why it is missing. */
function boundedTime(
  { read, isAsOf }: JoinedTime,
  { text, days: { today, first, exchange, isSet = false } }: { readonly text: string; readonly days: DataDays },
): BoundedTime {
  if ("problem" in read) return { unmet: { text, why: read.problem } };
  if ("isMet" in read) return {};
  const { from, to } = read;
  if (to < first) return { unmet: { text, why: `the data begin on ${longDay(first)}` } };
  if (from > today) return { unmet: { text, why: `it lies after ${longDay(today)}, the day asked about` } };
  if (isSet && from === to && to !== today && to !== sessionOnOrBefore(today, exchange)) {
    return { unmet: { text, why: `the request itself sets another day, ${longDay(today)}` } };
  }
  const inside: Days = { from: from < first ? first : from, to: to > today ? today : to };
  const cut = cutOf({ from, to }, inside);
  return { time: { ...inside, text, ...(isAsOf && { isAsOf: true }), ...(cut && { cut }) } };
}

function cutOf(asked: Days, inside: Days): AskedTime["cut"] {
  const start = asked.from < inside.from;
  const end = asked.to > inside.to;
  if (start && end) return "both";
  return start ? "start" : end ? "end" : undefined;
}

/** The columns of a caller's own tables that a question asks for. */
interface ReadOwn {
  readonly own: readonly AskedOwn[];
  readonly places: readonly Place[];
  /** The question without them, as long as it was. */
  readonly rest: string;
}

/** A shorter word alone is more often a word than the name of a column. */
const LEAST_LETTERS = 3;

/**
 * Reads which columns of their own a question names: `scores.my_factor` by table and column; `my_factor` or "my factor"
 * where it is a word of its own, with an underscore or a digit, or after "my", "our" or "own". A column that several
 * tables have is that of each.
 * @param isOurs Whether a word asks for something else already, like "momentum".
 */
function readOwnNames(
  question: string,
  { names, isOurs }: { readonly names: readonly string[]; readonly isOurs: (word: string) => boolean },
): ReadOwn {
  if (names.length === 0) return { own: [], places: [], rest: question };
  const found: (Place & { readonly asked: AskedOwn })[] = [];
  let folded = fold(question);
  const wanted: AskedOwn["end"] = LOWEST.test(folded) ? "lowest" : HIGHEST.test(folded) ? "highest" : undefined;
  const take = (name: string, pattern: RegExp) => {
    for (const { index, 0: text } of folded.matchAll(pattern)) {
      const start = index;
      const end = index + text.length;
      const asked: AskedOwn = { name, text: question.slice(start, end), ...(wanted && { end: wanted }) };
      found.push({ start, end, asked });
    }
  };
  const byLength = names.toSorted((one, other) => other.length - one.length);
  for (const name of byLength) take(name, wordsOf(name, "."));
  folded = blanked(folded, found.toSorted(byStart));
  const groups = [...Map.groupBy(byLength, columnOf)].toSorted(([one], [other]) => other.length - one.length);
  for (const [column, group] of groups) {
    const before = found.length;
    const pattern = wordsOf(column, "");
    for (const name of group) take(name, isAlone(column, isOurs) ? pattern : ownedBy(pattern));
    folded = blanked(folded, found.slice(before).toSorted(byStart));
  }
  const sorted = found.toSorted(byStart);
  const own = [...new Map(sorted.map(({ asked }) => [asked.name, asked])).values()];
  return { own, places: sorted, rest: blanked(question, sorted) };
}

function columnOf(name: string): string {
  return name.slice(name.indexOf(".") + 1);
}

/** Where a name is written, with any mark between its words. */
function wordsOf(name: string, dot: "." | ""): RegExp {
  const words = (part: string) => part.split("_").join("[ _-]");
  const parts = dot === "" ? words(name) : name.split(".").map(words).join("\\.");
  return new RegExp(`(?<![\\w.])${parts}(?![\\w]|\\.\\w)`, "g");
}

function ownedBy({ source }: RegExp): RegExp {
  return new RegExp(`(?<=\\b(?:my|our|own)\\s)${source}`, "g");
}

/** Whether the name of a column is asked for by itself: it is no word that asks for something else. */
function isAlone(column: string, isOurs: (word: string) => boolean): boolean {
  if (/[_\d]/.test(column)) return true;
  return column.length >= LEAST_LETTERS && !isOurs(column);
}
