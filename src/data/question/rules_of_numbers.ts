import { longDay } from "../../calendar/day.ts";
import type { Quantity } from "../../terms/numbers.ts";
import { metricOf } from "../vocabulary.ts";
import type { MetricId } from "../metrics/metric.ts";
import { idAt } from "../metrics/price_rows.ts";
import type { AskedMeasure } from "./asked.ts";
import { MOST_RANKED } from "../phrases/compared.ts";
import type { Row, Use } from "./marks.ts";
import {
  DRAWDOWN,
  hasPart,
  isBeside,
  isNext,
  NOT_COVERED,
  type Objection,
  otherSetting,
  type Piece,
  type Query,
  type Rule,
  saysView,
} from "./query.ts";
import {
  asComputed,
  isHorizon,
  isLagged,
  isTaken,
  isWindowOf,
  type Measured,
  settingOf,
  TAKES,
  windowOf,
  windowsOf,
} from "./takes.ts";

const NO_CONDITIONS = "companies are ranked by one measure, not selected by a condition on a figure";
export const NO_THRESHOLD = "the figure is given, but not compared with a number";

/** Windows, levels, sizes, horizons and limits: a number is a setting of the measure beside it, or is reported. */
export const numbers: Rule = (query) => {
  const { uses, rows, isGroup } = query;
  return uses.flatMap((use, at): readonly Objection[] => {
    const { quantity, start, end, clause } = use;
    const before = uses[at - 1];
    const next = uses[at + 1];
    if (quantity === undefined || comparedAt(uses, at) !== undefined) return [];
    if (/^(?:the|these|those|its|both|of)$/.test(before?.word ?? "") && isCount(quantity)) return []; // "which of the two"
    if (isLimit(query, at)) return beyond(query, quantity);
    if ([before, next].some((one) => one?.use === "style" && one.clause === clause)) return []; // "two decimals"
    const measure = measureOf(query, use);
    const { metric } = measure ?? {};
    if (metric !== undefined && (isTaken(metric, quantity) || settingOf(metric, quantity))) return [];
    const isSetting = quantity.sessions !== undefined || quantity.isShare;
    if (measure !== undefined && isSetting) return [otherSetting(query, use, measure)];
    const isView = rows.length === 0 && saysView(query); // it is reported, and the view stays
    if (isView || !isGroup && !hasPart(query, clause)) return [{ start, end, why: NOT_COVERED, stops: [] }];
    return [{ start, end, why: NOT_COVERED, stops: "all" }];
  });
};

/** The ids under which a measure is asked for: at each number beside it that is a setting of it, or as it usually is. */
export function idsAsked(query: Query, measure: Measured): readonly MetricId[] {
  const { metric, against = [undefined] } = measure;
  const beside = query.uses.flatMap(({ quantity, ...use }, at) =>
    quantity && comparedAt(query.uses, at) === undefined && measureOf(query, use)?.metric === metric ? [quantity] : []
  );
  const own = [...beside, ...query.asked.times.flatMap((time) => windowOf(measure, time) ?? [])];
  const settings = own.filter((one) => !isHorizon(metric, one))
    .map((one) => ({ isShare: one.isShare === true, ...(isTaken(metric, one) ? {} : settingOf(metric, one)) }));
  const levels = settings.filter(({ isShare }) => isShare).map(({ level }) => level);
  const lag = isLagged(measure) ? query.lag : undefined;
  const windows = settings.filter(({ isShare }) => !isShare).map(({ window }) => window);
  const asked = (windows.length > 0 ? windows : [lag?.window]).flatMap((window) =>
    (levels.length > 0 ? levels : [undefined]).flatMap((level) =>
      against.map((other) => idAt(metric, { window, level, against: other, skip: lag?.skip }))
    )
  );
  return [...new Set(asked)].map((id) => (isOfAverage(query) ? id.replace(/^trend\(/, "sma(") : id) as MetricId);
}

/** Whether an average itself is asked for, and not the side or the distance from it. */
function isOfAverage({ asked: { kind }, uses }: Query): boolean {
  return kind === "figure" &&
    !uses.some((use) => isSign(use) || /^(?:gap|distance|far|relative|against|from)$/.test(use.word));
}

/** The measure that a number belongs to: the nearest, of its clause first. */
function measureOf({ rows }: Query, { start, end, clause }: Use): Row | undefined {
  const distance = (row: Row) => row.start >= end ? row.start - end : start - row.end;
  const measures = rows.filter(({ by }) => by === "measure").toSorted((one, other) => distance(one) - distance(other));
  return measures.find((row) => row.clause === clause) ?? measures[0];
}

function isCount({ value, sessions, isShare, isMoney }: Quantity): boolean {
  return sessions === undefined && !isShare && !isMoney && Number.isInteger(value) && value < 200;
}

const NAMES =
  /^(?:stocks?|shares|names|companies|firms|of|actions|aktien|titel|acciones|empresas|titoli|azioni|acoes)$/;

/** `top 5`, `3 safest`, `five banks`. */
function isLimit({ uses, rows, isMany, asked }: Query, at: number): boolean {
  const before = uses[at - 1];
  const use = uses[at];
  const next = uses[at + 1];
  if (use?.quantity === undefined || !isCount(use.quantity)) return false;
  const isHere = (one: Use | undefined) => one !== undefined && one.clause === use.clause;
  const isOrder = (one: Use | undefined) =>
    isHere(one) &&
    (one?.use === "highest" || one?.use === "lowest" || /^(?:best|worst|first|last)$/.test(one?.word ?? ""));
  const isNamed = isHere(next) && (next?.use === "name" || next?.use === "group" || NAMES.test(next?.word ?? ""));
  const isEnd = rows.some((row) => row.wants !== undefined && isNext(use, row));
  return (isOrder(before) || isOrder(next) || isEnd || isNamed) && (isMany || asked.mentions.companies.length === 0);
}

/** Of a long order its head is reported. */
function beyond({ asked: { mentions: { groups } } }: Query, { start, end, value }: Quantity): readonly Objection[] {
  const members = groups.reduce((sum, { companies }) => sum + companies.length, 0);
  const why = `a ranking shows its first ${MOST_RANKED}`;
  return value > MOST_RANKED && members > MOST_RANKED ? [{ start, end, why, stops: [] }] : [];
}

function isSign({ use }: Use): boolean {
  return use === "below" || use === "above";
}

/** A number with the sign before it, or the `or more` behind it. */
function comparedAt(uses: readonly Use[], at: number): Piece | undefined {
  const before = uses[at - 1];
  const [number, or, more] = uses.slice(at, at + 3);
  if (number?.quantity === undefined) return undefined;
  const isSpan = number.quantity.sessions !== undefined && /^(?:over|uber)$/.test(before?.word ?? "");
  if (before !== undefined && isSign(before) && before.clause === number.clause && !isSpan) {
    return { start: before.start, end: number.end, clause: number.clause };
  }
  const isOpen = /^(?:or|oder|ou|o)$/.test(or?.word ?? "") && more !== undefined &&
    (isSign(more) || more.use === "highest" || more.use === "lowest");
  return isOpen ? { start: number.start, end: more.end, clause: number.clause } : undefined;
}

/** `P/E below 12`, `trading below their 200-day mean`, `worse than the market`. */
export const conditions: Rule = (query) => {
  const { uses, isGroup, rows, asked: { mentions } } = query;
  const isOfAll = isGroup || mentions.companies.length === 0;
  return uses.flatMap((use, at): readonly Objection[] => {
    const { quantity, start, clause } = use;
    const place = comparedAt(uses, at);
    if (quantity !== undefined && place !== undefined) {
      const measure = measureOf(query, use);
      if (measure?.metric !== undefined && (measure.metric === DRAWDOWN || quantity.sessions !== undefined)) {
        return isTaken(measure.metric, quantity) ? [] : [otherSetting(query, place, measure)];
      }
      if (limitOf(query, heldOf(query, uses[at - 1] ?? use, use)) !== undefined) return [];
      return [{ ...place, why: isOfAll ? NO_CONDITIONS : NO_THRESHOLD, stops: isOfAll ? "all" : [] }];
    }
    if (!isOfAll || quantity !== undefined || !isSign(use) && use.use !== "sign" && use.word !== "than") return [];
    const row = rows.find((one) => one.clause === clause && one.start >= use.end && isBeside(query, use, one));
    const market = uses.slice(at + 1, at + 3).find(({ word }) => /^(?:market|index|benchmark|s&p|sector)$/.test(word));
    const end = row !== undefined && use.word !== "than" ? row.end : market?.end;
    return end === undefined ? [] : [{ start, end, why: NO_CONDITIONS, stops: "all" }];
  });
};

/** English, and what others say for "at least" and "at most". */
const INCLUSIVE = /^(?:at |not |no |up to|[≤≥]|mindest|hochst|au moins|al menos|almeno|pelo menos)/;

/** The measure before the sign of a limit, or else the one nearest to its number. */
function heldOf(query: Query, { start, clause }: Use, number: Use): Row | undefined {
  const isBefore = (row: Row) => row.by === "measure" && row.end <= start && row.clause === clause;
  return query.rows.findLast(isBefore) ?? measureOf(query, number);
}

/** What a yes or no about named companies holds a measure against. */
export function limitOf(query: Query, measure: Row | undefined): AskedMeasure["limit"] {
  const { uses, folded, isGroup, asked: { kind, mentions, times } } = query;
  const isAsked = kind === "yes_no" || kind === "figure";
  const isOfDays = times.some(({ isAsOf }) => !isAsOf);
  if (measure?.metric === undefined || measure.metric === DRAWDOWN || isGroup || !isAsked || isOfDays) return undefined;
  if (mentions.companies.length === 0) return undefined;
  const limits = uses.flatMap((use, at) => {
    const sign = uses[at - 1];
    const isLimit = sign !== undefined && isSign(sign) && comparedAt(uses, at) !== undefined;
    return isLimit && heldOf(query, sign, use) === measure ? [{ sign, use }] : [];
  });
  const [only, ...others] = limits;
  const textOf = ({ start, end }: Use) => folded.slice(start, end);
  if (only?.use.quantity === undefined || others.length > 0 || /[€£]/.test(textOf(only.use))) return undefined;
  if (!isFigureOf(measure.metric, only.use.quantity)) return undefined;
  const isInclusive = INCLUSIVE.test(textOf(only.sign));
  const [strict, inclusive] = only.sign.use === "above"
    ? ["above", "at_least"] as const
    : ["below", "at_most"] as const;
  return { side: isInclusive ? inclusive : strict, value: only.use.quantity.value };
}

/** Whether a number is one of a metric; a loss, which a question may write without its sign, is left out. */
function isFigureOf(metric: MetricId, { isShare, isMoney }: Quantity): boolean {
  const { unit, most } = metricOf(metric);
  if (most !== undefined) return false;
  if (unit === "fraction") return isShare === true;
  return isShare !== true && (unit === "currency" || isMoney !== true && ["ratio", "score", "count"].includes(unit));
}

/** What happened to companies within some days is a condition too. */
export const events: Rule = ({ rows, isGroup, asked: { times } }) => {
  const event = rows.find(({ metric }) => metric === "results_day" || metric === "net_purchases");
  const isSpan = times.some(({ from, to, isAsOf }) => from < to && !isAsOf);
  if (!isGroup || event === undefined || !isSpan) return [];
  return [{ start: event.start, end: event.end, why: NO_CONDITIONS, stops: "all" }];
};

const YEAR_DAYS = { least: 350, most: 380 };

/** Spans of days that a measure, a portfolio or a report has not. */
export const days: Rule = (query) => {
  const { rows, folded, asked: { times, measures, facts, kind, weights } } = query;
  const isSpanRead = measures.every(({ metric, against }) => TAKES[metric]?.isOfDays && !against);
  const asked = (row: Row) => measures.filter(({ metric }) => metric === row.metric);
  return times.filter(({ from, to, isAsOf }) => from < to && !isAsOf).flatMap((time): readonly Objection[] => {
    const { from, to, text } = time;
    const start = Math.max(0, folded.indexOf(text.toLowerCase()));
    const place = { start, end: start + text.length };
    if (weights.length > 0 && isSpanRead && kind !== "risk") {
      return [{ ...place, why: "what a portfolio returned over a span is not computed", stops: "all" }];
    }
    if (measures.length === 0 && facts.length > 0 && facts.every(({ periods }) => periods.length === 0)) {
      const stops = rows.filter(({ by }) => by === "item");
      return [{ ...place, why: "it is not a reporting period, which is a year or a quarter", stops }];
    }
    const set = rows.filter((row) =>
      asked(row).some((one) => !isWindowOf(one, time) && idsAsked(query, one).some((id) => id !== one.metric))
    );
    if (set.length > 0) {
      return [{ ...place, why: `at such a window it is computed as of a day, like ${longDay(to)}`, stops: set }];
    }
    const length = (Date.parse(to) - Date.parse(from)) / 86_400_000;
    const isYear = length >= YEAR_DAYS.least && length <= YEAR_DAYS.most;
    return ["why", "change"].includes(kind) || isSpanRead || isYear
      ? []
      : rows.flatMap((row) =>
        asked(row).filter((one) => windowsOf(one.metric).length > 0 && !isWindowOf(one, time))
          .map((one) => ({ ...place, why: asComputed(one.metric, windowOf(one, time)), stops: [row] }))
      );
  });
};
