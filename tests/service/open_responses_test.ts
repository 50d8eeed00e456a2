/**
 * The plain cases of the Open Responses program as tests of our own, on the strict dialect, without a header: with the
 * program's prompts, which are no questions about companies, and with real questions. Each is asked twice, for the
 * finished response and for a stream; the program streams one only.
 */
import { deepEqual, equal, match, ok } from "../assert.ts";
import { type Embedded, openEmbedded } from "../../src/setup/embedded.ts";
import { eventSchema, type OpenEvent, type OpenResponse, responseSchema } from "./open_responses_schema.ts";

const KEY = "sk-test-open-responses-1";
const URL_OF_RESPONSES = "http://conviction.invalid/openai/v1/responses";

/** One red pixel. */
const IMAGE =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==";

const WEATHER = {
  type: "function",
  name: "get_weather",
  description: "Get the current weather for a location",
  parameters: {
    type: "object",
    properties: { location: { type: "string", description: "The city and state, e.g. San Francisco, CA" } },
    required: ["location"],
  },
};

interface Case {
  readonly when: string;
  readonly request: Readonly<Record<string, unknown>>;
  /** Checks beyond those of every case. */
  readonly holds: (response: OpenResponse) => void;
}

const message = (role: string, content: unknown, more = {}) => ({ type: "message", role, content, ...more });
const withImage = (text: string) => [{ type: "input_text", text }, { type: "input_image", image_url: IMAGE }];
const asked = (question: string) => ({ input: [message("user", question)] });

const CASES: readonly Case[] = [
  { when: "basic response", request: asked("Say hello in exactly 3 words."), holds: namesNoCompany },
  { when: "basic response, a real question", request: asked("Analyse AAPL"), holds: analysesApple },
  {
    when: "assistant phase",
    request: {
      input: [
        message("user", "Count slowly."),
        message("assistant", "I begin with one.", { phase: "commentary" }),
        message("user", "Go on."),
      ],
    },
    holds: namesNoCompany,
  },
  {
    when: "assistant phase, a real question",
    request: {
      input: [
        message("user", "Look at Apple."),
        message("assistant", "I read its prices first.", { phase: "commentary" }),
        message("user", "Analyse AAPL"),
      ],
    },
    holds: analysesApple,
  },
  { when: "streaming", request: asked("Count from 1 to 5."), holds: namesNoCompany },
  { when: "streaming, a real question", request: asked("Which risks has AAPL?"), holds: analysesApple },
  {
    when: "system prompt",
    request: {
      input: [message("system", "You are a pirate. Always respond in pirate speak."), message("user", "Say hello.")],
    },
    holds: namesNoCompany,
  },
  {
    when: "system prompt, a real question",
    request: {
      instructions: "Be brief.",
      input: [message("system", "You are a pirate."), message("user", "Analyse AAPL")],
    },
    holds: (response) => {
      analysesApple(response);
      equal(response.instructions, "Be brief.");
    },
  },
  {
    when: "tool calling: the caller's tool is called where its name fits a question that has no answer here",
    request: { ...asked("What's the weather like in San Francisco?"), tools: [WEATHER] },
    holds: ({ tools, output }) => {
      deepEqual(tools, [{ ...WEATHER, strict: null }]);
      deepEqual(output.map(({ type }) => type), ["message", "function_call"]);
      const calls = output.filter((item) => item.type === "function_call");
      deepEqual(calls.map(({ name }) => name), ["get_weather"]);
      for (const call of calls) match(JSON.parse(call.arguments).location, /San Francisco/);
    },
  },
  {
    when: "tool calling, a real question: the caller's tool is named in the response and not called",
    request: { ...asked("Analyse AAPL"), tools: [WEATHER] },
    holds: (response) => {
      analysesApple(response);
      deepEqual(response.tools, [{ ...WEATHER, strict: null }]);
    },
  },
  {
    when: "image input: the text says that the image was not read",
    request: { input: [message("user", withImage("What do you see in this image? Answer in one sentence."))] },
    holds: (response) => {
      isCompleted(response);
      match(textOf(response), /image.*not read|not read.*image/i);
    },
  },
  {
    when: "image input, a real question: the question is answered, and the text says that the image was not read",
    request: { input: [message("user", withImage("Analyse AAPL"))] },
    holds: (response) => {
      analysesApple(response);
      match(textOf(response), /image.*not read|not read.*image/i);
    },
  },
  {
    when: "multi-turn",
    request: {
      input: [
        message("user", "My name is Alice."),
        message("assistant", "Hello Alice! Nice to meet you. How can I help you today?"),
        message("user", "What is my name?"),
      ],
    },
    holds: namesNoCompany,
  },
  {
    when: "multi-turn, a real question: the company of the first is that of the second",
    request: {
      input: [
        message("user", "Analyse AAPL"),
        message("assistant", "AAPL is up 45%."),
        message("user", "And its drawdown?"),
      ],
    },
    holds: analysesApple,
  },
];

let embedded: Embedded;
Deno.test.beforeAll(async () => {
  embedded = await openEmbedded({ apiKeys: [KEY], data: undefined });
});
Deno.test.afterAll(() => embedded.close());

for (const { when, request, holds } of CASES) {
  Deno.test(`open responses: ${when}: the finished response keeps to the schema`, async () => {
    holds(responseSchema.parse(await (await ask(request)).json()));
  });

  Deno.test(`open responses: ${when}: so does each event of a stream, and the response at its end`, async () => {
    const events = await streamOf(request);
    deepEqual(events.map(({ sequence_number }) => sequence_number), events.map((_, index) => index));
    equal(events.at(0)?.type, "response.created");
    const last = events.at(-1);
    ok(last?.type === "response.completed", `the last event is ${last?.type}`);
    holds(last.response);
    deepEqual(itemsIn(events), last.response.output);
    const ofCalls = events.some(({ type }) => type.startsWith("response.mcp_call"));
    equal(ofCalls, last.response.output.some(({ type }) => type === "mcp_call"));
    equal(deltasIn(events), textOf(last.response));
  });
}

async function ask(request: Case["request"]): Promise<Response> {
  const headers = { "authorization": `Bearer ${KEY}`, "content-type": "application/json" };
  const body = JSON.stringify({ model: "conviction-smart", ...request });
  const reply = await embedded.fetch(URL_OF_RESPONSES, { method: "POST", headers, body });
  if (!reply.ok) throw new Error(`The service answered ${reply.status}: ${await reply.text()}`);
  return reply;
}

/** The events as they are on the wire, each checked. */
async function streamOf(request: Case["request"]): Promise<OpenEvent[]> {
  const reply = await ask({ ...request, stream: true });
  match(reply.headers.get("content-type") ?? "", /^text\/event-stream/);
  const blocks = (await reply.text()).split("\n\n").slice(0, -1);
  equal(blocks.pop(), "data: [DONE]");
  return blocks.map((block) => eventSchema.parse(JSON.parse(block.slice("data: ".length))));
}

function itemsIn(events: readonly OpenEvent[]) {
  return events.flatMap((event) => event.type === "response.output_item.done" ? [event.item] : []);
}

function deltasIn(events: readonly OpenEvent[]): string {
  return events.map((event) => event.type === "response.output_text.delta" ? event.delta : "").join("");
}

function textOf({ output }: OpenResponse): string {
  return output.flatMap((item) => item.type === "message" ? item.content.map(({ text }) => text) : []).join("");
}

function isCompleted({ status, output, completed_at }: OpenResponse): void {
  equal(status, "completed");
  ok(completed_at !== null);
  equal(output.at(-1)?.type, "message");
  deepEqual(output.filter(({ type }) => type === "function_call"), []);
}

/** Nothing is researched, so no item is of a type that Open Responses does not list: `mcp_call` is ours. */
function namesNoCompany(response: OpenResponse): void {
  isCompleted(response);
  deepEqual(response.output.map(({ type }) => type), ["message"]);
  ok(textOf(response) !== "");
  deepEqual(JSON.parse(response.metadata.files ?? "[]"), []);
}

function analysesApple(response: OpenResponse): void {
  isCompleted(response);
  match(textOf(response), /AAPL/);
  ok(response.output.some(({ type }) => type === "mcp_call"));
  ok(JSON.parse(response.metadata.files ?? "[]").length > 0);
}
