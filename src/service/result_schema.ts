import { z } from "zod";
import { reasoningResultSchema } from "../protocol/reasoning.ts";

/** A JSON Schema as far as this service reads it. */
export interface JsonSchema {
  readonly [keyword: string]: unknown;
}

/** What the analyst always says in the metadata, and the service itself. */
const ALWAYS = ["subject", "as_of", "horizon", "evidence", "engine", "calibration", "response_id"];
const TEXTS: JsonSchema = { type: "array", items: { type: "string" } };

/** What the wire's lenient reader does not say of our own results: which values they have, and what is always there. */
function ours(schema: JsonSchema): JsonSchema {
  const { properties } = schema as { readonly properties: Readonly<Record<string, JsonSchema>> };
  const { agent_thesis, metadata } = properties as Readonly<Record<string, { readonly properties: object }>>;
  return {
    ...schema,
    required: ["agent_thesis", "key_drivers", "risks", "metadata"],
    properties: {
      agent_thesis: {
        ...agent_thesis,
        properties: {
          ...agent_thesis?.properties,
          signal: { type: "string", enum: ["bullish", "neutral", "bearish", "no_view"] },
          confidence: { type: "number", minimum: 0, maximum: 1 },
        },
      },
      key_drivers: TEXTS,
      risks: TEXTS,
      metadata: { ...metadata, properties: { ...metadata?.properties, warnings: TEXTS }, required: ALWAYS },
    },
  };
}

/** The JSON Schema of a reasoning result of this service, made from the schema that reads one. */
export const RESULT_SCHEMA: JsonSchema = ours(
  z.toJSONSchema(reasoningResultSchema, { io: "output", unrepresentable: "any" }) as JsonSchema,
);
