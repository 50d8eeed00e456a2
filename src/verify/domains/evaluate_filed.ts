import { operate } from "./arithmetic.ts";
import { dayNumber } from "../../calendar/day.ts";
import { FILED_ROWS, type FiledRow, type Formula } from "../../data/metrics/filed_rows.ts";
import { type Cause, HAIR } from "../../data/metrics/metric.ts";
import type { FiledFact } from "../../data/records.ts";
import { isMoney, lookUp, type Newest, newestOf, notIndustrial } from "./filed.ts";
import type { FiledReader, FiledReaders, Recomputed, Sourced } from "./reader.ts";
import type { Subject } from "./subject.ts";
import { PUBLIC_FLOAT, SHARES_FALL, SHARES_WITHIN } from "../../data/metrics/value.ts";
import { soundOf } from "./soundness.ts";
import { closesUpTo } from "./market.ts";

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
  { value, orElse, isIndustrial, isAbove0 }: Extract<FiledRow, { readonly value: Formula }>,
  where: Where,
): Sourced | Recomputed {
  const no = isIndustrial ? notIndustrial(where.subject, where.newest) : undefined;
  if (no !== undefined) return no;
  const first = worked(value, where);
  const second = first[0] === "item" && orElse !== undefined ? worked(orElse, where) : first;
  const [found, books] = typeof second[0] === "string" ? first : second;
  if (typeof found === "string") return found;
  const isNone = !Number.isFinite(found) || isAbove0 && books.least <= 0;
  return isNone ? value.kind === "where" ? "loss" : "item" : { value: found, facts: [...books.facts] };
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

/** A figure of shares, with the facts of their number. */
interface Counted {
  readonly value: number;
  readonly facts: readonly FiledFact[];
}

/** What all shares cost at the close of a bar, with the facts of their number. */
function marketValue(subject: Subject, at: number, newest: Newest): Counted | Cause {
  const { series } = subject;
  if (series.basis === "total_return") return "adjusted";
  if (series.currency === "") return "unit";
  if (/^(?:20-F|6-K)/.test(newest.form)) return "currency";
  const shares = count(newest);
  if (typeof shares === "string") return shares;
  const close = closesUpTo(series, at, 1);
  if (typeof close === "string") return close;
  if (isSplitSince(shares.facts[0]?.end ?? "", subject, at)) return "split";
  const day = series.days[at] ?? NaN;
  // both are brought to the shares of the bar's day: those of the day of the view have later splits in them
  let each = 1;
  for (const { ratio } of subject.heldSplits()) each *= ratio;
  for (const split of subject.records().splits) if (dayNumber(split.day) > day) each /= split.ratio;
  const { least, most } = PUBLIC_FLOAT;
  const known = floats(subject, { at, newest, each });
  const fits = known.filter(({ all, float }) =>
    float - least * all >= -HAIR * float && float - most * all <= HAIR * float
  );
  if (known.length > 0 && fits.length === 0) return "shares";
  return { value: (close[0] ?? NaN) * shares.value * each, facts: shares.facts };
}

/** Whether a bar after a day moved like a split that nothing records. */
function isSplitSince(counted: string, { series, records }: Subject, at: number): boolean {
  const moved = soundOf(series).doubtful.filter((one) => one.doubt === "split" && one.at <= at && one.day > counted);
  return moved.some(({ day }) => records().splits.every((split) => split.day !== day));
}

/** By covers: market values that closes give, and the floats of their days, which are a part of them. */
function floats(
  { series, records }: Subject,
  { at, newest: { says }, each }: { readonly at: number; readonly newest: Newest; readonly each: number },
): readonly { readonly all: number; readonly float: number }[] {
  const onCovers = Map.groupBy(
    records().facts.filter((one) => one.tag === PUBLIC_FLOAT.tag && one.unit === series.currency && one.value > 0),
    ({ accession }) => accession,
  );
  const found = [];
  for (const { end } of says.years.slice(0, PUBLIC_FLOAT.reports)) {
    const counts = (["shares_cover", "shares_outstanding"] as const).map((id) => says.stated(id, { end }));
    const count = counts.find((one) => typeof one === "object");
    const stated = (onCovers.get(count?.facts[0]?.accession ?? "") ?? []).filter(({ share }) => share === undefined);
    const last = stated.map((one) => one.end).sort().at(-1) ?? "";
    const float = Math.max(...stated.filter((one) => one.end === last).map(({ value }) => value));
    const bar = series.days.subarray(0, at + 1).findLastIndex((one) => one <= dayNumber(last));
    if (count === undefined || !(dayNumber(last) - (series.days[bar] ?? NaN) <= PUBLIC_FLOAT.days)) continue;
    found.push({ all: count.value * each * (series.close[bar] ?? NaN), float });
  }
  return found;
}

/** Why items in some currencies cannot be set against the prices. */
function otherMoney(currencies: ReadonlySet<string>, { series: { currency } }: Subject): Cause | undefined {
  if ([...currencies].every((one) => one === currency)) return undefined;
  return currency === "" ? "unit" : "currency";
}

/** The number of shares, unless the weighted number of the period says that it cannot be. */
function count(newest: Newest): Counted | Cause {
  const cover = lookUp(newest, "shares_cover");
  const item = cover === "item" ? "shares_outstanding" : "shares_cover";
  const counted = cover === "item" ? lookUp(newest, item) : cover;
  if (typeof counted === "string") return counted;
  const past = [lookUp(newest, item, 1), lookUp(newest, "equity"), lookUp(newest, "equity", 1)];
  const [before, now, then] = past.filter((one) => typeof one === "object");
  if (before && now && then && now.unit === then.unit) {
    const isFewer = before.value / counted.value > SHARES_FALL;
    if (isFewer && !(then.value / SHARES_FALL > now.value)) return "conflict";
  }
  const weighted = newest.says.stated("shares_diluted", newest.period);
  const isFar = typeof weighted === "object" &&
    !(Math.abs(Math.log2(counted.value / weighted.value)) <= Math.log2(SHARES_WITHIN));
  return isFar ? "conflict" : counted;
}
