import type { Days } from "../../data/question/calendar.ts";
import { agrees } from "./agrees.ts";
import { claimOf, unknownOf } from "./price_claims.ts";
import type { PriceContext, PriceMarks } from "./price_marks.ts";
import { isSubject, OF_PRICE, pairedPrice, type Subject, subjectAt, subjectOf } from "./price_subjects.ts";
import { closesOn, everyClose } from "./price_values.ts";
import type { CheckedClaim } from "./text_report.ts";
import type { WrittenFigure } from "./written_figures.ts";

/** Words that make the figure behind them a close; `\ufffc` is a name or a time. */
const CLOSED_AT = new RegExp(
  String
    .raw`\b(?:(?:closed|finished|ended|settled)(?: (?:the )?(?:day|session|week|month|year))?|(?:closing price|close)(?: (?:of|for) \ufffc)?)` +
    String
      .raw`(?:,? (?:(?:on|of|for|in) )?\ufffc,?)?(?: (?:at|of|was|is|stood at|above|below|over|under|near|about|around|almost|nearly|just))+ ?$`,
);
/** Between two closes of one company: `at $100 on Monday and at $101 on Tuesday`. */
const AND_AT = /^ (?:on )?\ufffc,? and(?: at)? $/;
/** A price before or after a split is so many times the other. */
const SPLITS = [1.5, 2, 3, 4, 5, 7, 10, 20, 28];

/** A close of a day, or the newest. */
export function closeClaim(
  marks: PriceMarks,
  figure: WrittenFigure,
  context: PriceContext,
): CheckedClaim | undefined {
  if (figure.isScaled || figure.kind !== "amount" && !(figure.kind === "plain" && figure.step < 1)) return undefined;
  const paired = pairedPrice(marks, figure);
  if (paired === "unread") return undefined;
  const { first, last, period, company } = paired;
  const subject = marks.measures.length > 0 ? undefined : closedAt(marks, first, context);
  if (subject === undefined) return undefined;
  const ticker = company?.ticker ?? subject.ticker;
  const days = period?.days ?? dayOf(marks, last);
  const isOfDay = marks.times.length === 0 || days !== undefined && days.from === days.to;
  if (!isOfDay || first === last && subject.isOneOfSeveral) {
    const why = isOfDay ? "it is said of several together" : "it does not say of which day it is";
    return unknownOf(marks, figure, { metric: "close", ticker, why });
  }
  const { view } = context;
  const values = days === undefined ? everyClose(view, ticker) : closesOn(view, ticker, days.to);
  const [newest] = values;
  return claimOf(marks, figure, {
    metric: "close",
    ticker,
    values,
    isSure: true,
    agreement: (one) => {
      if (figure.currency !== undefined && one.currency !== figure.currency) return "near";
      const found = agrees(figure, one.value);
      if (found === "no" && days === undefined && isLikeNewest(figure.value, newest?.value)) return "near";
      if (found === "yes") return days === undefined && one !== newest ? "near" : "yes";
      return SPLITS.some((times) => isTimes(figure.value, one.value, times)) ? "near" : found;
    },
  });
}

/** The company of whose close a figure is. */
function closedAt(marks: PriceMarks, figure: WrittenFigure, context: PriceContext): Subject | undefined {
  const { start } = figure;
  const previous = marks.figures.findLast(({ end }) => end <= start);
  if (previous && AND_AT.test(marks.folded.slice(previous.end, start).replace(/\ufffc+/g, "\ufffc"))) {
    return closedAt(marks, previous, context);
  }
  const lead = marks.folded.slice(0, start).replace(/\ufffc+/g, "\ufffc");
  const words = CLOSED_AT.exec(lead);
  if (words === null) return undefined;
  const own = marks.companies.findLast(({ end }) => end <= start);
  if (own === undefined) return subjectOf(marks, { start: start - words[0].length }, context);
  const between = marks.folded.slice(own.end, start).replace(/\ufffc+/g, "\ufffc");
  const isBehind = /^,? ?(?:(?:on|of|for|in) )?\ufffc?,?(?: (?:at|of|was|is|stood at))* ?$/.test(between);
  const isOfPrice = OF_PRICE.test(between.slice(0, Math.max(0, between.length - words[0].length)));
  return (isBehind || isOfPrice) && isSubject(marks, own) ? subjectAt(marks, own) : undefined;
}

/** The day of a close: the one right behind it, else the only one of the sentence. */
function dayOf({ times, folded, figures }: PriceMarks, { start, end }: WrittenFigure): Days | undefined {
  const next = times.find((one) => one.start >= end);
  if (next && /^(?: (?:on|as of|at the end of))? ?$/.test(folded.slice(end, next.start))) return next.days;
  if (times.length === 1) return times[0]?.days;
  const before = times.findLast((one) => one.end <= start);
  return before && !figures.some((one) => one.start >= before.end && one.start < start) &&
      /^,? (?:at|it closed at|closed at|it was at)? ?$/.test(folded.slice(before.end, start))
    ? before.days
    : undefined;
}

/** A text may be of a newer close than those of the data. */
function isLikeNewest(said: number, newest = NaN): boolean {
  return said > newest / 1.5 && said < newest * 1.5;
}

function isTimes(said: number, close: number, times: number): boolean {
  return Math.abs(said / close / times - 1) < 0.01 || Math.abs(said / close * times - 1) < 0.01;
}
