/** A screen that its service may stop, as in a notebook. */
import type { ResearchPort } from "conviction/batch";
import { deepEqual, equal } from "../assert.ts";
import { FakeResearch } from "./fake_research.ts";
import { listOf, screened } from "./screened.ts";
import { testMachine } from "./test_machine.ts";

/** A service whose runs are stopped by hand. */
function stoppable(research: FakeResearch) {
  const stop = new AbortController();
  const giveUp = new AbortController();
  let ends = 0;
  const port: ResearchPort = {
    reason: () => Promise.reject(new Error("the run has a service of its own")),
    download: () => Promise.reject(new Error("the run has a service of its own")),
    beginRun: () =>
      Promise.resolve({
        ...{ research, stop: stop.signal, giveUp: giveUp.signal },
        [Symbol.dispose]: () => void ends++,
      }),
  };
  return { port, stop, giveUp, ends: () => ends };
}

Deno.test("a run that its service stops awaits what is under way; the same call asks for the rest, once", async () => {
  const machine = testMachine();
  const research = new FakeResearch({
    onReason() {
      if (research.asked.length === 2) service.stop.abort();
    },
  });
  const service = stoppable(research);
  const { statuses, stopped } = await screened(listOf(4), service.port, { machine });
  deepEqual(statuses, ["done", "done", "pending", "pending"]);
  deepEqual([stopped, service.ends(), research.asked.length], ["", 1, 2]);

  const again = await screened(listOf(4), stoppable(research).port, { machine });
  deepEqual(again.statuses, ["done", "done", "done", "done"]);
  deepEqual([research.asked.length, new Set(research.keys).size], [4, 4]);
});

Deno.test("a run that its service gives up aborts what is under way, and asks for it again where that is safe", async () => {
  const machine = testMachine();
  const research = new FakeResearch({
    isIdempotent: true,
    onReason(_, { signal }) {
      if (research.asked.length !== 2) return;
      service.stop.abort();
      service.giveUp.abort();
      signal.throwIfAborted();
    },
  });
  const service = stoppable(research);
  const { statuses } = await screened(listOf(3), service.port, { machine });
  deepEqual([statuses[0], statuses[2], service.ends()], ["done", "pending", 1]);

  const again = await screened(listOf(3), stoppable(research).port, { machine });
  deepEqual(again.statuses, ["done", "done", "done"]);
  equal(research.keys[1], research.keys[2]);
});

Deno.test("the caller's own signals stop a run that its service may stop too", async () => {
  const own = new AbortController();
  const research = new FakeResearch({ onReason: () => own.abort() });
  const { statuses } = await screened(listOf(3), stoppable(research).port, { stop: own.signal });
  deepEqual(statuses, ["done", "pending", "pending"]);
});
