import type { Asked } from "./asked.ts";
import { fold } from "../../terms/fold.ts";
import { LEAD } from "./follow_words.ts";
import { readTerms } from "./read_terms.ts";

/** A rest that names a topic alone, after a question to texts: "and about margins?". */
const TOPIC_ALONE = /^[\s"'¿]*(?:and|what|how|so|then|but|anything)?[\s,]*(?:about|on)\s+(.{2,80}?)[\s?.!]*$/s;

/** A question to texts with the topic of one before, where it says "it" for it, or goes on with another time or text. */
export function withTopicBefore(asked: Asked, before: readonly Asked[]): Asked {
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
export function asTextQuestion(
  written: string,
  { last, namesNobody }: { readonly last: Asked | undefined; readonly namesNobody: (text: string) => boolean },
): string {
  if (last?.texts === undefined) return written;
  const topic = TOPIC_ALONE.exec(written)?.[1];
  if (topic === undefined) return written;
  return namesNobody(topic) ? `What did they say about ${topic}?` : `And ${topic}?`;
}
