import type { Draft, Statement } from "../data/claim.ts";
import { basisNote, companyReasoning } from "./company_reasoning.ts";
import {
  contradictionSentences,
  evidenceOf,
  evidenceSentence,
  fallSentence,
  unledSentence,
} from "./evidence_sentences.ts";
import { driversAndOpposition, MAX_RISKS } from "./drivers_and_opposition.ts";
import type { Focus, Subject } from "./subject.ts";
import { shortHistory } from "./abstention.ts";
import { MONTHLY_RETURNS } from "./domains/risk.ts";
import { say } from "./say.ts";

/** The draft about one company, before verification. */
export function companyDraft(subject: Subject, focus: Focus): Draft {
  const { synthesis, findings: { company: { ticker } } } = subject;
  const { drivers, opposition, isLed } = driversAndOpposition(evidenceOf([subject]), {
    synthesis,
    maxPerTicker: Infinity,
  });
  const mark = synthesis.signal === "neutral";
  const notes = [mixedBasisNote(subject), historyNote(subject)].filter((one) => one !== undefined);
  const fall = fallSentence(subject);
  const contradictions = contradictionSentences(subject);
  const room = MAX_RISKS - notes.length - (fall ? 1 : 0) - contradictions.length;
  const against = opposition.slice(0, Math.max(0, room)).map((one) => evidenceSentence(one));
  return {
    reasoning: companyReasoning(subject, focus),
    drivers: [
      ...isLed ? [] : [unledSentence(synthesis.score ?? 0, ticker)],
      ...drivers.map((one) => evidenceSentence(one, { mark })),
    ],
    risks: [...(fall ? [fall] : []), ...against, ...contradictions, ...notes].slice(0, MAX_RISKS),
  };
}

/** States that an excess return mixes two bases, if it does. */
function mixedBasisNote({ findings, claims, words }: Subject): Statement | undefined {
  const excess = claims.value("excess_12m");
  if (!findings.pair.mixed || excess === undefined || words.market === undefined) return undefined;
  const { ticker } = findings.company;
  const { basis } = findings.pair.series;
  const state = basis === "total_return" ? "overstated" : "understated";
  return say`${ticker}'s excess of ${excess} over ${words.market} is ${state}: ${basisNote(basis)}.`;
}

/** States what a short history prevents or weakens. */
export function historyNote({ findings, claims }: Subject): Statement | undefined {
  const missing = shortHistory(findings);
  const { frequency, bars } = findings.pair.series;
  const isThin = frequency === "monthly" && bars.length <= MONTHLY_RETURNS && claims.value("volatility") !== undefined;
  if (missing === undefined && !isThin) return undefined;
  const { ticker } = findings.company;
  const gaps = missing === undefined ? [] : [`is too short for ${missing}`];
  const thin = isThin ? ["makes its risk figures rest on less than the usual span"] : [];
  return say`${ticker}'s history up to ${claims.asOf()} ${[...gaps, ...thin].join(" and ")}.`;
}
