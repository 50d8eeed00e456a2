import type { z } from "zod";
import type { CodeExecutionOutput, codeExecutionOutputSchema } from "../../src/protocol/code_execution.ts";
import type { EXACT_EVENT_SCHEMAS, KnownEvent } from "../../src/protocol/event.ts";
import type { FileReference, fileReferenceSchema } from "../../src/protocol/file_reference.ts";
import type { ContentPart, contentPartSchema, OutputItem, outputItemSchema } from "../../src/protocol/item.ts";
import type {
  ReasoningRequest,
  reasoningRequestSchema,
  ReasoningResult,
  reasoningResultSchema,
} from "../../src/protocol/reasoning.ts";
import type { ResponseObject, responseObjectSchema } from "../../src/protocol/response.ts";
import type { ResponseRequest, responseRequestSchema } from "../../src/protocol/response_request.ts";
import type { ServiceErrorBody, serviceErrorBodySchema } from "../../src/protocol/service_error.ts";
import type { Verification, verificationSchema } from "../../src/protocol/verification.ts";

/** The output of a loose schema without its index signature, deeply `readonly`. */
type Known<T> = T extends readonly (infer E)[] ? readonly Known<E>[]
  : T extends object ? { readonly [K in keyof T as string extends K ? never : K]: Known<T[K]> }
  : T;

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends (<T>() => T extends B ? 1 : 2) ? true : false;
type Holds<T extends true> = T;
type Gives<S extends z.ZodType> = Known<z.output<S>>;

/** Checked by the compiler, not at run time: each line is an error when an interface and its schema drift apart. */
export type Exact = [
  Holds<Same<Gives<typeof fileReferenceSchema>, Known<FileReference>>>,
  Holds<Same<Gives<typeof codeExecutionOutputSchema>, Known<CodeExecutionOutput>>>,
  Holds<Same<Gives<typeof verificationSchema>, Known<Verification>>>,
  Holds<Same<Gives<typeof reasoningRequestSchema>, Known<ReasoningRequest>>>,
  Holds<Same<Gives<typeof reasoningResultSchema>, Known<ReasoningResult>>>,
  Holds<Same<Gives<typeof contentPartSchema>, Known<ContentPart>>>,
  Holds<Same<Gives<typeof outputItemSchema>, Known<OutputItem>>>,
  Holds<Same<Gives<typeof responseRequestSchema>, Known<ResponseRequest>>>,
  Holds<Same<Gives<typeof responseObjectSchema>, Known<ResponseObject>>>,
  Holds<Same<Gives<typeof serviceErrorBodySchema>, Known<ServiceErrorBody>>>,
  Holds<ExactEvents[KnownEvent["type"]]>,
];

/** One `true` per event type. */
type ExactEvents = {
  [T in KnownEvent["type"]]: Same<Gives<(typeof EXACT_EVENT_SCHEMAS)[T]>, Known<Extract<KnownEvent, { type: T }>>>;
};
