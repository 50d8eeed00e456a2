/** Waits that share a timer end like waits with their own timers. */
import fc from "fast-check";
import { sharedTimers } from "../../src/pace/shared_timers.ts";
import type { Clock } from "../../src/pace/clock.ts";
import { deepEqual, equal, throws } from "../assert.ts";
import { manualClock } from "../fixtures/manual_clock.ts";

/** Begins or cancels a wait, or passes time; a wait that ends may begin another one. */
const step = fc.oneof(
  fc.record({ does: fc.constant("wait" as const), delayMs: fc.constantFrom(0, 1, 10, 60), begins: fc.boolean() }),
  fc.record({ does: fc.constant("leave" as const), which: fc.nat(20) }),
  fc.record({ does: fc.constant("pass" as const), byMs: fc.nat(70) }),
);

type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** Plays steps on timers; returns which wait ended when. */
function play(steps: readonly Step[], share: (clock: Clock) => Clock): string[] {
  const clock = manualClock();
  const timers = share(clock);
  const rung: string[] = [];
  const leaves: (() => void)[] = [];
  const begin = (delayMs: number, name: string, begins: boolean) =>
    timers.schedule(delayMs, () => {
      rung.push(`${name} at ${clock.monotonicMs()}`);
      if (begins) begin(delayMs, `${name}, again`, false);
    });
  for (const each of steps) {
    if (each.does === "wait") leaves.push(begin(each.delayMs, `${leaves.length}`, each.begins));
    else if (each.does === "leave") leaves[each.which]?.();
    else clock.advance(each.byMs);
  }
  clock.advance(1000);
  deepEqual(clock.pending(), []);
  return rung.toSorted();
}

Deno.test("shared timers end the same waits at the same time as a timer for each", () => {
  fc.assert(fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
    deepEqual(play(steps, sharedTimers), play(steps, (clock) => clock));
  }));
});

/** Timers, and how many of the underlying clock they use. */
function scene() {
  const clock = manualClock();
  const asked: number[] = [];
  const timers = sharedTimers({
    ...clock,
    schedule: (delayMs, callback) => (asked.push(delayMs), clock.schedule(delayMs, callback)),
  });
  const rung: number[] = [];
  return { clock, asked, timers, rung, wait: (delayMs: number) => timers.schedule(delayMs, () => rung.push(delayMs)) };
}

Deno.test("waits of one length share one timer, however many begin and are cancelled", () => {
  const { clock, asked, wait } = scene();
  const last = wait(500);
  for (let at = 0; at < 100; at++) wait(500)();
  deepEqual([asked, clock.pending()], [[500], [500]]);
  last();
  last();
  deepEqual(clock.pending(), []);
  wait(500)();
  deepEqual([asked, clock.pending()], [[500, 500], []]);
});

Deno.test("a wait that ends may cancel another one that ends at the same time", () => {
  const { clock, timers, rung, wait } = scene();
  const leaves: (() => void)[] = [];
  timers.schedule(500, () => leaves.forEach((leave) => leave()));
  leaves.push(wait(500), wait(500));
  clock.advance(500);
  deepEqual([rung, clock.pending()], [[], []]);
});

Deno.test("a wait that begins while all others of its length are cancelled by an ending one ends too", () => {
  const { clock, timers, rung, wait } = scene();
  const leaves: (() => void)[] = [];
  timers.schedule(500, () => {
    for (const leave of leaves) leave();
    wait(500);
  });
  leaves.push(wait(500));
  clock.advance(400);
  wait(7)();
  clock.advance(600);
  deepEqual([rung, clock.pending()], [[500], []]);
});

Deno.test("a callback that throws does not prevent other waits from ending", () => {
  const { clock, timers, rung, wait } = scene();
  timers.schedule(500, () => {
    throw new Error("broken");
  });
  wait(500);
  throws(() => clock.advance(500), { message: "broken" });
  clock.advance(1);
  deepEqual([rung, clock.pending()], [[500], []]);
});

Deno.test("a timer that fires early is set again, and the wait does not end early", () => {
  const { clock, rung } = scene();
  const early = sharedTimers({ ...clock, schedule: (delayMs, ring) => clock.schedule(Math.max(1, delayMs - 3), ring) });
  early.schedule(500, () => rung.push(clock.monotonicMs()));
  clock.advance(1000);
  equal(rung[0], 500);
});

Deno.test("a wait longer than the runtime's maximum, or endless, does not end at once", () => {
  const { clock, asked, rung, wait } = scene();
  wait(Infinity);
  wait(2 ** 32);
  clock.advance(2 ** 32 - 1);
  deepEqual([Math.max(...asked), rung], [2 ** 31 - 1, []]);
  clock.advance(1);
  deepEqual(rung, [2 ** 32]);
});
