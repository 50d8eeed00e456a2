import { deepEqual, equal, ok, throws } from "../assert.ts";
import fc from "fast-check";
import { EVENT_SCHEMAS } from "../../src/protocol/event.ts";
import { parseEvent, ProtocolError } from "conviction/protocol";
import { readServiceError } from "../../src/protocol/service_error.ts";

const file = { file_id: "file_1", filename: "AAPL.png" };

/** One event of each type of the specification, with the specification's fields. */
const SPECIFIED = [
  { type: "response.output_text.delta", delta: "Apple" },
  { type: "response.output_text.done" },
  { type: "response.created", response: {} },
  { type: "response.output_item.added", item: { type: "message", content: [] } },
  { type: "response.output_item.added", item: { type: "function_call", call_id: "c1", name: "n", arguments: "{}" } },
  { type: "response.output_item.added", item: { type: "function_call_output", call_id: "c1", output: "x" } },
  { type: "response.content_part.added" },
  { type: "response.content_part.done" },
  { type: "response.output_item.done" },
  { type: "response.completed", response: { metadata: { verification: { confidence: 0.93 } } } },
  { type: "response.function_call_arguments.delta", call_id: "c1", delta: "{" },
  { type: "response.function_call_arguments.done", call_id: "c1", arguments: "{}" },
  { type: "verification.started" },
  { type: "verification.done" },
  { type: "response.code_execution.added", item_id: "x1", name: "n" },
  { type: "response.code_execution.input_delta", item_id: "x1", delta: "1+1" },
  { type: "response.code_execution.started", item_id: "x1" },
  {
    type: "response.code_execution.output",
    item_id: "x1",
    stdout: "2",
    stderr: "",
    return_code: 0,
    files: [file],
  },
] as const;

for (const wire of SPECIFIED) {
  const name = "item" in wire ? `${wire.type} of ${wire.item.type}` : wire.type;
  Deno.test(`parseEvent() reads ${name} with the specification's fields only, and keeps them`, () => {
    deepEqual(parseEvent(JSON.stringify(wire)), wire);
  });
}

const READ_AS = [
  {
    when: "files is null",
    wire: { type: "response.code_execution.output", item_id: "x", stdout: "", stderr: "", return_code: 1, files: null },
    event: { type: "response.code_execution.output", item_id: "x", stdout: "", stderr: "", return_code: 1, files: [] },
  },
  {
    when: "files and streams are missing",
    wire: { type: "response.code_execution.output", item_id: "x", return_code: 0 },
    event: { type: "response.code_execution.output", item_id: "x", stdout: "", stderr: "", return_code: 0, files: [] },
  },
  {
    when: "arguments name the item instead of the call",
    wire: { type: "response.function_call_arguments.delta", item_id: "fc_1", delta: "{" },
    event: { type: "response.function_call_arguments.delta", item_id: "fc_1", call_id: "fc_1", delta: "{" },
  },
  {
    when: "an item has an unknown type",
    wire: { type: "response.output_item.added", item: { type: "reasoning", id: "r" } },
    event: {
      type: "response.output_item.added",
      item: { type: "unknown", wire: { type: "reasoning", id: "r" } },
    },
  },
  {
    when: "an optional field is null",
    wire: { type: "response.completed", response: { id: null, metadata: { verification: null } } },
    event: { type: "response.completed", response: { metadata: {} } },
  },
  {
    when: "there are unknown fields",
    wire: { type: "response.completed", response: { usage: { total_tokens: 3 }, metadata: { trace: "t" } } },
    event: { type: "response.completed", response: { usage: { total_tokens: 3 }, metadata: { trace: "t" } } },
  },
  {
    when: "its type comes from a newer service",
    wire: { type: "response.thinking.delta", delta: "hm" },
    event: { type: "unknown", wire: { type: "response.thinking.delta", delta: "hm" } },
  },
  {
    when: "it has no type",
    wire: { delta: "hm" },
    event: { type: "unknown", wire: { delta: "hm" } },
  },
  {
    when: "a known type lacks the field that makes it useful",
    wire: { type: "response.output_text.delta", text: "Apple" },
    event: { type: "unknown", wire: { type: "response.output_text.delta", text: "Apple" } },
  },
  {
    when: "its type is the name of an Object.prototype property",
    wire: { type: "toString" },
    event: { type: "unknown", wire: { type: "toString" } },
  },
] as const;

for (const { when, wire, event } of READ_AS) {
  Deno.test(`parseEvent() does not throw when ${when}`, () => {
    deepEqual(JSON.parse(JSON.stringify(parseEvent(JSON.stringify(wire)))), event);
  });
}

for (const data of ["", "nonsense", '{"type":', "null", "[]", "3", '"text"']) {
  Deno.test(`parseEvent() rejects ${JSON.stringify(data)} with an excerpt of it`, () => {
    throws(() => parseEvent(data), (error) => error instanceof ProtocolError && error.excerpt === data);
  });
}

const FAILURES = [
  { shape: "nested", wire: { type: "error", error: { code: "c", message: "m" } }, message: "m", code: "c" },
  { shape: "flat", wire: { type: "error", code: "c", message: "m" }, message: "m", code: "c" },
  { shape: "flat with a number as code", wire: { type: "error", code: 503, message: "m" }, message: "m", code: "503" },
  { shape: "a string", wire: { type: "error", error: "m" }, message: "m", code: undefined },
  { shape: "bare", wire: { type: "error" }, message: "the service gave no message", code: undefined },
  { shape: "only a code", wire: { type: "error", code: "c" }, message: "the service gave no message", code: "c" },
  {
    shape: "nested beside flat",
    wire: { type: "error", message: "m", code: "c", error: { type: "t", code: "c", message: "m", param: "p" } },
    message: "m",
    code: "c",
  },
] as const;

for (const { shape, wire, message, code } of FAILURES) {
  Deno.test(`an error event that is ${shape} is read with its message and code`, () => {
    const event = parseEvent(JSON.stringify(wire));
    ok(event.type === "error");
    deepEqual([event.message, event.code, event.error.message], [message, code, message]);
  });
}

Deno.test("readServiceError() returns a message for any value", () => {
  fc.assert(fc.property(fc.jsonValue(), (wire) => {
    equal(typeof readServiceError(wire).message, "string");
  }));
});

Deno.test("the fast path for deltas agrees with the schemas, for any fields", () => {
  const types = [
    "response.output_text.delta",
    "response.function_call_arguments.delta",
    "response.code_execution.input_delta",
  ] as const;
  const field = fc.oneof(fc.string(), fc.integer(), fc.constant(null), fc.constant(undefined));
  const wires = fc.record({
    type: fc.constantFrom(...types),
    delta: field,
    call_id: field,
    item_id: field,
    sequence_number: field,
    output_index: field,
    content_index: field,
  }, { requiredKeys: ["type"] });
  fc.assert(fc.property(wires, (wire) => {
    const text = JSON.stringify(wire);
    const read = EVENT_SCHEMAS[wire.type].safeParse(JSON.parse(text));
    deepEqual({ ...parseEvent(text) }, read.success ? { ...read.data } : { type: "unknown", wire: JSON.parse(text) });
  }));
});
