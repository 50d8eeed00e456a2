import { deepEqual, equal, match, ok, rejects } from "../assert.ts";
import type { ResponseEvent } from "conviction/protocol";
import { show } from "conviction/notebook";
import { answerOf, cell } from "./cells.ts";

const delta = (text: string): ResponseEvent => ({ type: "response.output_text.delta", delta: text });
const COMPLETED: ResponseEvent = { type: "response.completed", response: {} };

const LETTERS = [..."abcdefghij"].map(delta);

Deno.test("show() draws an answer into one growing output, and ends with the complete answer", async () => {
  const { display, puts, flushes } = cell();
  const { text } = await show(answerOf([...LETTERS, COMPLETED]), { display });
  equal(text, "abcdefghij");
  equal(new Set(puts.map(({ name }) => name)).size, 1);
  ok(puts[0]?.name);
  match(String(puts.at(-1)?.bundle["text/plain"]), /abcdefghij\n\nno thesis, and no figure was verified · 1 s$/);
  equal(flushes(), 1);
});

Deno.test("show() limits how often it draws, but always draws the end", async () => {
  const slow = cell();
  await show(answerOf([...LETTERS, COMPLETED]), { display: slow.display, everyMs: 1e9 });
  const fast = cell();
  await show(answerOf([...LETTERS, COMPLETED]), { display: fast.display, everyMs: 0 });
  deepEqual([slow.puts.length, fast.puts.length], [2, LETTERS.length + 2]);
});

Deno.test("show() prints an answer once where an output cannot be replaced", async () => {
  const { display, puts } = cell(false);
  await show(answerOf([...LETTERS, COMPLETED]), { display });
  equal(puts.length, 1);
});

Deno.test("show() leaves an incomplete answer in the cell, marked, and throws", async () => {
  const { display, puts, flushes } = cell();
  await rejects(show(answerOf(LETTERS), { display }), { name: "AnswerTruncatedError" });
  match(String(puts.at(-1)?.bundle["text/plain"]), /abcdefghij\n\nIncomplete answer/);
  equal(flushes(), 1);
});

const THINGS = [
  {
    what: "a thesis",
    thing: { agent_thesis: { signal: "neutral", confidence: 0.5, reasoning: "r" }, key_drivers: [], risks: [] },
    types: ["text/plain", "text/html"],
  },
  { what: "a text", thing: "one <b>line</b>", types: ["text/plain", "text/html"] },
  { what: "a PNG", thing: new Blob(["png"], { type: "image/png" }), types: ["text/plain", "image/png"] },
  {
    what: "an SVG, which may hold a script",
    thing: new Blob(["<svg/>"], { type: "image/svg+xml" }),
    types: ["text/plain"],
  },
] as const;

for (const { what, thing, types } of THINGS) {
  Deno.test(`show() gives ${what} as ${types.join(" and ")}`, async () => {
    const { display, puts, flushes } = cell();
    await show(thing, { display });
    deepEqual(puts.map(({ bundle }) => Object.keys(bundle)), [[...types]]);
    ok(!String(puts[0]?.bundle["text/html"]).includes("<b>line</b>"));
    equal(flushes(), 1);
  });
}

Deno.test("a picture goes into the cell as base64 of its bytes", async () => {
  const { display, puts } = cell();
  await show(new Blob(["png"], { type: "image/png" }), { display });
  equal(atob(String(puts[0]?.bundle["image/png"])), "png");
});
