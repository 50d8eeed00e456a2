import { z } from "zod";
import { type FileReference, fileReferenceSchema } from "./file_reference.ts";
import { lenient, listOf } from "./lenient.ts";
import { type Verification, verificationSchema } from "./verification.ts";

/** What a caller may say about the question beside its text; both operations of our service read it. */
export interface RequestMetadata {
  /** Research as of this day, `YYYY-MM-DD`: nothing later is looked at. */
  readonly as_of?: string | undefined;
  /** How far the thesis looks ahead; ours knows `63d` only. */
  readonly horizon?: string | undefined;
  /** Ticker the excess return is measured against. */
  readonly benchmark?: string | undefined;
}

/** What a reasoning answer may bring beside the thesis. */
export type Include = "files" | "verification";

/** Body of the reasoning operation (specification section 4.2; the fields are our choice, section 7 of the design). */
export interface ReasoningRequest {
  /** The natural-language request. */
  readonly input: string;
  /** Model name; left to the service when absent. */
  readonly model?: string | undefined;
  /** What is said beside it. */
  readonly metadata?: RequestMetadata | undefined;
  /** Without it no code runs and no file is made. */
  readonly include?: readonly Include[] | undefined;
}

/** Body sent to the reasoning operation: ours, or whatever JSON object a service of another shape wants. */
export type RequestBody = ReasoningRequest | Readonly<Record<string, unknown>>;

const OWN_FIELDS: ReadonlySet<string> = new Set(["input", "model", "metadata", "include"]);

/**
 * Tells our own body from one that replaces it: it has an input, and no field that ours has not.
 * @param body What is to be sent.
 * @returns True for ours.
 */
export function isReasoningRequest(body: RequestBody): body is ReasoningRequest {
  return typeof body.input === "string" && Object.keys(body).every((name) => OWN_FIELDS.has(name));
}

/**
 * Names the model in our own body; one that replaces it is sent as it stands.
 * @param body What is to be sent.
 * @param model The model, where one is set; a body that names one keeps it.
 * @returns The body to send.
 */
export function withModel(body: RequestBody, model: string | undefined): RequestBody {
  if (!isReasoningRequest(body)) return body;
  const named = body.model ?? model;
  return named === undefined ? body : { ...body, model: named };
}

/** Direction, conviction and explanation (specification section 2.1). */
export interface AgentThesis {
  /** Direction: ours is `bullish`, `neutral`, `bearish` or `no_view`; any other text is kept as it came. */
  readonly signal: string;
  /** Ours is 0 to 1: the probability of the likelier side of the statement. Kept as it came, never rescaled. */
  readonly confidence: number;
  /** Free-text explanation. */
  readonly reasoning: string;
}

/** How much evidence stands behind a thesis. */
export interface EvidenceCounts {
  /** Measures that speak for the statement. */
  readonly for: number;
  /** Measures that speak against it. */
  readonly against: number;
  /** Domains without data, each with a reason in the text; never counted as neutral. */
  readonly abstained: number;
}

/** What our service says about a thesis; another service may send any of it, or nothing. */
export interface ReasoningMetadata {
  /** Ticker or tickers the thesis is about. */
  readonly subject?: string | undefined;
  /** Date of the newest data used, `YYYY-MM-DD`. */
  readonly as_of?: string | undefined;
  /** The span the statement is about, like `63d`. */
  readonly horizon?: string | undefined;
  /** Ticker the excess return is measured against. */
  readonly benchmark?: string | undefined;
  /** ISO 4217 code of the prices. */
  readonly currency?: string | undefined;
  /** Where the evidence points, -1 to 1. */
  readonly score?: number | undefined;
  /** Chance of a fall of 15 % or more within the horizon, 0 to 1. */
  readonly drawdown_probability?: number | undefined;
  /** How much evidence stands behind it. */
  readonly evidence?: EvidenceCounts | undefined;
  /** Name and version of what researched it. */
  readonly engine?: string | undefined;
  /** `uncalibrated`, or the name of the calibration card. */
  readonly calibration?: string | undefined;
  /** Identifier of the response behind it. */
  readonly response_id?: string | undefined;
  /** Files that were made. */
  readonly files?: readonly FileReference[] | undefined;
  /** Results of the verification. */
  readonly verification?: Verification | undefined;
}

/** Body of a 200 response of the reasoning operation (specification section 2.1). */
export interface ReasoningResult {
  /** Direction, conviction and explanation. */
  readonly agent_thesis: AgentThesis;
  /** Factors supporting the thesis. */
  readonly key_drivers: readonly string[];
  /** Risks to the thesis. */
  readonly risks: readonly string[];
  /** What is said beside it. */
  readonly metadata?: ReasoningMetadata | undefined;
  /** The whole body, where the result is a part of it; absent where it is the body itself. */
  readonly wire?: unknown;
}

export const requestMetadataSchema = z.looseObject({
  as_of: z.string().optional(),
  horizon: z.string().optional(),
  benchmark: z.string().optional(),
}) satisfies z.ZodType<RequestMetadata>;

export const reasoningRequestSchema = z.looseObject({
  input: z.string().min(1),
  model: z.string().optional(),
  metadata: requestMetadataSchema.optional(),
  include: z.array(z.enum(["files", "verification"])).optional(),
}) satisfies z.ZodType<ReasoningRequest>;

const agentThesisSchema = z.looseObject({
  signal: z.string(),
  confidence: z.number(),
  reasoning: z.string(),
}) satisfies z.ZodType<AgentThesis>;

const evidenceCountsSchema = z.looseObject({
  for: z.number(),
  against: z.number(),
  abstained: z.number(),
}) satisfies z.ZodType<EvidenceCounts>;

const reasoningMetadataSchema = z.looseObject({
  subject: lenient(z.string()),
  as_of: lenient(z.string()),
  horizon: lenient(z.string()),
  benchmark: lenient(z.string()),
  currency: lenient(z.string()),
  score: lenient(z.number()),
  drawdown_probability: lenient(z.number()),
  evidence: lenient(evidenceCountsSchema),
  engine: lenient(z.string()),
  calibration: lenient(z.string()),
  response_id: lenient(z.string()),
  files: lenient(z.array(fileReferenceSchema)),
  verification: lenient(verificationSchema),
}) satisfies z.ZodType<ReasoningMetadata>;

export const reasoningResultSchema = z.looseObject({
  agent_thesis: agentThesisSchema,
  key_drivers: listOf(z.string()),
  risks: listOf(z.string()),
  metadata: lenient(reasoningMetadataSchema),
  wire: z.unknown().optional(),
}) satisfies z.ZodType<ReasoningResult>;
