import { deepEqual } from "../assert.ts";
import { cellOutputsOf } from "../../src/kernel/cell_outputs.ts";

const stream = (name: string, text: string) => ({ type: "stream", content: { name, text } });
const error = { type: "error", content: { ename: "Error", evalue: "e", traceback: [] } };

const CASES = [
  { when: "in order", sent: [stream("stdout", "a"), stream("stdout", "b"), error] },
  { when: "with the error before all of it", sent: [error, stream("stdout", "a"), stream("stdout", "b")] },
  { when: "with the error in the middle", sent: [stream("stdout", "a"), error, stream("stdout", "b")] },
];
for (const { when, sent } of CASES) {
  Deno.test(`the text of a cell that throws is one output, and the error the last, when they arrive ${when}`, () => {
    const outputs = cellOutputsOf()();
    for (const message of sent) outputs.take(message as Parameters<typeof outputs.take>[0]);
    const shown = outputs.list().map((output) => output.output_type === "stream" ? output.text : output.output_type);
    deepEqual(shown, ["ab", "error"]);
  });
}
