import type { Mentions } from "../names/mentions.ts";
import type { Resolver } from "../names/resolve.ts";
import { VOCABULARY } from "../vocabulary.ts";
import type { Asked } from "./asked.ts";
import { fold } from "../../terms/fold.ts";
import { asksView } from "./read_kind.ts";
import type { Taken } from "./marks.ts";
import { type FoundText, readTexts, withoutTopic } from "./read_texts.ts";
import type { ReadTimes } from "./read_times.ts";
import type { Subject } from "./subject.ts";

/** How a question to texts is read. */
export interface TextReading {
  readonly times: ReadTimes;
  readonly resolver: Resolver;
  readonly subject: Subject | undefined;
  /** Most characters that are read. */
  readonly maxChars: number;
}

/** What the readers took, and where. */
export interface ReadPieces {
  readonly asked: Asked;
  readonly taken: readonly Taken[];
}

/**
 * Reads a question again where it asks texts: the words of its topic name no company, no figure and no measure, whatever
 * else they would mean.
 * @param read It, read as if there were no texts.
 */
export function asAskedOfTexts(read: ReadPieces, { times, resolver, subject, maxChars }: TextReading): ReadPieces {
  const { asked, taken } = read;
  const plain = times.facts.length + times.unmet.length === 0 ? times : times.plain();
  const written = plain.rest.slice(0, maxChars);
  const named = resolver.mentions(written);
  const found = readTexts(written, { mentions: named, isFollowing: subject !== undefined });
  if (
    found === undefined ||
    found.topic === undefined && asked.measures.some(({ metric }) => VOCABULARY.metrics[metric]?.shelf === "texts")
  ) return read;
  const { texts } = found;
  const isElsewhere = ({ text }: { readonly text: string }) => !texts.text.includes(text);
  const facts = asked.facts.filter(isElsewhere);
  const measures = asked.measures.filter(isElsewhere);
  const ofTexts: Asked = {
    ...asked,
    mentions: subject?.mentions ?? whomOf(written, { found, named, resolver }),
    kind: kindOf(asked, { isAlone: facts.length + measures.length === 0 }),
    facts,
    measures,
    texts,
    times: facts.length === 0 ? plain.times : asked.times,
    unmet: [...plain.unmet, ...asked.unmet.filter((one) => !times.unmet.includes(one) && isElsewhere(one))],
    isOnlyUnmet: false,
  };
  return {
    asked: ofTexts,
    taken: [...taken, ...found.places.map(({ start, end }) => ({ start, end, by: "other" as const }))],
  };
}

/** A view and a cause are told beside quotes; any other question for texts alone is for quotes alone. */
function kindOf({ kind, text }: Asked, { isAlone }: { readonly isAlone: boolean }): Asked["kind"] {
  return isAlone && kind !== "why" && !asksView(fold(text)) ? "quote" : kind;
}

/** Whom it is about: the names outside its topic; where there are none, those that it holds and the data knows. */
function whomOf(
  written: string,
  { found, named, resolver }: {
    readonly found: FoundText;
    readonly named: Mentions;
    readonly resolver: Resolver;
  },
): Mentions {
  const outside = resolver.mentions(withoutTopic(written, found));
  const isNamed = outside.companies.length + outside.groups.length + outside.unknown.length > 0;
  return isNamed || named.companies.length === 0 ? outside : { ...named, unknown: [] };
}
