import type { Claim } from "../data/claim.ts";
import type { Ground } from "./knowledge.ts";
import { expectedIn, problemOf } from "./recompute.ts";
import { plainMarks } from "./restate.ts";
import { problemOfAnswer } from "./whom.ts";

/** A figure of a draft that no sentence states, and what is wrong with it. */
export interface CheckedFigure {
  readonly claim: Claim;
  /** Absent when the data give it. */
  readonly wrong?: string;
}

/** Checks claims without sentences; one that is made again counts for nothing, as a sentence that is said again. */
export function checkFigures(claims: readonly Claim[], ground: Ground): readonly CheckedFigure[] {
  const made = new Set<string>();
  const wrong = problemOfAnswer(ground);
  return claims.map((claim) => {
    if (wrong !== undefined) return { claim, wrong: `${claim.id}: ${wrong}` };
    const key = JSON.stringify([claim.metric, claim.of, claim.entities]);
    const isAgain = made.has(key);
    made.add(key);
    return isAgain ? { claim, wrong: `${claim.id} is made twice` } : checkFigure(claim, ground);
  });
}

/**
 * Holds a claim without a sentence against the verifier's own figure.
 * @param claim Untrusted.
 */
function checkFigure(claim: Claim, ground: Ground): CheckedFigure {
  const { metric, entities, of } = claim;
  const name = `${entities.join("+")}.${metric}`;
  const expected = expectedIn({ metric, about: entities, of }, ground);
  if ("problem" in expected) return { claim, wrong: `${name} (said: ${claim.value}) ${expected.problem}` };
  const problem = problemOf(claim, expected);
  if (problem !== undefined) return { claim, wrong: `${name} ${problem}` };
  if (plainMarks(claim.shown) === plainMarks(expected.shown)) return { claim };
  return { claim, wrong: `${name} is shown as "${claim.shown}" instead of "${expected.shown}"` };
}
