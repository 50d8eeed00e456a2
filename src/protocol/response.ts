import { z } from "zod";
import { type FileReference, fileReferencesSchema } from "./file_reference.ts";
import { type OutputItem, outputItemSchema } from "./item.ts";
import { lenient } from "./lenient.ts";
import {
  type ReasoningResult,
  reasoningResultSchema,
  type RequestMetadata,
  requestMetadataSchema,
  warningsSchema,
} from "./reasoning.ts";
import { type ServiceErrorBody, serviceErrorBodySchema } from "./service_error.ts";
import { type Verification, verificationSchema } from "./verification.ts";

/** One message of a request whose input is a list. */
export interface InputMessage {
  /** Role of the author, like `user`. */
  readonly role: string;
  /** Its text, or its parts. */
  readonly content: string | readonly { readonly type: string; readonly text?: string | undefined }[];
}

/** Body of create response (specification section 4.1). */
export interface ResponseRequest {
  /** The natural-language request, or messages, of which the last user message is used. */
  readonly input: string | readonly InputMessage[];
  /** Model name; the service chooses when absent. */
  readonly model?: string | undefined;
  /** When true, the reply is a stream of events. */
  readonly stream?: boolean | undefined;
  /** When true, the response outlives its connection: a dropped stream can be resumed. */
  readonly background?: boolean | undefined;
  /** Options of the question. */
  readonly metadata?: RequestMetadata | undefined;
  /** Options of the stream. */
  readonly stream_options?: {
    /** `false` omits `verification.*` and `response.code_execution.*`, for strict clients. */
    readonly include_extensions?: boolean | undefined;
  } | undefined;
}

/** Metadata of a completed response (specification section 2.2). */
export interface ResponseMetadata {
  /** Results of the verification. */
  readonly verification?: Verification | undefined;
  /** The thesis as the reasoning operation returns it; our service sends it where the request led to one. */
  readonly thesis?: ReasoningResult | undefined;
  /** Reasons for caution, as in the metadata of the thesis. */
  readonly warnings?: readonly string[] | undefined;
  /** Whether they say that a part of the answer is missing. */
  readonly incomplete?: boolean | undefined;
  /** Every file of the response, for clients that ignore the code execution events. */
  readonly files?: readonly FileReference[] | undefined;
}

/** A response; every field is optional. */
export interface ResponseObject {
  /** Identifier, where the service gave one. */
  readonly id?: string | undefined;
  /** `in_progress`, `completed`, `failed`, ... */
  readonly status?: string | undefined;
  /** Model that answered or is to answer. */
  readonly model?: string | undefined;
  /** Its items, in order. */
  readonly output?: readonly OutputItem[] | undefined;
  /** Why it failed. */
  readonly error?: ServiceErrorBody | undefined;
  /** Verification, thesis and files. */
  readonly metadata?: ResponseMetadata | undefined;
}

const inputMessageSchema = z.looseObject({
  role: z.string(),
  content: z.union([z.string(), z.array(z.looseObject({ type: z.string(), text: z.string().optional() }))]),
}) satisfies z.ZodType<InputMessage>;

const INPUT_KINDS = "it must be a text, or a list of messages with a role and a content";

/** Reads a {@linkcode ResponseRequest}. */
export const responseRequestSchema = z.looseObject({
  input: z.union([z.string().min(1), z.array(inputMessageSchema).min(1)], INPUT_KINDS),
  model: z.string().optional(),
  stream: z.boolean().optional(),
  background: z.boolean().optional(),
  metadata: requestMetadataSchema.optional(),
  stream_options: z.looseObject({ include_extensions: z.boolean().optional() }).optional(),
}) satisfies z.ZodType<ResponseRequest>;

const responseMetadataSchema = z.looseObject({
  verification: lenient(verificationSchema),
  thesis: lenient(reasoningResultSchema),
  warnings: lenient(warningsSchema),
  incomplete: lenient(z.boolean()),
  files: lenient(fileReferencesSchema),
}) satisfies z.ZodType<ResponseMetadata>;

/** Reads a {@linkcode ResponseObject}. */
export const responseObjectSchema = z.looseObject({
  id: lenient(z.string()),
  status: lenient(z.string()),
  model: lenient(z.string()),
  output: lenient(z.array(outputItemSchema)),
  error: lenient(serviceErrorBodySchema),
  metadata: lenient(responseMetadataSchema),
}) satisfies z.ZodType<ResponseObject>;
