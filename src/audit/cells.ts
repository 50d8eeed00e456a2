import { nextSession } from "../calendar/exchange_days.ts";
import { type ItemId, itemIds, itemOf } from "../data/metrics/items.ts";
import { factName } from "../data/records.ts";
import type { Outcome } from "./audited.ts";
import type { FiscalPeriod, NotReported, Period, Reported, Statements, Version } from "../data/statements.ts";

/** The items that are audited. */
export const AUDITED = itemIds(
  "revenue gross_profit operating_income net_income eps_diluted operating_cash_flow assets liabilities equity shares_diluted shares_cover",
);

/** What one of the two gives for a cell. */
export interface Side {
  /** The figure, or why it is missing. */
  readonly value: number | NotReported;
  /** Its facts, as claims name them. */
  readonly facts: readonly string[];
}

/** Where analyst and verifier differ, or something is given early. */
export interface Finding {
  readonly ticker: string;
  readonly item: ItemId;
  /** Like `2016-09-25/2017-09-30`; of a balance its day. */
  readonly period: string;
  readonly version: Version;
  /** As known by this day. */
  readonly day: string;
  readonly analyst: Side;
  /** The verifier, or the report itself. */
  readonly other: Side;
}

/** A figure that is asked of both. */
export interface Cell {
  readonly item: ItemId;
  readonly period: Period;
  readonly version: Version;
}

/** Every audited item of every year and quarter that either of the two knows, in both versions. */
export function cellsOf(one: Statements, other: Statements): readonly Cell[] {
  const periods = [...one.years, ...one.quarters, ...other.years, ...other.quarters];
  const distinct = [...new Map(periods.map((period) => [nameOf(period), period])).values()];
  return AUDITED.flatMap((item) =>
    distinct.flatMap((period) =>
      (["newest", "first"] as const).map((version): Cell => ({ item, period: periodOf(item, period), version }))
    )
  );
}

/** Of a balance the last day alone. */
export function periodOf(item: ItemId, { start, end }: FiscalPeriod): Period {
  return itemOf(item).kind === "balance" ? { end } : { start, end };
}

/** Like `2016-09-25/2017-09-30`; of a balance its day. */
export function nameOf({ start, end }: Period): string {
  return start === undefined ? end : `${start}/${end}`;
}

/** What one of the two gives, as a finding shows it. */
export function sideOf(found: Reported | NotReported): Side {
  return typeof found === "string"
    ? { value: found, facts: [] }
    : { value: found.value, facts: found.facts.map(factName) };
}

/** Tolerance for what is made of the same facts in another order. */
const RELATIVE = 1e-9;

/** What came of a cell, as known by a day. */
export function outcomeOf(analyst: Reported | NotReported, other: Reported | NotReported, day: string): Outcome {
  if (
    [analyst, other].some((one) =>
      typeof one !== "string" && one.facts.some((fact) => fact.known > day || nextSession(fact.filed) > day)
    )
  ) {
    return "early";
  }
  if (typeof analyst === "string") return `abstained: ${analyst}`;
  if (typeof other === "string") return "unconfirmed";
  const isOne = Math.abs(analyst.value - other.value) <= RELATIVE * Math.abs(other.value) &&
    analyst.unit === other.unit && analyst.facts.map(factName).join() === other.facts.map(factName).join();
  return isOne ? "agreed" : "differing";
}
