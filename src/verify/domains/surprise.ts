import { daysBetween } from "../../calendar/day.ts";
import { RESULTS_OLD_AFTER_DAYS, SAME_CHANGES, SURPRISE } from "../../data/metrics/events.ts";
import type { Cause } from "../../data/metrics/metric.ts";
import { onceEach } from "../../data/once_each.ts";
import type { Records } from "../../data/records.ts";
import type { FiscalPeriod, NotReported, Reported, Statements } from "../../data/statements.ts";
import { moments } from "./arithmetic.ts";
import { statementsOf } from "./statements.ts";

/** What a quarter earned per share. */
export interface Earned {
  readonly of: FiscalPeriod;
  readonly stated: Reported;
  /** Whether a report states it by itself. */
  readonly isFiled: boolean;
}

/** The standardised unexpected earnings, and what they were computed from. */
export interface Unexpected {
  readonly sue: number;
  /** How many earlier changes. */
  readonly against: number;
  /** The newest quarter first. */
  readonly quarters: readonly Earned[];
}

const SLACK_DAYS = 7;

/**
 * The surprise of the newest quarter, or why it is missing.
 * @param today `YYYY-MM-DD`.
 */
export function unexpectedAt(records: Records, today: string): Unexpected | Cause {
  const found = unexpected(records);
  if (typeof found === "string") return found;
  return daysBetween(sinceOf(found), today) > RESULTS_OLD_AFTER_DAYS.reported ? "stale" : found;
}

/** The session from which everything behind the newest quarter's earnings is known. */
export function sinceOf({ quarters: [newest] }: Unexpected): string {
  return newest?.stated.facts.map(({ known }) => known).toSorted().at(-1) ?? "";
}

const unexpected = onceEach((records: Records): Unexpected | Cause => {
  if (records.facts.length === 0) return "filings";
  const statements = statementsOf(records);
  const quarters: Earned[] = [];
  let next: FiscalPeriod | undefined = statements.quarters[0];
  let end: NotReported | undefined;
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
});

/** The quarter that ends on the day before another begins, give or take the days of a week. */
function quarterBefore({ start }: FiscalPeriod, { quarters }: Statements): FiscalPeriod | undefined {
  const before = quarters.filter(({ end }) => end < start);
  const [nearest] = before.toSorted((one, other) => one.end < other.end ? 1 : -1);
  return nearest !== undefined && isClose(daysBetween(nearest.end, start), 1) ? nearest : undefined;
}

function isClose(days: number, wanted: number): boolean {
  return days >= wanted - SLACK_DAYS && days <= wanted + SLACK_DAYS;
}

function earned(of: FiscalPeriod, statements: Statements): Earned | NotReported {
  const stated = statements.stated("eps_diluted", of);
  return typeof stated === "string" ? stated : { of, stated, isFiled: stated.facts.length === 1 };
}
