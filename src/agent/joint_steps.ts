import type { Draft } from "../data/claim.ts";
import { dayText } from "../calendar/day.ts";
import type { DatasetView } from "../data/dataset.ts";
import type { Asked, QuestionKind } from "../data/question/asked.ts";
import { STAYING } from "./answered_draft.ts";
import type { AnswerClaims } from "./claims.ts";
import { type CompanyFindings, isPriced } from "./findings.ts";
import { type Joint, jointOf, mergedWeights } from "./joint.ts";
import { type GroupName, groupSentences, portfolioFigures, portfolioSentences } from "./joint_draft.ts";
import { rounded } from "./report.ts";
import type { Speaker } from "./say.ts";
import { type Step, toolSteps } from "./step.ts";

const DIGITS = 6;
/** Questions about the names of a group, not about the group. */
const OF_NAMES: readonly QuestionKind[] = ["rank", "compare", "yes_no", "quote"];

/**
 * Measures a portfolio in the weights of a question, or a group of companies that it asks about, as a visible step.
 * @param found The names of the answer that have prices.
 * @param options.asked The question: it gives weights, or names a group and no company.
 * @returns `undefined` where it asks about neither.
 */
export function* jointSteps(
  found: readonly CompanyFindings[],
  { asked, view }: { readonly asked: Asked; readonly view: DatasetView },
): Generator<Step, Joint | undefined, undefined> {
  const weights = mergedWeights(asked.weights);
  const isPortfolio = weights.length > 0;
  const { companies, groups } = asked.mentions;
  const isGroup = companies.length === 0 && groups.length > 0 && found.filter(isPriced).length > 1 &&
    !OF_NAMES.includes(asked.kind);
  if (!found.some(isPriced) || !isPortfolio && !isGroup) return undefined;
  const joint = jointOf(found, { weights, view });
  const request = isPortfolio ? { weights } : { tickers: found.map(({ company }) => company.ticker) };
  yield* toolSteps(isPortfolio ? "portfolio_analysis" : "group_analysis", { asked: request, answered: report(joint) });
  return joint;
}

function report({ bars, measured, leftOut, lastDay, figures }: Joint): unknown {
  return {
    bars,
    ...(lastDay !== undefined && { last: dayText(lastDay) }),
    measured: measured.length,
    ...(leftOut.size > 0 && { left_out: Object.fromEntries(leftOut) }),
    ...Object.fromEntries([...figures].map(([metric, value]) => [metric, rounded(value, DIGITS)])),
  };
}

/** A draft about names that begins with what they are together. */
export function withJoint(
  draft: Draft,
  joint: Joint,
  { speaker, claims, asked }: {
    readonly speaker: Speaker;
    readonly claims: AnswerClaims;
    readonly asked: Asked;
  },
): Draft {
  if (joint.weights.length === 0) {
    return { ...draft, reasoning: [...groupSentences(joint, speaker, calledIn(asked)), ...draft.reasoning] };
  }
  const said = portfolioSentences(joint, speaker);
  return {
    ...draft,
    weights: joint.weights,
    figures: portfolioFigures(joint, claims, said),
    reasoning: [...said, ...draft.reasoning.filter(({ saying }) => STAYING.includes(saying.phrase))],
  };
}

function calledIn({ mentions: { groups: [only, ...others], excluded } }: Asked): GroupName {
  const isOne = only !== undefined && others.length === 0 && excluded.length === 0;
  return !isOne || only.kind === "all" ? "names" : only.kind;
}
