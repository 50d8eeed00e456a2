import type { ItemPlace } from "./item_places.ts";
import { isClosed } from "../../terms/companions.ts";
import { bareBetween, clauseOf, type SentenceMarks, wordsBetween } from "./sentence_marks.ts";
import type { WrittenFigure } from "./written_figures.ts";

/** The item of a figure. */
export interface BoundItem {
  readonly place: ItemPlace;
  /** The figure is a share of it: `8% of revenue`. */
  readonly isWhole: boolean;
  /** It may be of another one of the sentence. */
  readonly isLoose: boolean;
}

const SMALL =
  "(?: (?:total|annual|quarterly|net|the|its|full-year|full year|consolidated|diluted|reported|gaap|a|an|of|year-over-year))*";
const CHANGE =
  "(?: (?:rise|increase|growth|decline|drop|fall|decrease|gain|jump|improvement|reduction|dip|surge|climb|slide|contraction|advance|higher|lower))?";
const BEHIND = new RegExp(`^(?: (?:in|of|worth of))?${SMALL}${CHANGE}(?: (?:in|of))?${SMALL} ?$`);
const ON_BEHIND = new RegExp(`^ (?:on|for|as|into|through|to)${SMALL} ?$`);
/** An item with these words before the figure has it. */
const HELD =
  /(?:^ ?:? ?$|(?:\b(?:was|were|is|are|of|at|to|totall?ed|reached|hit|came in at|stood at|came to|amounted to|by)|[=:|]) ?(?:about|around|roughly|approximately|just over|just under|nearly|almost|more than|over|less than|under|a record|some|only|a|an)* ?$)/;

/** The item that a figure is of. */
export function boundItem(marks: SentenceMarks, figure: WrittenFigure): BoundItem | undefined {
  const found = nearestItem(marks, figure);
  if (found === undefined) return undefined;
  const { place } = found;
  const isAhead = place.end <= figure.start;
  const between = isAhead ? bareBetween(marks, place.end, figure.start) : bareBetween(marks, figure.end, place.start);
  const behind = isAhead ? figure.end : place.end;
  const isPlain = isClosed(between) && isClosed(firstWords(bareBetween(marks, behind, behind + 48)));
  return { ...found, isLoose: found.isLoose || !isPlain || isAhead && place.isObject };
}

function firstWords(text: string): string {
  return text.split(/[,;:.)|]/, 1)[0]?.split(" ").slice(0, 6).join(" ") ?? "";
}

function nearestItem(marks: SentenceMarks, figure: WrittenFigure): BoundItem | undefined {
  const { items, figures } = marks;
  const clause = clauseOf(marks, figure.start);
  const previous = items.findLast(({ end }) => end <= figure.start);
  const next = items.find(({ start }) => start >= figure.end);
  const gap = next && wordsBetween(marks, figure.end, next.start);
  const isFreeBefore = previous !== undefined &&
    !figures.some(({ start, kind }) => start >= previous.end && start < figure.start && kind === figure.kind);
  const lead = previous ? wordsBetween(marks, previous.end, figure.start) : "";
  const isHeld = previous !== undefined && isFreeBefore && HELD.test(lead);
  const isNext = next !== undefined && gap !== undefined && gap.length < 48 && BEHIND.test(gap) &&
    !figures.some(({ start }) => start >= figure.end && start < next.start);
  if (isNext && figure.kind === "share" && /^ of\b/.test(gap) && !/%|increase|rise|growth/.test(gap)) {
    return { place: next, isWhole: true, isLoose: false };
  }
  if (isHeld && !(isNext && /^ (?:in|of)\b/.test(gap ?? ""))) return sure(previous);
  if (
    isNext && (gap === "" || gap === " " || /^ (?:in|of|worth)\b/.test(gap) || previous === undefined || hasChange(gap))
  ) return sure(next);
  if (next !== undefined && ON_BEHIND.test(gap ?? "") && previous !== undefined && isSpentOn(marks, previous)) {
    return sure(next);
  }
  if (previous !== undefined && previous.start >= clause.start) {
    return { place: previous, isWhole: false, isLoose: !isFreeBefore && !isChain(marks, previous, figure) };
  }
  if (next !== undefined && gap !== undefined && ON_BEHIND.test(gap)) return sure(next);
  if (previous !== undefined) {
    const between = new Set(
      items.filter(({ start }) => start > clause.start && start < clause.end).map(({ item }) => item),
    );
    return { place: previous, isWhole: false, isLoose: between.size > 0 };
  }
  if (next === undefined) return undefined;
  const isApart = /\b(?:and|but|or|while)\b|;/.test(gap ?? "");
  return { place: next, isWhole: false, isLoose: isApart || new Set(items.map(({ item }) => item)).size > 1 };
}

/** An item is that of a figure before it: `spent $1 billion on R&D and $2 billion on capex`. */
function isSpentOn(marks: SentenceMarks, { start }: ItemPlace): boolean {
  const figure = marks.figures.findLast(({ end }) => end <= start);
  return figure !== undefined && ON_BEHIND.test(wordsBetween(marks, figure.end, start));
}

function sure(place: ItemPlace): BoundItem {
  return { place, isWhole: false, isLoose: false };
}

function hasChange(gap: string): boolean {
  return /\b(?:rise|increase|growth|decline|drop|fall|decrease|gain|jump|improvement|reduction|dip|surge)\b/.test(gap);
}

/** Several figures of one item in a row: `from 1 to 2`, `1 versus 2`. */
function isChain({ folded, items }: SentenceMarks, { end }: ItemPlace, { start }: WrittenFigure): boolean {
  return /\b(?:from|to|versus|vs|against|compared|than|up|down|or|in|and)\b/.test(folded.slice(end, start)) &&
    !items.some((one) => one.start > end && one.start < start);
}
