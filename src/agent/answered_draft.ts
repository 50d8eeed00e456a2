import type { Draft, Statement } from "../data/claim.ts";
import type { Answering } from "./answering.ts";
import { answerSentences } from "./answers.ts";

/** Most drivers and most risks behind an answer to a question that wants no view. */
const MAX_BEHIND = 2;

/** Sentences that stay behind an answer: the result rests on them, or they say what is left out of it. */
const STAYING: readonly string[] = [
  "company.thesis",
  "company.no_view",
  "set.thesis",
  "set.thesis_alone",
  "set.no_view",
  "set.no_view_many",
  "set.left_out",
  "set.left_out_rest",
  "set.unlike",
];

/**
 * Puts the sentences that answer the question first, and keeps of the common text what belongs to the question: all of
 * it where a view is wanted or companies are compared by nothing in particular, nothing of it where the data hold
 * nothing of what is asked, else the thesis, doubts about the bars, and the first drivers and risks.
 */
export function answeredDraft(draft: Draft, answering: Answering): Draft {
  const isDoubt = ({ saying: { phrase } }: Statement) => phrase.startsWith("bars.");
  const staying = draft.reasoning.filter(({ saying }) => STAYING.includes(saying.phrase));
  if (answering.asked.isOnlyUnmet) {
    return { ...draft, reasoning: [], drivers: [], risks: draft.risks.filter(isDoubt) };
  }
  const first = answerSentences(answering);
  if (first.length === 0 && answering.asked.kind !== "yes_no") return draft;
  const { kind, measures, times } = answering.asked;
  const isFiled = (answering.filed ?? []).length > 0;
  if (kind === "view" || kind === "compare" && measures.length + times.length === 0 && !isFiled) {
    return { ...draft, reasoning: [...first, ...draft.reasoning] };
  }
  const others = draft.risks.filter((one) => !isDoubt(one));
  return {
    ...draft,
    reasoning: [...first, ...staying],
    drivers: draft.drivers.slice(0, MAX_BEHIND),
    risks: [...draft.risks.filter(isDoubt), ...others.slice(0, MAX_BEHIND)],
  };
}
