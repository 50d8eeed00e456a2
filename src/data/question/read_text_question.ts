import type { Mentions } from "../names/mentions.ts";
import type { Resolver } from "../names/resolve.ts";
import { VOCABULARY } from "../vocabulary.ts";
import type { Asked, AskedText } from "./asked.ts";
import { fold } from "../../terms/fold.ts";
import { asksView } from "./read_kind.ts";
import type { Taken } from "./marks.ts";
import type { ReadTimes } from "./read_times.ts";
import type { Subject } from "./subject.ts";
import { TEXT_KINDS, type TextKind } from "../text_document.ts";
import { blanked, type Place, placesOf, takenBy, without } from "../../terms/places.ts";
import { sectionsIn } from "./section_words.ts";
import { readTerms } from "./read_terms.ts";
import {
  ANYTHING_ON,
  KIND_WORDS,
  MENTIONED,
  NEWEST,
  NO_SPEAKER,
  OWN_KINDS,
  QUOTE,
  RISK_FACTORS,
  RISK_SECTION,
  SAYS,
  SAYS_ABOUT,
  SINGLE_KINDS,
  SPEAKER,
  THAT_TOPIC,
} from "./text_words.ts";

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
    isUnsupported: false,
  };
  return {
    asked: ofTexts,
    taken: [...taken, ...found.places.map(({ start, end }) => ({ start, end, by: "other" as const }))],
  };
}

/** A view and a cause are reported beside quotes; any other question for texts alone is for quotes alone. */
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

/** What a question asks of texts, and where. */
interface FoundText extends Place {
  readonly texts: AskedText;
  /** Where its topic stands. */
  readonly topic?: Place;
  /** Where all of it stands. */
  readonly places: readonly Place[];
}

/** Kinds whose parts have words of their own. */
const REPORTS: readonly (TextKind | undefined)[] = ["10-K", "10-Q"];

interface FoundKind extends Place {
  readonly kinds: readonly TextKind[];
}

/**
 * Reads what a question asks of texts: somebody said something about a topic, or a kind of texts is named.
 * @param written The question without its times, as long as it was.
 * @param options `mentions`: whom it names. `isFollowing`: whom it is about is known from a question before.
 * @returns `undefined` where it asks nothing of texts.
 */
function readTexts(
  written: string,
  { mentions: { places, spans }, isFollowing }: { readonly mentions: Mentions; readonly isFollowing: boolean },
): FoundText | undefined {
  const folded = fold(written);
  const unnamed = blanked(folded, places);
  const sections = sectionsIn(written);
  const isUnder = sections.some(({ isClear }) => isClear);
  const kinds = kindsIn(blanked(unnamed, sections));
  const topic = topicIn(unnamed, { speakers: blanked(folded, spans), isOfKind: kinds.length > 0 || isUnder });
  const isSaid = topic?.isSaid === true || placesOf(unnamed, SAYS).length > 0;
  if (!isSaid && kinds.length === 0 && !isUnder) return undefined;
  const outside = topic === undefined ? [] : spans.filter(({ start, end }) => end <= topic.start || start >= topic.end);
  // a name that stands in the topic alone is whom the question is about
  const asked = topic &&
    blanked(isFollowing || outside.length > 0 ? folded : blanked(folded, spans), [...kinds, ...sections])
      .slice(topic.start, topic.end);
  const all = [...kinds, ...sections, ...(topic ? [topic] : []), ...placesOf(unnamed, QUOTE)];
  const start = Math.min(...all.map((one) => one.start));
  const end = Math.max(...all.map((one) => one.end));
  // a part of reports is looked for in the kind that is named
  const isReport = (one: FoundKind) => one.kinds.length === 1 && REPORTS.includes(one.kinds[0]);
  const wanted = kinds.some(isReport) ? kinds.filter((one) => one.kinds.length !== REPORTS.length) : kinds;
  const named = TEXT_KINDS.filter((kind) => wanted.some((one) => one.kinds.includes(kind)));
  const isNewest = kinds.some((one) =>
    NEWEST.test(unnamed.slice(0, one.end)) && one.kinds.every((kind) => SINGLE_KINDS.includes(kind))
  );
  const section = sections[0]?.name ?? (RISK_FACTORS.test(unnamed) ? RISK_SECTION : undefined);
  return {
    start: all.length === 0 ? 0 : start,
    end: all.length === 0 ? 0 : end,
    ...(topic && { topic }),
    places: all,
    texts: {
      text: all.length === 0 ? "" : written.slice(start, end).trim(),
      terms: asked === undefined ? [] : readTerms(asked),
      kinds: named.length > 0 ? named : OWN_KINDS,
      ...(section !== undefined && { section }),
      ...(isNewest && { isNewest: true as const }),
      ...(asked !== undefined && THAT_TOPIC.test(asked) && readTerms(asked).length === 0 && { isThat: true as const }),
    },
  };
}

function kindsIn(unnamed: string): readonly FoundKind[] {
  return takenBy(unnamed, KIND_WORDS, ({ kinds }, piece): FoundKind => ({ ...piece, kinds })).found;
}

/** Where the topic stands: after what somebody says, or in a question that names a kind of texts, after what is wanted. */
function topicIn(
  unnamed: string,
  { speakers, isOfKind }: { readonly speakers: string; readonly isOfKind: boolean },
): (Place & { readonly isSaid: boolean }) | undefined {
  const said = placesOf(unnamed, SAYS_ABOUT).find(({ start }) => {
    const before = speakers.slice(0, start);
    return SPEAKER.test(before) && !NO_SPEAKER.test(before);
  });
  const passive = isOfKind
    ? [...unnamed.matchAll(MENTIONED)].map(({ index, 0: all, 1: topic = "" }) => {
      const start = index + all.indexOf(topic);
      return { start, end: start + topic.length };
    })[0]
    : undefined;
  if (said === undefined && passive !== undefined) return { ...passive, isSaid: false };
  const lead = said ?? (isOfKind ? placesOf(unnamed, ANYTHING_ON)[0] : undefined);
  if (lead === undefined) return undefined;
  const length = unnamed.slice(lead.end).search(/[?!;\n]|\.(?:\s|$)/);
  return { start: lead.end, end: length === -1 ? unnamed.length : lead.end + length, isSaid: said !== undefined };
}

/** The question without its topic, as long as it was. */
function withoutTopic(written: string, { topic }: FoundText): string {
  return without(written, topic === undefined ? [] : [topic]);
}
