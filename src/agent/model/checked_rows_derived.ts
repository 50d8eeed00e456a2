import { dayNumber } from "../../calendar/day.ts";
import { readPeriod } from "../../data/fact_period.ts";
import { isItemId, itemOf } from "../../data/metrics/items.ts";
import { HAIR, type Metric, type Unit } from "../../data/metrics/metric.ts";
import { currencyOf } from "../../protocol/money_text.ts";
import { firstNames } from "../../text/cut.ts";
import { VOCABULARY } from "../../data/vocabulary.ts";
import { showFact } from "../show_fact.ts";
import { showFigure } from "../show_figure.ts";
import type { ToolClaim } from "../tool.ts";
import { isSummable } from "./summable.ts";

/** How a figure may be made of claims; a count would be whatever number of them somebody chooses to name. */
export const WAYS = ["difference", "ratio", "change", "sum", "mean", "rank"] as const;

/** One of {@linkcode WAYS}. */
export type Way = (typeof WAYS)[number];

/** A figure of claims, as the product computes and names it. */
export interface Derived {
  readonly value: number;
  readonly shown: string;
  readonly unit: string;
  /** What it is, with all that tells it from others like it: `change in revenue over 12 months`. */
  readonly what: string;
  /** By ids of claims. */
  readonly formula: string;
  /** The company it stands for; empty where it is of several alike. */
  readonly subject: string;
  /** `YYYY-MM-DD`: that of the first operand; of a sum and a mean the newest. */
  readonly day: string;
}

/** A claim with a number. */
export type NumberClaim = ToolClaim & { readonly value: number };

type Pair = readonly [first: NumberClaim, second: NumberClaim];

const MAX_OPERANDS = 64;
const DAYS_A_MONTH = 365.25 / 12;

/**
 * Computes a figure of claims.
 * @param operands In the order of the formula: a difference is the first less the second.
 * @returns A sentence without a figure where these claims give none of that way.
 */
export function derived(way: Way, operands: readonly NumberClaim[]): Derived | string {
  const [first, second] = operands;
  if (first === undefined) return "it names no operand";
  if (operands.length > MAX_OPERANDS) return "it has too many operands";
  if (new Set(operands.map(sameThing)).size < operands.length) return "an operand stands in it twice";
  if (new Set(operands.map(unitOf)).size > 1) return "its operands have different units";
  const isPair = way === "difference" || way === "ratio" || way === "change";
  if (isPair) return second === undefined || operands.length > 2 ? "it needs two operands" : pair(way, [first, second]);
  if (operands.length < 2) return "it needs two operands or more";
  if (!isOneMeasure(operands)) return "its operands are not one measure over periods of one length";
  const name = nameOf(first);
  if (way === "rank") return ranked(operands, name);
  if (way === "sum" && !isSummable(operands, lengthOf(first))) return "a sum of its operands means nothing";
  const sum = operands.reduce((total, { value }) => total + value, 0);
  const value = way === "sum" ? sum : sum / operands.length;
  if (!Number.isFinite(value)) return "it is no number";
  return {
    ...ofAll(operands),
    value,
    shown: shownAs(first, value),
    unit: unitOf(first),
    what: `${way === "sum" ? "sum of" : "mean"} ${name} ${among(operands)}`,
    formula: `${way}(${operands.map(({ id }) => id).join(", ")})`,
  };
}

/**
 * Whether a value is that of a claim, but for the last digits of a number.
 * @param least Size below which all numbers differ by as much as this one may. Default: 0.
 */
export function isSameValue(value: number | string, claimed: number | string, least: number = 0): boolean {
  if (typeof value !== "number" || typeof claimed !== "number") return value === claimed;
  return Math.abs(value - claimed) <= HAIR * Math.max(least, Math.abs(claimed));
}

/** The unit of a claim, of money its currency. */
export function unitOf({ unit, shown }: Pick<ToolClaim, "unit" | "shown">): string {
  return unit === "currency" ? currencyOf(shown) ?? unit : unit;
}

/** The name of what a claim measures. */
export function nameOf({ metric }: Pick<ToolClaim, "metric">): string {
  return itemOf(metric)?.name ?? (Object.hasOwn(VOCABULARY.metrics, metric) ? metric : metric.replaceAll("_", " "));
}

/** The length of a claim's period: `year`, `quarter`, `12 months`, `day`; empty of what is no item of reports. */
export function lengthOf({ id, subject, metric }: ToolClaim): string {
  const item = itemOf(metric);
  if (item === undefined) return "";
  if (item.kind === "balance") return "day";
  const period = readPeriod(id.slice(`${subject}.${metric}.`.length));
  switch (period?.kind) {
    case "year":
      return period.quarter === undefined ? "year" : "quarter";
    case "newest":
    case "ending":
      return period.of;
    case "flow":
      return months(period.end, period.start);
    default:
      return "day";
  }
}

function pair(way: "difference" | "ratio" | "change", operands: Pair): Derived | string {
  const [first, second] = operands;
  const isOne = isOneMeasure(operands);
  const isOneSubject = first.subject === second.subject;
  const isOneDay = first.day === second.day && (isOne || isOneSpan(first, second));
  if (!isOne && !(isOneSubject && isOneDay)) {
    return "its operands are neither one measure nor of one company, day and length of period";
  }
  const isSame = isOne && isOneSubject;
  const name = nameOf(first);
  const [apart, on] = first.day === second.day
    ? ["", ""]
    : [` over ${months(first.day, second.day)}`, ` on ${second.day}`];
  const other = (isOneSubject ? nameOf(second) : `that of ${second.subject}`) + on;
  switch (way) {
    case "change":
      if (isSame && first.day > second.day) return change(operands, `change in ${name}${apart}`);
      return "a change is of one measure of one company, the later figure first";
    case "difference":
      return difference(operands, isSame ? `difference in ${name}${apart}` : `${name} less ${other}`);
    case "ratio":
      return ratio(operands, isSame ? `ratio of ${name}${apart}` : `${name} / ${other}`);
  }
}

function change([first, second]: Pair, what: string): Derived | string {
  if (first.shown.endsWith("%")) return "a change of a percentage could be read in two ways: take the difference";
  if (second.value <= 0) return "a change needs an earlier figure above zero";
  const value = first.value / second.value - 1;
  const formula = `${first.id} / ${second.id} - 1`;
  return { ...ofFirst(first), value, unit: "fraction", shown: showAs("fraction", value, 1), what, formula };
}

function difference([first, second]: Pair, what: string): Derived {
  const value = first.value - second.value;
  const unit = unitOf(first);
  const plain = shownAs(first, value);
  const shown = unit === "fraction" ? plain.replace("%", " percentage points") : plain;
  return { ...ofFirst(first), value, unit, shown, what, formula: `${first.id} - ${second.id}` };
}

function ratio([first, second]: Pair, what: string): Derived | string {
  if (second.value === 0) return "it divides by zero";
  const value = first.value / second.value;
  if (!Number.isFinite(value)) return "it is no number";
  const shown = showAs("ratio", value, Math.abs(value) < 0.1 ? 4 : 2);
  return { ...ofFirst(first), value, unit: "ratio", shown, what, formula: `${first.id} / ${second.id}` };
}

function ranked(operands: readonly NumberClaim[], name: string): Derived {
  const [first] = operands as readonly [NumberClaim];
  const above = operands.filter(({ value }) => value > first.value).length;
  return {
    ...ofFirst(first),
    value: above + 1,
    unit: "count",
    shown: showAs("count", above + 1, 0),
    formula: `rank(${operands.map(({ id }) => id).join(", ")})`,
    what: `rank by ${name}, highest first, ${among(operands)}`,
  };
}

function ofFirst({ subject, day }: ToolClaim): Pick<Derived, "subject" | "day"> {
  return { subject, day };
}

function ofAll(operands: readonly ToolClaim[]): Pick<Derived, "subject" | "day"> {
  const [subject = "", ...others] = new Set(operands.map((one) => one.subject));
  return { subject: others.length > 0 ? "" : subject, day: operands.map(({ day }) => day).toSorted().at(-1) ?? "" };
}

/** Which figures these are: how many, of whom and of which days. Without whom, a rank could be one among any others. */
function among(operands: readonly ToolClaim[]): string {
  const subjects = new Set(operands.map(({ subject }) => subject));
  const days = operands.map(({ day }) => day).toSorted();
  const span = days[0] === days.at(-1) ? days[0] : `${days[0]} to ${days.at(-1)}`;
  const whom = subjects.size > 1 ? ` of ${firstNames([...subjects].toSorted())}` : "";
  return `of ${operands.length} figures${whom}, ${span}`;
}

/** Ids may name one thing twice: `FY` and `FY2017`. */
function sameThing(claim: ToolClaim): string {
  return JSON.stringify([claim.subject, claim.metric, claim.day, lengthOf(claim)]);
}

function isOneMeasure(operands: readonly ToolClaim[]): boolean {
  return new Set(operands.map((one) => `${one.metric} ${lengthOf(one)}`)).size === 1;
}

/** Whether two items belong to one period: a balance belongs to each that ends on its day. */
function isOneSpan(first: ToolClaim, second: ToolClaim): boolean {
  const lengths = [lengthOf(first), lengthOf(second)];
  return lengths[0] === lengths[1] || lengths.includes("day");
}

function months(later: string, earlier: string): string {
  const days = Math.abs(dayNumber(later) - dayNumber(earlier));
  const count = Math.round(days / DAYS_A_MONTH);
  return count === 0 ? `${days} days` : count === 1 ? "1 month" : `${count} months`;
}

/** A number as figures of the claim's measure are shown. */
function shownAs({ metric, unit, shown }: NumberClaim, value: number): string {
  if (isItemId(metric)) return showFact(value, { item: metric, unit });
  const definition = Object.hasOwn(VOCABULARY.metrics, metric) ? VOCABULARY.metrics[metric] : undefined;
  const currency = unitOf({ unit, shown });
  return showFigure(definition ?? { unit: unit as Unit, decimals: 2, formula: "" }, value, { currency });
}

function showAs(unit: Metric["unit"], value: number, decimals: number): string {
  return showFigure({ unit, decimals, formula: "" }, value, { currency: "" });
}
