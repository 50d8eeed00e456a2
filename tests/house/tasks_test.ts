import { deepEqual, equal, ok } from "../assert.ts";
import { slice, slicesOf } from "../sweeps.ts";
import { moreFiles, quickFiles } from "../test_files.ts";

Deno.test("the slices of as many days as there are slices are the whole sweep, each case once", () => {
  const cases = Array.from({ length: 95 }, (_, at) => at);
  for (const slices of [1, 7, 30]) {
    const days = Array.from({ length: slices }, (_, day) => slice(cases, slices, 20_400 + day));
    deepEqual(days.flat().toSorted((one, other) => one - other), cases);
    ok(Math.max(...days.map(({ length }) => length)) - Math.min(...days.map(({ length }) => length)) <= 1);
  }
});

Deno.test("a sweep that costs little is whole every day, and a dear one takes thirty days", () => {
  equal(slicesOf(0.01, 1_000), 1);
  equal(slicesOf(1, 3_000), 10);
  equal(slicesOf(500, 3_000), 30);
  equal(slicesOf(500, 4), 4);
  equal(slicesOf(500, 0), 1);
});

Deno.test("a test that starts a process or opens a port is not quick, even if only its imports do", async () => {
  const quick = new Set(await quickFiles());
  ok(["batch/plan", "calendar/day", "pace/gate"].every((name) => quick.has(`tests/${name}_test.ts`)));
  const slow = ["batch/kill", "batch/limits", "sandbox/run_code", "end_to_end/dropped", "readers/readers"];
  deepEqual(slow.filter((name) => quick.has(`tests/${name}_test.ts`)), []);
});

Deno.test("test:more runs each file of which test leaves tests out, even if only its imports say so", async () => {
  const more = new Set(await moreFiles());
  const inPart = ["scorecard/kill_sweep", "readers/readers", "scorecard/thirty_nights", "npm/package"];
  deepEqual(inPart.filter((name) => !more.has(`tests/${name}_test.ts`)), []);
  const whole = ["pace/rate_limit", "batch/plan", "setup/network_fetch"];
  deepEqual(whole.filter((name) => more.has(`tests/${name}_test.ts`)), []);
});
