/** The agent's programs on a busy machine: their limit of time, and the second try. */
import { deepEqual, equal } from "../assert.ts";
import type { Program, ProgramRun } from "../../src/agent/ports.ts";
import { createCodeRuns } from "../../src/setup/outside_ports.ts";

const STOPPED: ProgramRun = { stdout: "", stderr: "", return_code: 137, stopped_by: "time" };
const RIGHT: ProgramRun = { stdout: "", stderr: "", return_code: 0, result: 1 };
const { signal } = new AbortController();

/** A sandbox that runs until the test ends each run, in any order. */
function manualSandbox() {
  const runs: { code: string; wallMs: number; end: (run: ProgramRun) => void }[] = [];
  const run = ({ code }: Program, { wallMs }: { wallMs: number }) => {
    const { promise, resolve } = Promise.withResolvers<ProgramRun>();
    runs.push({ code, wallMs, end: resolve });
    return promise;
  };
  /** Lets all promises settle that can. */
  const settle = () => new Promise<void>((resolve) => void setTimeout(resolve));
  return { runs, run, settle };
}

const program = (code: string): Program => ({ code, input: null });

Deno.test("the limit of a program grows with the number that run at once", async () => {
  const { runs, run, settle } = manualSandbox();
  const runCode = createCodeRuns({ atOnce: 3, run });
  const all = [runCode(program("a"), signal)];
  await settle();
  for (const code of ["b", "c", "d"]) all.push(runCode(program(code), signal));
  await settle();
  deepEqual(runs.map(({ code, wallMs }) => [code, wallMs]), [["a", 10_000], ["b", 30_000], ["c", 30_000]]);
  for (const { end } of runs) end(RIGHT);
  await settle();
  runs[3]?.end(RIGHT);
  deepEqual(await Promise.all(all), [RIGHT, RIGHT, RIGHT, RIGHT]);
});

Deno.test("a program stopped by its time runs once more, while nothing else does", async () => {
  const { runs, run, settle } = manualSandbox();
  const runCode = createCodeRuns({ atOnce: 2, run });
  const all = ["a", "b", "c"].map((code) => runCode(program(code), signal));
  await settle();
  runs[0]?.end(STOPPED);
  await settle();
  deepEqual(runs.map(({ code }) => code), ["a", "b", "c"], "what waited before goes first");
  runs[1]?.end(RIGHT);
  await settle();
  equal(runs.length, 3, "the retry waits until c has ended");
  runs[2]?.end(RIGHT);
  await settle();
  const later = runCode(program("later"), signal);
  await settle();
  deepEqual(runs.slice(3).map(({ code, wallMs }) => [code, wallMs]), [["a", 60_000]]);
  runs[3]?.end(RIGHT);
  await settle();
  runs[4]?.end(RIGHT);
  deepEqual(await Promise.all([...all, later]), [RIGHT, RIGHT, RIGHT, RIGHT]);
});

const ENDS: readonly { how: string; ended: ProgramRun; runs: number }[] = [
  { how: "was stopped by its time", ended: STOPPED, runs: 2 },
  { how: "was killed by something else", ended: { ...RIGHT, return_code: 137 }, runs: 2 },
  { how: "failed by itself", ended: { ...RIGHT, return_code: 1 }, runs: 1 },
  { how: "printed too much", ended: { ...STOPPED, stopped_by: "output" }, runs: 1 },
  { how: "was right", ended: RIGHT, runs: 1 },
];
for (const { how, ended, runs } of ENDS) {
  Deno.test(`a program that ${how} each time runs ${runs === 1 ? "once" : "twice"}`, async () => {
    let count = 0;
    const run = () => {
      count++;
      return Promise.resolve(ended);
    };
    deepEqual(await createCodeRuns({ atOnce: 2, run })(program("x"), signal), ended);
    equal(count, runs);
  });
}

Deno.test("a program whose question was aborted does not run again", async () => {
  const controller = new AbortController();
  let count = 0;
  const run = () => {
    count++;
    controller.abort();
    return Promise.resolve(STOPPED);
  };
  await createCodeRuns({ atOnce: 2, run })(program("x"), controller.signal);
  equal(count, 1);
});

Deno.test("a program that may never end is not run a second time", async () => {
  const { runs, run, settle } = manualSandbox();
  const running = createCodeRuns({ atOnce: 1, run })({ ...program("a"), once: true }, signal);
  await settle();
  runs[0]?.end(STOPPED);
  deepEqual([await running, runs.length], [STOPPED, 1]);
});
