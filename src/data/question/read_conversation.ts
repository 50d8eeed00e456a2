import type { Asked } from "./asked.ts";
import { withTimeBefore } from "./follow_time.ts";
import { followUp } from "./follow_up.ts";
import type { QuestionReader } from "./read_question.ts";
import type { ReadTimes } from "./read_times.ts";
import { namesSubject } from "./subject.ts";
import { fold } from "../../terms/fold.ts";
import { LEAD } from "./follow_words.ts";
import { readTerms } from "./read_terms.ts";

/** How the questions of a conversation are read. */
export interface ConversationReaders {
  readonly read: QuestionReader;
  /** Reads the times of a question; sessions are those of the exchange of the tickers it is about. */
  timesOf(text: string, tickers: readonly string[]): ReadTimes;
}

/** Questions of a conversation that are read; earlier ones are forgotten. */
const MAX_READ = 32;
/** Characters of those before the last that are read, the newest first, which bounds the time that takes. */
const MAX_BEFORE_CHARS = 20_000;
/** A question is read up to here. */
const MAX_CHARS = 10_000;

/**
 * Reads the last question of a conversation with what it takes from those before it, each of which is read with what it
 * takes from those before it.
 * @param texts The questions of one caller, oldest first; at least one.
 */
export function readConversation(texts: readonly string[], readers: ConversationReaders): Asked {
  const [first = "", ...others] = readable(texts);
  const before: Asked[] = [];
  let asked = readAlone(first, readers).asked;
  for (const text of others) {
    before.push(asked);
    asked = readAfter(text, { before, readers });
  }
  return asked;
}

function readable(texts: readonly string[]): readonly string[] {
  const last = texts.slice(-MAX_READ);
  let chars = 0;
  const from = last.findLastIndex((text, at) => {
    if (at < last.length - 1) chars += Math.min(text.length, MAX_CHARS);
    return chars > MAX_BEFORE_CHARS;
  });
  return last.slice(from + 1);
}

interface After {
  readonly before: readonly Asked[];
  readonly readers: ConversationReaders;
}

function readAfter(asking: string, { before, readers }: After): Asked {
  const namesNobody = (text: string) => !namesSubject(readAlone(text, readers).asked);
  const written = asTextQuestion(asking, { last: before.at(-1), namesNobody });
  return withTopicBefore(readFollowing(written, { before, readers }), before);
}

function readFollowing(written: string, { before, readers }: After): Asked {
  const alone = readAlone(asFollowing(written), readers);
  const timed = withTimeBefore(alone.asked, before);
  const own = timed ? readAlone(timed.text, readers) : alone;
  const taken = timed && { time: timed.time, isEarlier: timed.isEarlier };
  const follow = followUp(own, before);
  if (follow === undefined) return taken ? { ...own.asked, taken } : readAlone(written, readers).asked;
  const tickers = follow.subject.mentions.companies.map(({ ticker }) => ticker);
  const asked = readers.read(follow.text, readers.timesOf(follow.text, tickers), follow.subject);
  return { ...asked, taken: { ...taken, ...follow.taken } };
}

/** After questions before it, "all of them" are those that they are about, and "comparez-la" says "la". */
function asFollowing(written: string): string {
  return written.replace(/\ball of them\b/gi, "them").replace(/\b(compare[rz]?|compare)-(l[ae]s?|[oa]s?)\b/gi, "$1 $2");
}

function readAlone(text: string, { read, timesOf }: ConversationReaders) {
  const times = timesOf(text, []);
  return { asked: read(text, times), rest: times.rest };
}

/** A rest that names a topic alone, after a question to texts: "and about margins?". */
const TOPIC_ALONE = /^[\s"'¿]*(?:and|what|how|so|then|but|anything)?[\s,]*(?:about|on)\s+(.{2,80}?)[\s?.!]*$/s;

/** A question to texts with the topic of one before, where it says "it" for it, or goes on with another time or text. */
function withTopicBefore(asked: Asked, before: readonly Asked[]): Asked {
  const { texts } = asked;
  if (texts === undefined || texts.terms.length > 0) return asked;
  const isGoingOn = texts.isThat === true || (LEAD.exec(fold(asked.text))?.[0].trim() ?? "") !== "";
  const terms = isGoingOn ? before.map(termsOf).findLast((one) => one.length > 0) : undefined;
  return terms === undefined ? asked : { ...asked, texts: { ...texts, terms } };
}

/** What was asked about: of texts, or of reports and measures by their words. */
function termsOf({ texts, facts, measures }: Asked): readonly string[] {
  return texts?.terms ?? readTerms([...facts, ...measures].map(({ text }) => text).join(", "));
}

/**
 * A rest like "and about margins?" after a question to texts as a question of its own.
 * @param namesNobody Whether a text names no company: "and about Microsoft?" asks the question before of another.
 */
function asTextQuestion(
  written: string,
  { last, namesNobody }: { readonly last: Asked | undefined; readonly namesNobody: (text: string) => boolean },
): string {
  if (last?.texts === undefined) return written;
  const topic = TOPIC_ALONE.exec(written)?.[1];
  if (topic === undefined) return written;
  return namesNobody(topic) ? `What did they say about ${topic}?` : `And ${topic}?`;
}
