import fc from "fast-check";
import { deepEqual, equal } from "../assert.ts";
import { runsOf } from "../sweeps.ts";
import type { ResponseEvent } from "../../src/protocol/event.ts";
import { parseEvent } from "../../src/protocol/event.ts";
import { EMPTY_SNAPSHOT } from "../../src/stream/snapshot.ts";
import { Understanding } from "../../src/stream/understanding.ts";
import { activity, AnswerLines, receivedWords } from "../../src/view/answer_lines.ts";

const WIDTH = 40;

const call = (call_id: string, name: string) => ({
  type: "response.output_item.added",
  item: { type: "function_call", call_id, name, arguments: "" },
});
const callDone = (call_id: string, text: string) => ({
  type: "response.function_call_arguments.done",
  ...{ call_id, arguments: text },
});
const callOutput = (call_id: string) => ({
  type: "response.output_item.added",
  item: { type: "function_call_output", call_id, output: "{}" },
});
const code = (item_id: string, input: string) => [
  { type: "response.code_execution.added", item_id, name: "draw" },
  { type: "response.code_execution.input_delta", item_id, delta: input },
];
const started = (item_id: string) => ({ type: "response.code_execution.started", item_id });
const output = (item_id: string, fields: object) => ({
  type: "response.code_execution.output",
  ...{ item_id, stdout: "", stderr: "", return_code: 0, files: [] },
  ...fields,
});

/** The output for these events without repeated ones, steps and text separately, and the final snapshot. */
function shown(wires: readonly object[]) {
  const lines = new AnswerLines(() => WIDTH);
  const understanding = new Understanding();
  const all = wires.map((wire) => {
    const event: ResponseEvent = parseEvent(JSON.stringify(wire));
    return understanding.take(event) ? lines.next(event, () => understanding.snapshot) : { steps: [], text: "" };
  });
  return {
    steps: all.flatMap(({ steps }) => steps),
    text: all.map(({ text }) => text).join(""),
    snapshot: understanding.snapshot,
  };
}

const STEPS = [
  {
    when: "a call is announced before its arguments",
    events: [call("1", "prices"), callDone("1", '{"a":1}'), callOutput("1")],
    steps: ['· prices {"a":1}'],
  },
  { when: "the arguments of a call are incomplete", events: [call("1", "prices")], steps: [] },
  { when: "a result comes before its call", events: [callOutput("7"), call("7", "prices")], steps: ["· 7"] },
  {
    when: "arguments are longer than a line",
    events: [call("1", "p"), callDone("1", JSON.stringify({ q: "x".repeat(90) }))],
    steps: ['· p {"q":"xxxxxxxxxxxxxxxxxxxxxxxxxxxxx…'],
  },
  {
    when: "code runs",
    events: [...code("1", "a();\n\n\tb();\n"), started("1"), output("1", { stdout: "2 rows\n" })],
    steps: ["· ran draw", "    a();", "      b();", "  → 2 rows"],
  },
  {
    when: "the start of code is missing",
    events: [...code("1", "a();"), output("1", { files: [{ file_id: "f" }] })],
    steps: ["· ran draw", "    a();", "  → 1 file"],
  },
  { when: "code is being written", events: code("1", "a();"), steps: [] },
  {
    when: "code fails",
    events: [...code("1", "a();"), started("1"), output("1", { return_code: 1, stderr: "Error: no\n at x" })],
    steps: ["· ran draw", "    a();", "  → failed with 1: Error: no at x"],
  },
  {
    when: "code prints nothing",
    events: [...code("1", "a();"), output("1", {}), ...code("2", "b();"), output("2", { return_code: 9 })],
    steps: ["· ran draw", "    a();", "  → done", "· ran draw", "    b();", "  → failed with 9: no output"],
  },
];
for (const { when, events, steps } of STEPS) {
  Deno.test(`AnswerLines shows each step once, when ${when}`, () => deepEqual(shown(events).steps, steps));
}

Deno.test("AnswerLines shows the first lines of long code, and states the number of the others", () => {
  const { steps } = shown([...code("1", "line();\n".repeat(30)), started("1")]);
  equal(steps.length, 26);
  equal(steps.at(-1), "    … 6 more lines");
});

const delta = (text: string) => ({ type: "response.output_text.delta", delta: text });
const TEXTS = [
  { when: "it arrives in pieces", events: [delta("a"), delta("b"), { type: "response.output_text.done", text: "ab" }] },
  {
    when: "a piece arrives after its end",
    events: [delta("a"), delta("b"), { type: "response.output_text.done", text: "ab", item_id: "m" }, {
      ...{ type: "response.output_text.delta", item_id: "m", delta: "ab" },
    }].map((event) => ({ ...event, item_id: "m" })),
  },
  {
    when: "a piece arrives after the end",
    events: [delta("ab"), { type: "response.completed", response: {} }, delta("c")],
  },
  { when: "it arrives complete", events: [{ type: "response.output_text.done", text: "ab" }] },
  {
    when: "only the finished response has it",
    events: [{
      type: "response.completed",
      response: { output: [{ type: "message", content: [{ type: "output_text", text: "ab" }] }] },
    }],
  },
];
for (const { when, events } of TEXTS) {
  Deno.test(`AnswerLines shows the text once, when ${when}`, () => equal(shown(events).text, "ab"));
}

Deno.test("AnswerLines shows exactly the text of the answer, for any events in any order", () => {
  const place = fc.record({
    item_id: fc.constantFrom(undefined, "m", "n"),
    content_index: fc.constantFrom(undefined, 0, 1),
    sequence_number: fc.constantFrom(undefined, 1, 2, 3),
  });
  const text = fc.constantFrom("a", "bc", "");
  const event = fc.oneof(
    { weight: 4, arbitrary: text.map(delta) },
    fc.record({ type: fc.constant("response.output_text.done"), text: fc.option(text, { nil: undefined }) }),
    fc.record({ type: fc.constant("response.content_part.done"), part: fc.record({ type: fc.constant("t"), text }) }),
    fc.constant({ type: "response.completed", response: {} }),
  );
  const placed = fc.tuple(event, place).map(([one, at]) => ({ ...one, ...at }));
  fc.assert(
    fc.property(fc.array(placed, { maxLength: 12 }), (events) => {
      const { text, snapshot } = shown(events);
      equal(text, snapshot.text);
    }),
    runsOf("view/answer_lines", 2000),
  );
});

Deno.test("activity() names the current work of an answer", () => {
  const words = (events: readonly object[]) => activity(shown(events).snapshot);
  equal(words([]), "researching");
  equal(words([call("1", "prices")]), "waiting for prices");
  equal(words([call("1", "prices"), callOutput("1")]), "researching");
  equal(words(code("1", "a()")), "writing draw");
  equal(words([...code("1", "a()"), started("1")]), "running draw");
});

Deno.test("receivedWords() counts what was received", () => {
  equal(receivedWords(EMPTY_SNAPSHOT), "0 events");
  const { snapshot } = shown([call("1", "p"), delta("x".repeat(1204)), ...code("1", "a()")]);
  equal(receivedWords(snapshot), "1,204 characters of text, 1 tool call, 1 code run, 4 events");
});
