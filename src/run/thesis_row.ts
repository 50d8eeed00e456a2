import type { LanguageModelReport } from "../protocol/language_model.ts";
import { valueAt } from "../protocol/json_pointer.ts";
import type { ReasoningMetadata, ReasoningResult, RequestBody } from "../protocol/reasoning.ts";
import type { VerificationClaim } from "../protocol/verification.ts";
import type { CsvValue } from "../text/csv_write.ts";
import { errorOf, hasThesis, type OutcomeStatus, type SavedFile } from "./outcome.ts";
import type { RankedRow } from "./ranked_row.ts";
import type { ThesisCheck } from "./thesis_check.ts";
import { probabilityOf } from "./statement.ts";
import { selectedCells, type SelectedField } from "./select.ts";

const REQUESTED_AS_OF = ["metadata", "as_of"];
const NONE: readonly never[] = [];

/** A row of a run as people read it: plain values, without request and reply. */
export interface ThesisRow extends
  Pick<
    ReasoningMetadata,
    | "horizon"
    | "benchmark"
    | "currency"
    | "subject"
    | "engine"
    | "calibration"
    | "events"
    | "evidence"
    | "falsifiers"
    | "score"
    | "sections"
    | "frequency"
  > {
  /** Number of the row, from 1. */
  readonly row: number;
  /** The ticker; empty when the row has none. */
  readonly ticker: string;
  /** Name of the company, when the list has one. */
  readonly company?: string | undefined;
  /** The row's cells as read, in the order of the header. */
  readonly cells: readonly string[];
  /** Its status. */
  readonly status: OutcomeStatus;
  /** What was asked, filled in; the body as JSON when it is not ours. Absent when nothing was to be sent. */
  readonly question?: string | undefined;
  /** Direction, as received; absent without a thesis. */
  readonly signal?: string | undefined;
  /** Confidence, as received; ours is 0 to 1. */
  readonly confidence?: number | undefined;
  /** Probability of the statement: of beating the benchmark or, without one, of a positive return, 0 to 1. */
  readonly probability?: number | undefined;
  /** Free-text explanation; Markdown where it has sections. */
  readonly reasoning?: string | undefined;
  /** What drives the thesis; the first is the reason shown beside the name. */
  readonly drivers: readonly string[];
  /** Risks to the thesis. */
  readonly risks: readonly string[];
  /** What moves the score most in its direction, in a few words; absent where the service does not say. */
  readonly reason?: string | undefined;
  /** 1 is the highest score of the rows with the same bars; equal scores share a rank. Absent for one without others. */
  readonly rank?: number | undefined;
  /** Chance of a fall of 15% or more within the horizon, 0 to 1. */
  readonly drawdownProbability?: number | undefined;
  /** Date of the newest data used, `YYYY-MM-DD`. */
  readonly asOf?: string | undefined;
  /** The requested as-of day, `YYYY-MM-DD`. */
  readonly requestedAsOf?: string | undefined;
  /** Confidence of the verification, as received; ours is 0 to 1. */
  readonly verificationConfidence?: number | undefined;
  /** Figures that the service checked. */
  readonly claimsTotal?: number | undefined;
  /** Figures that were correct. */
  readonly claimsVerified?: number | undefined;
  /** How often its evidence clearly points in opposite directions; absent when the service does not say. */
  readonly tensions?: number | undefined;
  /** The correct figures; empty when the service does not list them. */
  readonly claims: readonly VerificationClaim[];
  /** What a language model added; absent where none was asked. Its comments are not verified. */
  readonly languageModel?: LanguageModelReport | undefined;
  /** What became of the check of its text; absent in a run that checks nothing. */
  readonly check?: ThesisCheck | undefined;
  /** Reasons for caution, as short sentences. */
  readonly warnings: readonly string[];
  /** Files of the answer, on disk. */
  readonly files: readonly SavedFile[];
  /** The selected columns. */
  readonly selected: readonly CsvValue[];
  /** Number of attempts that were or may have been sent. */
  readonly attempts: number;
  /** When it was sent last, ISO 8601. */
  readonly askedAt?: string | undefined;
  /** Seconds from the send to the answer. */
  readonly seconds?: number | undefined;
  /** Why the row is not done: a short code. */
  readonly errorCode?: string | undefined;
  /** Why the row is not done, for people. */
  readonly error?: string | undefined;
}

/**
 * Flattens a row to plain values.
 * @param ranked The row.
 * @param select Selected columns of the run.
 * @returns Plain values.
 */
export function toThesisRow(ranked: RankedRow, select: readonly SelectedField[] = []): ThesisRow {
  const { outcome, rank, warnings } = ranked;
  const { row, ticker, company, cells } = outcome.input;
  const error = errorOf(outcome);
  const asked = outcome.status === "invalid" ? undefined : outcome.asked;
  const day = asked === undefined ? undefined : valueAt(asked.request, REQUESTED_AS_OF);
  return {
    row,
    ticker,
    company,
    cells,
    status: outcome.status,
    rank,
    warnings,
    ...hasThesis(outcome)
      ? { ...resultFields(outcome.result), files: outcome.files, ...outcome.check && { check: outcome.check } }
      : { drivers: NONE, risks: NONE, claims: NONE, files: NONE },
    question: asked && questionOf(asked.request),
    requestedAsOf: typeof day === "string" ? day : undefined,
    selected: select.length === 0 ? NONE : selectedCells(select, outcome),
    attempts: asked?.attempts ?? 0,
    askedAt: asked?.startedAt,
    seconds: asked?.seconds,
    errorCode: error?.code,
    error: error?.message,
  };
}

function questionOf(request: RequestBody): string {
  return typeof request.input === "string" ? request.input : JSON.stringify(request);
}

/** What a thesis says, as plain values. */
export function resultFields({ agent_thesis, key_drivers, risks, metadata = {} }: ReasoningResult) {
  const { verification = {} } = metadata;
  return {
    signal: agent_thesis.signal,
    confidence: agent_thesis.confidence,
    reasoning: agent_thesis.reasoning,
    sections: metadata.sections,
    drivers: key_drivers,
    risks,
    probability: probabilityOf(metadata),
    score: metadata.score,
    reason: metadata.reason?.text,
    drawdownProbability: metadata.drawdown_probability,
    evidence: metadata.evidence,
    asOf: metadata.as_of,
    horizon: metadata.horizon,
    benchmark: metadata.benchmark,
    currency: metadata.currency,
    frequency: metadata.frequency,
    subject: metadata.subject,
    engine: metadata.engine,
    calibration: metadata.calibration,
    verificationConfidence: verification.confidence,
    claimsTotal: verification.claims_total,
    claimsVerified: verification.claims_verified,
    tensions: verification.contradictions?.length,
    claims: verification.claims ?? NONE,
    events: metadata.events,
    falsifiers: metadata.falsifiers,
    ...metadata.language_model && { languageModel: metadata.language_model },
  };
}
