import { dayNumber } from "../../calendar/day.ts";
import { HAIR, isMetricId, type MetricId } from "../../data/metrics/metric.ts";
import type { Days } from "../../data/question/calendar.ts";
import { commonFrequency } from "../../data/choose_series.ts";
import type { DatasetView } from "../../data/dataset.ts";
import { isClosed } from "../../terms/companions.ts";
import { compare } from "../compare.ts";
import { Ground, KNOWLEDGE } from "../knowledge.ts";
import type { PriceContext, PriceMarks } from "./price_marks.ts";
import { measureValues, returnsOver } from "./price_values.ts";
import type { CompanyPlace } from "./sentence_marks.ts";
import type { CheckedClaim } from "./text_report.ts";
import { matching } from "../../terms/fold.ts";

/** A difference smaller than this share of the larger is not one that a text could be wrong about. */
const CLEAR_SHARE = 0.1;
/** The same of returns, a year. */
const CLEAR_RETURN = 0.04;

const UP = "rose|gained|climbed|returned|advanced|was up|is up";
const DOWN = "fell|lost|dropped|declined|was down|is down";
const MOVED =
  matching`^(?:'s (?:stock|shares?|share price))?(?: shares?| stock)?(?: has| have)? (?:(${UP})|(${DOWN})) (more|less) than $`;
const BEAT =
  /^(?:'s (?:stock|shares?))?(?: shares?| stock)?(?: has| have)? (?:(outperformed|beat)|(underperformed|lagged)) (?:the (?:stock|shares) of )?$/;
const MORE = /\b(?:more|higher|larger|greater|above|exceeds?)\b/;
const LESS = /\b(?:less|lower|smaller|below)\b/;
const BETWEEN_MEASURED =
  /^(?:'s)?(?: \ufffc+)?(?: (?:is|has|had|was|an?|the|trades at|with|of|more|less|higher|lower|larger|smaller|greater))*(?: \ufffc+)? ?(?:than(?: that of)?|above|below)(?: the)? $/;
const TOP = /\b(?:(highest|largest|biggest|greatest|most|best)|(lowest|smallest|least|worst))\b/g;
const PERFORMER = /\b(?:performer|performing|gainer|performance|return)\b/;
const NOT_LIST = /\b(?:ever|history|sector|industry|index|market|s&p)\b/;

/** What a sentence says of companies beside each other: which of two has more, or which of some has most. */
export function comparisonClaims(marks: PriceMarks, context: PriceContext): readonly CheckedClaim[] {
  if (marks.figures.length > 0) return [];
  const tickers = [...new Set(marks.companies.map(({ ticker }) => ticker))];
  if (tickers.length === 2 && marks.companies.length === 2) return ofTwo(marks, context);
  return tickers.length >= 2 ? ofMany(marks, tickers, context) : [];
}

function ofTwo(marks: PriceMarks, { view }: PriceContext): readonly CheckedClaim[] {
  const [one, other] = marks.companies;
  if (one === undefined || other === undefined) return [];
  if (!isPlainAround(marks, one, other)) return [];
  const between = marks.folded.slice(one.end, other.start);
  const plain = between.replaceAll("\ufffc", "").replace(/ {2,}/g, " ");
  const place = { start: one.end, end: other.start };
  const [time] = marks.times;
  const beat = BEAT.exec(plain);
  const moved = MOVED.exec(plain);
  if ((beat ?? moved) !== null) {
    if (marks.times.length !== 1 || time?.days === undefined || marks.measures.length > 0) return [];
    const isMore = beat !== null
      ? beat[1] !== undefined
      : moved !== null && (moved[1] !== undefined) === (moved[3] === "more");
    return claimsOf(marks, place, { more: isMore ? one : other, less: isMore ? other : one, view, of: time.days });
  }
  const [measure] = marks.measures;
  const isFree = marks.times.every(({ days }) => days?.to === view.asOf);
  if (measure === undefined || marks.measures.length > 1 || !isFree) return [];
  const isMore = MORE.test(between);
  const isLess = LESS.test(between);
  if (isMore === isLess || !BETWEEN_MEASURED.test(between.replace(/\ufffc+/g, "\ufffc"))) return [];
  return claimsOf(marks, place, { more: isMore ? one : other, less: isMore ? other : one, view, of: measure.metric });
}

/** "IBM beat Apple in 2017 in court" compares no prices. */
function isPlainAround({ folded }: PriceMarks, one: CompanyPlace, other: CompanyPlace): boolean {
  const lead = folded.slice(0, one.start).replaceAll("\ufffc", " ");
  const rest = folded.slice(other.end).replaceAll("\ufffc", " ").split(/[,;:.()]/, 1)[0] ?? "";
  return isClosed(lead) && isClosed(rest.replace(/\b(?:did|beta|today)\b/g, ""));
}

/** "MSFT has the highest beta of the three." */
function ofMany(marks: PriceMarks, tickers: readonly string[], { view }: PriceContext): readonly CheckedClaim[] {
  const [top, ...others] = [...marks.folded.matchAll(TOP)];
  const isList = /^(?:among|of|between) /.test(marks.folded) ||
    /\b(?:of|among|between) (?:the )?\ufffc/.test(marks.folded);
  if (top === undefined || others.length > 0 || !isList || NOT_LIST.test(marks.folded)) return [];
  const leader = marks.companies.findLast(({ end }) => end <= top.index);
  const of = topOf(marks, view);
  const listed = tickers.filter((ticker) => marks.companies.filter((one) => one.ticker === ticker).length > 0);
  if (leader === undefined || of === undefined || listed.length < 2) return [];
  const lead = marks.folded.slice(leader.end, top.index);
  if (!/^,? (?:has|had|is|was|shows?|showed) (?:the )?$|^'s? (?:is|was) the $/.test(lead)) return [];
  const isMost = top[1] !== undefined;
  const rest = tickers.filter((ticker) => ticker !== leader.ticker);
  const place = { start: top.index, end: top.index + top[0].length };
  const judged = rest.map((ticker) => judge(isMost ? [leader.ticker, ticker] : [ticker, leader.ticker], view, of));
  const finding = judged.some((one) => one === "no")
    ? "false"
    : judged.every((one) => one === "yes")
    ? "proven"
    : "unknown";
  return [claim(marks, place, { ticker: leader.ticker, finding, of })];
}

function topOf({ measures, times, folded }: PriceMarks, view: DatasetView): MetricId | Days | undefined {
  const [measure, ...more] = measures;
  const [time, ...later] = times;
  if (measure !== undefined) {
    return more.length === 0 && times.every(({ days }) => days?.to === view.asOf) ? measure.metric : undefined;
  }
  return later.length === 0 && PERFORMER.test(folded) ? time?.days : undefined;
}

interface Pair {
  readonly more: CompanyPlace;
  readonly less: CompanyPlace;
  readonly view: DatasetView;
  readonly of: MetricId | Days;
}

function claimsOf(
  marks: PriceMarks,
  { start, end }: { readonly start: number; readonly end: number },
  { more, less, view, of }: Pair,
): readonly CheckedClaim[] {
  const judged = judge([more.ticker, less.ticker], view, of);
  const finding = judged === "yes" ? "proven" : judged === "no" ? "false" : "unknown";
  const words = marks.text.slice(start, end);
  const lead = words.length - words.replace(/^(?:['’]s)?\s+/, "").length;
  const place = { start: start + lead, end: start + words.trimEnd().length };
  return [claim(marks, place, { ticker: marks.companies[0]?.ticker ?? more.ticker, finding, of })];
}

function claim(
  marks: PriceMarks,
  { start, end }: { readonly start: number; readonly end: number },
  { ticker, finding, of }: {
    readonly ticker: string;
    readonly finding: CheckedClaim["finding"];
    readonly of: MetricId | Days;
  },
): CheckedClaim {
  return {
    shown: marks.text.slice(start, end),
    start,
    end,
    ticker,
    finding,
    metric: typeof of === "string" ? of : "span_return",
    ...(finding === "false" && { why: "the data give another order" }),
    ...(finding === "unknown" && { why: "the data do not give it of both, or they are too near" }),
  };
}

/** Whether the first has clearly more than the second. */
function judge(
  [more = "", less = ""]: readonly string[],
  view: DatasetView,
  of: MetricId | Days,
): "yes" | "no" | "near" {
  const [one, other] = [more, less].map((ticker, at) => valueOf(ticker, { view, of, beside: at === 0 ? less : more }));
  if (one === undefined || other === undefined) return "near";
  const gap = one - other;
  const clear = typeof of === "string"
    ? CLEAR_SHARE * Math.max(Math.abs(one), Math.abs(other))
    : Math.max(0.005, CLEAR_RETURN * (dayNumber(of.to) - dayNumber(of.from)) / 365.25);
  if (Math.abs(gap) < clear / 4) return "near";
  return gap > 0 ? "yes" : -gap > clear ? "no" : "near";
}

function valueOf(
  ticker: string,
  { view, of, beside }: { readonly view: DatasetView; readonly of: MetricId | Days; readonly beside: string },
): number | undefined {
  if (typeof of === "string") return measureValues(of, ticker, { view, beside: [beside] }).at(-1)?.value;
  const frequency = commonFrequency(view, [ticker, beside]);
  const all = returnsOver(view, ticker, of);
  return frequency === undefined ? undefined : all.at(frequency === "monthly" ? -1 : 0)?.value;
}

/** A share of a set of names: "less than for all of 187 names", "higher than 19 in 20 of the other companies". */
const OF_SET =
  /\b(more|higher|larger|greater|less|lower|smaller)\b[^,;.]{0,30}?\bthan (?:for |that of |those of )?(all|every|each|any|most|half|none|(\d+) in (\d+)|(\d+(?:\.\d+)?) ?%)(?: one)?(?: other)?(?: of)?(?: the)?(?: (\d+))?(?: other)? (?:names|companies|stocks)\b/gi;
/** The least share that words stand for; without one it is all of them, or as written. */
const LEAST: Readonly<Record<string, number>> = { most: 0.5 + 2 * HAIR, half: 0.5 };

/** What a sentence says of a measure against a set of names, computed again; a set that is not is no proof. */
export function setClaims(
  text: string,
  claims: readonly CheckedClaim[],
  { view }: { readonly view: DatasetView },
): readonly CheckedClaim[] {
  const measured = claims.filter(({ metric = "" }) => isMetricId(metric) && KNOWLEDGE.vocabulary.measures.has(metric));
  const [one, ...others] = new Map(measured.map((claim) => [`${claim.metric} ${claim.ticker}`, claim])).values();
  const { metric = "", ticker = "" } = others.length === 0 ? one ?? {} : {};
  return [...text.matchAll(OF_SET)].map((said): CheckedClaim => {
    const [shown, way = "", share = "", some, of, percent, size] = said;
    const place = { shown, start: said.index, end: said.index + shown.length };
    const ground = new Ground(view, { companies: [ticker] }, KNOWLEDGE);
    const subject = ground.subject(ticker);
    const found = subject && isMetricId(metric) ? compare(metric, subject, ground) : undefined;
    if (typeof found !== "object" || found.among !== "peers" || Number(size ?? found.count) !== found.count) {
      return { ...place, finding: "unknown", why: "the share of these names is not computed" };
    }
    const below = (found.percentile * found.count - 0.5) / (found.count - 1);
    const part = /^(?:less|lower|smaller)$/i.test(way) ? 1 - below : below;
    const written = percent === undefined ? some === undefined ? 1 : Number(some) / Number(of) : Number(percent) / 100;
    const least = LEAST[share.toLowerCase()] ?? written;
    const about = {
      ...place,
      metric,
      ticker,
      evidence: `${metric} of ${ticker} is rank ${found.rank} of ${found.count}`,
    };
    return (share.toLowerCase() === "none" ? part <= HAIR : part >= least - HAIR)
      ? { ...about, finding: "proven" }
      : { ...about, finding: "false", why: "it holds for another share of them" };
  });
}
