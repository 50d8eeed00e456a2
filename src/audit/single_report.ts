import { type FiledFact, NO_RECORDS, type StockSplit } from "../data/records.ts";
import type { FiscalPeriod, Statements } from "../data/statements.ts";
import { statementsOf } from "../verify/domains/statements.ts";

/** One report by itself, as the verifier reads it. */
export interface SingleReport {
  readonly statements: Statements;
  /** The year or quarter that it is about. */
  readonly period: FiscalPeriod;
}

/** A report by itself; `undefined` where it states no year and no quarter. */
export function singleReport(
  facts: readonly FiledFact[],
  splits: readonly StockSplit[] = [],
): SingleReport | undefined {
  const statements = statementsOf({ ...NO_RECORDS, facts, splits });
  const [period] = [...statements.years.slice(0, 1), ...statements.quarters.slice(0, 1)]
    .toSorted((one, other) => one.end < other.end ? 1 : -1);
  return period && { statements, period };
}
