import { deepEqual, equal, match, ok } from "../assert.ts";
import fc from "fast-check";
import { anyText } from "../fixtures/any_text.ts";
import { SEED } from "../lanes.ts";
import { runsOf } from "../sweeps.ts";
import type { Conclusion, Step } from "../../src/agent/step.ts";
import { parseEvent } from "../../src/protocol/event.ts";
import { type Dialect, RESPONSES_PREFIX, ROUTES } from "../../src/protocol/route.ts";
import { encodeEvent } from "../../src/protocol/sse.ts";
import { responseEvents } from "../../src/service/response_events.ts";
import { RUN_CODE } from "../../src/service/mcp_call_writer.ts";
import { openEmbedded } from "../../src/setup/embedded.ts";
import { Understanding } from "../../src/stream/understanding.ts";
import { countingIds, fakeService, KEY, post, RESULT, stepsOf, VERIFICATION } from "./service_fixture.ts";

const DIALECTS: readonly Dialect[] = ["specification", "responses"];
const BASES: Readonly<Record<Dialect, string>> = { specification: "", responses: RESPONSES_PREFIX };

/** A JSON value whose fields are not declared. */
// deno-lint-ignore no-explicit-any
type Wire = any;

/** What an answer says, whatever the dialect. */
interface Said {
  readonly text: string;
  readonly files: unknown;
  readonly thesis: unknown;
  readonly verification: unknown;
  /** Name, arguments and output of each tool and program, in order. */
  readonly work: readonly (readonly [name: string, asked: unknown, answered: unknown])[];
}

/** The wire's JSON, event by event; no schema of ours reads it. */
async function wireOf(steps: readonly Step[], dialect: Dialect): Promise<Wire[]> {
  const context = {
    responseId: "resp_1",
    model: "conviction-smart",
    createdAt: 1514851200,
    nowSeconds: () => 1514851201,
    newId: countingIds(),
    extensions: true,
    dialect,
  };
  async function* all() {
    yield* steps;
  }
  const events: Wire[] = [];
  for await (const event of responseEvents(all(), context)) events.push(JSON.parse(JSON.stringify(event)));
  return events;
}

/** Folds a stream of either dialect as a foreign reader would, from the events alone. */
function fold(events: readonly Wire[], dialect: Dialect): Said {
  const { metadata } = events.at(-1).response;
  const read = (value: Wire) => dialect === "responses" && value !== undefined ? JSON.parse(value) : value;
  return {
    text: events.map((event) => event.type === "response.output_text.delta" ? event.delta : "").join(""),
    files: read(metadata.files),
    thesis: read(metadata.thesis),
    verification: read(metadata.verification),
    work: dialect === "responses" ? foldCalls(events) : foldWork(events),
  };
}

function foldCalls(events: readonly Wire[]): Said["work"] {
  const ended = events.filter(({ type, item }) => type === "response.output_item.done" && item.type === "mcp_call");
  return ended.map(({ item }) => [item.name, JSON.parse(item.arguments), JSON.parse(item.output)] as const);
}

function foldWork(events: readonly Wire[]): Said["work"] {
  const work: [string, unknown, unknown][] = [];
  let [program, code] = ["", ""];
  for (const { type, item, name, delta, ...event } of events) {
    if (type === "response.output_item.done" && item.type === "function_call") {
      work.push([item.name, JSON.parse(item.arguments), undefined]);
    }
    const last = work.at(-1);
    if (type === "response.output_item.done" && item.type === "function_call_output" && last) {
      last[2] = JSON.parse(item.output);
    }
    if (type === "response.code_execution.added") [program, code] = [name, ""];
    if (type === "response.code_execution.input_delta") code += delta;
    if (type !== "response.code_execution.output") continue;
    const { sequence_number: _, item_id: __, ...output } = event;
    work.push([RUN_CODE, { name: program, code }, output]);
  }
  return work;
}

const RUNS = runsOf("service/dialects", 1000);
const FILES = [{ file_id: "file_1", filename: "AAPL.csv" }];
const text = anyText();
const tool = fc.tuple(text, fc.jsonValue(), fc.jsonValue()).map(([name, asked, answered]): Step[] => [
  { kind: "tool_call", name, arguments: asked },
  { kind: "tool_output", output: answered },
]);
const program = fc.tuple(text, text, fc.nat({ max: 255 })).map(([code, stderr, return_code]): Step[] => [
  { kind: "code", name: "chart", code },
  { kind: "code_started" },
  { kind: "code_output", stdout: "2 rows\n", stderr, return_code, files: return_code === 0 ? FILES : [] },
]);
const files = fc.array(text, { maxLength: 3 }).map((names): Step[] => [
  { kind: "files", files: names.map((filename, at) => ({ file_id: `table_${at}`, filename, bytes: at })) },
]);
const check: fc.Arbitrary<Step[]> = text.map((id) => [
  { kind: "verification_started" },
  { kind: "verification_done", verification: { ...VERIFICATION, sources: [{ id }] } },
]);
const conclusion = fc.oneof(
  fc.tuple(text, fc.array(text)).map(([reasoning, key_drivers]): Conclusion => ({
    kind: "thesis",
    result: { ...RESULT, agent_thesis: { ...RESULT.agent_thesis, reasoning }, key_drivers },
  })),
  text.map((message): Conclusion => ({ kind: "no_subject", message })),
  text.map((message): Conclusion => ({ kind: "unknown_company", message, nearest: [] })),
);
const answers = fc.tuple(
  fc.array(fc.oneof(tool, program, files, check), { maxLength: 6 }),
  fc.array(text.map((delta): Step => ({ kind: "text", delta })), { maxLength: 4 }),
  conclusion.map((concluded): Step => ({ kind: "conclusion", conclusion: concluded })),
).map(([parts, texts, end]) => [...parts.flat(), ...texts, end]);

Deno.test(`both dialects of any answer say the same text, files, thesis, tools and programs (seed ${SEED})`, async () => {
  await fc.assert(
    fc.asyncProperty(answers, async (steps) => {
      const [specification, responses] = await Promise.all(DIALECTS.map((dialect) => wireOf(steps, dialect)));
      deepEqual(fold(responses ?? [], "responses"), fold(specification ?? [], "specification"));
    }),
    RUNS,
  );
});

/** The types of events that clients of the Responses style know, and that an answer needs. */
const STRICT_EVENTS: ReadonlySet<string> = new Set([
  "response.created",
  "response.output_item.added",
  "response.mcp_call.in_progress",
  "response.mcp_call_arguments.delta",
  "response.mcp_call_arguments.done",
  "response.mcp_call.completed",
  "response.output_item.done",
  "response.content_part.added",
  "response.output_text.delta",
  "response.output_text.done",
  "response.content_part.done",
  "response.completed",
]);

Deno.test("the dialect of the Responses style has its events and items only, each in its place, of any answer", async () => {
  await fc.assert(
    fc.asyncProperty(answers, async (steps) => {
      const events = await wireOf(steps, "responses");
      deepEqual(events.map(({ sequence_number }) => sequence_number), events.map((_, at) => at));
      deepEqual(events.filter(({ type }) => !STRICT_EVENTS.has(type)), []);
      const { output, metadata } = events.at(-1).response;
      deepEqual(Object.values(metadata).filter((value) => typeof value !== "string"), []);
      deepEqual(output.slice(0, -1).filter(({ type }: Wire) => type !== "mcp_call"), []);
      equal(output.at(-1).type, "message");
      events.slice(1, -1).forEach((event) => equal(event.item_id, output[event.output_index].id));
      for (const [at, item] of output.entries()) {
        const own = events.filter(({ output_index }) => output_index === at);
        deepEqual(own.at(-1).item, item);
        if (item.type === "mcp_call") holdsAsCall(own, item);
      }
    }),
    RUNS,
  );
});

function holdsAsCall(own: readonly Wire[], item: Wire): void {
  deepEqual(own.map(({ type }) => type), [
    "response.output_item.added",
    "response.mcp_call.in_progress",
    "response.mcp_call_arguments.delta",
    "response.mcp_call_arguments.done",
    "response.mcp_call.completed",
    "response.output_item.done",
  ]);
  deepEqual(own[0].item, { ...item, arguments: "", output: null, status: "in_progress" });
  deepEqual([own[2].delta, own[3].arguments], [item.arguments, item.arguments]);
  const { id: _, name: __, arguments: ___, output, ...rest } = item;
  equal(typeof output, "string");
  deepEqual(rest, {
    type: "mcp_call",
    server_label: "conviction",
    error: null,
    status: "completed",
    approval_request_id: null,
  });
}

Deno.test("a tool of the Responses dialect is sent when it begins, before its output is known", async () => {
  const [search, found, ...rest] = stepsOf();
  const [call, answer]: Step[] = [
    { kind: "tool_call", name: "price_history", arguments: { ticker: "AAPL" } },
    { kind: "tool_output", output: { bars: 1 } },
  ];
  const sent: string[] = [];
  async function* steps() {
    for (const step of [search, found]) if (step) yield step;
    deepEqual(sent, ["response.created"], "the search for names is sent with the work that it leads to");
    if (call) yield call;
    equal(sent.filter((type) => type === "response.output_item.done").length, 1);
    equal(sent.at(-1), "response.mcp_call_arguments.done");
    if (answer) yield answer;
    equal(sent.at(-1), "response.output_item.done");
    for (const step of rest) yield step;
  }
  const context = { responseId: "resp_1", model: "m", createdAt: 0, nowSeconds: () => 0, newId: countingIds() };
  const all = { ...context, extensions: true, dialect: "responses" } as const;
  for await (const { type } of responseEvents(steps(), all)) sent.push(type);
  equal(sent.at(-1), "response.completed");
});

Deno.test("our own client understands either dialect of any answer: the same text, tools, files, thesis", async () => {
  await fc.assert(
    fc.asyncProperty(answers, async (steps) => {
      const [specification, responses] = await Promise.all(DIALECTS.map(async (dialect) => {
        const understanding = new Understanding();
        for (const event of await wireOf(steps, dialect)) {
          understanding.take(parseEvent(encodeEvent(event).slice("data: ".length).trim()));
        }
        return understanding.snapshot;
      }));
      ok(specification && responses);
      for (const field of ["state", "text", "thesis", "verification", "warnings", "unknownEvents"] as const) {
        deepEqual(responses[field], specification[field], field);
      }
      // In order of first mention: below /v1 those of a program are named as it ends, the others at the end.
      const byId = (one: { readonly file_id: string }, other: { readonly file_id: string }) =>
        one.file_id < other.file_id ? -1 : Number(one.file_id > other.file_id);
      deepEqual(responses.files.toSorted(byId), specification.files.toSorted(byId), "files");
      const tools = responses.calls.filter(({ name }) => name !== RUN_CODE);
      const shown = (
        { name, arguments: asked, output, complete }: typeof tools[number],
      ) => [name, asked, output, complete];
      deepEqual(tools.map(shown), specification.calls.filter(({ name }) => name !== RUN_CODE).map(shown));
      equal(responses.calls.length, specification.calls.length + specification.executions.length);
    }),
    RUNS,
  );
});

/** Identifiers are new in each answer. */
const anonymous = (said: Said): unknown =>
  JSON.parse(JSON.stringify(said, (name, value) => name === "file_id" || name === "response_id" ? "" : value));

const QUESTIONS = [
  "Analyse AAPL",
  "Compare MSFT and KO",
  "What is the volatility of IBM?",
  "Analyse ZZZZ",
  "Count from 1 to 5.",
];

Deno.test("both dialects of the embedded service say the same, and the same files can be downloaded", async () => {
  await using embedded = await openEmbedded({ apiKeys: [KEY], data: undefined });
  const { service } = embedded;
  for (const input of QUESTIONS) {
    const [specification, responses] = await Promise.all(DIALECTS.map(async (dialect) => {
      const url = `http://a${BASES[dialect]}${ROUTES.createResponse.path}`;
      const body = await (await service(post(url, { input, stream: true }))).text();
      const events = body.trim().split("\n\n").slice(0, -1).map((line) => JSON.parse(line.slice("data: ".length)));
      const said = fold(events, dialect);
      return {
        said,
        bytes: await Promise.all((said.files as Wire[]).map(({ file_id }) => download(dialect, file_id))),
      };
    }));
    ok(specification && responses);
    const { thesis, work } = specification.said;
    const shown = { ...specification.said, work: thesis === undefined ? [] : work }; // nothing was researched
    deepEqual(anonymous(responses.said), anonymous(shown), input);
    deepEqual(responses.bytes, specification.bytes);
    ok(specification.said.work.length > 0);
  }
  async function download(dialect: Dialect, id: string): Promise<Uint8Array> {
    const url = `http://a${BASES[dialect]}/v1/files/${id}/content`;
    const reply = await service(new Request(url, { headers: { authorization: `Bearer ${KEY}` } }));
    equal(reply.status, 200);
    return await reply.bytes();
  }
});

Deno.test("one Idempotency-Key is not good for both dialects", async () => {
  const { service, questions } = fakeService();
  const send = (base: string) =>
    service(post(`http://a${base}/v1/responses`, { input: "Analyse AAPL" }, { headers: { "idempotency-key": "k" } }));
  equal((await send("")).status, 200);
  const other = await send(RESPONSES_PREFIX);
  deepEqual([other.status, (await other.json()).error.code], [422, "idempotency_key_reused"]);
  equal(questions.length, 1);
});

Deno.test("the dialect comes from the path alone: a header and an option of the other change nothing", async () => {
  const strict = async (init: Parameters<typeof post>[2], body: object) => {
    const { service } = fakeService();
    const url = `http://a${RESPONSES_PREFIX}/v1/responses`;
    return await (await service(post(url, { input: "Analyse AAPL", stream: true, ...body }, init))).text();
  };
  const plain = await strict({}, {});
  equal(await strict({ headers: { "conviction-extensions": "on" } }, {}), plain);
  equal(await strict({}, { stream_options: { include_extensions: true } }), plain);
  match(plain, /"name":"run_code"/);
});
