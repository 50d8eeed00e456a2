import { dayNumber } from "../../calendar/day.ts";
import { metricOf } from "../../data/vocabulary.ts";
import type { Days } from "../../data/question/calendar.ts";
import type { MetricId } from "../../data/metrics/metric.ts";
import { type Agreement, agrees } from "./agrees.ts";
import { isClosed } from "./closed_words.ts";
import { comparisonClaims } from "./compared_companies.ts";
import { type MeasurePlace, type MovePlace, type PriceContext, type PriceMarks, priceMarks } from "./price_marks.ts";
import { closesOn, everyClose, measureValues, type PriceValue, returnsOver } from "./price_values.ts";
import type { CompanyPlace } from "./sentence_marks.ts";
import type { CheckedClaim } from "./text_report.ts";
import type { WrittenFigure } from "./written_figures.ts";

/** How far a measure may be from ours and be reckoned in another usual way, as a share of it. */
const WAYS_TO_RECKON: Readonly<Record<MetricId, number>> = {
  ...{ volatility: 0.35, beta: 0.35, price_earnings: 0.15, price_book: 0.15, earnings_yield: 0.15, fcf_yield: 0.2 },
  ...{ market_value: 0.08, max_drawdown_1y: 0.25, momentum_12_1: 0.25, f_score: 0.3, z_score: 0.3 },
  ...{ return_12m: 0.15, return_1m: 0.3 },
};
/** Falls that texts name with and without their sign. */
const UNSIGNED: readonly MetricId[] = ["max_drawdown_1y"];
/** Returns with and without dividends differ by up to so much a year. */
const DIVIDENDS_A_YEAR = 0.04;
const LEAST_BAND = 0.003;
/** Between a company and what its price does. */
const OF_PRICE =
  /^(?:'s|')?(?: (?:the|its|common|class [a-c]|stock|stocks|shares?|price|prices|stock's|shares'|has|have|had|is|was|were|are|went|closed|finished|ended|been|by|about|almost|nearly|more than|over|just|also|then|still|now|year|a|return|returns|of))* ?$/;
const STOCK = /\b(?:stock|stocks|shares?|price|prices|returned|returns|rallied)\b/;
/** Words that make the figure behind them a close; `\ufffc` is a name or a time. */
const CLOSED_AT = new RegExp(
  String
    .raw`\b(?:(?:closed|finished|ended|settled)(?: (?:the )?(?:day|session|week|month|year))?|(?:closing price|close)(?: (?:of|for) \ufffc)?)` +
    String
      .raw`(?:,? (?:(?:on|of|for|in) )?\ufffc,?)?(?: (?:at|of|was|is|stood at|above|below|over|under|near|about|around|almost|nearly|just))+ ?$`,
);
/** Of these a text may say what they were at another time. */
const PAST = /\b(?:was|were|had|used to|once|ago|earlier|peaked|bottomed)\b/;
/** A price before or after a split is so many times the other. */
const SPLITS = [1.5, 2, 3, 4, 5, 7, 10, 20, 28];

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

interface Held {
  readonly metric: MetricId;
  readonly ticker: string;
  readonly values: readonly PriceValue[];
  readonly agreement: (value: PriceValue) => Agreement;
  /** Whether nothing else may be meant. */
  readonly isSure: boolean;
}

function claimOf(marks: PriceMarks, { start, end }: { start: number; end: number }, held: Held): CheckedClaim {
  const { metric, ticker, values, agreement, isSure } = held;
  const about = { shown: marks.text.slice(start, end), start, end, metric, ticker };
  const judged = values.map((value) => {
    const found = agreement(value);
    return { value, agreement: found === "yes" && value.isSeldom ? "near" : found };
  });
  const proof = judged.find((one) => one.agreement === "yes");
  const [near] = proof ? [proof] : judged;
  const nearest = near && { evidence: near.value.says(), source: near.value.source };
  if (proof !== undefined) return { ...about, finding: "proven", ...nearest };
  if (values.length === 0) return { ...about, finding: "unknown", why: "the data do not give it" };
  if (judged.some((one) => one.agreement === "near")) {
    return { ...about, finding: "unknown", why: "it is too near to refuse and too far to prove", ...nearest };
  }
  if (!isSure) return { ...about, finding: "unknown", why: "it may be of something else", ...nearest };
  return { ...about, finding: "false", why: "the prices give another", ...nearest };
}

/** A measure of a company as of the day: `a beta of 1.38`, `at 18 times earnings`. */
function measureClaim(marks: PriceMarks, figure: WrittenFigure, context: PriceContext): CheckedClaim | undefined {
  const place = measureOf(marks, figure);
  const ticker = tickerAt(marks, figure.start, context);
  if (place === undefined || ticker === undefined || !isOfUnit(place.metric, figure)) return undefined;
  const { view, named } = context;
  if (marks.times.some(({ days }) => days === undefined || days.to !== view.asOf)) return undefined;
  const isUnsigned = UNSIGNED.includes(place.metric);
  const size = isUnsigned ? { ...figure, value: Math.abs(figure.value) } : figure;
  const band = WAYS_TO_RECKON[place.metric] ?? 1;
  return claimOf(marks, figure, {
    ...{ metric: place.metric, ticker, values: measureValues(place.metric, ticker, { view, beside: named }) },
    isSure: (marks.times.length > 0 || !PAST.test(marks.folded)) && new Set(marks.measures.map(({ metric }) => metric))
          .size === marks.measures.length,
    agreement: ({ value, currency }) => {
      const own = isUnsigned ? Math.abs(value) : value;
      if (figure.currency !== undefined && currency !== undefined && figure.currency !== currency) return "near";
      const found = agrees(size, own);
      return found === "no" && Math.abs(size.value - own) <= band * Math.abs(own) + figure.step / 2 ? "near" : found;
    },
  });
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
  switch (metricOf(metric).unit) {
    case "fraction":
      return kind === "share";
    case "currency":
      return kind === "amount" && (isScaled || currency !== undefined);
    default:
      return kind === "plain" || kind === "times";
  }
}

/** The return of a named time: `gained 46 % in 2017`. */
function returnClaim(marks: PriceMarks, figure: WrittenFigure, context: PriceContext): CheckedClaim | undefined {
  const move = marks.moves.findLast(({ end }) => end <= figure.start);
  if (figure.kind !== "share" || move === undefined || marks.measures.length > 0) return undefined;
  const between = marks.folded.slice(move.end, figure.start).replaceAll("\ufffc", "");
  if (
    !/^(?: (?:by|a|about|around|roughly|almost|nearly|more than|over|less than|just over|only|some|as much as))* ?$/
      .test(between)
  ) {
    return undefined;
  }
  const ticker = subjectOf(marks, move, context);
  const days = daysOf(marks, figure);
  if (ticker === undefined || days === undefined) return undefined;
  const way = move.way === 0 ? Math.sign(figure.value) || 1 : move.way;
  const said = { ...figure, value: way * Math.abs(figure.value) };
  const band = Math.max(LEAST_BAND, DIVIDENDS_A_YEAR * yearsOf(days));
  return claimOf(marks, figure, {
    ...{ metric: "span_return", ticker, values: returnsOver(context.view, ticker, days) },
    isSure: move.isVerb || move.way === 0 || STOCK.test(marks.folded),
    agreement: ({ value }) => {
      const found = agrees(said, value);
      return found === "no" && Math.abs(said.value - value) <= band + figure.step / 2 ? "near" : found;
    },
  });
}

/** Which way a price went, where no figure says by how much. */
function moveClaim(marks: PriceMarks, move: MovePlace, context: PriceContext): CheckedClaim | undefined {
  if (!move.isVerb || marks.figures.some(({ start }) => start >= move.end && start - move.end < 24)) return undefined;
  const ticker = subjectOf(marks, move, context);
  const days = daysOf(marks, move);
  if (ticker === undefined || days === undefined || marks.measures.length > 0) return undefined;
  if (
    !/^ (?:sharply |slightly |strongly |steeply )?\ufffc|^[ .]*$|^ (?:in|during|over|on|since|from) /.test(
      marks.folded.slice(move.end, move.end + 24),
    )
  ) return undefined;
  const band = Math.max(LEAST_BAND, DIVIDENDS_A_YEAR * yearsOf(days));
  return claimOf(marks, move, {
    ...{ metric: "span_return", ticker, values: returnsOver(context.view, ticker, days), isSure: true },
    agreement: ({ value }) =>
      Math.abs(value) <= band / 2
        ? "near"
        : Math.sign(value) === move.way
        ? "yes"
        : Math.abs(value) <= band
        ? "near"
        : "no",
  });
}

/** A close of a day, or the newest. */
function closeClaim(marks: PriceMarks, figure: WrittenFigure, context: PriceContext): CheckedClaim | undefined {
  if (figure.isScaled || figure.kind !== "amount" && !(figure.kind === "plain" && figure.step < 1)) return undefined;
  const ticker = marks.measures.length > 0 ? undefined : closedAt(marks, figure, context);
  const days = marks.times.length === 1 ? marks.times[0]?.days : undefined;
  if (ticker === undefined || marks.times.length > 0 && (days === undefined || days.from !== days.to)) return undefined;
  const { view } = context;
  const values = days === undefined ? everyClose(view, ticker) : closesOn(view, ticker, days.to);
  const [newest] = values;
  return claimOf(marks, figure, {
    ...{ metric: "close", ticker, values, isSure: true },
    agreement: (one) => {
      if (figure.currency !== undefined && one.currency !== figure.currency) return "near";
      const found = agrees(figure, one.value);
      if (found === "yes") return days === undefined && one !== newest ? "near" : "yes";
      return SPLITS.some((times) => isTimes(figure.value, one.value, times)) ? "near" : found;
    },
  });
}

/** The company of whose close a figure is. */
function closedAt(marks: PriceMarks, { start }: WrittenFigure, context: PriceContext): string | undefined {
  const lead = marks.folded.slice(0, start).replace(/\ufffc+/g, "\ufffc");
  const words = CLOSED_AT.exec(lead);
  if (words === null) return undefined;
  const own = marks.companies.findLast(({ end }) => end <= start);
  if (own === undefined) return subjectOf(marks, { start: start - words[0].length }, context);
  const between = marks.folded.slice(own.end, start).replace(/\ufffc+/g, "\ufffc");
  const isBehind = /^,? ?(?:(?:on|of|for|in) )?\ufffc?,?(?: (?:at|of|was|is|stood at))* ?$/.test(between);
  return isBehind || OF_PRICE.test(between.slice(0, Math.max(0, between.length - words[0].length)))
    ? own.ticker
    : undefined;
}

function isTimes(said: number, close: number, times: number): boolean {
  return Math.abs(said / close / times - 1) < 0.01 || Math.abs(said / close * times - 1) < 0.01;
}

/** The company whose price a word is about: nothing but words of a price is between them. */
function subjectOf(
  marks: PriceMarks,
  { start }: Pick<MovePlace, "start">,
  context: PriceContext,
): string | undefined {
  const own = marks.companies.findLast(({ end }) => end <= start);
  const lead = marks.folded.slice(own?.end ?? 0, start).replaceAll("\ufffc", " ").replace(/ {2,}/g, " ");
  if (own !== undefined) return OF_PRICE.test(lead) ? own.ticker : undefined;
  return /^(?: ?(?:in|over|during|on|since),?)? ?(?:the |its )?(?:stock|shares?|share price|stock price) /.test(lead)
    ? context.ticker
    : undefined;
}

function tickerAt({ companies }: PriceMarks, at: number, context: PriceContext): string | undefined {
  const tickers = new Set(companies.map(({ ticker }) => ticker));
  const before = companies.findLast(({ end }) => end <= at);
  if (before !== undefined) return before.ticker;
  return tickers.size === 1 ? companies[0]?.ticker : tickers.size === 0 ? context.ticker : undefined;
}

/** The time of a figure or a verb: the only one of the sentence, or the one right behind it. */
function daysOf({ times, figures }: PriceMarks, { end }: { readonly end: number }): Days | undefined {
  if (times.length === 1) return isMove(times[0]?.days) ? times[0]?.days : undefined;
  const next = times.find((one) => one.start >= end);
  return next && !figures.some(({ start }) => start >= end && start < next.start) && isMove(next.days)
    ? next.days
    : undefined;
}

function isMove(days: Days | undefined): boolean {
  return days !== undefined && days.from <= days.to;
}

function yearsOf({ from, to }: Days): number {
  return (dayNumber(to) - dayNumber(from)) / 365.25;
}
