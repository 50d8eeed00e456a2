import { OPERATORS } from "./statistics.ts";
import { dayNumber } from "../../calendar/day.ts";
import { FILED_ROWS, type FiledRow, type Formula, type Operand } from "../../data/metrics/filed_rows.ts";
import type { Reported } from "../../data/statements.ts";
import { factsIn, type Filed, filedOf, itemsOf, lackOfIndustry } from "./filed.ts";
import { type Bar, marketValueOf, otherCurrency } from "./market_value.ts";
import { type Found, type Lack, type Reader, type Readers, type Reading, reading } from "./reading.ts";

type Read<T> = (filed: Filed, bar: Bar) => T | Lack;

const OTHER_PERIOD: Lack = { cause: "item", lacks: "needs another newest period" };

const keyOf = (one: Operand) => one.kind === "item" ? `${one.item} ${one.back}` : one.kind;

/** The operands of a formula as it names them; of a multiple of the market value, that is the last. */
function operandsOf(formula: Formula): readonly Operand[] {
  if (formula.kind === "number") return [];
  if ("item" in formula || formula.kind === "market value") return [formula];
  const { one, other } = formula;
  return (one.kind === "market value" ? [other, one] : [one, other]).flatMap(operandsOf);
}

/** Computes a formula from the values of its operands, in the order of their keys. */
function compile(formula: Formula, keys: readonly string[]): (values: readonly number[]) => number {
  if (formula.kind === "number") return () => formula.value;
  if ("item" in formula || formula.kind === "market value") {
    const at = keys.indexOf(keyOf(formula));
    return (values) => values[at] ?? NaN;
  }
  const one = compile(formula.one, keys);
  const other = compile(formula.other, keys);
  const operate = OPERATORS[formula.kind];
  return (values) => operate(one(values), other(values));
}

/** What reports state of some operands, and the market value, each as it is first named. */
function take(operands: readonly Operand[], filed: Filed, bar: Bar): readonly Reported[] | Lack {
  const needs = operands.filter((one) => one.kind === "item");
  const at = operands.findIndex(({ kind }) => kind === "market value");
  if (at < 0) return itemsOf(filed, needs);
  const before = itemsOf(filed, needs.slice(0, at));
  const lack = "cause" in before ? before : otherCurrency(before, bar.columns);
  if (lack) return lack;
  const market = marketValueOf(filed, bar);
  if ("cause" in market) return market;
  const all = itemsOf(filed, needs);
  return "cause" in all ? all : all.toSpliced(at, 0, { ...market.shares, value: market.value });
}

interface Computed {
  readonly value: number;
  readonly stated: readonly Reported[];
}

function computing(formula: Formula): Read<Computed> {
  const operands = [...new Map(operandsOf(formula).map((one) => [keyOf(one), one])).values()];
  const compute = compile(formula, operands.map(keyOf));
  return (filed, bar) => {
    const stated = take(operands, filed, bar);
    return "cause" in stated ? stated : { value: compute(stated.map(({ value }) => value)), stated };
  };
}

function ofFormula(
  { value, orElse, isIndustrial, isAbove0 }: Extract<FiledRow, { readonly value: Formula }>,
): Read<Found> {
  const own = computing(value);
  const instead = orElse && computing(orElse);
  return (filed, bar) => {
    const lack = isIndustrial && lackOfIndustry(filed, bar.beside.company);
    if (lack) return lack;
    const first = own(filed, bar);
    const second = "cause" in first && first.cause === "item" ? instead?.(filed, bar) : undefined;
    const found = second && "stated" in second ? second : first;
    if ("cause" in found) return found;
    const isStated = !isAbove0 || found.stated.every(({ value }) => value > 0);
    return isStated && Number.isFinite(found.value)
      ? { value: found.value, facts: factsIn(found.stated) }
      : { cause: value.kind === "where" ? "loss" : "item", lacks: "needs items that are above 0" };
  };
}

/** Of tests that can be made; of too few the first lack. */
function ofTests({ tests, least, count }: Extract<FiledRow, { readonly least: number }>): Read<Found> {
  const all = tests.map(computing);
  return (filed, bar) => {
    const found = all.map((one) => one(filed, bar));
    const made = found.filter((one) => "stated" in one);
    const lack = found.find((one) => "cause" in one);
    if (lack !== undefined && made.length < least) return lack;
    const held = made.filter(({ value }) => value === 1);
    return { value: (count === "held" ? held : made).length, facts: factsIn(made.flatMap(({ stated }) => stated)) };
  };
}

/** A day of the newest period: a figure of its own, made of no fact. */
function ofDay(day: "year" | "quarter" | "known"): Read<Reading> {
  return ({ end, isYear, first }) => {
    const found = day === "known" ? first.known : isYear === (day === "year") ? end : undefined;
    return reading(found === undefined ? NaN : dayNumber(found), OTHER_PERIOD);
  };
}

function readerOf(row: FiledRow): Reader {
  const read = "value" in row ? ofFormula(row) : "tests" in row ? ofTests(row) : ofDay(row.day);
  return (columns, position, beside = {}) => {
    const filed = filedOf(beside);
    return "cause" in filed ? filed : read(filed, { columns, position, beside });
  };
}

/** The readers of the measures of value and quality. */
export const FILED_READERS: Readers = Object.fromEntries(
  Object.entries(FILED_ROWS).map(([metric, row]) => [metric, readerOf(row)]),
);
