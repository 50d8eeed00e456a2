import fc from "fast-check";
import { EventOrder } from "../../src/stream/event_order.ts";
import { parseEvent } from "../../src/protocol/event.ts";
import { deepEqual, equal } from "../assert.ts";

const DELTA = {
  type: "response.output_text.delta",
  sequence_number: 1,
  item_id: "m1",
  output_index: 0,
  content_index: 0,
  delta: "Calm",
};

const ARGUMENTS = { type: "response.function_call_arguments.delta", call_id: "c1" };

/** How the second of two events with one number is classified, after numbers were seen to count. */
function secondOf(first: object, second: object): string {
  const order = new EventOrder();
  order.place(parseEvent(JSON.stringify({ ...DELTA, sequence_number: 0 })));
  order.place(parseEvent(JSON.stringify(first)));
  return order.place(parseEvent(JSON.stringify(second)));
}

Deno.test("an event with the number and the content of another is a repetition", () => {
  equal(secondOf(DELTA, { ...DELTA }), "repeated");
});

const LONG = "a".repeat(2000);
const OTHERS: readonly { readonly differs: string; readonly one?: object; readonly other: object }[] = [
  { differs: "text", other: { delta: "calm" } },
  { differs: "text's end", other: { delta: "Calm " } },
  { differs: "long text's length", one: { delta: LONG }, other: { delta: `${LONG}a` } },
  { differs: "item", other: { item_id: "m2" } },
  { differs: "output", other: { output_index: 1 } },
  { differs: "part", other: { content_index: 1 } },
  { differs: "type", other: { type: "response.code_execution.input_delta" } },
  { differs: "call", one: ARGUMENTS, other: { ...ARGUMENTS, call_id: "c2" } },
];

for (const { differs, one, other } of OTHERS) {
  Deno.test(`an event with the number of another is a different event when its ${differs} differs`, () => {
    equal(secondOf({ ...DELTA, ...one }, { ...DELTA, ...other }), "renumbered");
  });
}

Deno.test("two texts are one event if and only if they are equal", () => {
  const text = fc.string({ maxLength: 12 });
  fc.assert(fc.property(text, text, (one, other) => {
    const placed = [one, other].map((delta) => secondOf({ ...DELTA, delta: one }, { ...DELTA, delta }));
    deepEqual(placed, ["repeated", one === other ? "repeated" : "renumbered"]);
  }));
});
