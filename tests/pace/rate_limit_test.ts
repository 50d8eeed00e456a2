import fc from "fast-check";
import { RateLimit, type RateState, type RateWindow } from "../../src/pace/rate_limit.ts";
import { deepEqual, equal, ok, throws } from "../assert.ts";

const DAY_MS = 86_400_000;
const SECOND = { count: 10, perMs: 1_000 };
const MINUTE = { count: 600, perMs: 60_000 };

/** Starts as early as allowed, plus the machine's lateness; returns the times of all starts. */
function startsUntil(endMs: number, limit: RateLimit, lateMs: () => number = () => 0, fromMs = 0): number[] {
  const starts: number[] = [];
  for (let nowMs = fromMs; nowMs < endMs;) {
    const waitMs = limit.waitMs(nowMs);
    if (waitMs > 0) nowMs += waitMs + lateMs();
    else {
      limit.take(nowMs);
      starts.push(nowMs);
    }
  }
  return starts;
}

/** Maximum number of starts in any interval of this length, its end excluded. */
function mostIn(perMs: number, starts: readonly number[]): number {
  let most = 0;
  let first = 0;
  for (const [at, startMs] of starts.entries()) {
    while ((starts[first] ?? 0) <= startMs - perMs) first++;
    most = Math.max(most, at - first + 1);
  }
  return most;
}

const anyWindow = fc.record({
  count: fc.oneof(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 3_000 })),
  perMs: fc.integer({ min: 1_000, max: 60_000 }),
});
const anySeed = fc.integer({ min: 1, max: 2 ** 31 - 2 });

/** Lehmer's generator with Park and Miller's constants: the same lateness for the same seed. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => (state = state * 48_271 % 2_147_483_647) / 2_147_483_647;
}

Deno.test("no interval has more starts than its window allows, for any windows and any lateness", () => {
  const windows = fc.array(anyWindow, { minLength: 1, maxLength: 3 });
  fc.assert(fc.property(windows, anySeed, fc.constantFrom(0, 3, 700), (windows, seed, lateMs) => {
    const random = randomFrom(seed);
    const starts = startsUntil(130_000, new RateLimit(windows), () => random() * lateMs);
    for (const { count, perMs } of windows) {
      const most = mostIn(perMs, starts);
      ok(most <= count, `${most} of ${count} in ${perMs} ms`);
    }
  }));
});

Deno.test("a window is used to at least 97% when every start is up to 4 ms late", () => {
  fc.assert(fc.property(anyWindow, anySeed, ({ count, perMs }, seed) => {
    const random = randomFrom(seed);
    const rounds = 50;
    const starts = startsUntil(rounds * perMs, new RateLimit([{ count, perMs }]), () => random() * 4);
    const used = starts.length / (rounds * count);
    ok(used >= 0.97, `${count} in ${perMs} ms: ${used}`);
  }));
});

Deno.test("a service that counts arrivals sees no more than allowed when transit varies by 5 ms", () => {
  fc.assert(fc.property(anyWindow, anySeed, ({ count, perMs }, seed) => {
    const random = randomFrom(seed);
    const starts = startsUntil(10 * perMs, new RateLimit([{ count, perMs }]));
    const arrivals = starts.map((startMs) => startMs + random() * 5).toSorted((a, b) => a - b);
    ok(mostIn(perMs, arrivals) <= count);
  }));
});

const BURSTS = [
  { window: { count: 1, perMs: 1_000 }, most: 1 },
  { window: { count: 10, perMs: 1_000 }, most: 2 },
  { window: { count: 100, perMs: 1_000 }, most: 10 },
  { window: MINUTE, most: 9 },
  { window: { count: 3_600, perMs: 3_600_000 }, most: 2 },
] as const;

for (const { window, most } of BURSTS) {
  Deno.test(`of ${window.count} in ${window.perMs} ms at most ${most} start at one moment, also after an hour's pause`, () => {
    const limit = new RateLimit([window]);
    equal(mostIn(1e-6, startsUntil(1, limit)), most);
    equal(mostIn(1e-6, startsUntil(3_700_000, limit, () => 0, 3_699_999)), most);
  });
}

Deno.test("600 in a minute start evenly: no second of ten minutes has more than 20", () => {
  ok(mostIn(1_000, startsUntil(600_000, new RateLimit([MINUTE]))) <= 20);
});

Deno.test("a query takes nothing, and a start without a query counts", () => {
  const limit = new RateLimit([{ count: 1, perMs: 1_000 }]);
  deepEqual([limit.waitMs(0), limit.waitMs(0)], [0, 0]);
  limit.take(0);
  limit.take(0);
  equal(limit.waitMs(500), 510);
});

Deno.test("without a window nothing waits", () => {
  const limit = new RateLimit([]);
  for (let taken = 0; taken < 1_000; taken++) limit.take(0);
  equal(limit.waitMs(0), 0);
});

const NONSENSE: readonly RateWindow[] = [
  { count: 0, perMs: 1_000 },
  { count: 1.5, perMs: 1_000 },
  { count: NaN, perMs: 1_000 },
  { count: 1, perMs: 0 },
  { count: 1, perMs: NaN },
  { count: 1, perMs: Infinity },
];

for (const window of NONSENSE) {
  Deno.test(`${window.count} starts in ${window.perMs} ms is rejected as a limit`, () => {
    throws(() => new RateLimit([window]), { name: "RangeError", message: /^Cannot limit to / });
  });
}

/** Uses up a limit, saves it and restores it in another process, with a new monotonic clock. */
function restart(windows: readonly RateWindow[], { wallPassedMs = 0, after = windows }): RateLimit {
  const limit = new RateLimit(windows);
  startsUntil(60_000, limit);
  const state: RateState = JSON.parse(JSON.stringify(limit.save({ nowMs: 60_000, wallMs: 1e12 })));
  return new RateLimit(after, { state, now: { nowMs: 5, wallMs: 1e12 + wallPassedMs } });
}

Deno.test("a restart refills nothing: the starts before and after it together stay within the limit", () => {
  const windows = fc.array(anyWindow, { minLength: 1, maxLength: 2 });
  fc.assert(fc.property(windows, fc.integer({ min: 0, max: 90_000 }), (windows, pauseMs) => {
    const limit = new RateLimit(windows);
    const before = startsUntil(60_000, limit);
    const state: RateState = JSON.parse(JSON.stringify(limit.save({ nowMs: 60_000, wallMs: 1e12 })));
    const now = { nowMs: 60_000 + pauseMs, wallMs: 1e12 + pauseMs };
    const after = startsUntil(now.nowMs + 60_000, new RateLimit(windows, { state, now }), () => 0, now.nowMs);
    for (const { count, perMs } of windows) ok(mostIn(perMs, [...before, ...after]) <= count);
  }));
});

Deno.test("a used-up minute allows nothing after a restart, and is free again after a minute", () => {
  const once = { count: 1, perMs: 60_000 };
  const state = { starts: [[1e12, 1]] } as const;
  const waits = [0, 30_000, 60_250].map((passedMs) =>
    new RateLimit([once], { state, now: { nowMs: 0, wallMs: 1e12 + passedMs } }).waitMs(0)
  );
  deepEqual(waits, [60_250, 30_250, 0]);
});

for (const windows of [[SECOND], [MINUTE], [SECOND, MINUTE, { count: 50_000, perMs: DAY_MS }]]) {
  const longestMs = Math.max(...windows.map(({ perMs }) => perMs)) * 1.01;
  Deno.test(`a wall clock set back 10 days delays no start longer than a window (${windows.map(({ count }) => count)})`, () => {
    const waitMs = restart(windows, { wallPassedMs: -10 * DAY_MS }).waitMs(5);
    ok(waitMs >= 0 && waitMs <= longestMs, `${waitMs}`);
  });
  Deno.test(`a wall clock set 10 days ahead counts as time that passed (${windows.map(({ count }) => count)})`, () => {
    equal(restart(windows, { wallPassedMs: 10 * DAY_MS }).waitMs(5), 0);
  });
}

Deno.test("a different limit after the restart counts the starts under the old one", () => {
  const tight = restart([MINUTE], { after: [{ count: 5, perMs: 60_000 }] });
  ok(tight.waitMs(5) > 0);
  equal(restart([SECOND], { after: [{ count: 1_000, perMs: 60_000 }] }).waitMs(5), 0);
});

Deno.test("the state of a million starts a day is small, and keeps the limit to within half a percent", () => {
  const day = { count: 1_000_000, perMs: DAY_MS };
  const limit = new RateLimit([day]);
  const starts = startsUntil(DAY_MS, limit);
  ok(starts.length > 985_000 && starts.length <= day.count, `${starts.length}`);
  ok(JSON.stringify(limit.save({ nowMs: DAY_MS, wallMs: 1e12 })).length < 8_000);
});

Deno.test("a state that is not numbers is ignored", () => {
  const state: RateState = JSON.parse('{"starts":[["soon",1],[null,-3],[1,"x"]]}');
  equal(new RateLimit([SECOND], { state, now: { nowMs: 0, wallMs: 1 } }).waitMs(0), 0);
});
