import type { PeriodPlace } from "./period_places.ts";
import { clauseOf, type SentenceMarks, wordsBetween } from "./sentence_marks.ts";
import type { WrittenFigure } from "./written_figures.ts";

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
  /\b(?:from|since|versus|vs\.?|against|compared (?:with|to)|than|over|relative to|between|on|exceeding)(?: (?:that of|its|the|level|levels|figure|figures|total|in|of|for|what it was|it was|during))* ?$/;
const ATTACHED =
  /^\)?,? ?(?:in|for|during|at the end of|at the close of|at|as of|of|back in|the|reported|posted|recorded|seen|a|level|recorded in|reported for|'s)*(?: (?:in|for|the|during|of))* ?\(? ?$/;
const EARLIER_LEAD =
  /\b(?:from|versus|vs\.?|against|compared (?:with|to)|than|up on|down on|above|below|over|exceeding)(?: (?:the|a|its|about|around|roughly|nearly|almost|just over|just under|more than|some|approximately|only))* ?$/;

/** Whether a time is one that a figure is compared with. */
export function isBefore(marks: SentenceMarks, place: PeriodPlace): boolean {
  if (place.said.kind === "before") return true;
  return BEFORE_LEAD.test(wordsBetween(marks, Math.max(0, place.start - 32), place.start));
}

/** The times of a figure. */
export function boundPeriods(marks: SentenceMarks, figure: WrittenFigure): BoundPeriods {
  const { periods, figures } = marks;
  const clause = clauseOf(marks, figure.start);
  const next = figures.find(({ start }) => start > figure.start)?.start ?? Infinity;
  const behind = periods.find(({ start }) => start >= figure.end && start < next);
  const own = behind && ATTACHED.test(wordsBetween(marks, figure.end, behind.start)) ? behind : undefined;
  const isCompared = figure.kind !== "share" && figure.kind !== "points" &&
    EARLIER_LEAD.test(wordsBetween(marks, Math.max(0, figure.start - 32), figure.start));
  const isFromTo = isCompared && /\bfrom /.test(marks.folded.slice(Math.max(0, figure.start - 32), figure.start));
  const isDirect = own !== undefined && own.said.kind !== "before" && own.said.kind !== "unread" &&
    !isBefore(marks, own);
  if (isDirect && !(isFromTo && isOnlyOne(marks))) {
    const before = periods.find((one) => one !== own && isBefore(marks, one));
    return { base: own, ...(before && { before }), isEarlier: false };
  }
  const owned = new Set(figures.filter((one) => one !== figure).flatMap((one) => attachedTo(marks, one) ?? []));
  const isBase = (one: PeriodPlace) => !isBefore(marks, one);
  const within = (one: PeriodPlace) => one.start >= clause.start && one.end <= clause.end;
  const bases = periods.filter(isBase);
  const free = bases.filter((one) => !owned.has(one) || one.start < figure.start && !isOwnedByEarlier(marks, one));
  const base = free.findLast((one) => within(one) && one.end <= figure.start) ?? free.find(within) ??
    free.findLast(({ end }) => end <= figure.start) ?? free[0] ?? bases.findLast(({ end }) => end <= figure.start) ??
    bases[0];
  const befores = periods.filter((one) => one !== base && isBefore(marks, one));
  const before = befores.find((one) => within(one) && one.start >= figure.end) ?? befores.find(within) ?? befores[0];
  const isEarlier = isCompared || own?.said.kind === "before" && figure.kind === "amount";
  return { ...(base && { base }), ...(before && { before }), isEarlier };
}

function isOnlyOne({ periods }: SentenceMarks): boolean {
  return periods.length === 1;
}

function attachedTo(marks: SentenceMarks, figure: WrittenFigure): PeriodPlace | undefined {
  const behind = marks.periods.find(({ start }) => start >= figure.end);
  return behind && ATTACHED.test(wordsBetween(marks, figure.end, behind.start)) ? behind : undefined;
}

/** A time behind a figure that is itself one of the time before. */
function isOwnedByEarlier(marks: SentenceMarks, place: PeriodPlace): boolean {
  const figure = marks.figures.findLast(({ end }) => end <= place.start);
  return figure !== undefined && attachedTo(marks, figure) === place &&
    EARLIER_LEAD.test(wordsBetween(marks, Math.max(0, figure.start - 32), figure.start));
}
