import { itemOf } from "../../data/metrics/items.ts";
import type { Agreement } from "./agrees.ts";
import { boundItem } from "./bind_items.ts";
import { boundPeriods } from "./bind_periods.ts";
import { type ItemValue, itemValues, type Measured } from "./item_values.ts";
import type { Judged } from "./judged_figures.ts";
import type { ItemPlace } from "./item_places.ts";
import type { SentenceMarks, WayPlace } from "./sentence_marks.ts";
import { type Case, spansOf } from "./spans.ts";
import { type Bound, boundBefore, type WrittenFigure } from "./written_figures.ts";

/** A change smaller than this share is not one that a word could be right or wrong about. */
const STILL = 0.0005;
/** What "doubled" allows of the change over two, by the words before it, and how far beyond that is still in doubt. */
const BY_BOUND = {
  about: { from: 0.95, to: 1.05 },
  above: { from: 1, to: 1.5 },
  just_over: { from: 1, to: 1.1 },
  nearly: { from: 0.85, to: 1 },
  below: { from: 0.5, to: 1 },
} as const;
const DOUBT = 0.1;

/** The item that a word like `rose` is of, where it is told for sure. */
export function itemOfWay(marks: SentenceMarks, way: WayPlace): ItemPlace | undefined {
  const found = boundItem(marks, asFigure(way));
  if (found === undefined || found.isLoose || found.isWhole || found.place.isPart) return undefined;
  const isBefore = found.place.end <= way.start && way.start - found.place.end <= 60;
  return isBefore ? found.place : undefined;
}

/** Whether an item went the way that a word says. */
export function judgeWay(
  marks: SentenceMarks,
  { way, place }: { readonly way: WayPlace; readonly place: ItemPlace },
  one: Case,
): Judged {
  const isRatio = itemOf(place.item).unit === "ratio";
  const isTimes = way.times !== undefined && !isRatio;
  const measured: Measured = { item: place.item, how: isTimes ? "ratio" : "difference" };
  const spans = spansOf(boundPeriods(marks, asFigure(way), false), measured, one);
  if (spans.isUnread) return { finding: "unknown", why: "it is of a time that no report is read for" };
  const value = spans.sure.flatMap((span) => itemValues(measured, span, one.statements))[0];
  if (value !== undefined && spans.mayBeNewer) {
    return { finding: "unknown", why: "it may be of a period whose report the data do not have", near: value };
  }
  if (value === undefined || !spans.isNamed && one.carried === undefined) {
    return { finding: "unknown", why: "the reports do not state it for both times", ...(value && { near: value }) };
  }
  if (isTimes) return timesJudged(way.times ?? 1, value, boundBefore(marks.folded, way.start));
  const wanted = place.isLoss ? -way.way : way.way;
  const levels = spans.sure.flatMap((span) => itemValues({ item: place.item, how: "level" }, span, one.statements));
  const size = Math.abs(levels[0]?.value ?? 0);
  if (Math.abs(value.value) <= STILL * size) return { finding: "unknown", why: "it hardly changed", near: value };
  if (Math.sign(value.value) === wanted) return { finding: "proven", near: value };
  const maybe = spans.maybe.flatMap((span) => itemValues(measured, span, one.statements));
  return maybe.some((other) => Math.sign(other.value) === wanted)
    ? { finding: "unknown", why: "it is so of a time that is not surely meant", near: value }
    : { finding: "false", why: "it went the other way", near: value };
}

function timesJudged(said: number, value: ItemValue, bound: Bound): Judged {
  switch (timesAgree({ said, bound }, value.value)) {
    case "yes":
      return { finding: "proven", near: value };
    case "near":
      return { finding: "unknown", why: "it is too near to refuse and too far to prove", near: value };
    case "no":
      return { finding: "false", why: "it changed by another measure", near: value };
  }
}

/** Whether a word like "doubled" says a quotient: "more than doubled" is by two and less than three times. */
export function timesAgree(
  { said, bound }: { readonly said: number; readonly bound: Bound },
  quotient: number,
): Agreement {
  const share = said > 1 ? quotient / said : said / quotient;
  const { from, to } = bound === "exact" ? BY_BOUND.about : BY_BOUND[bound];
  if (share >= from && share <= to) return "yes";
  return share >= from - DOUBT && share <= to + DOUBT ? "near" : "no";
}

function asFigure({ start, end }: WayPlace): WrittenFigure {
  return { start, end, kind: "share", value: 0, step: 0, coarse: 0, bound: "exact", isScaled: false };
}
