import { z } from "zod";
import { lenient } from "./lenient.ts";

/** One kind of check that was made on an answer. */
export interface VerificationCheck {
  /** Short name, like `recompute`. */
  readonly name: string;
  /** How many things passed. */
  readonly passed: number;
  /** How many things were looked at. */
  readonly total: number;
  /** What failed, or why nothing was looked at. */
  readonly detail?: string | undefined;
}

/** Where the figures of an answer come from. */
export interface VerificationSource {
  /** Short name, like `sample/monthly_closes.csv`. */
  readonly id: string;
  /** Who published it. */
  readonly title?: string | undefined;
  /** SHA-256 of the bytes that were read, hex. */
  readonly sha256?: string | undefined;
}

/** Results of checking an answer against its sources (specification section 2.2). */
export interface Verification {
  /** Confidence of the verification; ours is 0 to 1, another service's scale is its own. */
  readonly confidence?: number | undefined;
  /** Figures that were checked. */
  readonly claims_total?: number | undefined;
  /** Figures that were found right. */
  readonly claims_verified?: number | undefined;
  /** Figures taken out of the answer, because they could not be bound to a source or computed again. */
  readonly claims_removed?: number | undefined;
  /** What was checked, kind by kind. */
  readonly checks?: readonly VerificationCheck[] | undefined;
  /** Where the figures come from. */
  readonly sources?: readonly VerificationSource[] | undefined;
  /** Evidence that points both ways, one sentence each. */
  readonly contradictions?: readonly string[] | undefined;
  /** Newest date of any data used, `YYYY-MM-DD`. */
  readonly as_of?: string | undefined;
  /** Data older than its domain allows, one sentence each. */
  readonly stale?: readonly string[] | undefined;
}

const verificationCheckSchema = z.looseObject({
  name: z.string(),
  passed: z.number(),
  total: z.number(),
  detail: lenient(z.string()),
}) satisfies z.ZodType<VerificationCheck>;

const verificationSourceSchema = z.looseObject({
  id: z.string(),
  title: lenient(z.string()),
  sha256: lenient(z.string()),
}) satisfies z.ZodType<VerificationSource>;

export const verificationSchema = z.looseObject({
  confidence: lenient(z.number()),
  claims_total: lenient(z.number()),
  claims_verified: lenient(z.number()),
  claims_removed: lenient(z.number()),
  checks: lenient(z.array(verificationCheckSchema)),
  sources: lenient(z.array(verificationSourceSchema)),
  contradictions: lenient(z.array(z.string())),
  as_of: lenient(z.string()),
  stale: lenient(z.array(z.string())),
}) satisfies z.ZodType<Verification>;
