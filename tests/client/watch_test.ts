import fc from "fast-check";
import { TimeoutError } from "../../src/client/errors.ts";
import { STREAM_LIMITS } from "../../src/client/limits.ts";
import { Watch } from "../../src/client/watch.ts";
import { deepEqual, equal, ok } from "../assert.ts";
import { manualClock } from "../fixtures/manual_clock.ts";

const LIMITS = { ...STREAM_LIMITS, totalMs: Infinity };

/** One wait that ends in time, and the reader's turn after it; in ten-thousandths of the limit. */
const turn = fc.record({ waited: fc.nat(9999), paused: fc.nat(30_000) });

Deno.test("a wait that restarts any number of times ends at its limit: never early, at most a hundredth late", () => {
  const limit = fc.constantFrom("firstEventMs" as const, "silenceMs" as const);
  const waits = fc.array(fc.record({ limit, turn, often: fc.nat(30) }), { maxLength: 12 });
  fc.assert(fc.property(waits, limit, (before, last) => {
    const clock = manualClock();
    const watch = new Watch(clock, LIMITS, { action: "read stream" });
    for (const { limit, turn: { waited, paused }, often } of before) {
      for (let times = 0; times <= often; times++) {
        watch.await(limit);
        clock.advance(Math.floor(LIMITS[limit] * (times % 3 === 0 ? waited : waited / 1000) / 10_000));
        equal(watch.signal.aborted, false);
        watch.pause();
        clock.advance(Math.floor(LIMITS[limit] * (times % 7 === 0 ? paused : paused / 10_000) / 10_000));
      }
    }
    watch.await(last);
    clock.advance(LIMITS[last] - 1);
    equal(watch.signal.aborted, false);
    clock.advance(LIMITS[last] / 100 + 1);
    ok(watch.signal.reason instanceof TimeoutError);
    deepEqual([watch.signal.reason.limit, clock.pending().filter(Number.isFinite)], [last, []]);
  }));
});

Deno.test("a wait that never restarts ends to the millisecond", () => {
  const clock = manualClock();
  const watch = new Watch(clock, LIMITS, { action: "read stream" });
  watch.await("silenceMs");
  clock.advance(LIMITS.silenceMs - 1);
  equal(watch.signal.aborted, false);
  clock.advance(1);
  equal(watch.signal.aborted, true);
});

Deno.test("during the reader's turn no limit passes and no timer runs", () => {
  const clock = manualClock();
  const watch = new Watch(clock, LIMITS, { action: "read stream" });
  for (let event = 0; event < 3; event++) watch.await("silenceMs");
  watch.pause();
  clock.advance(10 * LIMITS.silenceMs);
  deepEqual([watch.signal.aborted, clock.pending().filter(Number.isFinite)], [false, []]);
});

Deno.test("restarted waits read the clock no more often than the timer fires", () => {
  const clock = manualClock();
  let reads = 0;
  const counting = { ...clock, monotonicMs: () => (reads++, clock.monotonicMs()) };
  const watch = new Watch(counting, LIMITS, { action: "read stream" });
  for (let event = 0; event < 100_000; event++) {
    watch.await("silenceMs");
    watch.pause();
  }
  ok(reads < 10, `read ${reads} times`);
  watch.stop();
});

Deno.test("a limit, the caller or a leaving reader aborts the signal once; the end of a call does not", () => {
  const ended = (end: (stop: AbortController, watch: Watch) => void) => {
    let aborts = 0;
    const clock = manualClock();
    const stop = new AbortController();
    const watch = new Watch(clock, { ...LIMITS, totalMs: 1000 }, { action: "read stream", signal: stop.signal });
    watch.signal.addEventListener("abort", () => aborts++);
    end(stop, watch);
    clock.advance(1000);
    return aborts;
  };
  deepEqual([ended(() => {}), ended((stop) => stop.abort()), ended((_, watch) => watch.cancel())], [1, 1, 1]);
  equal(ended((_, watch) => watch.stop()), 0);
});

Deno.test("a wait as long as totalMs ends with it, without its own timer", () => {
  const clock = manualClock();
  const watch = new Watch(clock, { ...LIMITS, headersMs: 1000, totalMs: 1000 }, { action: "get thesis" });
  watch.await("silenceMs");
  watch.await("headersMs");
  deepEqual(clock.pending().filter((leftMs) => leftMs === 1000), [1000]);
  clock.advance(1000);
  ok(watch.signal.reason instanceof TimeoutError);
  equal(watch.signal.reason.limit, "totalMs");
});
