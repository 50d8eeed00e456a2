/** The limits of time: what they count, and what is no fault of the program. */
import { deepEqual, equal } from "../assert.ts";
import { stopReason } from "../../src/sandbox/child.ts";
import { runCode } from "../../src/sandbox/run_code.ts";
import { makeRoom } from "./sandbox_fixture.ts";

/** A clock whose calls the test makes due. */
function manualClock() {
  const delays: number[] = [];
  const due: (() => void)[] = [];
  const second = Promise.withResolvers<void>();
  const schedule = (delayMs: number, callback: () => void) => {
    delays.push(delayMs);
    due.push(callback);
    if (delays.length === 2) second.resolve();
    return () => {};
  };
  return { delays, due, second: second.promise, schedule };
}

Deno.test("the limit of a program counts from the moment it runs; starting it has a limit of its own", async () => {
  await using room = await makeRoom();
  const clock = manualClock();
  const code = "setInterval(() => {}, 5); export default () => new Promise(() => {})";
  const limits = { startMs: 70_000, wallMs: 9_000 };
  const running = runCode({ code, input: null }, { scratch: room.scratch, limits, clock });
  await clock.second;
  deepEqual(clock.delays, [70_000, 9_000]);
  clock.due[1]?.();
  equal((await running).stopped_by, "time");
});

Deno.test("a program that does not start is stopped by the limit of its start", async () => {
  await using room = await makeRoom();
  const schedule = (_delayMs: number, callback: () => void) => {
    callback();
    return () => {};
  };
  const found = await runCode({ code: "export default () => 1", input: null }, {
    scratch: room.scratch,
    clock: { schedule },
  });
  deepEqual([found.stopped_by, "result" in found], ["time", false]);
});

const ENDS = [
  { when: "this process was too busy to see its end in time", wanted: "time", signal: null, stopped: undefined },
  { when: "its time was over", wanted: "time", signal: "SIGKILL", stopped: "time" },
  { when: "it ended by itself", wanted: undefined, signal: null, stopped: undefined },
  { when: "it wrote too much before it ended", wanted: "output", signal: null, stopped: "output" },
  { when: "its processor time was over", wanted: undefined, signal: "SIGXCPU", stopped: "time" },
  { when: "it wrote a large file", wanted: undefined, signal: "SIGXFSZ", stopped: "files" },
  { when: "another process killed it", wanted: undefined, signal: "SIGKILL", stopped: undefined },
] as const;
for (const { when, wanted, signal, stopped } of ENDS) {
  Deno.test(`a program counts as stopped by ${stopped ?? "nothing"} when ${when}`, () => {
    equal(stopReason(wanted, { signal }), stopped);
  });
}
