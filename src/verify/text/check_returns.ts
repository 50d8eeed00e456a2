import { dayNumber } from "../../calendar/day.ts";
import type { Days } from "../../data/question/calendar.ts";
import { type Agreement, agrees } from "./agrees.ts";
import { timesAgree } from "./judged_ways.ts";
import { claimOf, unknownOf } from "./price_claims.ts";
import type { MovePlace, PriceContext, PriceMarks } from "./price_marks.ts";
import { isOfCalendar, isPlainBehind, pairedPrice, subjectOf, timeOf } from "./price_subjects.ts";
import { returnsOver } from "./price_values.ts";
import type { CheckedClaim } from "./text_report.ts";
import { boundBefore, type WrittenFigure } from "./written_figures.ts";

/** Returns with and without dividends differ by up to so much a year. */
const DIVIDENDS_A_YEAR = 0.04;
const LEAST_BAND = 0.003;
const STOCK = /\b(?:stock|stocks|shares?|price|prices|returned|returns|rallied)\b/;
/** What is said of nothing but prices, where no figure is behind it: "lost" and "advanced" are of much else. */
const OF_PRICES_ALONE = /^(?:rose|fell|climbed|jumped|surged|soared|rallied|dropped|tumbled|plunged|sank)$/i;
const BY_LEAD =
  /^(?: (?:by|a|about|around|roughly|almost|nearly|more than|over|less than|just over|only|some|as much as|between))* ?$/;
/** What may be behind a word of a move: its time, and the end of what is said. */
const MOVE_END =
  /^(?: (?:sharply|slightly|strongly|steeply|again|further))?(?: (?:in|during|over|on|since|from|for)(?: the)?)?(?: ?\ufffc)?(?:$|[.,;:)!]| (?:and|but|while|whereas|as|after|before|because|although)\b(?! ?\ufffc?[.,]| (?:in |the )?\ufffc))/;
const LOOK_CHARS = 72;

/** The return of a named time: `gained 46% in 2017`. */
export function returnClaim(
  marks: PriceMarks,
  figure: WrittenFigure,
  context: PriceContext,
): CheckedClaim | undefined {
  const paired = pairedPrice(marks, figure);
  if (paired === "unread") return undefined;
  const { first, last } = paired;
  const move = marks.moves.findLast(({ end }) => end <= first.start);
  if (figure.kind !== "share" || move === undefined || marks.measures.length > 0) return undefined;
  const between = marks.folded.slice(move.end, first.start).replaceAll("\ufffc", "");
  if (!BY_LEAD.test(between) || !isPlainBehind(marks, last.end)) return undefined;
  const subject = subjectOf(marks, move, context);
  const time = paired.period ?? timeOf(marks, last);
  const days = time?.days;
  if (subject === undefined || time === undefined || days === undefined) return undefined;
  const ticker = paired.company?.ticker ?? subject.ticker;
  if (first === last && subject.isOneOfSeveral) {
    return unknownOf(marks, figure, { metric: "span_return", ticker, why: "it is said of several together" });
  }
  // "fell -4%" is written for "fell 4%"; "rose -4%" is a fall
  const said = { ...figure, value: move.way < 0 ? -Math.abs(figure.value) : figure.value };
  const band = Math.max(LEAST_BAND, DIVIDENDS_A_YEAR * yearsOf(days));
  return claimOf(marks, figure, {
    metric: "span_return",
    ticker,
    values: returnsOver(context.view, ticker, days),
    isSure: isOfCalendar(marks, time) && (move.isVerb || move.way === 0 || STOCK.test(marks.folded)),
    agreement: ({ value }) => {
      const found = agrees(said, value);
      return found === "no" && Math.abs(said.value - value) <= band + figure.step / 2 ? "near" : found;
    },
  });
}

/** Which way a price went, where no figure says by how much. */
export function moveClaim(marks: PriceMarks, move: MovePlace, context: PriceContext): CheckedClaim | undefined {
  if (!move.isVerb || marks.figures.some(({ start }) => start >= move.end && start - move.end < 24)) return undefined;
  const subject = subjectOf(marks, move, context);
  const time = timeOf(marks, move);
  const days = time?.days;
  if (subject === undefined || time === undefined || days === undefined || marks.measures.length > 0) return undefined;
  if (!isEnd(marks, move.end)) return undefined;
  const { ticker, isOneOfSeveral } = subject;
  const metric = "span_return";
  if (isOneOfSeveral) return unknownOf(marks, move, { metric, ticker, why: "it is said of several together" });
  const isSure = isOfCalendar(marks, time) &&
    (STOCK.test(marks.folded) || OF_PRICES_ALONE.test(marks.text.slice(move.start, move.end)));
  const band = Math.max(LEAST_BAND, DIVIDENDS_A_YEAR * yearsOf(days));
  const bound = boundBefore(marks.folded, move.start);
  return claimOf(marks, move, {
    metric,
    ticker,
    values: returnsOver(context.view, ticker, days),
    isSure,
    agreement: ({ value }) =>
      move.times === undefined ? wayAgrees(move.way, value, band) : timesAgree({ said: move.times, bound }, 1 + value),
  });
}

function wayAgrees(way: number, value: number, band: number): Agreement {
  if (Math.abs(value) <= band / 2) return "near";
  return Math.sign(value) === way ? "yes" : Math.abs(value) <= band ? "near" : "no";
}

/** Nothing is behind a word of a move but its time: "lost in 2017 in court" is of no price. */
function isEnd({ folded }: PriceMarks, end: number): boolean {
  const rest = folded.slice(end, end + LOOK_CHARS).replace(/\ufffc+/g, "\ufffc");
  return MOVE_END.test(rest);
}

function yearsOf({ from, to }: Days): number {
  return (dayNumber(to) - dayNumber(from)) / 365.25;
}
