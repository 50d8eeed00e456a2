import { deepEqual, equal, match, ok, rejects } from "../assert.ts";
import fc from "fast-check";
import { SANDBOX_TIERS } from "../../src/sandbox/code_run.ts";
import { runCode } from "../../src/sandbox/run_code.ts";
import { appears, makeRoom, run } from "./sandbox_fixture.ts";

Deno.test("runCode() returns the rows that the code makes from its input", async () => {
  await using room = await makeRoom();
  const code = `
    interface Bar { date: string; close: number }
    export default (bars: Bar[]) => bars.map(({ date, close }) => ({ date, double: 2 * close }));`;
  const found = await run(room, code, { input: [{ date: "2017-12-29", close: 169.23 }] });
  deepEqual(found.result, [{ date: "2017-12-29", double: 338.46 }]);
  deepEqual([found.return_code, found.stdout, found.stderr], [0, "", ""]);
  ok(SANDBOX_TIERS.includes(found.tier));
});

Deno.test("runCode() waits for a promise, and separates stdout from stderr", async () => {
  await using room = await makeRoom();
  const code = `export default async () => {
    await Promise.resolve();
    console.log("höher"); console.error("tiefer");
    return null;
  };`;
  const found = await run(room, code);
  deepEqual([found.result, found.stdout, found.stderr], [null, "höher\n", "tiefer\n"]);
});

Deno.test("runCode() passes JSON to the code and back unchanged", async () => {
  await using room = await makeRoom();
  const property = fc.asyncProperty(fc.array(fc.jsonValue(), { minLength: 20 }), async (values) => {
    const sent = JSON.parse(JSON.stringify(values)); // JSON has no negative zero.
    deepEqual((await run(room, "export default (x: unknown) => x", { input: sent })).result, sent);
  });
  await fc.assert(property, { numRuns: 5 });
});

Deno.test("runCode() isolates overlapping runs", async () => {
  await using room = await makeRoom();
  const code = "export default (n: number) => { console.log(n); return n; }";
  const runs = await Promise.all([1, 2, 3, 4].map((input) => runCode({ code, input }, { scratch: room.scratch })));
  deepEqual(runs.map(({ result, stdout }) => [result, stdout]), [
    [1, "1\n"],
    [2, "2\n"],
    [3, "3\n"],
    [4, "4\n"],
  ]);
});

Deno.test("runCode() ends when there is a result, even if a timer still runs", async () => {
  await using room = await makeRoom();
  const found = await run(room, "setInterval(() => {}, 5); export default () => 7");
  deepEqual([found.result, found.stopped_by], [7, undefined]);
});

const FAILURES = [
  { when: "it throws", code: 'export default () => { throw new Error("boom") }', says: /boom/ },
  { when: "it throws text", code: 'export default () => { throw "boom" }', says: /boom/ },
  { when: "it rejects", code: 'export default () => Promise.reject(new Error("x1"))', says: /x1/ },
  { when: "it is not TypeScript", code: "export defau lt 1", says: /Expected .* at in\/code\.ts:1/s },
  { when: "it has no default export", code: "export const a = 1", says: /default export/ },
  { when: "its default export is a value", code: "export default 3", says: /default export/ },
  { when: "it returns nothing", code: "export default () => {}", says: /undefined, which JSON/ },
  { when: "it returns NaN", code: "export default () => NaN", says: /NaN, which JSON/ },
  { when: "a row contains NaN", code: "export default () => [{ close: 0/0 }]", says: /"close" is NaN/ },
  { when: "a row contains Infinity", code: "export default () => [-1/0]", says: /-Infinity, which/ },
  { when: "it returns a BigInt", code: "export default () => 10n", says: /bigint, which JSON/ },
  { when: "it returns a function", code: "export default () => () => 1", says: /a function, which/ },
  { when: "it returns a Map", code: "export default () => new Map()", says: /a Map, which JSON/ },
  { when: "a list has a hole", code: "export default () => [, 1]", says: /"0" is undefined/ },
  { when: "it refers to itself", code: "export default (a: any) => a.a = a", says: /circular/ },
  { when: "it exits early", code: "export default () => Deno.exit(0)", says: /without returning/ },
  { when: "it never ends", code: "export default () => new Promise(() => {})", says: /^$/ },
] as const;
for (const { when, code, says } of FAILURES) {
  Deno.test(`runCode() has no result and says why when ${when}`, async () => {
    await using room = await makeRoom();
    const limits = when === "it never ends" ? { wallMs: 300 } : {};
    const found = await run(room, code, { input: {}, limits });
    ok(found.return_code !== 0);
    match(found.stderr, says);
    equal(found.stderr.includes(room.scratch), false, found.stderr);
    equal(found.stderr.includes("main.js"), false, found.stderr);
  });
}

Deno.test("runCode() reports the code's own exit code, and no result", async () => {
  await using room = await makeRoom();
  const found = await run(room, "export default () => { Deno.exitCode = 3; return 1; }");
  deepEqual([found.return_code, found.stopped_by], [3, undefined]);
});

Deno.test("runCode() prints the same for the same code, wherever the run folder is", async () => {
  await using room = await makeRoom();
  const code = "export default () => { console.log(import.meta.url); throw new Error(Deno.cwd()); }";
  const [first, second] = [await run(room, code), await run(room, code)];
  equal(first.stdout, "in/code.ts\n");
  deepEqual([second.stdout, second.stderr], [first.stdout, first.stderr]);
});

Deno.test("runCode() kills the code when the caller aborts", async () => {
  await using room = await makeRoom();
  const controller = new AbortController();
  const code = `export default () => {
    setInterval(() => Deno.writeTextFileSync("ready", ""), 20);
    return new Promise(() => {});
  };`;
  const running = run(room, code, { signal: controller.signal });
  await appears("ready", { folder: room.scratch, until: running });
  controller.abort();
  const found = await running;
  deepEqual([found.stopped_by, found.return_code], ["aborted", 137]);
});

Deno.test("runCode() returns no result when the caller aborted before the call", async () => {
  await using room = await makeRoom();
  const found = await run(room, "export default () => 1", { signal: AbortSignal.abort() });
  equal(found.stopped_by, "aborted");
});

Deno.test("runCode() rejects an input that JSON cannot represent", async () => {
  await using room = await makeRoom();
  await rejects(run(room, "export default () => 1", { input: 10n }), TypeError);
});
