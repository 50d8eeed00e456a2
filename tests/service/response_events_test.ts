import { deepEqual, equal, ok, rejects } from "../assert.ts";
import { anyText } from "../fixtures/any_text.ts";
import fc from "fast-check";
import type { Conclusion, Step } from "../../src/agent/step.ts";
import { EVENT_SCHEMAS, type KnownEvent, parseEvent } from "../../src/protocol/event.ts";
import { encodeEvent } from "../../src/protocol/sse.ts";
import { responseEvents } from "../../src/service/response_events.ts";
import { StepOrderError } from "../../src/service/response_writer.ts";
import { countingIds, programOf, RESULT, stepsOf, THESIS, UNKNOWN, VERIFICATION } from "./service_fixture.ts";

const FILES = [{ file_id: "file_1", filename: "AAPL.csv" }];

interface Options {
  readonly extensions?: boolean;
  readonly into?: KnownEvent[];
}

/** `into` also has the events before a throw. */
async function eventsOf(steps: readonly Step[], { extensions = true, into = [] }: Options = {}): Promise<KnownEvent[]> {
  const context = {
    responseId: "resp_1",
    model: "conviction-smart",
    createdAt: 1514851200,
    nowSeconds: () => 1514851201,
    newId: countingIds(),
    extensions,
  };
  async function* all() {
    yield* steps;
  }
  for await (const event of responseEvents(all(), context)) into.push(event);
  return into;
}

const typesOf = (events: readonly KnownEvent[]) => events.map(({ type }) => type.replace("response.", ""));
const numbersOf = (events: readonly KnownEvent[]) => events.map(({ sequence_number }) => sequence_number);
const countUp = (events: readonly KnownEvent[]) => events.map((_, index) => index);

Deno.test("responseEvents() yields the events of a whole answer in the documented order", async () => {
  const events = await eventsOf(stepsOf(FILES));
  deepEqual(typesOf(events), [
    "created",
    "output_item.added",
    "function_call_arguments.delta",
    "function_call_arguments.done",
    "output_item.done",
    "output_item.added",
    "output_item.done",
    "code_execution.added",
    "code_execution.input_delta",
    "code_execution.input_delta",
    "code_execution.input_delta",
    "code_execution.started",
    "code_execution.output",
    "verification.started",
    "verification.done",
    "output_item.added",
    "content_part.added",
    "output_text.delta",
    "output_text.delta",
    "output_text.done",
    "content_part.done",
    "output_item.done",
    "completed",
  ]);
  deepEqual(numbersOf(events), countUp(events));
});

Deno.test("responseEvents() links a call to its output by call_id, and code to its output by item_id", async () => {
  const events = await eventsOf(stepsOf(FILES));
  const ids = events.flatMap((event) =>
    "item" in event && event.item && "call_id" in event.item ? [event.item.call_id] : []
  );
  equal(ids.length, 4);
  equal(new Set(ids).size, 1);
  const argumentEvents = events.filter(({ type }) => type.startsWith("response.function_call_arguments"));
  deepEqual(argumentEvents.map((event) => "call_id" in event && event.call_id), [ids[0], ids[0]]);
  const executions = events.filter(({ type }) => type.startsWith("response.code_execution"));
  equal(new Set(executions.map((event) => "item_id" in event && event.item_id)).size, 1);
  const output = events.find(({ type }) => type === "response.code_execution.output");
  deepEqual(output && "files" in output && output.files, FILES);
});

Deno.test("responseEvents() completes with text, thesis, files and verification", async () => {
  const completed = (await eventsOf(stepsOf(FILES))).at(-1);
  ok(completed?.type === "response.completed");
  const { response } = completed;
  equal(response.status, "completed");
  deepEqual(response.output?.map(({ type }) => type), ["function_call", "function_call_output", "message"]);
  const message = response.output?.at(-1);
  equal(message?.type === "message" && message.content[0]?.text, "AAPL: score +0.12.");
  const { verification: _, ...metadata } = RESULT.metadata;
  deepEqual(response.metadata, {
    verification: VERIFICATION,
    thesis: { ...RESULT, metadata: { ...metadata, response_id: "resp_1" } },
    files: FILES,
  });
});

Deno.test("responseEvents() without extensions omits their events before numbering, and keeps files and verification", async () => {
  const events = await eventsOf(stepsOf(FILES), { extensions: false });
  deepEqual(events.filter(({ type }) => /^verification|code_execution/.test(type)), []);
  deepEqual(numbersOf(events), countUp(events));
  const completed = events.at(-1);
  ok(completed?.type === "response.completed");
  deepEqual(completed.response.metadata?.files, FILES);
  deepEqual(completed.response.metadata?.verification, VERIFICATION);
});

for (
  const [name, conclusion, text] of [
    ["an unknown company", UNKNOWN, UNKNOWN.kind === "unknown_company" && UNKNOWN.message],
    ["a thesis", THESIS, RESULT.agent_thesis.reasoning],
  ] as const
) {
  Deno.test(`responseEvents() writes ${name} as text when the agent wrote none, and completes`, async () => {
    const events = await eventsOf([{ kind: "conclusion", conclusion }]);
    const deltas = events.flatMap((event) => event.type === "response.output_text.delta" ? [event.delta] : []);
    deepEqual(deltas, [text]);
    const completed = events.at(-1);
    ok(completed?.type === "response.completed");
    equal(completed.response.metadata?.thesis === undefined, conclusion.kind !== "thesis");
  });
}

const text = anyText();
const toolPart = fc.tuple(text, fc.jsonValue(), fc.jsonValue()).map(([name, args, output]): Step[] => [
  { kind: "tool_call", name, arguments: args },
  { kind: "tool_output", output },
]);
const codePart = text.map((code): Step[] => [{ kind: "code", name: "chart", code }, ...programOf(FILES).slice(1)]);
const checkPart: fc.Arbitrary<Step[]> = fc.constant([
  { kind: "verification_started" },
  { kind: "verification_done", verification: VERIFICATION },
]);
const conclusionPart = fc.constantFrom<Conclusion>(THESIS, UNKNOWN, { kind: "no_subject", message: "Name a company" });
const texts = fc.array(text.map((delta): Step => ({ kind: "text", delta })), { maxLength: 4 });
const waiting = fc.constant<Step[]>([{ kind: "waiting" }]);
const answer = fc.tuple(
  fc.array(fc.oneof(toolPart, codePart, checkPart, waiting), { maxLength: 6 }),
  texts,
  fc.array(fc.oneof(toolPart, codePart, waiting), { maxLength: 4 }),
  texts,
  conclusionPart.map((conclusion): Step => ({ kind: "conclusion", conclusion })),
).map(([parts, said, more, added, conclusion]) => [...parts.flat(), ...said, ...more.flat(), ...added, conclusion]);

Deno.test("responseEvents() of any answer has gapless numbers, readable events, whole text and arguments", async () => {
  await fc.assert(fc.asyncProperty(answer, fc.boolean(), async (steps, extensions) => {
    const events = await eventsOf(steps, { extensions });
    deepEqual(numbersOf(events), countUp(events));
    equal(events.at(0)?.type, "response.created");
    equal(events.filter(({ type }) => type === "response.completed").length, 1);
    equal(events.at(-1)?.type, "response.completed");
    for (const event of events) holdsToSchema(event);
    holdsTogether(events);
  }));
});

Deno.test("a text that is followed by anything else is a message of its own, whole before what follows begins", async () => {
  const [call, output, ...rest] = stepsOf();
  ok(call && output);
  const end = rest.slice(-1);
  for (const between of [[{ kind: "waiting" as const }], [call, output]]) {
    const events = await eventsOf([{ kind: "text", delta: "The answer." }, ...between, {
      kind: "text",
      delta: " More.",
    }, ...end]);
    const completed = events.at(-1);
    ok(completed?.type === "response.completed");
    const messages = completed.response.output?.flatMap((item) => item.type === "message" ? [item] : []) ?? [];
    deepEqual(messages.map(({ content }) => content[0]?.text), ["The answer.", " More."]);
    equal(new Set(messages.map(({ id }) => id)).size, 2);
    const done = events.findIndex(({ type }) => type === "response.output_item.done");
    const other = events.findIndex((event) => event.type === "response.in_progress" || "call_id" in event);
    ok(done > 0 && done < other, `${done} ${other}`);
  }
});

function holdsToSchema(event: KnownEvent): void {
  const wire = encodeEvent(event).slice("data: ".length).trim();
  ok(EVENT_SCHEMAS[event.type].safeParse(JSON.parse(wire)).success, wire);
  equal(parseEvent(wire).type, event.type);
  ok(event.type === "error" || !JSON.parse(wire).error, "other clients take a top-level error for a failure");
}

/** Every item is at its index, and its events add up to its content. */
function holdsTogether(events: readonly KnownEvent[]): void {
  const completed = events.at(-1);
  const output = completed?.type === "response.completed" ? completed.response.output ?? [] : [];
  for (const event of events) {
    if (event.type !== "response.output_item.done") continue;
    deepEqual(output[event.output_index ?? -1], event.item);
    const own = events.filter(({ item_id }: { readonly item_id?: string | undefined }) => item_id === event.item_id);
    const deltas = own.map((each) => "delta" in each ? each.delta : "").join("");
    if (event.item?.type === "function_call") equal(deltas, event.item.arguments);
    if (event.item?.type === "message") equal(deltas, event.item.content[0]?.text);
  }
}

Deno.test("responseEvents() of any steps is an answer, or an error after gapless events", async () => {
  const anyStep = fc.constantFrom(...stepsOf(FILES));
  await fc.assert(fc.asyncProperty(fc.array(anyStep, { maxLength: 12 }), async (steps) => {
    const events: KnownEvent[] = [];
    try {
      await eventsOf(steps, { into: events });
      equal(events.at(-1)?.type, "response.completed");
    } catch (error) {
      ok(error instanceof StepOrderError, String(error));
      ok(events.every(({ type }) => type !== "response.completed"));
    }
    deepEqual(numbersOf(events), countUp(events));
  }));
});

const IMPOSSIBLE: readonly (readonly [string, readonly Step[]])[] = [
  ["an output without its call", stepsOf().slice(1)],
  ["two calls at once", [...stepsOf().slice(0, 1), ...stepsOf()]],
  ["code that has not started", stepsOf().filter(({ kind }) => kind !== "code_started")],
  ["a verification of what is said already", [{ kind: "text", delta: "a" }, { kind: "verification_started" }]],
  ["no conclusion", stepsOf().slice(0, -1)],
  ["nothing at all", []],
];
for (const [name, steps] of IMPOSSIBLE) {
  Deno.test(`responseEvents() rejects ${name}`, () => rejects(() => eventsOf(steps), StepOrderError));
}
