import type { ReasoningMetadata } from "../protocol/reasoning.ts";
import type { Verification } from "../protocol/verification.ts";
import { longDay } from "../calendar/day.ts";
import { confidenceWords } from "../run/statement.ts";
import { tensionWords } from "../run/verified_words.ts";
import { excerpt } from "../text/control.ts";
import { isInert } from "../text/safe_name.ts";

const MAX_WARNING = 500;
const MAX_NOTE = 200;
/** A score like `+0.17`. */
export function scoreWords(score: number): string {
  const digits = Math.abs(score).toFixed(2);
  return Number(digits) === 0 ? "0.00" : `${score < 0 ? MINUS : "+"}${digits}`;
}

/** Stands before a negative figure in text; CSV and JSON have a hyphen. */
export const MINUS = "−";

/** A share like `6.5%` or `−1.5%`. */
export function shareWords(share: number, decimals = 1): string {
  return `${(share * 100).toFixed(decimals)}%`.replace("-", MINUS);
}

const MAX_SIGNAL = 16;

/** A signal as the service spells it, short, in words. */
export function signalWords(signal: string): string {
  return excerpt(signal, MAX_SIGNAL).replaceAll("_", " ");
}

/** From which data a thesis is, for how long, how it was verified, and by which engine; empty if none is known. */
export function thesisNotes(metadata: ReasoningMetadata): string {
  const { as_of, horizon, benchmark, calibration, engine, verification } = metadata;
  return [
    as_of && `as of ${longDay(as_of)}`,
    horizon && `horizon ${horizon}`,
    benchmark && `against ${benchmark}`,
    calibration,
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
  const share = claims_total === claims_verified ? "all" : `${claims_verified} of`;
  return [
    counts && claims_total > 0 ? `${share} ${claims_total} figures and judgements checked` : "",
    claims_removed > 0 ? `${claims_removed} removed` : "",
    tensionWords(contradictions.length),
    stale.length > 0 ? "data out of date" : "",
    doubts.length > 0 ? "doubtful prices" : "",
    !counts && confidence !== undefined ? `verification confidence ${confidenceWords(confidence)}` : "",
  ].filter((part) => part !== "").join(", ");
}

/** A text whose first letter is large. */
export function sentenceCase(text: string): string {
  return text.replace(/^./u, (first) => first.toUpperCase());
}

/**
 * The relative URL of a file of the run.
 * @param path As recorded by the run, with `/`; a ledger that was modified may hold any.
 * @param isOurs Whether the embedded service drew its pictures, which hold no script. Default: no.
 * @returns Percent-encoded; `undefined` for a path outside `files/`, and for a file in which a script may run.
 */
export function fileAddress(path: string, { isOurs = false } = {}): string | undefined {
  const [folder, ...names] = path.toWellFormed().split("/");
  const isSafe = folder === "files" && names.length > 0 && isInert(isOurs ? path.replace(/\.svg$/i, ".png") : path) &&
    names.every((name) => name !== "" && name !== "." && name !== ".." && !name.includes("\\"));
  return isSafe ? [folder, ...names.map(encodeURIComponent)].join("/") : undefined;
}
