import { z } from "zod";
import { EVENT_SCHEMAS } from "../../protocol/event.ts";
import { fileReferenceSchema } from "../../protocol/file_reference.ts";
import { reasoningRequestSchema, reasoningResultSchema } from "../../protocol/reasoning.ts";
import { responseRequestSchema } from "../../protocol/response_request.ts";
import { verificationSchema } from "../../protocol/verification.ts";
import { eventSchemas, type Json } from "./event_schemas.ts";
import * as sent from "./reply_schemas.ts";

/** Schemas by the name that they have in the document. */
const NAMED: Readonly<Record<string, z.ZodType>> = {
  ResponseRequest: responseRequestSchema,
  ReasoningRequest: reasoningRequestSchema,
  ReasoningResult: reasoningResultSchema,
  Verification: verificationSchema,
  FileReference: fileReferenceSchema,
  Response: sent.response,
  OutputItem: sent.outputItem,
  ContentPart: sent.contentPart,
  Error: sent.refusal,
  ErrorBody: sent.errorBody,
  ...sent.ITEMS,
  ...sent.BODIES,
};

/**
 * The schemas of the document, made from those by which requests and events are read.
 * @param resultSchema The JSON Schema of a reasoning result of this service.
 */
export function componentSchemas(resultSchema: Json): Readonly<Record<string, Json>> {
  const { $schema: _, ...result } = resultSchema;
  return {
    ...converted(NAMED),
    // what other services may send is read, and this one does not send it
    ReasoningResult: result,
    FileReference: bare(z.toJSONSchema(sent.fileReference, { io: "input" })),
    ...eventSchemas(converted({ ...NAMED, ...EVENT_SCHEMAS })),
  };
}

/** Converts schemas as what they accept on the wire; one inside another is a reference to it. */
function converted(named: Readonly<Record<string, z.ZodType>>): Readonly<Record<string, Json>> {
  const registry = z.registry<{ readonly id: string }>();
  for (const [id, schema] of Object.entries(named)) registry.add(schema, { id });
  const { schemas } = z.toJSONSchema(registry, {
    io: "input",
    unrepresentable: "any",
    uri: (id) => `#/components/schemas/${id}`,
  });
  return Object.fromEntries(Object.entries(schemas).map(([id, schema]) => [id, bare(schema)]));
}

function bare({ $schema: _, $id: __, id: ___, ...schema }: Json): Json {
  return schema;
}
