import config from "../../../deno.json" with { type: "json" };
import { RESPONSES_BASE, RESPONSES_PREFIX, ROUTES } from "../../protocol/route.ts";
import { eventSchemas, type Json, refTo } from "./event_schemas.ts";
import type { OperationDoc, ReplyDoc } from "./operation_doc.ts";
import { OPERATIONS } from "./operations.ts";
import { HEADERS, LINKS, PARAMETERS } from "./parameters.ts";
import { type RefusalCode, REFUSALS } from "./refusals.ts";
import { z } from "zod";
import { EVENT_SCHEMAS } from "../../protocol/event.ts";
import { fileReferenceSchema } from "../../protocol/file_reference.ts";
import { reasoningRequestSchema, reasoningResultSchema } from "../../protocol/reasoning.ts";
import { responseRequestSchema } from "../../protocol/response_request.ts";
import { verificationSchema } from "../../protocol/verification.ts";
import * as sent from "./reply_schemas.ts";

const DESCRIPTION = `Financial research by agents: a question in, a verified thesis with its evidence out.

Paths below \`/v1\` are those of the specification, and are written as it says. The same operations below
\`${RESPONSES_BASE}\` are written as clients of the Responses style expect them: a tool that the service runs is an item
\`mcp_call\`, no event has a type of the service's own, and values of \`metadata\` are texts. Wherever GET is described
HEAD answers with the same headers; another method is refused with 405. In the body of a request null reads as absent
wherever a field is optional, and \`metadata.warnings\` of the answer names what had no effect.`;

const SERVERS: readonly Json[] = [
  { url: "/", description: "The specification" },
  { url: RESPONSES_PREFIX, description: `Clients of the Responses style; their base URL ends in ${RESPONSES_BASE}` },
];

const SECURITY: Readonly<Record<OperationDoc["key"], readonly Json[]>> = {
  always: [{ key: [] }],
  never: [],
  maybe: [{}, { key: [] }],
  link: [{ key: [] }, { link: [] }],
};

const OF_EVERY_REPLY = ["x-request-id", "conviction-idempotency"];
const OF_STATUS: Readonly<Record<number, readonly string[]>> = {
  401: ["www-authenticate"],
  409: ["retry-after"],
  416: ["content-range"],
  429: ["retry-after"],
};

/** Bodies that are no JSON. */
const OTHER_BODIES: Readonly<Record<string, Json>> = {
  text: { type: "string" },
  binary: { type: "string", format: "binary" },
};

/**
 * The description of the service in OpenAPI 3.1, made from the table of routes and the schemas of the wire.
 * @param resultSchema The JSON Schema of a reasoning result of this service.
 */
export function openApiDocument(resultSchema: Json): Json {
  return {
    openapi: "3.1.0",
    info: {
      title: "Conviction, the embedded service",
      version: config.version,
      description: DESCRIPTION,
      license: { name: config.license, identifier: config.license },
    },
    servers: SERVERS,
    security: SECURITY.always,
    paths: paths(),
    components: {
      schemas: componentSchemas(resultSchema),
      parameters: PARAMETERS,
      headers: HEADERS,
      links: LINKS,
      securitySchemes: {
        key: { type: "http", scheme: "bearer", description: "`Authorization: Bearer <API_KEY>`" },
        link: {
          type: "apiKey",
          in: "query",
          name: "signature",
          description: "With `owner` and `expires`: the address that the operation linkFile made.",
        },
      },
    },
  };
}

function paths(): Json {
  const items: Record<string, Record<string, unknown>> = {};
  for (const [name, { method, path }] of Object.entries(ROUTES)) {
    const item = items[path] ??= path.startsWith("/v1/") ? {} : { servers: SERVERS.slice(0, 1) };
    item[method.toLowerCase()] = operation(name, OPERATIONS[name as keyof typeof ROUTES]);
  }
  return items;
}

function operation(operationId: string, { summary, description, key, parameters, body, ...doc }: OperationDoc): Json {
  const replies = Object.entries(doc.replies).map(([status, reply]) => [status, replyOf(reply)]);
  return {
    operationId,
    summary,
    ...(description && { description }),
    security: SECURITY[key],
    ...(parameters && { parameters: parameters.map((name) => ({ $ref: `#/components/parameters/${name}` })) }),
    ...(body && {
      requestBody: {
        required: true,
        content: { "application/json": { schema: refTo(body.schema), examples: body.examples } },
      },
    }),
    responses: { ...Object.fromEntries(replies), ...refusalsOf(doc.refusals) },
  };
}

function replyOf({ description, content, headers = [], links = [] }: ReplyDoc): Json {
  return {
    description,
    headers: headersOf([...OF_EVERY_REPLY, ...headers]),
    ...(content && {
      content: Object.fromEntries(
        Object.entries(content).map(([type, names]) => [type, { schema: oneOrMore(names) }]),
      ),
    }),
    ...(links.length > 0 && {
      links: Object.fromEntries(links.map((name) => [name, { $ref: `#/components/links/${name}` }])),
    }),
  };
}

function oneOrMore(names: readonly string[]): Json {
  const schemas = names.map((name) => OTHER_BODIES[name] ?? refTo(name));
  const [first = {}] = schemas;
  return schemas.length === 1 ? first : { anyOf: schemas };
}

/** The refusals of one status are one reply, which names their codes. */
function refusalsOf(codes: readonly RefusalCode[]): Json {
  const byStatus = Map.groupBy(codes, (code) => REFUSALS[code].status);
  return Object.fromEntries(
    [...byStatus].map(([status, ofStatus]) => [status, {
      description: ofStatus.map((code) => `\`${code}\`: ${REFUSALS[code].when}`).join("\n\n"),
      headers: headersOf([...OF_EVERY_REPLY, ...OF_STATUS[status] ?? []]),
      content: {
        "application/json": {
          schema: {
            allOf: [refTo("Error"), { properties: { error: { properties: { code: { enum: ofStatus } } } } }],
          },
        },
      },
    }]),
  );
}

function headersOf(names: readonly string[]): Json {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

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

/** The schemas of the document, made from those by which requests and events are read. */
function componentSchemas(resultSchema: Json): Readonly<Record<string, Json>> {
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
