import { z } from "zod";
import { type FileReference, fileReferencesSchema } from "./file_reference.ts";
import { type OutputItem, outputItemSchema } from "./item.ts";
import { lenient } from "./lenient.ts";
import { jsonOr } from "./parse_json.ts";
import { type ReasoningResult, reasoningResultSchema, warningsSchema } from "./reasoning.ts";
import { readServiceError, type ServiceErrorBody, serviceErrorBodySchema } from "./service_error.ts";
import { type Verification, verificationSchema } from "./verification.ts";

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
  /** Why there is no answer but a sentence that says so, a code like `not_answered`; our service sends it. */
  readonly refused?: string | undefined;
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

/** A value, or its JSON as text: clients of the Responses style expect texts in the metadata. */
function orJson<T extends z.ZodType>(schema: T): z.ZodCatch<z.ZodOptional<T>> {
  return lenient(
    z.preprocess((value) => typeof value === "string" ? jsonOr(value, value) : value, schema),
  ) as unknown as z.ZodCatch<z.ZodOptional<T>>;
}

/** Reads {@linkcode ResponseMetadata}. */
export const responseMetadataSchema = z.looseObject({
  verification: orJson(verificationSchema),
  thesis: orJson(reasoningResultSchema),
  warnings: orJson(warningsSchema),
  incomplete: orJson(z.boolean()),
  refused: lenient(z.string()),
  files: orJson(fileReferencesSchema),
}) satisfies z.ZodType<ResponseMetadata>;

/** Reads a {@linkcode ResponseObject}. */
export const responseObjectSchema = z.looseObject({
  id: lenient(z.string()),
  status: lenient(z.string()),
  model: lenient(z.string()),
  output: lenient(z.array(outputItemSchema)),
  error: lenient(z.preprocess((error) => error && readServiceError({ error }), serviceErrorBodySchema)),
  metadata: lenient(responseMetadataSchema),
}) satisfies z.ZodType<ResponseObject>;
