import { deepEqual, equal } from "../assert.ts";
import fc from "fast-check";
import type { ResponseEvent } from "conviction/protocol";
import type { Snapshot } from "../../src/stream/snapshot.ts";
import { Understanding } from "../../src/stream/understanding.ts";

function fold(events: readonly ResponseEvent[]): Snapshot {
  const understanding = new Understanding();
  for (const event of events) understanding.take(event);
  return understanding.snapshot;
}

const CALL = [
  {
    type: "response.output_item.added",
    item: { type: "function_call", id: "fc1", call_id: "c1", name: "price_history", arguments: "" },
  },
  { type: "response.function_call_arguments.delta", call_id: "c1", delta: '{"ticker":' },
  { type: "response.function_call_arguments.delta", call_id: "c1", delta: '"AAPL"}' },
  { type: "response.function_call_arguments.done", call_id: "c1", arguments: '{"ticker":"AAPL"}' },
  { type: "response.output_item.added", item: { type: "function_call_output", call_id: "c1", output: '{"bars":3}' } },
] as const satisfies readonly ResponseEvent[];

const JOINED = {
  call_id: "c1",
  item_id: "fc1",
  name: "price_history",
  arguments: '{"ticker":"AAPL"}',
  complete: true,
  output: '{"bars":3}',
};

Deno.test("a tool call is joined by call_id: name, arguments and output", () => {
  deepEqual(fold(CALL).calls, [JOINED]);
});

Deno.test("a tool call is the same when its output comes before it, or its item last", () => {
  const [item, first, second, done, output] = CALL;
  for (const order of [[output, item, first, second, done], [first, second, done, output, item]]) {
    const [call] = fold(order).calls;
    deepEqual({ ...call }, JOINED);
  }
});

Deno.test("arguments are not complete before they are done", () => {
  deepEqual(fold(CALL.slice(0, 3)).calls, [
    { call_id: "c1", item_id: "fc1", name: "price_history", arguments: '{"ticker":"AAPL"}', complete: false },
  ]);
});

Deno.test("deltas that name only their item join that item's call", () => {
  const [call, ...others] = fold([
    { type: "response.function_call_arguments.delta", call_id: "fc1", item_id: "fc1", delta: "{}" },
    {
      type: "response.output_item.done",
      item: { type: "function_call", id: "fc1", call_id: "c1", name: "n", arguments: "{}" },
    },
    { type: "response.output_item.added", item: { type: "function_call_output", call_id: "c1", output: 1 } },
  ]).calls;
  deepEqual(others, []);
  deepEqual(call, { call_id: "c1", item_id: "fc1", name: "n", arguments: "{}", complete: true, output: 1 });
});

const file = { file_id: "f1", filename: "AAPL.png" };
const EXECUTION = [
  { type: "response.code_execution.added", item_id: "x1", name: "chart" },
  { type: "response.code_execution.input_delta", item_id: "x1", delta: "const a" },
  { type: "response.code_execution.input_delta", item_id: "x1", delta: " = 1;" },
  { type: "response.code_execution.started", item_id: "x1" },
  { type: "response.code_execution.output", item_id: "x1", stdout: "o", stderr: "e", return_code: 3, files: [file] },
] as const satisfies readonly ResponseEvent[];

Deno.test("a code execution is joined by item_id: code, output, return code and files", () => {
  const snapshot = fold(EXECUTION);
  deepEqual(snapshot.executions, [{
    item_id: "x1",
    name: "chart",
    input: "const a = 1;",
    state: "finished",
    stdout: "o",
    stderr: "e",
    return_code: 3,
    files: [file],
  }]);
  deepEqual(snapshot.files, [file]);
});

const DELTA = { type: "response.output_text.delta", delta: "A" } as const;

const STATES = [
  { after: "nothing", events: [], state: "idle" },
  { after: "a delta", events: [DELTA], state: "streaming" },
  { after: "response.completed", events: [DELTA, { type: "response.completed", response: {} }], state: "completed" },
  {
    after: "response.failed",
    events: [{ type: "response.failed", response: { error: { message: "m" } } }],
    state: "failed",
  },
  { after: "response.incomplete", events: [{ type: "response.incomplete", response: {} }], state: "failed" },
  { after: "an error event", events: [{ type: "error", message: "m", error: { message: "m" } }], state: "failed" },
  {
    after: "an error event after response.completed",
    events: [
      DELTA,
      { type: "response.completed", response: {} },
      { type: "error", message: "m", error: { message: "m" } },
    ],
    state: "completed",
  },
  {
    after: "response.completed after an error event",
    events: [
      { type: "error", message: "m", error: { message: "m" } },
      { type: "response.completed", response: {} },
    ],
    state: "failed",
  },
] as const satisfies readonly { after: string; events: readonly ResponseEvent[]; state: string }[];

for (const { after, events, state } of STATES) {
  Deno.test(`a snapshot after ${after} is ${state}`, () => equal(fold(events).state, state));
}

Deno.test("the completed response supplies verification, thesis, files, and the text when there was no delta", () => {
  const thesis = { agent_thesis: { signal: "neutral", confidence: 0.51, reasoning: "r" }, key_drivers: [], risks: [] };
  const snapshot = fold([{
    type: "response.completed",
    response: {
      output: [{ type: "message", content: [{ type: "output_text", text: "whole" }] }],
      metadata: { verification: { confidence: 0.9 }, thesis, files: [{ file_id: "f1" }] },
    },
  }]);
  deepEqual(
    [snapshot.text, snapshot.verification, snapshot.thesis, snapshot.files],
    ["whole", { confidence: 0.9 }, thesis, [{ file_id: "f1" }]],
  );
});

Deno.test("a file named by the code and by the response is one file", () => {
  const file = { file_id: "f1" };
  const events: ResponseEvent[] = [
    { type: "response.code_execution.output", item_id: "x", stdout: "", stderr: "", return_code: 0, files: [file] },
    { type: "response.completed", response: { metadata: { files: [file, { file_id: "f2" }] } } },
  ];
  deepEqual(fold(events).files.map(({ file_id }) => file_id), ["f1", "f2"]);
});

const anyEvent = fc.oneof(
  fc.record({ type: fc.constant("response.output_text.delta" as const), delta: fc.string() }),
  fc.constantFrom<ResponseEvent>(
    ...CALL,
    { type: "response.code_execution.started", item_id: "x1" },
    { type: "response.code_execution.input_delta", item_id: "x1", delta: "a" },
    { type: "response.code_execution.output", item_id: "x1", stdout: "", stderr: "", return_code: 0, files: [] },
    { type: "verification.done" },
    { type: "response.output_item.done" },
  ),
);

Deno.test("events in any order yield a snapshot whose text is the deltas in order", () => {
  fc.assert(fc.property(fc.array(anyEvent), (events) => {
    const deltas = events.flatMap((event) => event.type === "response.output_text.delta" ? [event.delta] : []);
    equal(fold(events).text, deltas.join(""));
  }));
});

Deno.test("unknown events change only their count", () => {
  fc.assert(fc.property(fc.array(anyEvent), fc.array(fc.nat(20)), (events, places) => {
    const noise: ResponseEvent = { type: "unknown", wire: { type: "response.newer" } };
    const noisy = places.reduce<ResponseEvent[]>((all, place) => all.toSpliced(place, 0, noise), [...events]);
    const { events: _count, unknownEvents, state: _state, ...rest } = fold(noisy);
    const { events: _, unknownEvents: none, state: __, ...expected } = fold(events);
    deepEqual([rest, unknownEvents, none], [expected, places.length, 0]);
  }));
});

Deno.test("an older snapshot does not change", () => {
  const understanding = new Understanding();
  const looks = [understanding.snapshot];
  const copies = [structuredClone(understanding.snapshot)];
  for (const event of [...CALL, ...EXECUTION]) {
    understanding.take(event);
    looks.push(understanding.snapshot);
    copies.push(structuredClone(understanding.snapshot));
  }
  deepEqual(looks, copies);
});
