import { daysBetween } from "../../data/day.ts";
import { RESULTS_OLD_AFTER_DAYS, SAME_CHANGES, SAME_EARNINGS, SURPRISE } from "../../data/metrics/events.ts";
import type { Cause } from "../../data/metrics/metric.ts";
import type { Records } from "../../data/records.ts";
import type { FiscalPeriod, Stated, Statements, Unstated } from "../../data/statements.ts";
import { moments, sum } from "./arithmetic.ts";
import { statementsOf } from "./statements.ts";

/** What a quarter earned per share. */
export interface Earned {
  readonly of: FiscalPeriod;
  readonly stated: Stated;
  /** Whether a report states it by itself. */
  readonly isFiled: boolean;
}

/** The standardised unexpected earnings, and what they were reckoned from. */
export interface Unexpected {
  readonly sue: number;
  /** How many earlier changes. */
  readonly against: number;
  /** The newest quarter first. */
  readonly quarters: readonly Earned[];
}

const SLACK_DAYS = 7;

const reckonedOnce = new WeakMap<Records, Unexpected | Cause>();

/**
 * The surprise of the newest quarter, or why there is none.
 * @param today `YYYY-MM-DD`.
 */
export function unexpectedAt(records: Records, today: string): Unexpected | Cause {
  const found = reckonedOnce.get(records) ?? unexpected(records);
  reckonedOnce.set(records, found);
  if (typeof found === "string") return found;
  return daysBetween(sinceOf(found), today) > RESULTS_OLD_AFTER_DAYS.reported ? "stale" : found;
}

/** The session from which everything behind the newest quarter's earnings is known. */
export function sinceOf({ quarters: [newest] }: Unexpected): string {
  return newest?.stated.facts.map(({ known }) => known).toSorted().at(-1) ?? "";
}

function unexpected(records: Records): Unexpected | Cause {
  if (records.facts.length === 0) return "filings";
  const statements = statementsOf(records);
  const quarters: Earned[] = [];
  let next: FiscalPeriod | undefined = statements.quarters[0];
  let end: Unstated | undefined;
  while (next !== undefined && quarters.length < SURPRISE.changes + 5) {
    const stated = earned(next, statements);
    if (typeof stated === "string") end = stated;
    if (typeof stated === "string" || quarters.some((one) => one.stated.unit !== stated.stated.unit)) break;
    quarters.push(stated);
    next = quarterBefore(next, statements);
  }
  if (quarters.length < SURPRISE.quarters) return end === "conflict" ? "conflict" : "item";
  const changes = quarters.flatMap(({ stated: { value } }, at) => {
    const before = quarters[at + 4];
    return before === undefined ? [] : [value - before.stated.value];
  });
  const { count, mean, squares } = moments(changes.slice(1));
  const deviation = Math.sqrt(squares / (count - 1));
  if (deviation <= SAME_CHANGES) return "item";
  return { sue: ((changes[0] ?? NaN) - mean) / deviation, against: count, quarters };
}

/** The quarter that ends on the day before another begins, give or take the days of a week. */
function quarterBefore({ start }: FiscalPeriod, { quarters }: Statements): FiscalPeriod | undefined {
  const before = quarters.filter(({ end }) => end < start);
  const [nearest] = before.toSorted((one, other) => one.end < other.end ? 1 : -1);
  return nearest !== undefined && isClose(daysBetween(nearest.end, start), 1) ? nearest : undefined;
}

function isClose(days: number, wanted: number): boolean {
  return days >= wanted - SLACK_DAYS && days <= wanted + SLACK_DAYS;
}

function earned(of: FiscalPeriod, statements: Statements): Earned | Unstated {
  const filed = statements.stated("eps_diluted", of);
  if (typeof filed === "object") return { of, stated: filed, isFiled: true };
  if (filed !== "item") return filed;
  const rest = restOfYear(of, statements);
  return typeof rest === "string" ? rest : { of, stated: rest, isFiled: false };
}

/** A fourth quarter from sums: what the year earned and its shares, less those of the three quarters before. */
function restOfYear(fourth: FiscalPeriod, statements: Statements): Stated | Unstated {
  const third = quarterBefore(fourth, statements);
  const second = third && quarterBefore(third, statements);
  const first = second && quarterBefore(second, statements);
  const year = statements.years.find((one) => one.end === fourth.end);
  if (!year || !first || !second || !third || !isClose(daysBetween(year.start, first.start), 0)) return "item";
  const ofEach = (item: string) => [year, first, second, third].map((period) => statements.stated(item, period));
  const all = [...ofEach("net_income"), ...ofEach("shares_diluted"), statements.stated("eps_diluted", year)];
  const missing = all.find((one) => typeof one === "string");
  if (missing !== undefined) return missing;
  const found = all.flatMap((one) => typeof one === "string" ? [] : [one]);
  const values = found.map(({ value }) => value);
  const [income = NaN, ...incomes] = values.slice(0, 4);
  const [shares = NaN, ...counts] = values.slice(4, 8);
  const perShare = values[8] ?? NaN;
  const count = 4 * shares - sum(counts);
  const isAgreed = Math.abs(perShare - income / shares) <=
    Math.max(SAME_EARNINGS.share * Math.abs(perShare), SAME_EARNINGS.cents);
  if (!(count > 0) || !isAgreed) return "item";
  const facts = found.slice(0, 8).flatMap((one) => one.facts);
  return { value: (income - sum(incomes)) / count, unit: found[8]?.unit ?? "", facts };
}
