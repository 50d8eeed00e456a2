import { dayNumber } from "../../calendar/day.ts";
import { rowOf } from "../../data/metrics/catalogue.ts";
import { metricOf } from "../../data/vocabulary.ts";
import type { Days } from "../../data/question/calendar.ts";
import type { MetricId } from "../../data/metrics/metric.ts";
import { agrees } from "./agrees.ts";
import { isTaken } from "../../data/question/takes.ts";
import { isClosed } from "../../terms/companions.ts";
import { quantitiesIn } from "../../terms/numbers.ts";
import { isListed } from "./paired_lists.ts";
import { claimOf, unknownOf } from "./price_claims.ts";
import type { MeasurePlace, PriceContext, PriceMarks } from "./price_marks.ts";
import { companyAt, isPlainBehind, pairedPrice } from "./price_subjects.ts";
import { measureValues } from "./price_values.ts";
import type { CheckedClaim } from "./text_report.ts";
import type { WrittenFigure } from "./written_figures.ts";

/** Falls that texts name with and without their sign. */
const UNSIGNED: readonly MetricId[] = ["max_drawdown_1y"];
/** Of these a text may say what they were at another time. */
const PAST = /\b(?:was|were|had|used to|once|ago|earlier|peaked|bottomed)\b/;
/** Words before a measure that leave it ours. */
const PLAIN_LEAD =
  /\b(?:trailing|current(?:ly)?|latest|newest|today's|annuali[sz]ed|trades?|trading|traded|ratio|deepest|worst|largest|biggest|maximum|has|moves|historical|realized|realised|daily|twelve-month|one-year|how|much|low|high|modest|rich|cheap|whose|with|market's|stocks?|shares?|there|yields?|carries|carried|sports|sells|sold|valued|values?|worth)\b/g;

/** A measure of a company as of the day: `a beta of 1.38`, `at 18 times earnings`. */
export function measureClaim(
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
  const isUnsigned = UNSIGNED.includes(place.metric);
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
