import { z } from "zod";
import type { AnswerSections } from "./answer_block.ts";
import { answerSectionsSchema } from "./answer_schema.ts";
import { type CompanyEvent, companyEventSchema } from "./company_event.ts";
import { type Falsifier, falsifierSchema } from "./falsifier.ts";
import { type FileReference, fileReferencesSchema } from "./file_reference.ts";
import { type InputFile, inputFileSchema } from "./input_file.ts";
import { type LanguageModelReport, languageModelSchema } from "./language_model.ts";
import { isObject, lenient, listOf, optional } from "./lenient.ts";
import { type Portfolio, portfolioSchema } from "./portfolio.ts";
import { type Verification, verificationSchema } from "./verification.ts";

/** Options of a question, which both operations of our service read, beside whatever the caller wants to have back. */
export interface RequestMetadata {
  /** Day of the research, `YYYY-MM-DD`: later data is ignored. */
  readonly as_of?: string | undefined;
  /** Horizon of the thesis; our service accepts `63d` only. */
  readonly horizon?: string | undefined;
  /** Ticker the excess return is measured against. */
  readonly benchmark?: string | undefined;
  /** Anything else is the caller's own: our service repeats it in the metadata of the answer. */
  readonly [name: string]: unknown;
}

/** Optional parts of a reasoning answer. */
export type Include = "files" | "verification";

/** Body of the reasoning operation (specification section 4.2, which leaves the fields open). */
export interface ReasoningRequest {
  /** The natural-language request. */
  readonly input: string;
  /** Model name; the service chooses when absent. */
  readonly model?: string | undefined;
  /** Options of the question. */
  readonly metadata?: RequestMetadata | undefined;
  /** Parts to include; when absent, no code runs and no file is created. */
  readonly include?: readonly Include[] | undefined;
  /** CSV files of the caller's own numbers, which belong to this answer alone. */
  readonly input_files?: readonly InputFile[] | undefined;
}

/** Body sent to the reasoning operation: ours, or any JSON object for a service with another interface. */
export type RequestBody = ReasoningRequest | Readonly<Record<string, unknown>>;

const OWN_FIELDS: ReadonlySet<string> = new Set(["input", "model", "metadata", "include", "input_files"]);

/**
 * Whether a body is ours: it has an `input`, and only fields of ours.
 * @param body The body to send.
 * @returns False for the body of another interface.
 */
function isReasoningRequest(body: RequestBody): body is ReasoningRequest {
  return typeof body.input === "string" && Object.keys(body).every((name) => OWN_FIELDS.has(name));
}

/**
 * Adds the model to our own body; any other body is returned unchanged.
 * @param body The body to send.
 * @param model The configured model, if any; a model that the body names takes precedence.
 * @returns The body to send.
 */
export function withModel(body: RequestBody, model: string | undefined): RequestBody {
  if (!isReasoningRequest(body)) return body;
  const named = body.model ?? model;
  return named === undefined ? body : { ...body, model: named };
}

/** Direction, conviction and explanation (specification section 2.1). */
export interface AgentThesis {
  /** Direction: `bullish`, `neutral`, `bearish` or `no_view` for our service; other texts are kept unchanged. */
  readonly signal: string;
  /** Probability of the likelier side of the statement, 0 to 1 for our service; never rescaled. */
  readonly confidence: number;
  /** Free-text explanation. */
  readonly reasoning: string;
}

/** How much evidence a thesis has. */
export interface EvidenceCounts {
  /** Measures that support the statement. */
  readonly for: number;
  /** Measures that contradict it. */
  readonly against: number;
  /** Domains without data, each with a reason in the text; never counted as neutral. */
  readonly abstained: number;
  /** Domains with a score as a share of all, 0 to 1; absent where the service does not say. */
  readonly coverage?: number | undefined;
}

/** Details of a thesis; every field is optional. */
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
  /** `daily` or `monthly`: the bars behind it. Scores and chances from different bars are not one ranking. */
  readonly frequency?: string | undefined;
  /** Where the evidence points, -1 to 1. */
  readonly score?: number | undefined;
  /**
   * What moves the score most in its own direction; absent where no measure does. `pull` is its part of the score, `text`
   * says it in a few words, verified.
   */
  readonly reason?: { readonly metric: string; readonly pull: number; readonly text: string } | undefined;
  /** Chance of a fall of 15% or more within the horizon, 0 to 1; of a portfolio its own. */
  readonly drawdown_probability?: number | undefined;
  /** The risk of a portfolio with the weights of the question; absent where it gives none. */
  readonly portfolio?: Portfolio | undefined;
  /**
   * What happened to its companies, if anything; absent where the service reads nothing of the kind. Alerts are made of
   * these, and where they are absent of the verified figures.
   */
  readonly events?: readonly CompanyEvent[] | undefined;
  /** What would speak against the thesis; a later one says whether it came true. Absent where there is nothing. */
  readonly falsifiers?: readonly Falsifier[] | undefined;
  /** How much evidence it has. */
  readonly evidence?: EvidenceCounts | undefined;
  /** Name and version of the research engine. */
  readonly engine?: string | undefined;
  /** What the probabilities were fitted to: `uncalibrated`, or the name of a map or card, or a word on each. */
  readonly calibration?: string | undefined;
  /** Identifier of the response behind it. */
  readonly response_id?: string | undefined;
  /** Reasons for caution as the service says them, like a chart it could not draw; absent when there are none. */
  readonly warnings?: readonly string[] | undefined;
  /** Whether the warnings say that a part of the answer is missing, so that asking again may give it. */
  readonly incomplete?: boolean | undefined;
  /** Generated files. */
  readonly files?: readonly FileReference[] | undefined;
  /** Results of the verification. */
  readonly verification?: Verification | undefined;
  /** What a language model added; absent where none was asked. All else is the same with and without it. */
  readonly language_model?: LanguageModelReport | undefined;
  /** The answer as blocks, for programs that draw it; the rest says the same. */
  readonly sections?: AnswerSections | undefined;
}

/** Body of a 200 response of the reasoning operation (specification section 2.1). */
export interface ReasoningResult {
  /** Direction, conviction and explanation. */
  readonly agent_thesis: AgentThesis;
  /** What drives the thesis, the strongest in its direction first: lists show the first as the reason. */
  readonly key_drivers: readonly string[];
  /** Risks to the thesis. */
  readonly risks: readonly string[];
  /** Details of the thesis. */
  readonly metadata?: ReasoningMetadata | undefined;
  /** The whole body when the result is a part of it; absent when the result is the body. */
  readonly wire?: unknown;
}

/** Reads the `metadata` of a request. */
export const requestMetadataSchema = z.looseObject({
  as_of: optional(z.string()),
  horizon: optional(z.string()),
  benchmark: optional(z.string()),
}) satisfies z.ZodType<RequestMetadata>;

/** Reads a {@linkcode ReasoningRequest}; `null` reads as absent wherever a field is optional. */
export const reasoningRequestSchema = z.looseObject({
  input: z.string().min(1),
  model: optional(z.string()),
  metadata: optional(requestMetadataSchema),
  include: optional(z.array(z.enum(["files", "verification"]))),
  input_files: optional(z.array(inputFileSchema)),
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
  coverage: z.number().optional(),
}) satisfies z.ZodType<EvidenceCounts>;

/** Reads warnings: ours are sentences; another service may have one, or objects that say more. */
export const warningsSchema = z.preprocess(
  (value) => typeof value === "string" || isObject(value) ? [value] : value,
  z.array(z.unknown().transform(sentenceOf)),
);

function sentenceOf(warning: unknown): string {
  if (typeof warning === "string") return warning;
  const { message, detail, text } = Object(warning) as Readonly<Record<string, unknown>>;
  return [message, detail, text].find((said) => typeof said === "string") ?? JSON.stringify(warning);
}

/** Reads {@linkcode ReasoningMetadata}. */
export const reasoningMetadataSchema = z.looseObject({
  subject: lenient(z.string()),
  as_of: lenient(z.string()),
  horizon: lenient(z.string()),
  benchmark: lenient(z.string()),
  currency: lenient(z.string()),
  frequency: lenient(z.string()),
  score: lenient(z.number()),
  reason: lenient(z.looseObject({ metric: z.string(), pull: z.number(), text: z.string() })),
  drawdown_probability: lenient(z.number()),
  portfolio: lenient(portfolioSchema),
  events: lenient(z.array(companyEventSchema)),
  falsifiers: lenient(z.array(falsifierSchema)),
  evidence: lenient(evidenceCountsSchema),
  engine: lenient(z.string()),
  calibration: lenient(z.string()),
  response_id: lenient(z.string()),
  warnings: lenient(warningsSchema),
  incomplete: lenient(z.boolean()),
  files: lenient(fileReferencesSchema),
  verification: lenient(verificationSchema),
  language_model: lenient(languageModelSchema),
  sections: lenient(answerSectionsSchema),
}) satisfies z.ZodType<ReasoningMetadata>;

/** Reads a {@linkcode ReasoningResult}. */
export const reasoningResultSchema = z.looseObject({
  agent_thesis: agentThesisSchema,
  key_drivers: listOf(z.string()),
  risks: listOf(z.string()),
  metadata: lenient(reasoningMetadataSchema),
  wire: z.unknown().optional(),
}) satisfies z.ZodType<ReasoningResult>;
