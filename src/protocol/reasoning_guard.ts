import type { FileReference } from "./file_reference.ts";
import type { LanguageModelReport } from "./language_model.ts";
import type { AgentThesis, EvidenceCounts, ReasoningMetadata, ReasoningResult } from "./reasoning.ts";
import type { Verification, VerificationCheck, VerificationClaim, VerificationSource } from "./verification.ts";

/**
 * Whether `reasoningResultSchema` would return a parsed JSON value unchanged. A fast path for nearly all replies, at a
 * twentieth of the schema's time; a value it rejects may still be a thesis.
 */
export function isWholeReasoningResult(value: unknown): value is ReasoningResult {
  return isRecordOf<ReasoningResult>(value) && isThesis(value.agent_thesis) && isListOf(value.key_drivers, isText) &&
    isListOf(value.risks, isText) && (value.metadata === undefined || isMetadata(value.metadata));
}

/** An object whose fields are not checked yet. */
type Unread<T> = { readonly [Name in keyof T]?: unknown };

/** The schema drops a field named `__proto__`. */
function isRecordOf<T>(value: unknown): value is Unread<T> {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !Object.hasOwn(value, "__proto__");
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

/** JSON allows numbers that parse to Infinity. */
function isNumber(value: unknown): value is number {
  return Number.isFinite(value);
}

function mayBeText(value: unknown): boolean {
  return value === undefined || typeof value === "string";
}

function mayBeNumber(value: unknown): boolean {
  return value === undefined || isNumber(value);
}

function isListOf(value: unknown, isElement: (element: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(isElement);
}

function mayBeListOf(value: unknown, isElement: (element: unknown) => boolean): boolean {
  return value === undefined || isListOf(value, isElement);
}

function isThesis(value: unknown): value is AgentThesis {
  return isRecordOf<AgentThesis>(value) && isText(value.signal) && isNumber(value.confidence) &&
    isText(value.reasoning);
}

function isMetadata(value: unknown): value is ReasoningMetadata {
  return isRecordOf<ReasoningMetadata>(value) && mayBeText(value.subject) && mayBeText(value.as_of) &&
    mayBeText(value.horizon) && mayBeText(value.benchmark) && mayBeText(value.currency) && mayBeNumber(value.score) &&
    mayBeNumber(value.drawdown_probability) && mayBeText(value.engine) && mayBeText(value.calibration) &&
    mayBeText(value.response_id) && (value.evidence === undefined || isEvidence(value.evidence)) &&
    mayBeListOf(value.warnings, isText) && (value.incomplete === undefined || typeof value.incomplete === "boolean") &&
    mayBeListOf(value.files, isFile) && (value.verification === undefined || isVerification(value.verification)) &&
    (value.language_model === undefined || isLanguageModel(value.language_model));
}

function isEvidence(value: unknown): value is EvidenceCounts {
  return isRecordOf<EvidenceCounts>(value) && isNumber(value.for) && isNumber(value.against) &&
    isNumber(value.abstained) && mayBeNumber(value.coverage);
}

function isFile(value: unknown): value is FileReference {
  return isRecordOf<FileReference>(value) && isText(value.file_id) && value.file_id !== "" &&
    mayBeText(value.filename) && mayBeText(value.media_type) && mayBeNumber(value.bytes);
}

function isLanguageModel(value: unknown): value is LanguageModelReport {
  return isRecordOf<LanguageModelReport>(value) && isText(value.name) && isNumber(value.calls) &&
    isNumber(value.input_tokens) && isNumber(value.output_tokens) && isNumber(value.claims_verified) &&
    isListOf(value.answer, isText) && (value.is_estimated === undefined || typeof value.is_estimated === "boolean") &&
    mayBeListOf(value.looked_up, isText) && mayBeListOf(value.comments, isText) &&
    mayBeListOf(value.files, isFile) && mayBeListOf(value.notes, isText);
}

function isVerification(value: unknown): value is Verification {
  return isRecordOf<Verification>(value) && mayBeNumber(value.confidence) && mayBeNumber(value.claims_total) &&
    mayBeNumber(value.claims_verified) && mayBeNumber(value.claims_removed) && mayBeListOf(value.checks, isCheck) &&
    mayBeListOf(value.sources, isSource) && mayBeListOf(value.contradictions, isText) && mayBeText(value.as_of) &&
    mayBeListOf(value.stale, isText) && mayBeListOf(value.doubts, isText) && mayBeListOf(value.claims, isClaim);
}

function isClaim(value: unknown): value is VerificationClaim {
  return isRecordOf<VerificationClaim>(value) && isText(value.id) && isText(value.metric) &&
    (isText(value.value) || isNumber(value.value)) && mayBeText(value.shown) && mayBeText(value.unit) &&
    mayBeText(value.as_of) && mayBeText(value.source) && mayBeText(value.transaction_code);
}

function isCheck(value: unknown): value is VerificationCheck {
  return isRecordOf<VerificationCheck>(value) && isText(value.name) && isNumber(value.passed) &&
    isNumber(value.total) && mayBeText(value.detail);
}

function isSource(value: unknown): value is VerificationSource {
  return isRecordOf<VerificationSource>(value) && isText(value.id) && mayBeText(value.title) &&
    mayBeText(value.sha256);
}
