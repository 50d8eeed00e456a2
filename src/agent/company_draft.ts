import type { Draft } from "../data/claim.ts";
import { companyReasoning } from "./company_reasoning.ts";
import { contradictionSentences, evidenceOf, evidenceSentence, fallSentence } from "./evidence_sentences.ts";
import { historyNote, mixedBasisNote } from "./notes.ts";
import { driversAndOpposition, MAX_RISKS } from "./sides.ts";
import type { Focus, Subject } from "./subject.ts";

/** What is said about one company, before it is verified. */
export function companyDraft(subject: Subject, focus: Focus): Draft {
  const { signal } = subject.synthesis;
  const { drivers, opposition } = driversAndOpposition(evidenceOf([subject]), { signal, maxPerTicker: Infinity });
  const mark = signal === "neutral";
  const notes = [mixedBasisNote(subject), historyNote(subject)].filter((one) => one !== undefined);
  const fall = fallSentence(subject);
  const contradictions = contradictionSentences(subject);
  const room = MAX_RISKS - notes.length - (fall ? 1 : 0) - contradictions.length;
  const against = opposition.slice(0, Math.max(0, room)).map((one) => evidenceSentence(one));
  return {
    reasoning: companyReasoning(subject, focus),
    drivers: drivers.map((one) => evidenceSentence(one, { mark })),
    risks: [...(fall ? [fall] : []), ...against, ...contradictions, ...notes].slice(0, MAX_RISKS),
  };
}
