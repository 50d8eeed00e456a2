import type { Draft, Statement } from "../data/claim.ts";
import type { DatasetView } from "../data/dataset.ts";
import { type CheckedStatement, checkStatement, isClean } from "./check_statement.ts";
import { report, type VerificationReport } from "./report.ts";
import { seriesUsedBy } from "./used.ts";

/** What a draft came to after verification. */
export interface VerifiedDraft {
  readonly verification: VerificationReport;
  /** The statements whose every figure was found right. */
  readonly kept: Draft;
}

/**
 * Re-reads a finished draft, binds every figure to a claim and computes every claim again from the data.
 *
 * `confidence` = share bound x share computed again x mean freshness x (1 - half the share of contradicting
 * pairs of scores); 0 when anything lies after the day of the view, and 0 for a draft without claims, where
 * nothing was verified. `claims_total` counts claims, and the figures and names that no claim answers for:
 * it is `claims_verified` + `claims_removed`.
 * @param draft Sentences with their claims; a sentence with anything wrong in it is dropped whole.
 * @param view The data, as of a day.
 * @returns What was checked, and what is left of the draft.
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
