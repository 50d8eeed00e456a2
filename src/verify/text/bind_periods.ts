import type { PeriodPlace } from "./period_places.ts";
import { clauseOf, type SentenceMarks, wordsBetween } from "./sentence_marks.ts";
import type { Bound, WrittenFigure } from "./written_figures.ts";

/** The times that a figure is about. */
export interface BoundPeriods {
  /** Absent where the sentence names none. */
  readonly base?: PeriodPlace | undefined;
  /** What it is compared with; absent where that is not named. */
  readonly before?: PeriodPlace | undefined;
  /** The figure itself is of the time before. */
  readonly isEarlier: boolean;
}

const BEFORE_LEAD =
  /\b(?:from|since|versus|vs\.?|against|compared (?:with|to)|than|over|above|below|relative to|between|(?:up|down|%|percent|gain|rise|growth|increase|fall|decrease|decline|drop|lion|bn) on|exceeding)(?: (?:that of|its|the|level|levels|figure|figures|total|in|of|for|what it was|it was|during|end|close))* ?$/;
const ATTACHED =
  /^\)?,? ?(?:shares|usd|in|for|during|at the end of|at the close of|at|as of|of|back in|the|reported|posted|recorded|seen|a|level|recorded in|reported for|'s)*(?: (?:in|for|the|during|of))* ?\(? ?$/;
const EARLIER_LEAD =
  /\b(?:from|versus|vs\.?|against|compared (?:with|to)|than|up on|down on|above|below|over|exceeding)(?: (?:the|a|its|about|around|roughly|nearly|almost|just over|just under|more than|some|approximately|only))* ?$/;

const TO_RESULT =
  /^,? to (?:(?:a|an|the|record|about|around|roughly|nearly|almost|more than|some|just over|just under) )*$/;
const SINCE = /\bsince(?: (?:the|its|end|close|beginning|start|of|in))* ?$/;

/** The year before, and not the change since then. */
const THE_BEFORE = /^(?:the |its )?(?:prior|previous|preceding|year (?:before|earlier|prior)|last)/;

const LOOK_CHARS = 32;
/** Of these "more than" says how closely a figure is meant, and is no comparison. */
const THAN_BOUNDS: readonly Bound[] = ["above", "below", "just_over", "nearly"];

/** Whether a time is one that a figure is compared with. */
export function isBefore(marks: SentenceMarks, place: PeriodPlace): boolean {
  if (place.said.kind === "before") return true;
  return isLed(marks, place) || isOfEarlier(marks, place);
}

/** A time behind a figure that another is compared with: `from 1 in 2023`. */
function isOfEarlier(marks: SentenceMarks, place: PeriodPlace): boolean {
  const figure = marks.figures.findLast(({ end }) => end <= place.start);
  return figure !== undefined && attachedTo(marks, figure) === place &&
    EARLIER_LEAD.test(wordsBetween(marks, Math.max(0, figure.start - LOOK_CHARS), figure.start)) &&
    marks.periods.length > 1;
}

/**
 * The times of a figure.
 * @param isLevel It is the item itself, not its change.
 */
export function boundPeriods(marks: SentenceMarks, figure: WrittenFigure, isLevel: boolean): BoundPeriods {
  const { periods, figures } = marks;
  const next = figures.find(({ start }) => start > figure.start)?.start ?? Infinity;
  const behind = periods.find(({ start }) => start >= figure.end && start < next);
  const isOfNext = behind !== undefined && Number.isFinite(next) && directlyBefore(marks, { start: next }) === behind;
  const own = behind && !isOfNext && ATTACHED.test(wordsBetween(marks, figure.end, behind.start))
    ? behind
    : ofResult(marks, figure);
  const lead = wordsBetween(marks, Math.max(0, figure.start - LOOK_CHARS), figure.start);
  const isCompared = isLevel && !THAN_BOUNDS.includes(figure.bound) && EARLIER_LEAD.test(lead);
  const isOnlyEnd = isCompared && /\bfrom /.test(lead) && periods.length === 1;
  const direct = directlyBefore(marks, figure) ??
    (own && isNamed(own) && !isLed(marks, own) && !isOnlyEnd ? own : undefined);
  if (direct !== undefined) {
    return { base: direct, before: periods.find((one) => one !== direct && isBefore(marks, one)), isEarlier: false };
  }
  const isOfBefore = own?.said.kind === "before" &&
    (isLevel || THE_BEFORE.test(marks.text.slice(own.start, own.end).toLowerCase()));
  const base = baseOf(marks, figure) ?? countedSince(marks);
  const { start, end } = clauseOf(marks, figure.start);
  const within = (one: PeriodPlace) => one.start >= start && one.end <= end;
  const befores = periods.filter((one) => one !== base && isBefore(marks, one));
  const before = befores.find((one) => within(one) && one.start >= figure.end) ?? befores.find(within) ?? befores[0];
  return { base, before, isEarlier: isCompared || isOfBefore };
}

/** The time that a figure without one of its own is of: the nearest in its clause, the one before it first. */
function baseOf(marks: SentenceMarks, figure: WrittenFigure): PeriodPlace | undefined {
  const clause = clauseOf(marks, figure.start);
  const owned = new Set(
    marks.figures.filter((one) => one !== figure).flatMap((
      one,
    ) => directlyBefore(marks, one) ?? attachedTo(marks, one) ?? []),
  );
  const bases = marks.periods.filter((one) => !isBefore(marks, one));
  const free = bases.filter((one) => !owned.has(one) || one.start < figure.start);
  const within = (one: PeriodPlace) => one.start >= clause.start && one.end <= clause.end;
  const isAhead = (one: PeriodPlace) => one.end <= figure.start;
  return free.findLast((one) => within(one) && isAhead(one)) ?? free.find(within) ?? free.findLast(isAhead) ??
    free[0] ?? bases.findLast(isAhead) ?? bases[0];
}

function isNamed({ said }: PeriodPlace): boolean {
  return said.kind !== "before" && said.kind !== "unread";
}

/** A word before it makes it a time that something is compared with. */
function isLed(marks: SentenceMarks, { start }: PeriodPlace): boolean {
  return BEFORE_LEAD.test(wordsBetween(marks, Math.max(0, start - LOOK_CHARS), start));
}

/** `2024: 1`, `than in fiscal 2024 (1)`. */
function directlyBefore(marks: SentenceMarks, { start }: Pick<WrittenFigure, "start">): PeriodPlace | undefined {
  const last = marks.periods.findLast(({ end }) => end <= start);
  if (last === undefined || !isNamed(last)) return undefined;
  return /^(?:'s)? ?[(:=|] ?$/.test(wordsBetween(marks, last.end, start)) ? last : undefined;
}

/** The time of what a change led to: of the 20% of `rose 20% to $90 billion in 2016`. */
function ofResult(marks: SentenceMarks, { end, kind }: WrittenFigure): PeriodPlace | undefined {
  const next = marks.figures.find(({ start }) => start >= end);
  return next !== undefined && kind !== next.kind && TO_RESULT.test(wordsBetween(marks, end, next.start))
    ? attachedTo(marks, next)
    : undefined;
}

/** Of what is said "since" a time and names no other, nobody knows whether it is a sum or a change. */
function countedSince(marks: SentenceMarks): PeriodPlace | undefined {
  const since = marks.periods.find(({ start }) =>
    SINCE.test(wordsBetween(marks, Math.max(0, start - LOOK_CHARS), start))
  );
  return since && { ...since, said: { kind: "unread" } };
}

function attachedTo(marks: SentenceMarks, figure: WrittenFigure): PeriodPlace | undefined {
  const behind = marks.periods.find(({ start }) => start >= figure.end);
  return behind && ATTACHED.test(wordsBetween(marks, figure.end, behind.start)) ? behind : undefined;
}

/**
 * The time of a figure in a sentence that pairs figures and times by "respectively", in order.
 * @returns `unread` where it pairs something else; `undefined` where it pairs nothing.
 */
export function respectivePeriods(marks: SentenceMarks, figure: WrittenFigure): BoundPeriods | "unread" | undefined {
  const at = marks.folded.search(/\brespectively\b/);
  if (at < 0) return undefined;
  const figures = marks.figures.filter(({ end, kind }) => end <= at && kind === figure.kind);
  const bases = marks.periods.filter((one) => isNamed(one) && one.end <= at);
  const base = figures.length === bases.length ? bases[figures.indexOf(figure)] : undefined;
  return base === undefined || marks.items.length !== 1 ? "unread" : { base, isEarlier: false };
}
