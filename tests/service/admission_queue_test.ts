/** When accepted work starts: places, turns, what is refused at once, and that nothing waits longer than promised. */
import fc from "fast-check";
import { deepEqual, equal, ok } from "../assert.ts";
import { AdmissionQueue, type Place } from "../../src/service/admission_queue.ts";
import { RequestError } from "../../src/protocol/request_error.ts";

/** A clock that the test moves; what is due is called in order of time. */
function handClock() {
  let nowMs = 0;
  const timers = new Map<() => void, number>();
  const moveTo = (untilMs: number) => {
    for (;;) {
      const [due] = [...timers].filter(([, atMs]) => atMs <= untilMs).sort(([, one], [, other]) => one - other);
      if (due === undefined) break;
      const [callback, atMs] = due;
      timers.delete(callback);
      nowMs = atMs;
      callback();
    }
    nowMs = untilMs;
  };
  const clock = {
    now: () => new Date(nowMs),
    schedule(delayMs: number, callback: () => void) {
      timers.set(callback, nowMs + delayMs);
      return () => void timers.delete(callback);
    },
  };
  return { clock, moveTo, nowMs: () => nowMs, timers };
}

const WAITS = new AbortController().signal;

/** A line, who has entered it, and who was refused. Callers are letters: `a1` and `a2` are of `a`. */
function lineOf({ places = 1, usualMs = 1_000, maxWaitMs = 10_000 } = {}) {
  const hand = handClock();
  const line = new AdmissionQueue({ places, usualMs, maxWaitMs, clock: hand.clock });
  const entered: string[] = [];
  const refused: unknown[] = [];
  const taken: Place[] = [];
  const enter = async (name: string, signal: AbortSignal = WAITS) => {
    try {
      taken.push(await line.enter(name.slice(0, 1), signal));
      entered.push(name);
    } catch (error) {
      refused.push(error instanceof RequestError ? [name, error.code, error.headers["retry-after"]] : [name, error]);
    }
  };
  /** All of them at once; resolves when nothing more happens by itself. */
  const come = async (...names: readonly string[]) => {
    for (const name of names) void enter(name);
    await settled();
  };
  /** The one who has worked longest. */
  const leave = async ({ isWhole = true } = {}) => {
    taken.shift()?.leave({ isWhole });
    await settled();
  };
  return { ...hand, line, entered, refused, enter, come, leave };
}

const settled = () => new Promise<void>((resolve) => void setTimeout(resolve));
const named = (caller: string, count: number) => Array.from({ length: count }, (_, at) => `${caller}${at + 1}`);

Deno.test("work starts at once while there are places, and then in the order in which it came", async () => {
  const { come, leave, entered, line } = lineOf({ places: 2 });
  await come(...named("a", 4));
  deepEqual(entered, ["a1", "a2"]);
  deepEqual(line.load, { places: 2, running: 2, waiting: 2, expectedWaitMs: 1_000 });
  await leave();
  deepEqual(entered, ["a1", "a2", "a3"]);
  await leave();
  deepEqual(entered, ["a1", "a2", "a3", "a4"]);
  for (let left = 0; left < 2; left++) await leave();
  deepEqual(line.load, { places: 2, running: 0, waiting: 0, expectedWaitMs: 0 });
});

Deno.test("callers take turns: many requests of one do not hold up the only one of another", async () => {
  const { come, leave, entered } = lineOf();
  await come("a1", "a2", "a3", "a4", "b1", "c1", "c2");
  for (let left = 0; left < 7; left++) await leave();
  deepEqual(entered, ["a1", "a2", "b1", "c1", "a3", "c2", "a4"]);
});

Deno.test("work that would wait more than eight tenths of the limit is refused at once; others still have turns", async () => {
  const { come, refused, line } = lineOf({ places: 2 });
  await come(...named("a", 2 + 16)); // the last waits for 16 others at two places, a second each
  deepEqual(refused, []);
  await come("a19", "a20");
  deepEqual(refused, [["a19", "too_many_requests", "1"], ["a20", "too_many_requests", "1"]]);
  await come("b1");
  equal(refused.length, 2);
  equal(line.load.waiting, 17);
});

Deno.test("a refusal says after how many seconds the wait is short enough", async () => {
  const { come, leave, moveTo, nowMs, refused } = lineOf({ usualMs: 3_000 });
  await come("a1", "a2", "a3", "a4");
  deepEqual(refused, [["a4", "too_many_requests", "1"]]); // 9 s, and 8 are accepted
  moveTo(nowMs() + 3_000);
  await leave();
  await come("a5");
  equal(refused.length, 1);
});

Deno.test("the expected wait follows the time that whole work takes, not that of work which was left", async () => {
  const { come, leave, moveTo, nowMs, line } = lineOf({ usualMs: 1_000 });
  for (let asked = 0; asked < 50; asked++) {
    await come("a1");
    moveTo(nowMs() + 100);
    await leave();
    await come("a1");
    await leave({ isWhole: false });
  }
  await come("a1");
  const { expectedWaitMs } = line.load;
  ok(expectedWaitMs > 99 && expectedWaitMs < 106, `${expectedWaitMs} ms`);
});

Deno.test("work that is slower than expected ends a wait at its limit", async () => {
  const { come, moveTo, refused, line, timers } = lineOf({ usualMs: 10 });
  await come("a1", "a2");
  moveTo(9_999);
  await settled();
  deepEqual(refused, []);
  moveTo(10_000);
  await settled();
  deepEqual(refused, [["a2", "too_many_requests", "1"]]);
  deepEqual([line.load.waiting, timers.size], [0, 0]);
});

Deno.test("whoever leaves the line is not waited for", async () => {
  const { come, enter, leave, entered, refused, line, timers } = lineOf();
  const left = new AbortController();
  await come("a1");
  void enter("b1", left.signal);
  await come("c1");
  left.abort("left");
  await settled();
  deepEqual([refused, line.load.waiting], [[["b1", "left"]], 1]);
  await leave();
  deepEqual([entered, timers.size], [["a1", "c1"], 0]);
});

Deno.test("a place that is given up twice is free once", async () => {
  const line = new AdmissionQueue({ places: 1, usualMs: 1, maxWaitMs: 1, clock: handClock().clock });
  const place = await line.enter("a", WAITS);
  place.leave({ isWhole: true });
  place.leave({ isWhole: true });
  equal(line.load.running, 0);
});

Deno.test("whatever comes and however long it takes: at most so many work, and nothing accepted waits past the limit", async () => {
  const request = fc.record({ afterMs: fc.nat(3_000), workMs: fc.nat(6_000), caller: fc.constantFrom("a", "b", "c") });
  await fc.assert(
    fc.asyncProperty(fc.array(request, { maxLength: 40 }), async (requests) => {
      const hand = handClock();
      const line = new AdmissionQueue({ places: 2, usualMs: 1_000, maxWaitMs: 10_000, clock: hand.clock });
      let [at, most] = [0, 0];
      const waits: number[] = [];
      for (const { afterMs, workMs, caller } of requests) {
        at += afterMs;
        hand.clock.schedule(at, async () => {
          const cameMs = hand.nowMs();
          const place = await line.enter(caller, WAITS).catch(() => undefined);
          if (place === undefined) return;
          waits.push(hand.nowMs() - cameMs);
          most = Math.max(most, line.load.running);
          hand.clock.schedule(workMs, () => place.leave({ isWhole: true }));
        });
      }
      for (let ms = 0; hand.timers.size > 0; ms += 100) {
        hand.moveTo(ms);
        await Promise.resolve().then(() => {}).then(() => {}).then(() => {});
      }
      ok(most <= 2 && waits.every((ms) => ms <= 10_100), `${most} at once; waited ${Math.max(0, ...waits)} ms`);
      equal(line.load.running, 0);
    }),
    { numRuns: 100 },
  );
});
