import type { Draft, Statement } from "../data/claim.ts";
import type { Asked, QuestionKind } from "../data/question/asked.ts";
import { wantsView } from "../data/question/read_kind.ts";
import type { Answering } from "./answering.ts";
import { fold } from "../terms/fold.ts";
import { answerSentences } from "./answers.ts";
import { jumpsLeftOut } from "./set_draft.ts";

/** Most drivers and most risks behind an answer to a question that wants no view. */
const MAX_BEHIND = 2;

/** What wants a view, whatever it measures by. */
const OF_VIEWS: readonly QuestionKind[] = ["view", "risk", "turn"];
/** What wants one where it measures by nothing: which is better, is it a buy? */
const OPEN: readonly QuestionKind[] = ["compare", "rank", "yes_no"];

/** Whether a view of several companies is wanted, and not their risk or how they compare. */
export function isOfView({ kind, measures, isView, text }: Asked): boolean {
  return isView === true || kind === "view" || measures.some(({ metric }) => metric === "score") ||
    wantsView(fold(text));
}

/** Whether a question ends with its answer: it asks for a fact, and for no view behind it. */
export function isFactual({ kind, measures, times, facts, texts, own, weights, isView }: Asked): boolean {
  const isScored = measures.some(({ metric }) => metric === "score"); // which is better, the best
  if (isView === true || OF_VIEWS.includes(kind) || weights.length > 0 || isScored) return false;
  const isNamed = measures.length + times.length + facts.length > 0 || texts !== undefined || own !== undefined;
  return isNamed || !OPEN.includes(kind);
}

/** Sentences that stay behind an answer: the result rests on them, or they say what is left out of it. */
export const STAYING: readonly string[] =
  ("company.view company.thesis company.no_view set.thesis set.thesis_alone set.no_view set.no_view_many " +
    "set.left_out set.left_out_rest set.spikes set.unlike trend.turn events.turn_down events.turn_up").split(" ");

/**
 * Puts the sentences that answer the question first, and keeps of the common text what belongs to the question: all of
 * it where a view is wanted or companies are compared by nothing in particular, nothing of it where the data hold
 * nothing of what is asked, of a fact the doubts about the bars, else also the thesis, what would turn it, and the first drivers and risks.
 */
export function answeredDraft(draft: Draft, answering: Answering): Draft {
  const isDoubt = ({ saying: { phrase } }: Statement) => phrase.startsWith("bars.");
  const staying = draft.reasoning.filter(({ saying }) => STAYING.includes(saying.phrase));
  if (answering.asked.isUnsupported) {
    return { ...draft, reasoning: [], folded: [], drivers: [], risks: draft.risks.filter(isDoubt) };
  }
  const first = answerSentences(answering);
  const { kind, measures, times } = answering.asked;
  if (first.length === 0 && (kind !== "yes_no" || measures.length + times.length === 0)) return draft;
  const isFiled = (answering.filed ?? []).length > 0;
  if (kind === "view" || kind === "compare" && measures.length + times.length === 0 && !isFiled) {
    return { ...draft, reasoning: [...first, ...draft.reasoning] };
  }
  const doubts = draft.risks.filter(isDoubt);
  const isOfPrices = measures.length + times.length > 0;
  if (answering.isFactual) {
    const shown = first.flatMap(({ saying: { phrase, about } }) => isOfPrices && phrase === "row.company" ? about : []);
    const jumps = jumpsLeftOut(shown, draft.companies, answering.speaker);
    return { ...draft, reasoning: [...first, ...jumps], folded: [], drivers: [], risks: isOfPrices ? doubts : [] };
  }
  const others = draft.risks.filter((one) => !isDoubt(one));
  return {
    ...draft,
    reasoning: [...first, ...staying.filter(({ text }) => !first.some((one) => one.text === text))],
    folded: [],
    drivers: draft.drivers.slice(0, MAX_BEHIND),
    risks: [...doubts, ...others.slice(0, MAX_BEHIND)],
  };
}
