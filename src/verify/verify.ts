import type { Draft, Statement } from "../data/claim.ts";
import type { DatasetView } from "../data/dataset.ts";
import { type CheckedStatement, checkStatement, isClean } from "./check_statement.ts";
import { report, type VerificationReport } from "./report.ts";
import { seriesUsedBy } from "./used.ts";

/** The result of verifying a draft. */
export interface VerifiedDraft {
  readonly verification: VerificationReport;
  /** The statements with only correct figures. */
  readonly kept: Draft;
}

/**
 * Parses a finished draft, binds every figure to a claim, and recomputes every claim from the data.
 *
 * `confidence` = share bound x share recomputed x mean freshness x (1 - half the share of contradicting
 * pairs of scores); 0 when anything is dated after the day of the view, or the draft has no claims.
 * `claims_total` counts claims, and figures and names without a claim: `claims_verified` + `claims_removed`.
 * @param draft Sentences with their claims; a sentence with any error is dropped.
 * @param view The data, as of a day.
 * @returns The checks, and the statements that passed.
 */
export function verify(draft: Draft, view: DatasetView): VerifiedDraft {
  const statements = [...draft.reasoning, ...draft.drivers, ...draft.risks];
  const tickers = new Set(statements.flatMap(({ claims }) => claims).flatMap(({ entities }) => entities));
  const check = (statement: Statement) => checkStatement(statement, { view, tickers });
  const [reasoning, drivers, risks] = [draft.reasoning.map(check), draft.drivers.map(check), draft.risks.map(check)];
  return {
    verification: report([...reasoning, ...drivers, ...risks], seriesUsedBy(statements, view), view),
    kept: { reasoning: cleanOf(reasoning), drivers: cleanOf(drivers), risks: cleanOf(risks) },
  };
}

function cleanOf(checked: readonly CheckedStatement[]): readonly Statement[] {
  return checked.filter(isClean).map(({ statement }) => statement);
}
