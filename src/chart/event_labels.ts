import { plainText } from "./look.ts";

/** A day with its label. */
export interface ChartEvent {
  /** `YYYY-MM-DD`. */
  readonly date: string;
  /** A few words; long ones are cut. */
  readonly label: string;
}

/** An event with the place of its label. */
export interface PlacedEvent extends ChartEvent {
  /** Line of the label, from 0 at the top. */
  readonly lane: number;
  /** Whether the label is on the left of its day. */
  readonly isLeft: boolean;
}

const MAX_LABEL = 40;
/** Mean width of a character in units, rounded up: the widths of the font are known only where it is drawn. */
const CHAR_WIDTH = 6.6;
const GAP = 8;

/**
 * Gives each label a line in which it is on no other label.
 * @param events In any order, within the span.
 * @param span First and last day, and the width between them in units.
 */
export function placeLabels(
  events: readonly ChartEvent[],
  { first, last, width }: { readonly first: string; readonly last: string; readonly width: number },
): PlacedEvent[] {
  const from = Date.parse(first);
  const to = Date.parse(last);
  const taken: { readonly start: number; readonly end: number }[][] = [];
  return events.toSorted((a, b) => a.date < b.date ? -1 : a.date > b.date ? 1 : 0).map(({ date, label: text }) => {
    const label = plainText(text, MAX_LABEL);
    const at = ((Date.parse(date) - from) / (to - from)) * width;
    const room = GAP + CHAR_WIDTH * [...label].length;
    const isLeft = at + room > width;
    const [start, end] = isLeft ? [at - room, at] : [at, at + room];
    const free = taken.findIndex((lane) => lane.every((other) => other.end <= start || other.start >= end));
    const lane = free < 0 ? taken.length : free;
    (taken[lane] ??= []).push({ start, end });
    return { date, label, lane, isLeft };
  });
}
