import { dayNumber } from "../../calendar/day.ts";
import { RESULTS_OLD_AFTER_DAYS, SAME_CHANGES, SURPRISE } from "../../data/metrics/events.ts";
import { onceEach } from "../../data/once_each.ts";
import type { FiledFact, Records } from "../../data/records.ts";
import type { FiscalPeriod, NotReported, Reported, Statements } from "../../data/statements.ts";
import type { Lack } from "./reading.ts";
import { statementsOf } from "./statements.ts";
import { mean, sampleDeviation } from "./statistics.ts";

/** Earnings per share of a quarter. */
export interface QuarterEarnings extends Reported {
  readonly quarter: FiscalPeriod;
  /** Made of other facts, because no report states them: a fourth quarter of the year and three quarters. */
  readonly isComputed: boolean;
}

/** How far the newest earnings were from the company's own past. */
export interface Surprise {
  readonly value: number;
  /** Earlier changes that it is measured against. */
  readonly changes: number;
  /** Behind it, the newest first. */
  readonly earnings: readonly QuarterEarnings[];
}

/** A quarter follows another, or is the same a year later, within so many days. */
const WITHIN_DAYS = 7;
const YEAR_QUARTERS = 4;

/**
 * The surprise of the newest quarter that reports state.
 * @param day `YYYY-MM-DD`, on which it must be recent.
 */
export function surpriseAt(records: Records, day: string): Surprise | Lack {
  const found = surpriseOf(records);
  if ("lacks" in found) return found;
  const most = RESULTS_OLD_AFTER_DAYS.reported;
  const since = knownSince(found.earnings[0]?.facts ?? []);
  if (dayNumber(day) - dayNumber(since) <= most) return found;
  return { cause: "stale", lacks: `needs a quarter known within ${most} days, has one known since ${since}` };
}

/** The session from which all of some facts are known. */
export function knownSince(facts: readonly FiledFact[]): string {
  return facts.reduce((newest, one) => one.known > newest ? one.known : newest, "");
}

const surpriseOf = onceEach((records: Records): Surprise | Lack => {
  if (records.facts.length === 0) return { cause: "filings", lacks: "needs reports" };
  const { earnings, ended } = earningsInRow(statementsOf(records));
  if (earnings.length < SURPRISE.quarters) {
    const lacks = `needs the earnings per share of ${SURPRISE.quarters} quarters in a row, has ${earnings.length}`;
    return { cause: ended === "conflict" ? "conflict" : "item", lacks };
  }
  const values = earnings.map(({ value }) => value);
  const [newest = NaN, ...earlier] = values.slice(0, -YEAR_QUARTERS).map((value, at) =>
    value - (values[at + YEAR_QUARTERS] ?? NaN)
  );
  const deviation = sampleDeviation(earlier);
  if (!(deviation > SAME_CHANGES)) return { cause: "item", lacks: "needs changes of earnings that differ" };
  return { value: (newest - mean(earlier)) / deviation, changes: earlier.length, earnings };
});

/** From the newest quarter back, as long as each follows the next and its earnings are stated; and why no more. */
function earningsInRow(
  statements: Statements,
): { readonly earnings: readonly QuarterEarnings[]; readonly ended?: NotReported } {
  const earnings: QuarterEarnings[] = [];
  const most = 1 + SURPRISE.changes + YEAR_QUARTERS;
  for (const quarter of statements.quarters) {
    const later = earnings.at(-1);
    if (earnings.length === most) break;
    if (later !== undefined && quarter.end >= later.quarter.start) continue; // a quarter of another calendar
    if (later !== undefined && !follows(later.quarter, quarter)) return { earnings, ended: "item" };
    const found = earningsOf(statements, quarter);
    if (typeof found === "string") return { earnings, ended: found };
    if (later !== undefined && found.unit !== later.unit) return { earnings, ended: "item" };
    earnings.push(found);
  }
  return { earnings };
}

function follows(later: FiscalPeriod, earlier: FiscalPeriod): boolean {
  return Math.abs(dayNumber(later.start) - dayNumber(earlier.end) - 1) <= WITHIN_DAYS;
}

function earningsOf(statements: Statements, quarter: FiscalPeriod): QuarterEarnings | NotReported {
  const stated = statements.stated("eps_diluted", quarter);
  return typeof stated === "string" ? stated : { ...stated, quarter, isComputed: stated.facts.length > 1 };
}
