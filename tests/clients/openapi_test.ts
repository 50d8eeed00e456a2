/** `/openapi.json` in the eyes of others: a validator of OpenAPI, and one of JSON Schema that holds real replies. */
import { deepEqual, equal, ok } from "../assert.ts";
import { Validator } from "@seriousme/openapi-schema-validator";
import { Ajv2020 } from "ajv/dist/2020.js";
import { type Served, startService } from "./served.ts";

let served: Served;
let document: Document;
Deno.test.beforeAll(async () => {
  served = await startService();
  document = await (await fetch(`${served.url}/openapi.json`)).json();
});
Deno.test.afterAll(async () => {
  equal(await served.stop(), 0);
});

interface Document {
  readonly openapi: string;
  readonly components: { readonly schemas: Readonly<Record<string, object>> };
}

Deno.test("a validator of OpenAPI finds the document valid, as version 3.1", async () => {
  const validator = new Validator();
  const { valid, errors } = await validator.validate({ ...structuredClone(document) });
  deepEqual([valid, errors, validator.version], [true, undefined, "3.1"]);
  const { valid: isValid } = await new Validator().validate({ ...document, paths: { "/": { get: { responses: 1 } } } });
  equal(isValid, false);
});

const CASES = [
  { schema: "ReasoningResult", path: "/api/v1/agent/reasoning", body: { include: ["files", "verification"] } },
  { schema: "Response", path: "/v1/responses", body: {} },
  { schema: "Response", path: "/openai/v1/responses", body: {} },
  { schema: "StreamEvent", path: "/v1/responses", body: { stream: true } },
  { schema: "ResponsesStreamEvent", path: "/openai/v1/responses", body: { stream: true } },
];

for (const { schema, path, body } of CASES) {
  Deno.test(`a validator of JSON Schema finds what ${path} sends a valid ${schema}`, async () => {
    const ajv = new Ajv2020({ strict: false }).addSchema(document, "document");
    const isValid = ajv.compile({ $ref: `document#/components/schemas/${schema}` });
    const reply = await fetch(served.url + path, {
      method: "POST",
      headers: { authorization: `Bearer ${served.apiKey}`, "content-type": "application/json" },
      body: JSON.stringify({ input: "Analyse AAPL", ...body }),
    });
    const text = await reply.text();
    const values = schema.endsWith("Event") ? [...text.matchAll(/^data: (\{.*)$/gm)].map(([, data]) => data) : [text];
    ok(values.length > 0);
    for (const value of values) deepEqual([isValid(JSON.parse(value ?? "")), isValid.errors], [true, null]);
    equal(isValid({}), false);
  });
}
