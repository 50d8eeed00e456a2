/** What `--check` counts as a change, and what a second run leaves as it was saved. */
import { deflateRawSync } from "node:zlib";
import { deepEqual, equal } from "../assert.ts";
import { changedOutput, keptOutputs } from "../../src/kernel/changed_output.ts";

const stream = (text: string | readonly string[]) => ({ output_type: "stream", name: "stdout", text });
const display = (data: Readonly<Record<string, unknown>>) => ({ output_type: "display_data", data, metadata: {} });

const packed = (text: string) => `<script>${deflateRawSync(text).toString("base64")}</script>`;

const SAME: readonly { readonly what: string; readonly before: unknown; readonly now: unknown }[] = [
  { what: "lines or one text", before: stream(["a\n", "b"]), now: stream("a\nb") },
  { what: "a duration", before: stream("8 done in 1.5 s"), now: stream("8 done in Under 1 s") },
  { what: "minutes and seconds", before: stream("1 min 3 s"), now: stream("2 min 14 s") },
  {
    what: "a time",
    before: stream("at 2026-11-22T16:20:00Z, 16:20"),
    now: stream("at 2027-01-02T06:01:59.5Z, 6:01:59"),
  },
  {
    what: "an identifier",
    before: stream("resp_0a1b2c3d4e 1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed"),
    now: stream("resp_9f8e7d6c5b 2c9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bee"),
  },
  {
    what: "the age of data that stay",
    before: stream("3,432 days before this run"),
    now: stream("1 day before this run"),
  },
  { what: "a port", before: stream("http://127.0.0.1:8080/v1"), now: stream("http://127.0.0.1:9/v1") },
  { what: "the day of a run", before: stream("runs/a/2026-11-22"), now: stream("runs/a/2026-11-23") },
  {
    what: "a time in the packed data of a table",
    before: display({ "text/html": packed("asked 2026-11-22 16:20 UTC, 3 s, of the list of tickers") }),
    now: display({ "text/html": packed("asked 2027-01-02 06:01 UTC, 12 s, of the list of tickers") }),
  },
  {
    what: "the order of names",
    before: display({ "application/json": { a: 1, b: { c: 2, d: 3 } } }),
    now: display({ "application/json": { b: { d: 3, c: 2 }, a: 1 } }),
  },
  {
    what: "the bytes of an image",
    before: display({ "image/png": "iVBO\n" }),
    now: display({ "image/png": ["iVBX"] }),
  },
];
for (const { what, before, now } of SAME) {
  Deno.test(`${what} is no change`, () => {
    equal(changedOutput([Object(before)], [Object(now)]), undefined);
  });
}

const CHANGED: readonly {
  readonly what: string;
  readonly before?: unknown;
  readonly now?: unknown;
  readonly is: unknown;
}[] = [
  {
    what: "a figure",
    before: stream("a\nscore 0.61"),
    now: stream("a\nscore 0.62"),
    is: { place: "output 1, stdout, line 2", before: "score 0.61", now: "score 0.62" },
  },
  {
    what: "a number far behind a time, which is not shown as the change,",
    before: stream(`at 16:20 ${"x".repeat(100)} score 0.61`),
    now: stream(`at 16:21 ${"x".repeat(100)} score 0.62`),
    is: {
      place: "output 1, stdout, line 1",
      before: `…${"x".repeat(20)} score 0.61`,
      now: `…${"x".repeat(20)} score 0.62`,
    },
  },
  {
    what: "a figure in the packed data of a table",
    before: display({ "text/html": packed("score 0.61 of a name in a list that is long enough") }),
    now: display({ "text/html": packed("score 0.62 of a name in a list that is long enough") }),
    is: {
      place: "output 1, text/html, line 1",
      before: "<script>score 0.61 of a name in a list that is long enough</script>",
      now: "<script>score 0.62 of a name in a list that is long enough</script>",
    },
  },
  {
    what: "a day of the data",
    before: stream("as of 2017-12-29"),
    now: stream("as of 2017-12-28"),
    is: { place: "output 1, stdout, line 1", before: "as of 2017-12-29", now: "as of 2017-12-28" },
  },
  {
    what: "an output that is new",
    now: stream("a"),
    is: { place: "output 1, stdout, line 1", before: "nothing", now: "a" },
  },
  {
    what: "an output that is gone",
    before: stream("a"),
    is: { place: "output 1, stdout, line 1", before: "a", now: "nothing" },
  },
  {
    what: "an image that is gone",
    before: display({ "image/png": "x", "text/plain": "t" }),
    now: display({ "text/plain": "t" }),
    is: { place: "output 1, image/png, line 1", before: "an image", now: "nothing" },
  },
  {
    what: "a member of JSON",
    before: display({ "application/json": { a: 1 } }),
    now: display({ "application/json": { a: 2 } }),
    is: { place: "output 1, application/json, line 2", before: '"a": 1', now: '"a": 2' },
  },
  {
    what: "an error's message",
    before: { output_type: "error", ename: "E", evalue: "a", traceback: ["x"] },
    now: { output_type: "error", ename: "E", evalue: "b", traceback: ["y"] },
    is: { place: "output 1, error, line 1", before: "E: a", now: "E: b" },
  },
];
for (const { what, before, now, is } of CHANGED) {
  Deno.test(`${what} is a change, with the line before and now`, () => {
    const list = (output: unknown) => output === undefined ? [] : [Object(output)];
    const { line: _, ...change } = { line: 0, ...changedOutput(list(before), list(now)) };
    deepEqual(change, is);
  });
}

Deno.test("in a long line the difference is shown with a little before it", () => {
  const html = (figure: string) =>
    display({ "text/html": `${"<b>x</b>".repeat(100)}${figure}${"<i>y</i>".repeat(100)}` });
  const { before = "", now = "" } = changedOutput([html("0.61")], [html("0.62")]) ?? {};
  deepEqual([before.includes("0.61"), now.includes("0.62")], [true, true]);
  deepEqual([before.length < 200, before.startsWith("…")], [true, true]);
});

Deno.test("an output that only a time changed stays as it was saved; one with another image does not", () => {
  const [old, late, other] = [stream(["done in 1 s"]), stream("done in 2 s"), stream("failed")];
  deepEqual(keptOutputs([old, old], [late, other]), [old, other]);
  const [image, redrawn] = [display({ "image/png": "a" }), display({ "image/png": "b" })];
  deepEqual(keptOutputs([image], [redrawn]), [redrawn]);
});
