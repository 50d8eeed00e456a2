import { dayNumber } from "../../calendar/day.ts";
import { type MetricId, rowOf } from "../../data/metrics/metric.ts";
import type { Days } from "../../data/question/calendar.ts";
import { isTaken } from "../../data/question/takes.ts";
import { metricOf } from "../../data/vocabulary.ts";
import { isClosed } from "../../terms/companions.ts";
import { quantitiesIn } from "../../terms/numbers.ts";
import { agrees } from "./agrees.ts";
import { moveClaim, returnClaim } from "./check_returns.ts";
import { comparisonClaims } from "./compared_companies.ts";
import { isListed } from "./paired_lists.ts";
import { claimOf, unknownOf } from "./price_claims.ts";
import { type MeasurePlace, type PriceContext, type PriceMarks, priceMarks } from "./price_marks.ts";
import {
  companyAt,
  isPlainBehind,
  isSubject,
  OF_PRICE,
  pairedPrice,
  type Subject,
  subjectAt,
  subjectOf,
} from "./price_subjects.ts";
import { closesOn, everyClose, measureValues } from "./price_values.ts";
import type { CompanyPlace } from "./sentence_marks.ts";
import type { CheckedClaim } from "./text_report.ts";
import type { WrittenFigure } from "./written_figures.ts";
import { matching } from "../../terms/fold.ts";

/** What is decided on in a sentence about prices, and where. */
export function priceClaims(
  text: string,
  companies: readonly CompanyPlace[],
  context: PriceContext,
): readonly CheckedClaim[] {
  const marks = priceMarks(text, companies, context.view.asOf);
  if (marks === undefined) return [];
  const compared = comparisonClaims(marks, context);
  if (compared.length > 0) return compared;
  const found = marks.figures.flatMap((figure) => figureClaim(marks, figure, context) ?? []);
  const moves = marks.moves.flatMap((move) => moveClaim(marks, move, context) ?? []);
  return [...found, ...moves];
}

function figureClaim(marks: PriceMarks, figure: WrittenFigure, context: PriceContext): CheckedClaim | undefined {
  return measureClaim(marks, figure, context) ?? returnClaim(marks, figure, context) ??
    closeClaim(marks, figure, context);
}

/** Of these a text may say what they were at another time. */
const PAST = /\b(?:was|were|had|used to|once|ago|earlier|peaked|bottomed)\b/;
/** Words before a measure that leave it ours. */
const PLAIN_LEAD =
  /\b(?:trailing|current(?:ly)?|latest|newest|today's|annuali[sz]ed|trades?|trading|traded|ratio|deepest|worst|largest|biggest|maximum|has|moves|historical|realized|realised|daily|twelve-month|one-year|how|much|low|high|modest|rich|cheap|whose|with|market's|stocks?|shares?|there|yields?|carries|carried|sports|sells|sold|valued|values?|worth)\b/g;

/** A measure of a company as of the day: `a beta of 1.38`, `at 18 times earnings`. */
function measureClaim(
  marks: PriceMarks,
  figure: WrittenFigure,
  context: PriceContext,
): CheckedClaim | undefined {
  const paired = pairedPrice(marks, figure);
  if (paired === "unread") return undefined;
  const place = paired.item ?? measureOf(marks, paired.first);
  const company = paired.company ?? companyAt(marks, paired.first.start);
  const ticker = company?.ticker ?? context.ticker;
  if (place === undefined || !isOfUnit(place.metric, figure)) return undefined;
  const { view, named } = context;
  const why = ticker === undefined ? "the text does not say of which company it is" : doubtOf(marks, place, view.asOf);
  const isOfSeveral = paired.first === paired.last && (isListed(marks.lists, company) || isListed(marks.lists, place));
  if (why !== undefined || isOfSeveral || ticker === undefined) {
    return unknownOf(marks, figure, { metric: place.metric, ticker, why: why ?? "it is said of several together" });
  }
  const isUnsigned = rowOf(place.metric)?.loss === true;
  const size = isUnsigned ? { ...figure, value: Math.abs(figure.value) } : figure;
  const band = rowOf(place.metric)?.text ?? 1;
  return claimOf(marks, figure, {
    metric: place.metric,
    ticker,
    values: measureValues(place.metric, ticker, { view, beside: named }),
    isSure: (marks.times.length > 0 || !PAST.test(marks.folded)) && isPlainBehind(marks, figure.end) &&
      new Set(marks.measures.map(({ metric }) => metric)).size === marks.measures.length,
    agreement: ({ value, currency }) => {
      const own = isUnsigned ? Math.abs(value) : value;
      if (figure.currency !== undefined && currency !== undefined && figure.currency !== currency) return "near";
      const found = agrees(size, own);
      return found === "no" && Math.abs(size.value - own) <= band * Math.abs(own) + figure.step / 2 ? "near" : found;
    },
  });
}

/** Why nobody knows whether a measure is ours: it is of another time, or another one of this name, like a forward P/E. */
function doubtOf(marks: PriceMarks, place: MeasurePlace, asOf: string): string | undefined {
  if (!marks.times.every(({ days }) => days !== undefined && isOfDay(days, asOf))) {
    return "it is of another time than the day";
  }
  const from = Math.max(
    0,
    ...[...marks.companies, ...marks.figures, ...marks.measures].map(({ end }) => end)
      .filter((end) => end <= place.start),
  );
  const lead = marks.folded.slice(from, place.start).split(/[,;:(]/).at(-1)?.replaceAll("\ufffc", " ") ?? "";
  const isOther = quantitiesIn(lead).some((one) => one.sessions !== undefined && !isTaken(place.metric, one));
  const isOurs = !isOther && isClosed(lead.replace(PLAIN_LEAD, ""));
  return isOurs ? undefined : "it may be computed in another way";
}

/** A measure of ours is of a day, or of the year to it. */
function isOfDay({ from, to }: Days, asOf: string): boolean {
  const days = dayNumber(to) - dayNumber(from);
  return to === asOf && (days === 0 || days > 350 && days < 380);
}

/** The measure that a figure is of: nothing but plain words is between them, and no other figure. */
function measureOf({ measures, figures, folded }: PriceMarks, { start, end }: WrittenFigure): MeasurePlace | undefined {
  const before = measures.findLast((one) => one.end <= start);
  const isFree = before !== undefined && !figures.some((one) => one.start >= before.end && one.start < start);
  if (isFree && isPlain(folded.slice(before.end, start))) return before;
  const behind = measures.find((one) => one.start >= end);
  return behind && /^(?: of)?(?: annual(?:ized)?| yearly)? ?$/.test(folded.slice(end, behind.start))
    ? behind
    : undefined;
}

function isPlain(words: string): boolean {
  return !/[,;:]/.test(words) &&
    isClosed(words.replaceAll("\ufffc", " ").replace(/ratio|multiple|trades|trading/g, ""));
}

function isOfUnit(metric: MetricId, { kind, currency, isScaled }: WrittenFigure): boolean {
  const { unit, points } = metricOf(metric);
  switch (unit) {
    case "fraction":
      return kind === "share" || points === true && kind === "points";
    case "currency":
      return kind === "amount" && (isScaled || currency !== undefined);
    default:
      return kind === "plain" || kind === "times";
  }
}

/** Words that make the figure behind them a close; `\ufffc` is a name or a time. */
const CLOSED_AT =
  matching`\b(?:(?:closed|finished|ended|settled)(?: (?:the )?(?:day|session|week|month|year))?|(?:closing price|close)(?: (?:of|for) \ufffc)?)
  (?:,? (?:(?:on|of|for|in) )?\ufffc,?)?(?: (?:at|of|was|is|stood at|above|below|over|under|near|about|around|almost|nearly|just))+ ?$`;
/** Between two closes of one company: `at $100 on Monday and at $101 on Tuesday`. */
const AND_AT = /^ (?:on )?\ufffc,? and(?: at)? $/;
/** A price before or after a split is so many times the other. */
const SPLITS = [1.5, 2, 3, 4, 5, 7, 10, 20, 28];

/** A close of a day, or the newest. */
function closeClaim(
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
