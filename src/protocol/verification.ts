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

/** One figure of an answer that was found right, with what it measures. */
export interface VerificationClaim {
  /** Unique in one answer, like `AAPL.volatility`. */
  readonly id: string;
  /** What is measured: ours are the names of `src/data/claim.ts`; `sue` and `insider_transaction` are read too. */
  readonly metric: string;
  /** Unrounded, in its unit (0.123 for 12.3 %), or a text like a day. */
  readonly value: number | string;
  /** The figure as it stands in the text, like `12.3 %`. */
  readonly shown?: string | undefined;
  /** `fraction`, `ratio`, `score`, `currency`, `count` or `date`; another service may use its own. */
  readonly unit?: string | undefined;
  /** Day of the newest data behind it, `YYYY-MM-DD`. */
  readonly as_of?: string | undefined;
  /** Where it comes from. */
  readonly source?: string | undefined;
  /** Form 4 code of an insider's transaction: `P` is a purchase on the open market. */
  readonly transaction_code?: string | undefined;
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
  /** The figures that were found right. */
  readonly claims?: readonly VerificationClaim[] | undefined;
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

const verificationClaimSchema = z.looseObject({
  id: z.string(),
  metric: z.string(),
  value: z.union([z.number(), z.string()]),
  shown: lenient(z.string()),
  unit: lenient(z.string()),
  as_of: lenient(z.string()),
  source: lenient(z.string()),
  transaction_code: lenient(z.string()),
}) satisfies z.ZodType<VerificationClaim>;

export const verificationSchema = z.looseObject({
  confidence: lenient(z.number()),
  claims_total: lenient(z.number()),
  claims_verified: lenient(z.number()),
  claims_removed: lenient(z.number()),
  checks: lenient(z.array(verificationCheckSchema)),
  sources: lenient(z.array(verificationSourceSchema)),
  contradictions: lenient(z.array(z.string())),
  claims: lenient(z.array(verificationClaimSchema)),
  as_of: lenient(z.string()),
  stale: lenient(z.array(z.string())),
}) satisfies z.ZodType<Verification>;
