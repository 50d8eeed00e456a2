import { valueAt } from "../protocol/json_pointer.ts";
import type { EvidenceCounts } from "../protocol/reasoning.ts";
import type { VerificationClaim } from "../protocol/verification.ts";
import type { CsvValue } from "../text/csv_write.ts";
import { errorOf, hasThesis, type OutcomeStatus, type SavedFile, type ThesisOutcome } from "./outcome.ts";
import type { RankedRow } from "./ranked_row.ts";
import { selectedCells, type SelectedField } from "./select.ts";

const REQUESTED_AS_OF = ["metadata", "as_of"];
const NONE: readonly never[] = [];

/** A row of a run as people read it: plain values, without what was sent and came over the wire. */
export interface ThesisRow {
  /** Number of the row, from 1. */
  readonly row: number;
  /** The ticker as the list has it; empty when it has none. */
  readonly ticker: string;
  /** Name of the company, where the list has one. */
  readonly company?: string | undefined;
  /** The row's cells as they came, in the order of the header. */
  readonly cells: readonly string[];
  /** What became of it. */
  readonly status: OutcomeStatus;
  /** Direction, as it came; absent without a thesis. */
  readonly signal?: string | undefined;
  /** Confidence, as it came; ours is 0 to 1. */
  readonly confidence?: number | undefined;
  /** Free-text explanation. */
  readonly reasoning?: string | undefined;
  /** Factors supporting the thesis; empty without any. */
  readonly drivers: readonly string[];
  /** Risks to the thesis; empty without any. */
  readonly risks: readonly string[];
  /** Where the evidence points, -1 to 1. */
  readonly score?: number | undefined;
  /** 1 is the highest score; equal scores share a rank. */
  readonly rank?: number | undefined;
  /** Chance of a fall of 15 % or more within the horizon, 0 to 1. */
  readonly drawdownProbability?: number | undefined;
  /** How much evidence stands behind it. */
  readonly evidence?: EvidenceCounts | undefined;
  /** Date of the newest data used, `YYYY-MM-DD`. */
  readonly asOf?: string | undefined;
  /** The day that was asked for, `YYYY-MM-DD`. */
  readonly requestedAsOf?: string | undefined;
  /** The span the statement is about, like `63d`. */
  readonly horizon?: string | undefined;
  /** Ticker the excess return is measured against. */
  readonly benchmark?: string | undefined;
  /** ISO 4217 code of the prices. */
  readonly currency?: string | undefined;
  /** Ticker or tickers that the answer is about. */
  readonly subject?: string | undefined;
  /** Name and version of what researched it. */
  readonly engine?: string | undefined;
  /** `uncalibrated`, or the name of the calibration card. */
  readonly calibration?: string | undefined;
  /** Confidence of the verification, as it came; ours is 0 to 1. */
  readonly verificationConfidence?: number | undefined;
  /** Figures that the service checked. */
  readonly claimsTotal?: number | undefined;
  /** Figures that it found right. */
  readonly claimsVerified?: number | undefined;
  /** The figures that it found right, one by one; empty where it does not tell. */
  readonly claims: readonly VerificationClaim[];
  /** What a reader should know before trusting the thesis. */
  readonly warnings: readonly string[];
  /** Files of the answer, on disk. */
  readonly files: readonly SavedFile[];
  /** The selected further columns. */
  readonly selected: readonly CsvValue[];
  /** How often it was sent, or may have been. */
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
 * Reads a row as people do.
 * @param ranked What became of it, and where it stands among the others.
 * @param select Further columns of the run.
 * @returns Plain values.
 */
export function toThesisRow(ranked: RankedRow, select: readonly SelectedField[] = []): ThesisRow {
  const { outcome, rank, warnings } = ranked;
  const { row, ticker, company, cells } = outcome.input;
  const error = errorOf(outcome);
  const asked = outcome.status === "invalid" ? undefined : outcome.asked;
  const day = asked === undefined ? undefined : valueAt(asked.request, REQUESTED_AS_OF);
  return {
    ...{ row, ticker, company, cells, status: outcome.status, rank, warnings },
    ...hasThesis(outcome) ? answerOf(outcome) : { drivers: NONE, risks: NONE, claims: NONE, files: NONE },
    requestedAsOf: typeof day === "string" ? day : undefined,
    selected: select.length === 0 ? NONE : selectedCells(select, outcome),
    attempts: asked?.attempts ?? 0,
    askedAt: asked?.startedAt,
    seconds: asked?.seconds,
    errorCode: error?.code,
    error: error?.message,
  };
}

function answerOf({ result, files }: ThesisOutcome) {
  const { agent_thesis, key_drivers, risks, metadata = {} } = result;
  const { verification = {} } = metadata;
  return {
    ...{ signal: agent_thesis.signal, confidence: agent_thesis.confidence, reasoning: agent_thesis.reasoning },
    ...{ drivers: key_drivers, risks, files },
    score: metadata.score,
    drawdownProbability: metadata.drawdown_probability,
    evidence: metadata.evidence,
    asOf: metadata.as_of,
    horizon: metadata.horizon,
    benchmark: metadata.benchmark,
    currency: metadata.currency,
    subject: metadata.subject,
    engine: metadata.engine,
    calibration: metadata.calibration,
    verificationConfidence: verification.confidence,
    claimsTotal: verification.claims_total,
    claimsVerified: verification.claims_verified,
    claims: verification.claims ?? NONE,
  };
}
