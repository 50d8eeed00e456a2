import { z } from "zod";
import { lenient } from "./lenient.ts";

/** Result of one kind of check. */
export interface VerificationCheck {
  /** Short name, like `recompute`. */
  readonly name: string;
  /** Number of things that passed. */
  readonly passed: number;
  /** Number of things that were checked. */
  readonly total: number;
  /** What failed, or why nothing was checked. */
  readonly detail?: string | undefined;
}

/** A source of the figures of an answer. */
export interface VerificationSource {
  /** Short name, like `sample/monthly_closes.csv`. */
  readonly id: string;
  /** Who published it. */
  readonly title?: string | undefined;
  /** SHA-256 of the bytes that were read, hex. */
  readonly sha256?: string | undefined;
}

/** One verified figure or judgement of an answer. */
export interface VerificationClaim {
  /** Unique in one answer, like `AAPL.volatility`. */
  readonly id: string;
  /** Its metric: a name of docs/measures.md, or `sue` or `insider_transaction` from another service. */
  readonly metric: string;
  /** Unrounded, in its unit (0.123 for 12.3%), or a text, like a date. */
  readonly value: number | string;
  /** The figure or word as the text shows it, like `12.3%`; empty where the words around it say it. */
  readonly shown?: string | undefined;
  /** `fraction`, `ratio`, `score`, `currency`, `count`, `date`, `word` or `quote`; another service may use its own. */
  readonly unit?: string | undefined;
  /** Day of the newest data behind it, `YYYY-MM-DD`. */
  readonly as_of?: string | undefined;
  /** Its source. */
  readonly source?: string | undefined;
  /** Form 4 code of an insider's transaction: `P` is a purchase on the open market. */
  readonly transaction_code?: string | undefined;
}

/** How much of the evidence contradicts itself. */
export interface VerificationTensions {
  /** Pairs that point in opposite directions. */
  readonly found: number;
  /** Pairs that were compared. */
  readonly compared: number;
}

/** Results of checking an answer against its sources (specification section 2.2). */
export interface Verification {
  /** Confidence of the verification, 0 to 1 for our service; other services may use another scale. */
  readonly confidence?: number | undefined;
  /** Number of checked figures and judgements. */
  readonly claims_total?: number | undefined;
  /** Number of verified figures and judgements. */
  readonly claims_verified?: number | undefined;
  /** Number of figures and judgements removed from the answer, with their sentences, because they have no source or could not be recomputed. */
  readonly claims_removed?: number | undefined;
  /** What was checked, kind by kind. */
  readonly checks?: readonly VerificationCheck[] | undefined;
  /** Sources of the figures. */
  readonly sources?: readonly VerificationSource[] | undefined;
  /** Contradictory evidence, one sentence each. */
  readonly contradictions?: readonly string[] | undefined;
  /** Pairs of scores that were compared, and how many of them point in opposite directions; apart from `confidence`. */
  readonly tensions?: VerificationTensions | undefined;
  /** The verified figures and judgements. */
  readonly claims?: readonly VerificationClaim[] | undefined;
  /** Newest date of any data used, `YYYY-MM-DD`. */
  readonly as_of?: string | undefined;
  /** Data older than its domain allows, one sentence each. */
  readonly stale?: readonly string[] | undefined;
  /** What in the data is hard to believe, and lowers the confidence; one sentence each. */
  readonly doubts?: readonly string[] | undefined;
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

const verificationTensionsSchema = z.looseObject({
  found: z.number(),
  compared: z.number(),
}) satisfies z.ZodType<VerificationTensions>;

/** Reads a {@linkcode Verification}. */
export const verificationSchema = z.looseObject({
  confidence: lenient(z.number()),
  claims_total: lenient(z.number()),
  claims_verified: lenient(z.number()),
  claims_removed: lenient(z.number()),
  checks: lenient(z.array(verificationCheckSchema)),
  sources: lenient(z.array(verificationSourceSchema)),
  contradictions: lenient(z.array(z.string())),
  tensions: lenient(verificationTensionsSchema),
  claims: lenient(z.array(verificationClaimSchema)),
  as_of: lenient(z.string()),
  stale: lenient(z.array(z.string())),
  doubts: lenient(z.array(z.string())),
}) satisfies z.ZodType<Verification>;
