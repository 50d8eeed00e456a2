import type { ReasoningMetadata, ReasoningResult } from "../protocol/reasoning.ts";
import type { Verification } from "../protocol/verification.ts";
import { recordWords } from "../run/chance_record.ts";
import { evidenceWords } from "../run/evidence_words.ts";
import { chanceWords } from "../run/fall_chance.ts";
import { confidenceWords, probabilityOf, statementName } from "../run/statement.ts";
import { tensionWords } from "../run/verified_words.ts";
import { excerpt } from "../text/control.ts";

const MAX_WARNING = 500;
const MAX_NOTE = 200;
/** A score like `+0.17`. */
export function scoreWords(score: number): string {
  const digits = Math.abs(score).toFixed(2);
  return Number(digits) === 0 ? "0.00" : `${score < 0 ? "−" : "+"}${digits}`;
}

const MAX_SIGNAL = 16;

/** A signal as the service spells it, short, in words. */
export function signalWords(signal: string): string {
  return excerpt(signal, MAX_SIGNAL).replaceAll("_", " ");
}

/** A figure of a thesis, by its name. */
export interface ThesisFact {
  readonly name: string;
  readonly value: string;
  /** Whether it is a score of -1 to 1, or a chance of 0 to 1. */
  readonly kind?: "score" | "chance" | undefined;
  /** The score or the chance. */
  readonly amount?: number | undefined;
}

/** The figures of a thesis; what the service does not say is omitted. */
export function thesisFacts({ agent_thesis, metadata = {} }: ReasoningResult): ThesisFact[] {
  const { score, drawdown_probability: fall, evidence } = metadata;
  const facts: ThesisFact[] = [];
  if (fall !== undefined) {
    facts.push({ name: "drawdown risk", value: chanceWords(fall), kind: "chance", amount: fall });
  }
  if (score !== undefined) facts.push({ name: "score", value: scoreWords(score), kind: "score", amount: score });
  const probability = probabilityOf(metadata);
  const name = statementName([{ ...metadata, probability }]);
  facts.push(
    probability === undefined || name === undefined
      ? { name: "confidence", value: confidenceWords(agent_thesis.confidence) }
      : { name: excerpt(`probability of ${name.what}`, MAX_NOTE), value: confidenceWords(probability) },
  );
  if (evidence !== undefined) {
    facts.push({ name: "evidence", value: evidenceWords(evidence) });
  }
  return facts;
}

/** From which data a thesis is, for how long, how it was verified, and by which engine; empty if none is known. */
export function thesisNotes(metadata: ReasoningMetadata): string {
  const { as_of, horizon, benchmark, calibration, engine, verification } = metadata;
  return [
    as_of && `as of ${as_of}`,
    horizon && `horizon ${horizon}`,
    benchmark && `against ${benchmark}`,
    calibration,
    recordWords({ ...metadata, drawdownProbability: metadata.drawdown_probability }),
    verification && verificationNote(verification),
    engine,
  ].filter((note) => note !== undefined && note !== "").map((note) => excerpt(String(note), MAX_NOTE)).join(" · ");
}

/** What the service could not do, or other words of caution, a line each. */
export function warningLines(
  { warnings = [], incomplete }: Pick<ReasoningMetadata, "warnings" | "incomplete">,
): string[] {
  return warnings.map((warning) => `${incomplete === true ? "Missing" : "Warning"}: ${excerpt(warning, MAX_WARNING)}`);
}

/**
 * One phrase on the verification of an answer: counts, and what was found beside them. The number of a service that
 * counts nothing is shown as its confidence.
 * @returns Empty if there is nothing to say.
 */
export function verificationNote(verification: Verification): string {
  const {
    confidence,
    claims_total,
    claims_verified,
    claims_removed = 0,
    contradictions = [],
    stale = [],
    doubts = [],
  } = verification;
  const counts = claims_total !== undefined && claims_verified !== undefined;
  return [
    counts ? `${claims_verified} of ${claims_total} claims verified` : "",
    claims_removed > 0 ? `${claims_removed} removed` : "",
    tensionWords(contradictions.length),
    stale.length > 0 ? "stale data" : "",
    doubts.length > 0 ? "prices hard to believe" : "",
    !counts && confidence !== undefined ? `verification confidence ${confidenceWords(confidence)}` : "",
  ].filter((part) => part !== "").join(", ");
}
