import { dayNumber } from "../../calendar/day.ts";
import { FILED_ROWS, type FiledRow, type Formula, type Operator } from "../../data/metrics/filed_rows.ts";
import type { Cause } from "../../data/metrics/metric.ts";
import type { FiledFact } from "../../data/records.ts";
import { isMoney, lookUp, type Newest, newestOf, notIndustrial } from "./filed.ts";
import { marketValue, otherMoney } from "./market_value.ts";
import type { FiledReader, FiledReaders, Recomputed, Sourced } from "./reader.ts";
import type { Subject } from "./subject.ts";

/** Where a formula is computed, and what has been read for it so far. */
interface Books {
  readonly newest: Newest;
  readonly subject: Subject;
  readonly at: number;
  readonly facts: Set<FiledFact>;
  readonly money: Set<string>;
  /** The least value read. */
  least: number;
}

function operate(kind: Operator, one: number, other: number): number {
  switch (kind) {
    case "+":
      return one + other;
    case "*":
      return one * other;
    case "/":
      return one / other;
    case ">":
      return one - other > 0 ? 1 : 0;
    case "<":
      return other - one > 0 ? 1 : 0;
    case "<=":
      return other - one >= 0 ? 1 : 0;
    case "-":
      return one - other;
  }
}

/** Computes a formula, reading as it goes; the first that is missing is the cause. */
function compute(formula: Formula, books: Books): Recomputed {
  switch (formula.kind) {
    case "number":
      return formula.value;
    case "item": {
      const read = lookUp(books.newest, formula.item, formula.back);
      if (typeof read === "string") return read;
      if (isMoney(read.unit)) books.money.add(read.unit);
      return noted(read, books);
    }
    case "market value": {
      const { newest, subject, at, money } = books;
      const read = inTwo(money) ?? otherMoney(money, subject) ?? marketValue(subject, at, newest);
      return typeof read === "string" ? read : noted(read, books);
    }
    default: {
      const { kind, one, other } = formula;
      const isMultiple = one.kind === "market value";
      const first = compute(isMultiple ? other : one, books);
      if (typeof first === "string") return first;
      const second = compute(isMultiple ? one : other, books);
      if (typeof second === "string") return second;
      return isMultiple ? operate(kind, second, first) : operate(kind, first, second);
    }
  }
}

function noted(
  { value, facts }: { readonly value: number; readonly facts: readonly FiledFact[] },
  books: Books,
): number {
  facts.forEach((fact) => books.facts.add(fact));
  books.least = Math.min(books.least, value);
  return value;
}

function inTwo(money: ReadonlySet<string>): Cause | undefined {
  return money.size > 1 ? "conflict" : undefined;
}

type Where = Pick<Books, "newest" | "subject" | "at">;

/** What a formula gives, as a number or a cause, and the books that were read for it. */
function worked(formula: Formula, where: Where): readonly [Recomputed, Books] {
  const books = { ...where, facts: new Set<FiledFact>(), money: new Set<string>(), least: Infinity };
  const found = compute(formula, books);
  return [typeof found === "string" ? found : inTwo(books.money) ?? found, books];
}

function ofFormula(
  { value, orElse, isIndustrial, above0 }: Extract<FiledRow, { readonly value: Formula }>,
  where: Where,
): Sourced | Recomputed {
  const no = isIndustrial ? notIndustrial(where.subject, where.newest) : undefined;
  if (no !== undefined) return no;
  const first = worked(value, where);
  const second = first[0] === "item" && orElse !== undefined ? worked(orElse, where) : first;
  const [found, books] = typeof second[0] === "string" ? first : second;
  if (typeof found === "string") return found;
  const isNone = !Number.isFinite(found) || above0 !== undefined && books.least <= 0;
  return isNone ? above0 ?? "item" : { value: found, facts: [...books.facts] };
}

function ofTests(
  { tests, least, count }: Extract<FiledRow, { readonly least: number }>,
  where: Where,
): Sourced | Recomputed {
  const facts = new Set<FiledFact>();
  const tally = { held: 0, made: 0 };
  let missing: Cause | undefined;
  for (const test of tests) {
    const [found, books] = worked(test, where);
    if (typeof found === "string") missing ??= found;
    else {
      tally.made += 1;
      tally.held += found;
      books.facts.forEach((fact) => facts.add(fact));
    }
  }
  return tally.made < least && missing !== undefined ? missing : { value: tally[count], facts: [...facts] };
}

function read(row: FiledRow, where: Where): Sourced | Recomputed {
  if ("value" in row) return ofFormula(row, where);
  if ("tests" in row) return ofTests(row, where);
  const { kind, known, period } = where.newest;
  if (row.day === "known") return dayNumber(known);
  return row.day === kind ? dayNumber(period.end) : "item";
}

function readerOf(row: FiledRow): FiledReader {
  return (subject, at) => {
    const newest = newestOf(subject);
    return typeof newest === "string" ? newest : read(row, { newest, subject, at });
  };
}

/** Measures of value and quality, from the same rows as the analyst's, with an arithmetic and a choice of facts of their own. */
export const FILED_READERS: FiledReaders = Object.fromEntries(
  Object.entries(FILED_ROWS).map(([metric, row]) => [metric, readerOf(row)]),
);
