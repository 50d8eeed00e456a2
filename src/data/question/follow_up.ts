import type { Asked, CarriedOver } from "./asked.ts";
import { fold } from "../../terms/fold.ts";
import { withTimes } from "./follow_time.ts";
import {
  ADVICE,
  BESIDE,
  FILLER,
  LEAD,
  MORE,
  NOW,
  OF_ANOTHER,
  OF_GROUP,
  PLURAL,
  PRONOUN,
  TWO,
  WHY_ALONE,
} from "./follow_words.ts";
import { BLANK, blanked } from "../../terms/places.ts";
import { NOT_READ } from "./query.ts";
import { asksView } from "./read_kind.ts";
import { held, isSingle, joined, namesSubject, type Subject, without } from "./subject.ts";

/** A question read by itself. */
export interface ReadAlone {
  readonly asked: Asked;
  /** It, without its times and what it asks of reports, as long as it was. */
  readonly rest: string;
}

/** What is to be read instead of a question alone. */
export interface FollowUp {
  readonly text: string;
  readonly subject: Subject;
  readonly taken: CarriedOver;
}

/**
 * What a question takes from those before it: a subject where it names none but asks something, says "it" or is a rest
 * like "and in 2016?"; what is asked where it names nothing but a subject or a time; a time where it says "then". One
 * that names a subject and asks something is read alone.
 * @param before What was asked before, as it was read there, oldest first.
 * @returns `undefined` where it is read alone.
 */
export function followUp({ asked: own, rest }: ReadAlone, before: readonly Asked[]): FollowUp | undefined {
  const last = before.findLast(namesSubject);
  if (last === undefined) return undefined;
  const isEarlier = last !== before.at(-1);
  const left = leftOf(own, rest);
  const isBeside = isSetBeside(own, { rest, last, left });
  const subject = subjectOf(own, { last, before, isBeside, isFollowing: isFollowing(own, left) });
  if (subject === undefined) return undefined;
  const isOwn = subject === "own";
  const whose = isOwn ? own : subject;
  const way = isOwn ? undefined : isBeside ? "beside" as const : "whole" as const;
  const again = againOf(own, { last, left, isBeside });
  if (isOwn && again === undefined) return undefined;
  const isLeft = again === undefined && own.times.length === 0 && last.times.length > 0;
  return {
    text: again ?? own.text,
    subject: { mentions: whose.mentions, weights: whose.weights },
    taken: {
      isEarlier,
      ...(way && { subject: way }),
      ...(again !== undefined && { asks: again }),
      ...(isLeft && { leftTime: last.times.map(({ text }) => text).join(", ") }),
    },
  };
}

/** What of a question is left without names, times and the words that only join them. */
interface Left {
  /** The words that it begins with. */
  readonly lead: string;
  /** Folded, without measures. */
  readonly words: string;
  /** Nothing but the lead, names and times. */
  readonly isNothing: boolean;
}

function leftOf({ mentions: { spans }, measures }: Asked, rest: string): Left {
  const folded = blanked(fold(rest), spans).replaceAll(BLANK, " ");
  const lead = LEAD.exec(folded)?.[0].trim() ?? "";
  const behind = folded.replace(LEAD, " ").replace(FILLER, " ");
  const words = measures.reduce((text, { text: word }) => text.replace(fold(word), " "), folded);
  return { lead, words, isNothing: !/[\p{L}\p{N}]/u.test(behind) };
}

/** Whether a question that names nobody leans on those before it. */
function isFollowing(
  { times, unmet: all, measures, facts, texts, kind }: Asked,
  { lead, words, isNothing }: Left,
): boolean {
  const unmet = all.filter(({ why }) => why !== NOT_READ);
  if (isNothing) return lead !== "" || times.length + unmet.length > 0 || measures.length + facts.length > 0;
  if (texts !== undefined || PRONOUN.test(words) || MORE.test(words)) return true;
  if (OF_ANOTHER.test(words)) return false;
  if (measures.length + facts.length + unmet.length > 0 || kind === "risk" || kind === "change" || kind === "turn") {
    return true;
  }
  return WHY_ALONE.test(words) || ADVICE.test(words) || asksView(words);
}

/** Whether a question sets the subject before beside its own: "compare it with MSFT", or "and IBM?" after a comparison. */
function isSetBeside(
  { mentions: { companies, spans } }: Asked,
  { rest, last, left }: { readonly rest: string; readonly last: Asked; readonly left: Left },
): boolean {
  const isMore = left.isNothing && left.lead !== "" && companies.length > 0 && last.mentions.companies.length > 1 &&
    last.mentions.groups.length === 0 && (last.kind === "compare" || last.kind === "rank");
  return isMore || BESIDE.test(fold(rest.slice(0, spans[0]?.start ?? 0)));
}

interface Leaning {
  readonly last: Asked;
  readonly before: readonly Asked[];
  readonly isBeside: boolean;
  readonly isFollowing: boolean;
}

/** Whom a question is about with those before it; `undefined` where it is read alone. */
function subjectOf(
  own: Asked,
  { last, before, isBeside, isFollowing }: Leaning,
): Subject | "own" | undefined {
  const { companies, groups, excluded, instruments, unknown, identifiers } = own.mentions;
  const isNamed = [companies, groups, instruments, unknown, identifiers, own.weights].some(({ length }) => length > 0);
  if (isNamed) return isBeside ? { mentions: joined(held(last.mentions), own.mentions), weights: [] } : "own";
  if (excluded.length > 0) return without(last, own.mentions);
  if (!isFollowing || isSingle(last) && OF_GROUP.test(fold(own.text))) return undefined;
  const several = severalOf(own, before);
  if (several.length > 1) {
    const mentions = several.map((one) => one.mentions).reduce(joined);
    return { mentions, weights: [] };
  }
  return { ...last, mentions: held(last.mentions) };
}

/** Single companies that were asked about one after the other, where a question compares "them"; the newest last. */
function severalOf(own: Asked, before: readonly Asked[]): readonly Asked[] {
  const folded = fold(own.text);
  const isTwo = TWO.test(folded);
  if (
    !isTwo &&
    (own.kind !== "compare" && own.kind !== "rank" ||
      !PLURAL.test(folded) && !own.measures.some(({ end }) => end !== undefined))
  ) {
    return [];
  }
  const named = before.filter(namesSubject);
  const other = named.findLastIndex((one) => !isSingle(one));
  const byTicker = new Map(named.slice(other + 1).map((one) => [one.mentions.companies[0]?.ticker, one]));
  return [...byTicker.values()].slice(isTwo ? -2 : 0);
}

/** The question before that is asked again, in its words and those that are new; `undefined` where something else is. */
function againOf(
  own: Asked,
  { last, left: { lead, isNothing }, isBeside }: {
    readonly last: Asked;
    readonly left: Left;
    readonly isBeside: boolean;
  },
): string | undefined {
  if (own.measures.length + own.facts.length > 0) return undefined;
  const isNamed = own.mentions.spans.length > 0;
  if (isNothing && (!isNamed || lead !== "" && own.mentions.excluded.length === 0)) {
    return own.times.length + own.unmet.length > 0 || NOW.test(fold(own.text)) ? withTimes(last, own) : last.text;
  }
  const isWhy = own.kind === "why" && own.times.length === 0 && last.measures.length > 0;
  if (!isWhy && !(isBeside && last.measures.length + last.facts.length > 0)) return undefined;
  return `${own.text.trim().replace(/[^.?!:]$/, "$&:")} ${last.text}`;
}
