/** What a process finds that was stopped for longer than its limits. */
import { deepEqual, equal, rejects } from "../assert.ts";
import type { Clock } from "../../src/pace/clock.ts";
import { sharedTimers } from "../../src/pace/shared_timers.ts";
import { createClient } from "../../src/client/client.ts";
import { answerTo, FakeResearch } from "../batch/fake_research.ts";
import { listOf, passingTime, screened } from "../batch/screened.ts";
import { testMachine } from "../batch/test_machine.ts";
import { type ManualClock, manualClock } from "../fixtures/manual_clock.ts";

/** A clock whose process can be stopped: time passes, and no timer rings. */
function stoppable(clock: ManualClock) {
  let stoppedMs = 0;
  return {
    ...clock,
    monotonicMs: () => clock.monotonicMs() + stoppedMs,
    now: () => new Date(clock.now().getTime() + stoppedMs),
    stopFor: (ms: number) => void (stoppedMs += ms),
  };
}

/** Waits of 60 s, of which 10 s have passed when the process is stopped for 190 s. */
function scene() {
  const clock = stoppable(manualClock());
  const timers: Clock = sharedTimers(clock);
  const rung: string[] = [];
  const leave = timers.schedule(60_000, () => rung.push("first"));
  timers.schedule(60_000, () => rung.push("second"));
  clock.advance(10_000);
  clock.stopFor(190_000);
  return { clock, rung, leave };
}

Deno.test("what came while the process was stopped is read before its limit is judged", () => {
  const { clock, rung, leave } = scene();
  clock.advance(50_000); // the late timer rings
  deepEqual(rung, []);
  leave(); // the answer was in the socket
  clock.advance(2_000);
  deepEqual(rung, ["second"]);
});

Deno.test("what did not come is late 2 s later, also when the process is slow again", () => {
  const { clock, rung } = scene();
  clock.advance(50_000);
  clock.stopFor(5_000);
  clock.advance(2_000);
  deepEqual(rung, ["first", "second"]);
});

/** A client under this clock, and the reply to its request. */
function asking(clock: Clock) {
  const reply = Promise.withResolvers<Response>();
  const client = createClient({
    ...{ baseUrl: "http://research.example", clock, newId: () => "" },
    fetch: (_, { signal }) => {
      signal?.addEventListener("abort", () => reply.reject(signal.reason));
      return reply.promise;
    },
  });
  const limits = { headersMs: 60_000, totalMs: 60_000 };
  return { reply, thesis: client.reason("Analyse IBM", { limits, retries: 0 }) };
}

Deno.test("a reply that waited in the socket of a stopped process is an answer", async () => {
  const clock = stoppable(manualClock());
  const { reply, thesis } = asking(clock);
  clock.stopFor(190_000);
  clock.advance(60_000);
  const answer = answerTo({ input: "Analyse IBM" });
  reply.resolve(Response.json(answer));
  equal((await thesis).agent_thesis.reasoning, answer.agent_thesis.reasoning);
});

Deno.test("a reply that does not come is a timeout all the same", async () => {
  const clock = stoppable(manualClock());
  const { thesis } = asking(clock);
  clock.stopFor(190_000);
  clock.advance(62_000);
  await rejects(thesis, { name: "TimeoutError" });
});

Deno.test("a run whose process was stopped for longer than its limits keeps every answer, and is not stalled", async () => {
  const manual = manualClock();
  const clock = stoppable(manual);
  const machine = { ...testMachine(), clock };
  const replies: (() => void)[] = [];
  const research = new FakeResearch({
    onReason: (_, { signal }) => {
      if (research.asked.length === 3) clock.stopFor(3_600_000);
      return new Promise<void>((resolve, reject) => {
        replies.push(resolve);
        signal.addEventListener("abort", () => reject(signal.reason));
      });
    },
  });
  // When a process goes on, its timers ring before it reads; these are 60 s and 5 s of grace for the port.
  const isIdle = () => {
    if (manual.monotonicMs() >= 65_000) replies.splice(0).forEach((reply) => reply());
    return true;
  };
  const work = screened(listOf(3), research, { machine, concurrency: 3, attemptMs: 60_000 });
  deepEqual((await passingTime(machine, isIdle, work)).statuses, ["done", "done", "done"]);
});
