import { deepEqual, equal, match, ok, rejects } from "../assert.ts";
import OpenAI from "openai";
import { type Served, startService } from "./served.ts";

const MODEL = "conviction-smart";
const WITHOUT_EXTENSIONS = { "conviction-extensions": "off" };

/** One service for all tests, because it starts slowly. */
let served: Served;
Deno.test.beforeAll(async () => {
  served = await startService();
});
Deno.test.afterAll(async () => {
  equal(await served.stop(), 0);
});

function client(defaultHeaders: Record<string, string> = {}): OpenAI {
  const { url, apiKey } = served;
  return new OpenAI({ baseURL: `${url}/v1`, apiKey, defaultHeaders, maxRetries: 0 });
}

/** Fields that the official client's types lack. */
interface Completed {
  readonly output_text: string;
  readonly metadata: {
    readonly verification: { readonly confidence: number };
    readonly files: readonly { readonly file_id: string; readonly media_type: string; readonly bytes: number }[];
  };
}

Deno.test("openai: responses.create({stream: true}) streams an answer, with extensions", async () => {
  const stream = await client().responses.create({ model: MODEL, input: "Analyse AAPL", stream: true });
  const types: string[] = [];
  let text = "";
  for await (const event of stream) {
    types.push(event.type);
    if (event.type === "response.output_text.delta") text += event.delta;
    if (event.type === "response.completed") equal(event.response.output_text ?? text, text);
  }
  match(text, /AAPL/);
  equal(types.at(0), "response.created");
  equal(types.at(-1), "response.completed");
  for (const type of ["response.code_execution.output", "verification.done"]) ok(types.includes(type), type);
});

Deno.test("openai: responses.create() without a stream gives the finished response", async () => {
  const response = await client().responses.create({ model: MODEL, input: "Analyse AAPL" });
  equal(response.status, "completed");
  match(response.output_text, /AAPL/);
});

Deno.test("openai: responses.stream().finalResponse() gives the same, with extensions off", async () => {
  const stream = client(WITHOUT_EXTENSIONS).responses.stream({ model: MODEL, input: "Analyse AAPL" });
  let text = "";
  let calls = 0;
  stream.on("response.output_text.delta", ({ delta }) => text += delta);
  stream.on(
    "response.function_call_arguments.done",
    ({ arguments: json }) => calls += typeof JSON.parse(json) === "object" ? 1 : 0,
  );
  const response = await stream.finalResponse() as unknown as Completed;
  equal(response.output_text, text);
  ok(calls > 0);
  ok(response.metadata.verification.confidence > 0);
});

Deno.test("openai: responses.stream() rejects our own events, so that extensions must be off", async () => {
  const stream = client().responses.stream({ model: MODEL, input: "Analyse AAPL" });
  await rejects(() => stream.finalResponse(), /Unhandled response stream event/);
});

Deno.test("openai: files.content() downloads every file of an answer", async () => {
  const response = await client().responses.create({ model: MODEL, input: "Analyse AAPL" }) as unknown as Completed;
  const { files } = response.metadata;
  ok(files.length > 0);
  for (const { file_id, media_type, bytes } of files) {
    const content = await client().files.content(file_id);
    deepEqual([content.headers.get("content-type"), (await content.arrayBuffer()).byteLength], [media_type, bytes]);
  }
});

Deno.test("openai: leaving the loop ends the request, and the next one is answered", async () => {
  const stream = await client().responses.create({ model: MODEL, input: "Analyse AAPL", stream: true });
  for await (const event of stream) if (event.type === "response.created") break;
  equal((await client().responses.create({ model: MODEL, input: "Analyse AAPL" })).status, "completed");
});

const ERRORS = [
  [
    "a wrong key",
    OpenAI.AuthenticationError,
    () => new OpenAI({ baseURL: `${served.url}/v1`, apiKey: "wrong", maxRetries: 0 }),
    "a",
  ],
  ["an empty question", OpenAI.BadRequestError, client, " "],
] as const;
for (const [name, kind, connect, input] of ERRORS) {
  Deno.test(`openai: ${name} is the client's ${kind.name}, with code and request id`, async () => {
    await rejects(() => connect().responses.create({ model: MODEL, input }), (error) => {
      ok(error instanceof kind);
      ok(error.code);
      match(error.requestID ?? "", /^req_/);
      return true;
    });
  });
}
