import { daysLater } from "../../calendar/day.ts";
import { type Days, unitOf } from "./calendar.ts";
import type { DataDays, FoundTime, TimeRead } from "./found_time.ts";

/** A time of a question with the words that belong to it, like "since" or "to". */
export interface JoinedTime {
  readonly start: number;
  /** Index after its last character. */
  readonly end: number;
  readonly read: Exclude<TimeRead, { readonly ofYear: unknown }>;
  readonly isAsOf?: true;
}

type Piece = JoinedTime;

/** No word below, with those beside it, is longer. */
const LOOK_CHARS = 32;

/** Words between two times that make one span of them. */
const TO =
  /^\s*(?:to|until|till|through|thru|bis|bis zum|-|--|a|au|al|ate|hasta|fino a|fino al|jusqu'en|jusqu'a)\s*(?:the\s+|la\s+)?$/;
const AND = /^\s*(?:and|und|et|y|e)\s*(?:the\s+)?$/;
const BETWEEN = /\b(?:between|zwischen|entre|tra|fra)\s+(?:the\s+)?$/;
const FROM = /\b(?:from|von|vom|de|du|del|da|dal|do)\s+(?:the\s+)?$/;
const BESIDE = /^\s*(?:,|and|und|et|y|e|to|until|through|bis|a|au|al|-|or|vs\.?|versus|with)?\s*$/;

/** Words before a time that take a day or a week of it. */
const PARTS: readonly { readonly before: RegExp; readonly take: (days: Days) => Days }[] = [
  {
    before:
      /\b(?:the\s+)?(?:(?:end|close) of|year-?end|ende|fin de|fin|a fine|fine|finales de|fim de|final de)\s+(?:the\s+)?$/,
    take: ({ to }) => ({ from: to, to }),
  },
  {
    before: /\b(?:the\s+)?(?:(?:start|beginning) of|anfang|debut|inicio de|inizio|principios de)\s+(?:the\s+)?$/,
    take: ({ from }) => ({ from, to: from }),
  },
  { before: /\bweek of\s+(?:the\s+)?$/, take: ({ from }) => unitOf(from, "week") },
];

interface Opening {
  readonly before: RegExp;
  readonly take: (days: Days, data: DataDays) => Days;
  readonly isAsOf?: true;
}

/** Words before a time that make a span up to it, from it or after it, or a day of it. */
const OPENINGS: readonly Opening[] = [
  {
    before: /\b(?:ever since|since|seit|seit dem|depuis|desde|starting|beginning|from|dal|dall'|ab)\s+(?:the\s+)?$/,
    take: ({ from }, { today }) => ({ from, to: today < from ? from : today }),
  },
  {
    before: /\b(?:compared (?:to|with)|relative to|than|im vergleich zu|par rapport a)\s+(?:the\s+)?$/,
    take: ({ from }, { today }) => ({ from, to: today < from ? from : today }),
  },
  {
    before: /\b(?:before|prior to|ahead of|vor|vor dem|avant|antes de|prima del|prima di)\s+(?:the\s+)?$/,
    take: ({ from }, { first }) => spanTo(daysLater(from, -1), first),
  },
  {
    before: /\b(?:after|following|nach|nach dem|apres|despues de|dopo il|dopo|depois de|apos)\s+(?:the\s+)?$/,
    take: ({ to }, { today }) => ({ from: daysLater(to, 1), to: today > to ? today : daysLater(to, 1) }),
  },
  {
    before: /\b(?:until|till|up to|through|thru|bis|bis zum|jusqu'en|jusqu'a|hasta|fino a|fino al|ate)\s+(?:the\s+)?$/,
    take: ({ to }, { first }) => spanTo(to, first),
  },
  {
    before: /\b(?:as of|as at|as per|stand|per|zum)\s+(?:the\s+)?$/,
    take: ({ to }) => ({ from: to, to }),
    isAsOf: true,
  },
  { before: /\bby\s+(?:the\s+)?$/, take: ({ to }) => ({ from: to, to }) },
];

/**
 * Joins the times of a question with the words beside them.
 * @param found In order of their places.
 */
export function joinTimes(folded: string, found: readonly FoundTime[], days: DataDays): readonly JoinedTime[] {
  const pieces = withParts(folded, withYears(folded, found, days.today));
  return ranges(folded, pieces).map((piece) => opened(folded, piece, days));
}

/** Gives each time without a year that of the time beside it, or the last one that has it. */
function withYears(folded: string, found: readonly FoundTime[], today: string): Piece[] {
  const made: Piece[] = [];
  for (const one of found.toReversed()) {
    const next = made.at(-1);
    const between = next && folded.slice(one.end, next.start);
    const isBeside = between !== undefined && between.length <= LOOK_CHARS && BESIDE.test(between);
    const given = isBeside && next && "to" in next.read ? next.read : undefined;
    const read = "ofYear" in one.read ? inYear(one.read.ofYear, { given, today }) : one.read;
    const isOf = "ofYear" in one.read && between !== undefined && /^\s*(?:of\s+)?$/.test(between);
    if (isOf && next && given && isWholeYear(given)) made.pop();
    const end = isOf && next && given && isWholeYear(given) ? next.end : one.end;
    made.push({ start: one.start, end, read });
  }
  return made.reverse();
}

function inYear(
  ofYear: (year: number) => Days | undefined,
  { given, today }: { readonly given: Days | undefined; readonly today: string },
): Piece["read"] {
  const latest = given?.to ?? today;
  const year = Number(latest.slice(0, 4));
  const same = ofYear(year);
  const days = same !== undefined && same.from > latest ? ofYear(year - 1) : same;
  return days ?? { problem: "there is no such day" };
}

function isWholeYear({ from, to }: Days): boolean {
  return from.slice(0, 4) === to.slice(0, 4) && from.endsWith("-01-01") && to.endsWith("-12-31");
}

function withParts(folded: string, pieces: readonly Piece[]): Piece[] {
  return pieces.map((piece) => {
    const { start, read } = piece;
    if (!("from" in read)) return piece;
    for (const { before, take } of PARTS) {
      const [words] = before.exec(folded.slice(Math.max(0, start - LOOK_CHARS), start)) ?? [];
      if (words !== undefined) return { ...piece, start: start - words.length, read: take(read) };
    }
    return piece;
  });
}

function ranges(folded: string, pieces: readonly Piece[]): Piece[] {
  const made: Piece[] = [];
  for (const piece of pieces) {
    const last = made.at(-1);
    const range = last && rangeOf(folded, last, piece);
    if (range) made.splice(-1, 1, range);
    else made.push(piece);
  }
  return made;
}

function rangeOf(folded: string, one: Piece, other: Piece): Piece | undefined {
  if (!("from" in one.read) || !("from" in other.read) || one.read.from > other.read.to) return undefined;
  const between = folded.slice(one.end, other.start);
  if (between.length > LOOK_CHARS) return undefined;
  const before = folded.slice(Math.max(0, one.start - LOOK_CHARS), one.start);
  const [opening] = BETWEEN.exec(before) ?? [];
  const isRange = TO.test(between) || AND.test(between) && opening !== undefined;
  if (!isRange) return undefined;
  const words = opening ?? FROM.exec(before)?.[0] ?? "";
  return { start: one.start - words.length, end: other.end, read: { from: one.read.from, to: other.read.to } };
}

function opened(folded: string, piece: Piece, days: DataDays): Piece {
  const { start, read } = piece;
  const before = folded.slice(Math.max(0, start - LOOK_CHARS), start);
  for (const { before: pattern, take, isAsOf } of OPENINGS) {
    const [words] = pattern.exec(before) ?? [];
    if (words === undefined) continue;
    if ("from" in read) {
      return { ...piece, start: start - words.length, read: take(read, days), ...(isAsOf && { isAsOf }) };
    }
  }
  return piece;
}

function spanTo(to: string, first: string): Days {
  return { from: first < to ? first : to, to };
}
