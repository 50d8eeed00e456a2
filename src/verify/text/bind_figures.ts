import { itemOf } from "../../data/metrics/items.ts";
import { MARGINS } from "../../data/metrics/facts.ts";
import { boundItem } from "./bind_items.ts";
import { type BoundPeriods, boundPeriods, respectivePeriods } from "./bind_periods.ts";
import type { Measured } from "./item_values.ts";
import type { ItemPlace } from "./item_places.ts";
import type { Paired } from "./paired_lists.ts";
import type { PeriodPlace } from "./period_places.ts";
import { clauseOf, type SentenceMarks, type WayPlace, wordsBetween } from "./sentence_marks.ts";
import type { WrittenFigure } from "./written_figures.ts";

/** What a figure of a sentence says, as it is read. */
export interface BoundFigure {
  readonly figure: WrittenFigure;
  readonly place: ItemPlace;
  readonly measured: Measured;
  readonly periods: BoundPeriods;
  /** The figure with the sign that its words give it. */
  readonly said: WrittenFigure;
  /** It may be of something else: it is proved or unknown, never refused. */
  readonly isLoose: boolean;
}

const LOOK_BEHIND = 40;
const LOOK_BEFORE = 90;
const BY_LEAD =
  /\b(?:by|(?:increase|decrease|decline|rise|drop|gain|fall|growth|reduction|improvement|jump) of|up|down|rose|fell|grew|increased|declined|dropped|climbed|jumped|added|decreased|gained|slipped)(?: (?:an additional|another|a|about|around|roughly|nearly|almost|just over|just under|more than|some|approximately|only|over))* ?$/;
const BY_BEHIND =
  /^ ?(?:more|less|higher|lower|above|below|increase|decrease|rise|drop|decline|gain|improvement|jump)\b/;
/** A figure with these words behind it is a distance. */
const AWAY_BEHIND = /^ ?(?:short|shy|ahead|behind|away|off)\b/;
const MULTIPLE_LEAD =
  /\b(?:half|thirds?|quarters?|fifths?|tenths?|twice|double|triple|times|multiple|fraction)(?: of)? ?$/;
/** With these words before it a figure is what was added to the item behind it. */
const ADDED_LEAD =
  /\b(?:added|cost|costs|gained|lost|shed|picked up|another|(?:an )?additional|(?:an )?extra|(?:a )?further) ?$/;
const DIRECT = /^ ?-? ?(?:year[- ]over[- ]year|annual|sequential|yearly|points?|sharp|steep)? ?$/;
/** Between two figures of a list. */
const LISTED =
  /^(?: (?:in|for|of|during|the))* ?(?:,| and|, and|;|, then| then)?(?: (?:by|another|a further|then))* ?$/;
/** "10% or more of revenue" is no figure of it. */
const OR_MORE = /^ or (?:more|less|greater|fewer|higher)\b/;
/** Words of a change that leave its sign to the figure. */
const CHANGE_LEAD = /\b(?:change|compounded|growth|growth rate|cagr) ?(?:of|at|was|:)? ?$/;
const YEARLY = /\b(?:a year|per year|annually|annualized|annualised|per annum|cagr|compound(?:ed)?)\b/;

/** What a figure in a list is of, by the other list of its sentence. */
export type PairedFigure = Paired<ItemPlace, PeriodPlace>;

/** What a figure says, or why that is not read. */
export function boundFigure(
  marks: SentenceMarks,
  figure: WrittenFigure,
  paired?: PairedFigure,
): BoundFigure | string {
  const found = readFigure(marks, figure, paired);
  if (typeof found === "string") return found;
  const isEither = found.measured.item === "eps_diluted" && !/\bdiluted\b/.test(marks.folded);
  // "higher than 1 a year earlier" compares, and does not round
  const isBound = found.periods.isEarlier && (found.said.bound === "above" || found.said.bound === "below");
  return {
    ...found,
    ...(isEither && { measured: { ...found.measured, or: "eps_basic" } }),
    ...(isBound && { said: { ...found.said, bound: "about" } }),
  };
}

function readFigure(
  marks: SentenceMarks,
  figure: WrittenFigure,
  paired: PairedFigure | undefined,
): BoundFigure | string {
  const first = paired?.first ?? figure;
  const last = paired?.last ?? figure;
  const bound = paired?.item ? { place: paired.item, isWhole: false, isLoose: false } : boundItem(marks, first);
  if (bound === undefined) return "the sentence names nothing that it is of";
  const { place, isWhole } = bound;
  if (OR_MORE.test(wordsBetween(marks, figure.end, figure.end + LOOK_BEHIND))) return "it is a limit";
  const before = wordsBetween(marks, Math.max(0, figure.start - LOOK_BEHIND), figure.start);
  if (MULTIPLE_LEAD.test(before)) return "it is a part or a multiple of it";
  if (isOfUnnamedQuarter(marks, place)) return "it does not say of which quarter it is";
  const isLoose = bound.isLoose ||
    place.start >= figure.end && itemOf(place.item).kind === "balance" && isAdded(marks, figure);
  if (place.isPart) return `"${marks.text.slice(place.start, place.end)}" may be that of a part of the company`;
  const own = perShare(marks, figure, place);
  if (typeof own === "string") return own;
  const isLevel = figure.kind !== "share" && figure.kind !== "points" || MARGINS.includes(place.item);
  const periods = paired?.period
    ? { base: paired.period, isEarlier: false }
    : paired === undefined
    ? respectivePeriods(marks, figure) ?? boundPeriods(marks, figure, isLevel)
    : boundPeriods(marks, last, isLevel);
  if (periods === "unread") return "the sentence pairs its figures in a way that is not read";
  const base = { figure, place: own, periods, isLoose };
  if (isWhole) return shareOf(marks, base);
  const way = wayOf(marks, first);
  switch (figure.kind) {
    case "share":
      return percentOf(marks, base, way);
    case "points":
      if (!MARGINS.includes(place.item)) return "points are read of margins alone";
      return way === undefined ? "it does not say which way" : changed({ ...base, how: "difference", way });
    case "times":
      return timesOf(marks, base);
    default:
      return amountOf(marks, base, way);
  }
}

/** "Quarterly revenue of 2016" is of none of its quarters. */
function isOfUnnamedQuarter({ folded, periods }: SentenceMarks, { start }: ItemPlace): boolean {
  return /\b(?:quarterly|half-yearly|semi-?annual) (?:[a-z]+ )?$/.test(folded.slice(Math.max(0, start - 32), start)) &&
    periods.some(({ said }) => said.kind === "token" && /^FY\d{4}$/.test(said.token)) &&
    !periods.some(({ said }) => said.kind === "quarter" || said.kind === "token" && /Q/.test(said.token));
}

/** An amount "a share" is of earnings or dividends per share. */
function perShare(marks: SentenceMarks, { kind, end }: WrittenFigure, place: ItemPlace): ItemPlace | string {
  const behind = wordsBetween(marks, end, end + LOOK_BEHIND);
  if (kind !== "amount" || !/^ ?(?:per|a|for each) (?:diluted |basic |common )?share\b/.test(behind)) return place;
  if (place.item === "net_income") return { ...place, item: "eps_diluted" };
  if (place.item === "dividends_paid") return { ...place, item: "dividends_per_share" };
  return itemOf(place.item).unit === "per_share" ? place : "per share it is read of earnings and dividends alone";
}

/** What is recorded or acquired is added to a balance, and is not all of it. */
function isAdded({ folded }: SentenceMarks, { start }: WrittenFigure): boolean {
  return /\b(?:recorded|recognized|recognised|acquired|added|issued|repaid|wrote|assumed)\b/.test(
    folded.slice(Math.max(0, start - LOOK_BEHIND), start),
  );
}

type Base = Pick<BoundFigure, "figure" | "place" | "periods" | "isLoose">;

function shareOf(marks: SentenceMarks, { figure, place, ...base }: Base): BoundFigure | string {
  const part = marks.items.findLast((one) => one.end <= figure.start && one.item !== place.item) ??
    marks.items.find((one) => one.start > place.end && one.item !== place.item);
  if (part === undefined || part.isPart) return "it does not say of what it is a share";
  return { ...base, figure, said: figure, place: part, measured: { item: part.item, how: "share", of: place.item } };
}

function percentOf(marks: SentenceMarks, base: Base, way: WayPlace | undefined): BoundFigure | string {
  const { figure, place } = base;
  const isMargin = MARGINS.includes(place.item);
  const lead = wordsBetween(marks, Math.max(0, figure.start - 24), figure.start);
  if (isMargin) {
    if (BY_LEAD.test(lead) && !/\bto ?$/.test(lead)) return "a change of a margin in per cent may be meant in two ways";
    return { ...base, said: figure, measured: { item: place.item, how: "level" } };
  }
  if (/^ of\b/.test(wordsBetween(marks, figure.end, figure.end + LOOK_BEHIND))) {
    return "it is a share of something else";
  }
  const isSigned = figure.value < 0 || marks.text.charAt(figure.start) === "+" || CHANGE_LEAD.test(lead);
  const signed = isSigned ? Math.sign(figure.value) : undefined;
  if (way === undefined && signed === undefined) return "it does not say whether it rose or fell";
  if (signed === -1 && way?.way === -1) return "it falls by less than nothing";
  const isYearly = YEARLY.test(marks.folded) && base.periods.before !== undefined &&
    base.periods.before.said.kind !== "before";
  return changed({ ...base, how: isYearly ? "yearly" : "growth", way: signed === undefined ? way : undefined });
}

function timesOf(marks: SentenceMarks, base: Base): BoundFigure | string {
  const { figure, place } = base;
  if (itemOf(place.item).unit === "ratio") {
    return { ...base, said: figure, measured: { item: place.item, how: "level" } };
  }
  const behind = wordsBetween(marks, figure.end, figure.end + LOOK_BEHIND);
  if (!/^ ?(?:the|that|its|as much|as large|what)\b/.test(behind) && base.periods.before === undefined) {
    return "it does not say of what it is a multiple";
  }
  return { ...base, said: figure, measured: { item: place.item, how: "ratio" } };
}

function amountOf(marks: SentenceMarks, base: Base, way: WayPlace | undefined): BoundFigure | string {
  const { figure, place } = base;
  const unit = itemOf(place.item).unit;
  const lead = wordsBetween(marks, Math.max(0, figure.start - 44), figure.start);
  const behind = wordsBetween(marks, figure.end, figure.end + LOOK_BEHIND);
  if (way !== undefined && /(?:%|percent),? or ?$/.test(lead)) return changed({ ...base, how: "difference", way });
  if (way !== undefined && (BY_LEAD.test(lead) && !/\bto ?$/.test(lead) || BY_BEHIND.test(behind))) {
    return changed({ ...base, how: "difference", way });
  }
  if (AWAY_BEHIND.test(behind)) return "it is how far something is from another";
  if (place.start >= figure.end && ADDED_LEAD.test(lead)) return "it may be a change";
  if (unit === "currency" && !figure.isScaled && figure.value < 1e5) {
    if (place.item !== "net_income" || !/\b(?:per|a) (?:diluted )?share\b/.test(marks.folded)) {
      return "it is too small for the item";
    }
    return {
      ...base,
      said: figure,
      place: { ...place, item: "eps_diluted" },
      measured: { item: "eps_diluted", how: "level" },
    };
  }
  if (unit === "currency" && /^ ?(?:[a-z]+ )?shares\b/.test(behind)) return "it is a count of shares";
  if (unit === "shares" && figure.currency !== undefined) return "it is money, and the item is a count";
  if (unit === "ratio" && figure.kind === "amount") return "it is an amount, and the item is a ratio";
  if (unit === "per_share" && figure.isScaled) return "it is too large for an amount per share";
  const isLoss = place.isLoss && figure.value > 0;
  const said = isLoss ? { ...figure, value: -figure.value } : figure;
  return { ...base, said, measured: { item: place.item, how: "level" } };
}

function changed(
  { how, way, ...base }: Base & { readonly how: Measured["how"]; readonly way: WayPlace | undefined },
): BoundFigure {
  const { figure, place } = base;
  const said = way === undefined ? figure : { ...figure, value: way.way * Math.abs(figure.value) };
  return { ...base, said, measured: { item: place.item, how } };
}

/** The word that gives a figure its sign: directly behind it, or the nearest before it in its clause. */
function wayOf(marks: SentenceMarks, figure: WrittenFigure): WayPlace | undefined {
  const { ways, figures } = marks;
  const { start, end, kind } = figure;
  const clause = clauseOf(marks, start);
  const behind = ways.find((one) => one.start >= end);
  const gap = behind ? wordsBetween(marks, end, behind.start) : "";
  if (behind && DIRECT.test(gap)) return behind;
  const isFree = (one: WayPlace) =>
    !isThan(marks, one) &&
    !figures.some((other) => other.start >= one.end && other.start < start && other.kind === kind && kind !== "amount");
  const before = ways.findLast((one) =>
    one.end <= start && one.start >= clause.start && start - one.end <= LOOK_BEFORE && isFree(one)
  );
  if (before !== undefined) return before;
  const last = figures[figures.indexOf(figure) - 1];
  if (last?.kind === kind && LISTED.test(wordsBetween(marks, last.end, start))) return wayOf(marks, last);
  return behind && behind.start < clause.end && behind.start - end <= LOOK_BEHIND && !isThan(marks, behind)
    ? behind
    : undefined;
}

/** A word like `above` says how closely the figure behind it is meant. */
function isThan({ folded }: SentenceMarks, { start, end }: WayPlace): boolean {
  return /^(?:more|less|above|below|higher|lower|greater|fewer|larger|smaller)$/.test(folded.slice(start, end)) &&
    /^(?: than)?(?: the| its| a)? ?[$€£\d\ufffc]/.test(folded.slice(end));
}
