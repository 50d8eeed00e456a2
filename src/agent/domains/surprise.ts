import { dayNumber } from "../../data/day.ts";
import { RESULTS_OLD_AFTER_DAYS, SAME_CHANGES, SAME_EARNINGS, SURPRISE } from "../../data/metrics/events.ts";
import type { FiledFact, Records } from "../../data/records.ts";
import type { FiscalPeriod, Stated, Statements, Unstated } from "../../data/statements.ts";
import type { Lack } from "./reading.ts";
import { statementsOf } from "./statements.ts";
import { mean, sampleDeviation } from "./statistics.ts";

/** Earnings per share of a quarter. */
export interface QuarterEarnings extends Stated {
  readonly quarter: FiscalPeriod;
  /** Reckoned from the year less three quarters, because no report states them. */
  readonly isReckoned: boolean;
}

/** How far the newest earnings were from the company's own past. */
export interface Surprise {
  readonly value: number;
  /** Earlier changes that it is reckoned against. */
  readonly changes: number;
  /** Behind it, the newest first. */
  readonly earnings: readonly QuarterEarnings[];
}

/** A quarter follows another, or is the same a year later, within so many days. */
const WITHIN_DAYS = 7;
const YEAR_QUARTERS = 4;

const known = new WeakMap<Records, Surprise | Lack>();

/**
 * The surprise of the newest quarter that reports state.
 * @param day `YYYY-MM-DD`, on which it must be recent.
 */
export function surpriseAt(records: Records, day: string): Surprise | Lack {
  const found = known.get(records) ?? surpriseOf(records);
  known.set(records, found);
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

function surpriseOf(records: Records): Surprise | Lack {
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
}

/** From the newest quarter back, as long as each follows the next and its earnings are stated; and why no more. */
function earningsInRow(
  statements: Statements,
): { readonly earnings: readonly QuarterEarnings[]; readonly ended?: Unstated } {
  const earnings: QuarterEarnings[] = [];
  const most = 1 + SURPRISE.changes + YEAR_QUARTERS;
  for (const [at, quarter] of statements.quarters.entries()) {
    const later = earnings.at(-1);
    if (earnings.length === most) break;
    if (later !== undefined && quarter.end >= later.quarter.start) continue; // a quarter of another calendar
    if (later !== undefined && !follows(later.quarter, quarter)) return { earnings, ended: "item" };
    const found = earningsOf(statements, quarter, at);
    if (typeof found === "string") return { earnings, ended: found };
    if (later !== undefined && found.unit !== later.unit) return { earnings, ended: "item" };
    earnings.push(found);
  }
  return { earnings };
}

function follows(later: FiscalPeriod, earlier: FiscalPeriod): boolean {
  return Math.abs(dayNumber(later.start) - dayNumber(earlier.end) - 1) <= WITHIN_DAYS;
}

function earningsOf(statements: Statements, quarter: FiscalPeriod, at: number): QuarterEarnings | Unstated {
  const stated = statements.stated("eps_diluted", quarter);
  if (typeof stated !== "string") return { ...stated, quarter, isReckoned: false };
  return stated === "item" ? reckoned(statements, quarter, at) : stated;
}

/** A fourth quarter: what is left of the year's income and of its weighted shares. */
function reckoned(statements: Statements, quarter: FiscalPeriod, at: number): QuarterEarnings | Unstated {
  const year = statements.years.find(({ end }) => end === quarter.end);
  const before = statements.quarters.slice(at + 1).filter(({ end }) => end < quarter.start).slice(0, YEAR_QUARTERS - 1);
  if (year === undefined || before.length < YEAR_QUARTERS - 1) return "item";
  const [third, second, first] = before;
  const isWhole = third && second && first && follows(quarter, third) && follows(third, second) &&
    follows(second, first) && Math.abs(dayNumber(first.start) - dayNumber(year.start)) <= WITHIN_DAYS;
  if (!isWhole) return "item";
  const periods = [year, first, second, third];
  const income = periods.map((one) => statements.stated("net_income", one));
  const shares = periods.map((one) => statements.stated("shares_diluted", one));
  const whole = statements.stated("eps_diluted", year);
  const all = [...income, ...shares, whole];
  const lack = all.find((one) => typeof one === "string");
  if (lack !== undefined) return lack;
  if (typeof whole === "string") return whole;
  const valueOf = (one: Stated | Unstated | undefined) => typeof one === "object" ? one.value : NaN;
  const left = (parts: readonly (Stated | Unstated)[], times: number) =>
    parts.slice(1).reduce((rest, one) => rest - valueOf(one), times * valueOf(parts[0]));
  const value = left(income, 1) / left(shares, YEAR_QUARTERS);
  const ofYear = valueOf(income[0]) / valueOf(shares[0]);
  const near = Math.max(SAME_EARNINGS.cents, SAME_EARNINGS.share * Math.abs(whole.value));
  if (!Number.isFinite(value) || !(left(shares, YEAR_QUARTERS) > 0)) return "item";
  if (Math.abs(ofYear - whole.value) > near) return "item";
  const facts = [...income, ...shares].flatMap((one) => typeof one === "object" ? one.facts : []);
  return { value, unit: whole.unit, facts, quarter, isReckoned: true };
}
