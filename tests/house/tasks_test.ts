import { deepEqual, ok } from "../assert.ts";
import { moreFiles, quickFiles } from "../quick.ts";
import { IS_WHOLE, runsOf, sampled } from "../sampled.ts";

Deno.test("a sample is one of every ten consecutive cases, reproducible by the seed; test:all runs all cases", () => {
  const cases = Array.from({ length: 95 }, (_, at) => at);
  const drawn = sampled(cases);
  deepEqual(sampled(cases), drawn);
  if (IS_WHOLE) return deepEqual([drawn, runsOf(1_000).numRuns], [cases, 1_000]);
  deepEqual(drawn.map((one) => Math.floor(one / 10)), [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  deepEqual([sampled([]), sampled(["one"]), runsOf(1_000).numRuns], [[], ["one"], 100]);
});

Deno.test("a test that starts a process or opens a port is not quick, even if only its imports do", async () => {
  const quick = new Set(await quickFiles());
  ok(["text/csv_read", "batch/plan", "pace/rate_limit"].every((name) => quick.has(`tests/${name}_test.ts`)));
  const slow = ["batch/kill", "batch/limits", "sandbox/run_code", "end_to_end/dropped", "readers/readers"];
  deepEqual(slow.filter((name) => quick.has(`tests/${name}_test.ts`)), []);
});

Deno.test("test:more runs each file of which test leaves something out, even if only its imports say so", async () => {
  const more = new Set(await moreFiles());
  const inPart = ["scorecard/kill_sweep", "readers/readers", "verify/lies", "batch/csv_bank_property", "npm/package"];
  deepEqual(inPart.filter((name) => !more.has(`tests/${name}_test.ts`)), []);
  const whole = ["pace/rate_limit", "batch/plan", "setup/network_fetch"];
  deepEqual(whole.filter((name) => more.has(`tests/${name}_test.ts`)), []);
});
