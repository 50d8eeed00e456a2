import { deepEqual, equal, match, ok } from "../assert.ts";
import { z } from "zod";
import { RESPONSES_PREFIX } from "../../src/protocol/route.ts";
import { openEmbedded } from "../../src/setup/embedded.ts";
import { fakeService, KEY, post, RESULT } from "./service_fixture.ts";

/** A JSON value whose fields are not declared. */
// deno-lint-ignore no-explicit-any
type Wire = any;

const DIALECTS = ["", RESPONSES_PREFIX] as const;
const IMAGE = { type: "input_image", image_url: "data:image/png;base64,AAAA" };
const ASK = { role: "user", content: "Analyse AAPL" };

/** Sends a body to create response; `base` is the dialect's. */
async function send(body: object, base = ""): Promise<{ readonly status: number; readonly reply: Wire }> {
  const { service } = fakeService();
  const response = await service(post(`http://a${base}/v1/responses`, { input: "Analyse AAPL", ...body }));
  return { status: response.status, reply: await response.json() };
}

const textOf = (reply: Wire): string => reply.output.at(-1).content[0].text;
const warningsOf = (reply: Wire): unknown => {
  const { warnings } = reply.metadata;
  return typeof warnings === "string" ? JSON.parse(warnings) : warnings;
};

/** Every optional field of a request. */
const NULLS = Object.fromEntries(
  ("model stream background previous_response_id store metadata instructions tools tool_choice text stream_options " +
    "include max_output_tokens max_tool_calls parallel_tool_calls prompt_cache_key reasoning safety_identifier " +
    "service_tier temperature top_logprobs top_p truncation user frequency_penalty presence_penalty conversation")
    .split(" ").map((name) => [name, null]),
);

for (const base of DIALECTS) {
  Deno.test(`null is absent for every optional field, below "${base}/v1"`, async () => {
    const asked = await send(NULLS, base);
    deepEqual([asked.status, asked.reply], [200, (await send({}, base)).reply]);
    const nested = await send({ metadata: { as_of: null }, text: { format: null }, stream_options: {} }, base);
    equal(nested.status, 200);
  });
}

/** What clients send back of an earlier answer, as ten of them were seen to. */
const SAID_BEFORE: readonly (readonly [what: string, items: readonly object[]])[] = [
  ["a message without a type", [{ role: "assistant", content: "Hello" }]],
  ["a message with parts, a phase and unknown keys", [{
    type: "message",
    id: "msg_1",
    role: "assistant",
    phase: null,
    content: [{ type: "output_text", text: "Hello", annotations: [], logprobs: [], foo: 1 }],
  }]],
  ["references", [{ type: "item_reference", id: "mcp_1" }, { type: "item_reference", id: "msg_1" }]],
  ["a whole mcp_call", [{
    type: "mcp_call",
    id: "mcp_1",
    server_label: "conviction",
    name: "a",
    arguments: "{}",
    output: "1",
    error: null,
  }]],
  ["an mcp_call without its output", [{ type: "mcp_call", id: "mcp_1", name: "a", arguments: "{}" }]],
  ["a call and its output", [
    { type: "function_call", call_id: "c", name: "a", arguments: "{}" },
    { type: "function_call_output", call_id: "c", output: "1" },
  ]],
  ["reasoning and items of another kind", [{ type: "reasoning", summary: [] }, { type: "web_search_call" }, {}]],
];

for (const [what, items] of SAID_BEFORE) {
  Deno.test(`an input may hold ${what}; the question is the last message of the user`, async () => {
    for (const base of DIALECTS) {
      const { service, questions } = fakeService();
      const input = [{ role: "user", content: "Analyse KO" }, ...items, {
        type: "message",
        role: "user",
        content: [{ type: "input_text", text: "And its " }, { type: "input_text", text: "risk?" }],
      }, ...items];
      equal((await service(post(`http://a${base}/v1/responses`, { input }))).status, 200);
      deepEqual(questions.map(({ input: asked, before }) => [asked, before]), [["And its \nrisk?", ["Analyse KO"]]]);
    }
  });
}

interface Refusal {
  readonly when: string;
  readonly body: object;
  readonly status?: number;
  readonly code: string;
  readonly param: string;
  readonly message: RegExp;
}

const LONG = "é".repeat(16 * 1024);
const wanting = (schema: unknown) => ({ text: { format: { type: "json_schema", name: "x", schema } } });
const thesisOf = (signal: object) =>
  wanting({
    type: "object",
    properties: { agent_thesis: { type: "object", properties: { signal } } },
  });

const REFUSALS: readonly Refusal[] = [
  {
    when: "the model is unknown",
    body: { model: "gpt-x" },
    status: 404,
    code: "model_not_found",
    param: "model",
    message: /^Cannot find the model gpt-x: this service has conviction-smart$/,
  },
  {
    when: "the question is too long",
    body: { input: `${LONG}e` },
    code: "input_too_long",
    param: "input",
    message: /longer than 32768 bytes$/,
  },
  {
    when: "a conversation is kept elsewhere",
    body: { conversation: "conv_1" },
    code: "unsupported_conversation",
    param: "conversation",
    message: /previous_response_id/,
  },
  ...["required", { type: "function", name: "f" }, { type: "allowed_tools", mode: "required", tools: [] }].map(
    (tool_choice): Refusal => ({
      when: `a tool must be called: ${JSON.stringify(tool_choice)}`,
      body: { tool_choice, tools: [{ type: "function", name: "f" }] },
      code: "unsupported_tool_choice",
      param: "tool_choice",
      message: /calls no tool of the caller$|tool of the caller is called only where its name fits/,
    }),
  ),
  {
    when: "the format is none",
    body: { text: { format: { type: "grammar" } } },
    code: "unsupported_format",
    param: "text.format.type",
    message: /it is grammar;/,
  },
  ...([
    [
      "has another property",
      { type: "object", properties: { price: {} } },
      /price does not fit: the result has no such/,
    ],
    [
      "has another type",
      { type: "object", properties: { risks: { type: "string" } } },
      /risks does not fit: it is array/,
    ],
    ["is of another kind", { type: "array", items: {} }, /the result does not fit: it is object, not array/],
    ["wants what may be absent", {
      type: "object",
      properties: {
        metadata: { type: "object", properties: { score: { type: "number" } }, required: ["score"] },
      },
    }, /metadata\.score does not fit: it may be absent: allow null/],
    ["wants a property without a schema", { type: "object", required: ["price"] }, /price does not fit/],
    ["has elements of another type", {
      type: "object",
      properties: { key_drivers: { type: "array", items: { type: "object" } } },
    }, /key_drivers\[\] does not fit: it is string, not object/],
    ["has a limit that nobody promises", {
      type: "object",
      properties: { key_drivers: { type: "array", maxItems: 3 } },
    }, /key_drivers does not fit: maxItems is not known to hold/],
    ["refers to nothing", { $ref: "#/$defs/Thesis" }, /#\/\$defs\/Thesis is not in the schema/],
    ["refers to itself", { $ref: "#" }, /its schema cannot be read/],
    ["is no schema", "thesis", /it is not a JSON Schema/],
  ] as const).map(([state, schema, message]): Refusal => ({
    when: `the schema ${state}`,
    body: wanting(schema),
    code: "unsupported_format",
    param: "text.format.schema",
    message,
  })),
  {
    when: "the schema leaves out a signal",
    body: thesisOf({ enum: ["bullish", "bearish", "neutral"] }),
    code: "unsupported_format",
    param: "text.format.schema",
    message: /agent_thesis\.signal does not fit: it may also be no_view/,
  },
  {
    when: "the schema has a narrower range",
    body: wanting({
      type: "object",
      properties: { agent_thesis: { type: "object", properties: { confidence: { type: "number", minimum: 0.5 } } } },
    }),
    code: "unsupported_format",
    param: "text.format.schema",
    message: /agent_thesis\.confidence does not fit: its range is wider/,
  },
];

for (const { when, body, status = 400, code, param, message } of REFUSALS) {
  Deno.test(`create response answers ${status} ${code} when ${when}`, async () => {
    for (const base of DIALECTS) {
      const { status: replied, reply } = await send(body, base);
      deepEqual([replied, reply.error.code, reply.error.param], [status, code, param]);
      match(reply.error.message, message);
    }
  });
}

Deno.test("a question of 32 KB is read, and so are a portfolio of 10,000 characters and a longer history", async () => {
  const before = { role: "user", content: "x".repeat(200_000) };
  for (const input of [LONG, "AAPL 5%, ".repeat(1111), [before, ASK]]) equal((await send({ input })).status, 200);
});

Deno.test("the reasoning operation refuses an unknown model and a question that is too long, too", async () => {
  const { service } = fakeService();
  const codes = await Promise.all([{ input: "a", model: "gpt-x" }, { input: `${LONG}e` }].map(async (body) => {
    const reply = await service(post("http://a/api/v1/agent/reasoning", body));
    return [reply.status, (await reply.json()).error.code];
  }));
  deepEqual(codes, [[404, "model_not_found"], [400, "input_too_long"]]);
});

Deno.test("a part that is no text is refused by name in /v1; in the Responses dialect the answer says so", async () => {
  const input = [{
    role: "user",
    content: [{ type: "input_text", text: "Analyse AAPL" }, IMAGE, { type: "input_file" }],
  }];
  const { status, reply } = await send({ input });
  deepEqual([status, reply.error.code, reply.error.param], [400, "unsupported_input", "input.0.content.1"]);
  equal(
    reply.error.message,
    "Cannot read input.0.content.1: it is an input_image, and this service reads text, and tables in CSV",
  );
  const told = await send({ input }, RESPONSES_PREFIX);
  const notice = "Not read: image, file. This service reads text, and tables in CSV.";
  equal(textOf(told.reply), `${notice}\n\nAAPL: score +0.12.`);
  deepEqual(warningsOf(told.reply), [notice]);
  const unknown = await send(
    { input: [{ role: "user", content: [{ type: "text", text: "unknown" }, IMAGE] }] },
    RESPONSES_PREFIX,
  );
  match(textOf(unknown.reply), /^Not read: image\. This service reads text, and tables in CSV\.\n\nCannot find ZZZZ/);
});

const TOOL = { type: "function", name: "get_weather", parameters: { type: "object" } };
const ECHOED = {
  instructions: "Speak like a pirate",
  max_output_tokens: 100,
  max_tool_calls: 3,
  parallel_tool_calls: true,
  prompt_cache_key: "cache",
  previous_response_id: null,
  safety_identifier: "me",
  service_tier: "flex",
  temperature: 0.7,
  tool_choice: "none",
  top_logprobs: 2,
  top_p: 0.5,
  truncation: "auto",
  user: "me",
  frequency_penalty: 0.1,
  presence_penalty: 0.2,
};

for (const base of DIALECTS) {
  Deno.test(`a response repeats what was asked, below "${base}/v1", and says what has no effect`, async () => {
    const asked = { ...ECHOED, tools: [TOOL], reasoning: { effort: "low" }, text: {}, foo: 1, include: ["x"] };
    const { reply } = await send(asked, base);
    const repeated = Object.fromEntries(Object.keys(ECHOED).map((name) => [name, reply[name]]));
    deepEqual(repeated, ECHOED);
    deepEqual(reply.tools, [{ description: null, strict: null, ...TOOL }]);
    deepEqual(reply.reasoning, { effort: "low", summary: null });
    deepEqual(reply.text, { format: { type: "text" } });
    deepEqual(warningsOf(reply), [
      `Without effect on this answer: instructions, ${base === "" ? "tools, " : ""}temperature, top_p, top_logprobs, ` +
      "frequency_penalty, presence_penalty, max_output_tokens, max_tool_calls, reasoning; the analyst answers from its data, by fixed rules",
      "Not known here, and not read: foo",
    ]);
    equal(textOf(reply), "AAPL: score +0.12.");
  });

  Deno.test(`messages of the system and the developer have no effect, and the answer says so, below "${base}/v1"`, async () => {
    for (const role of ["system", "developer"]) {
      const { reply } = await send({ input: [{ role, content: "Speak like a pirate" }, ASK] }, base);
      const [warning] = warningsOf(reply) as readonly string[];
      match(warning ?? "", /^Without effect on this answer: messages of the system or developer;/);
    }
  });

  Deno.test(`the caller's metadata is in each response object, below "${base}/v1"; ours wins, and says so`, async () => {
    const { service } = fakeService();
    const metadata = { run: "r 1", as_of: "2017-06-30", files: "mine" };
    const url = `http://a${base}/v1/responses`;
    const streamed = await (await service(post(url, { input: "a", stream: true, metadata }))).text();
    const events = streamed.trim().split("\n\n").slice(0, -1).map((line) => JSON.parse(line.slice("data: ".length)));
    deepEqual(events[0].response.metadata, { run: "r 1", as_of: "2017-06-30" });
    const { reply } = await send({ metadata }, base);
    const { run, as_of, files } = reply.metadata;
    deepEqual([run, as_of], ["r 1", "2017-06-30"]);
    ok(files !== "mine");
    deepEqual(warningsOf(reply), ["Of the metadata sent, files is not kept: the service writes it"]);
  });
}

Deno.test("a request without any of these has no warning and no other metadata than before", async () => {
  const { reply } = await send({ tools: [], include: [], instructions: "", tool_choice: "auto", text: {} });
  deepEqual(Object.keys(reply.metadata), ["verification", "thesis", "files"]);
});

Deno.test("the reasoning operation repeats the caller's metadata and says what it does not know", async () => {
  const { service } = fakeService();
  const metadata = { run: 1, subject: "mine", benchmark: "^GSPC" };
  const body = { input: "Analyse AAPL", metadata, stream: true };
  const reply = await (await service(post("http://a/api/v1/agent/reasoning", body))).json();
  const { run, subject, warnings } = reply.metadata;
  deepEqual([run, subject], [1, "AAPL"]);
  deepEqual(warnings, [
    "Not known here, and not read: stream",
    "Of the metadata sent, subject is not kept: the service writes it",
  ]);
});

/** What `zodTextFormat`, `responses.parse` and the agents' libraries make of a type: closed, with everything required. */
const STRICT_SCHEMA = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  type: "object",
  title: "Answer",
  properties: {
    agent_thesis: { $ref: "#/$defs/Thesis" },
    key_drivers: { type: "array", items: { type: "string", description: "a driver" } },
    metadata: {
      anyOf: [{
        type: "object",
        properties: { subject: { type: "string" }, score: { type: ["number", "null"] } },
        required: ["subject", "score"],
        additionalProperties: false,
      }, { type: "null" }],
    },
  },
  required: ["agent_thesis", "key_drivers", "metadata"],
  additionalProperties: false,
  $defs: {
    Thesis: {
      type: "object",
      properties: {
        signal: { type: "string", enum: ["bullish", "neutral", "bearish", "no_view"] },
        confidence: { type: "number", minimum: 0, maximum: 1 },
      },
      required: ["signal", "confidence"],
      additionalProperties: false,
    },
  },
};

const FORMED = {
  agent_thesis: { signal: "neutral", confidence: 0.51 },
  key_drivers: ["Momentum"],
  metadata: { subject: "AAPL", score: null },
};

for (const base of DIALECTS) {
  Deno.test(`a schema of the result is answered with JSON of that schema, below "${base}/v1"`, async () => {
    const { reply } = await send(wanting(STRICT_SCHEMA), base);
    deepEqual(JSON.parse(textOf(reply)), FORMED);
    deepEqual(reply.text.format.schema, STRICT_SCHEMA);
    const { verification: _, ...metadata } = RESULT.metadata;
    const whole = { ...RESULT, metadata: { ...metadata, response_id: reply.id } };
    const asked = await send({ text: { format: { type: "json_object" } } }, base);
    deepEqual(JSON.parse(textOf(asked.reply)), {
      ...whole,
      metadata: { ...whole.metadata, response_id: asked.reply.id },
    });
  });

  Deno.test(`an answer without a thesis has no such JSON: 422, and in a stream an error, below "${base}/v1"`, async () => {
    const { status, reply } = await send({ input: "unknown", ...wanting(STRICT_SCHEMA) }, base);
    deepEqual([status, reply.error.code], [422, "unknown_company"]);
    const { service } = fakeService();
    const body = { input: "unknown", stream: true, ...wanting(STRICT_SCHEMA) };
    const text = await (await service(post(`http://a${base}/v1/responses`, body))).text();
    match(text, /"type":"error".*"code":"unknown_company"/);
    ok(text.endsWith("data: [DONE]\n\n") && !text.includes("response.completed"));
  });
}

Deno.test("results of the embedded service hold to the schema that /v1/models serves, and to a caller's", async () => {
  await using embedded = await openEmbedded({ apiKeys: [KEY], data: undefined });
  const { service } = embedded;
  const headers = { authorization: `Bearer ${KEY}` };
  const [model] = (await (await service(new Request("http://a/v1/models", { headers }))).json()).data;
  const { result_schema } = await (await service(new Request(`http://a/v1/models/${model.id}`, { headers }))).json();
  const [ours, callers] = [z.fromJSONSchema(result_schema), z.fromJSONSchema(STRICT_SCHEMA as Wire)];
  for (const input of ["Analyse AAPL", "Compare MSFT and KO", "Which stock is the safest?", "AAPL 60%, KO 40%"]) {
    const ask = async (format: unknown) =>
      JSON.parse(textOf(await (await service(post("http://a/v1/responses", { input, text: { format } }))).json()));
    ours.parse(await ask({ type: "json_object" }));
    ours.parse(await ask({ type: "json_schema", schema: result_schema }));
    const formed = await ask(wanting(STRICT_SCHEMA).text.format);
    deepEqual(Object.keys(formed), ["agent_thesis", "key_drivers", "metadata"]);
    callers.parse(formed);
  }
});

for (const path of ["/v1/chat/completions", "/openai/v1/chat/completions", "/v1/completions"]) {
  Deno.test(`404 of ${path} names the path and the base URL to use`, async () => {
    const { service } = fakeService();
    const reply = await service(post(`http://a${path}`, { messages: [] }));
    const { error } = await reply.json();
    deepEqual([reply.status, error.code], [404, "not_found"]);
    match(error.message, /no chat completions; send it to \/v1\/responses, .* base URL ends in \/openai\/v1$/);
  });
}

for (
  const path of [
    "/openai/api/v1/agent/reasoning",
    "/openai/v1",
    "/openai",
    "/openai/v1//responses",
    "/OPENAI/v1/responses",
  ]
) {
  Deno.test(`nothing exists at ${path}`, async () => {
    const { service } = fakeService();
    equal((await service(post(`http://a${path}`, { input: "a" }))).status, 404);
  });
}

Deno.test("errors of the Responses dialect have texts only", async () => {
  const { service } = fakeService();
  const reply = await service(new Request("http://a/openai/v1/responses", { method: "POST" }));
  deepEqual(Object.values((await reply.json()).error).map((value) => typeof value), Array(4).fill("string"));
});
