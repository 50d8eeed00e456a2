import type { Statement } from "../data/claim.ts";
import { type AsOfResult, laterThan } from "./as_of.ts";
import { bind, type Binding } from "./bind.ts";
import { nameFinder } from "./names.ts";
import type { Subjects } from "./naming.ts";
import { recompute } from "./recompute.ts";
import { takeApart } from "./sentence.ts";

/** The result of checking one sentence. */
export interface CheckedStatement {
  readonly statement: Statement;
  readonly binding: Binding;
  /** One line for each wrong claim. */
  readonly wrong: readonly string[];
  readonly asOf: AsOfResult;
}

/**
 * Parses one sentence and recomputes its claims.
 * @param statement The sentence and its claims.
 * @param subjects The data, and the companies of the answer.
 */
export function checkStatement(statement: Statement, subjects: Subjects): CheckedStatement {
  const { view } = subjects;
  const wrong = statement.claims.flatMap((claim) => {
    const problem = recompute(claim, view);
    return problem === undefined ? [] : [`${claim.id} ${problem}`];
  });
  return {
    statement,
    binding: bind(takeApart(statement, nameFinder(view)), subjects),
    wrong,
    asOf: laterThan(statement, view.asOf),
  };
}

/** Whether every check of the sentence passed. */
export function isClean({ binding, wrong, asOf }: CheckedStatement): boolean {
  return binding.unbound.length === 0 && binding.unshown.length === 0 && wrong.length === 0 &&
    asOf.violations.length === 0;
}
