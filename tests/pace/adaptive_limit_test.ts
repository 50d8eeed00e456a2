import fc from "fast-check";
import { AdaptiveLimit } from "../../src/pace/adaptive_limit.ts";
import { MAX_REFUSED_PER_ROW, measureBusy, measureScenario } from "../bench/adaptive_bench.ts";
import { BEYOND, BUSY, SCENARIOS } from "../bench/adaptive_scenarios.ts";
import { deepEqual, equal, ok, throws } from "../assert.ts";

const SEEDS = [1, 2];

for (const scenario of SCENARIOS) {
  const percent = 100 * scenario.target;
  Deno.test(`against "${scenario.name}" 5,000 rows take at least ${percent}% of the ideal pace`, () => {
    for (const seed of SEEDS) {
      const { efficiency, refusedPerRow, mostInFlight } = measureScenario(scenario, seed);
      ok(efficiency >= scenario.target && efficiency < 1.01, `seed ${seed}: efficiency ${efficiency}`);
      ok(refusedPerRow <= MAX_REFUSED_PER_ROW, `seed ${seed}: ${refusedPerRow} refused per row`);
      ok(mostInFlight <= scenario.max, `seed ${seed}: ${mostInFlight} in flight`);
    }
  });
}

for (const scenario of BEYOND.filter(({ service }) => service.rate !== undefined)) {
  Deno.test(`against "${scenario.name}" progress is slow, but at most 0.1 requests per row are refused`, () => {
    for (const seed of SEEDS) ok(measureScenario(scenario, seed).refusedPerRow <= 0.1, `seed ${seed}`);
  });
}

for (const scenario of BUSY) {
  const { name, target, rows } = scenario;
  Deno.test(`with ${name}, ${rows} rows take at most ${(1 / target).toFixed(1)} times as long as at the best fixed number`, () => {
    const { ratio, best } = measureBusy(scenario, SEEDS);
    ok(ratio >= target, `${ratio} of the speed with ${best} at once`);
  });
}

/** Starts as many requests as may start now. */
function fill(limit: AdaptiveLimit, nowMs: number): number {
  let started = 0;
  for (; limit.waitMs(nowMs) === 0; started++) limit.started(nowMs);
  return started;
}

/** Keeps the limit used up for a time, in steps of 10 ms. */
function run(limit: AdaptiveLimit, fromMs: number, toMs: number): void {
  for (let nowMs = fromMs; nowMs <= toMs; nowMs += 10) fill(limit, nowMs);
}

Deno.test("the limit begins at its start value and doubles in half a second while nothing is refused", () => {
  const limit = new AdaptiveLimit({ start: 8, max: 1024 });
  equal(fill(limit, 0), 8);
  const limits = [500, 1_000, 1_500].map((atMs) => {
    run(limit, atMs - 490, atMs);
    return limit.limit;
  });
  deepEqual(limits, [16, 32, 64]);
});

Deno.test("the limit stays at 128 until a request ends", () => {
  const limit = new AdaptiveLimit({ start: 8, max: 1024 });
  run(limit, 0, 60_000);
  deepEqual([limit.limit, limit.waitMs(60_000)], [128, Infinity]);
  limit.succeeded();
  run(limit, 60_000, 60_500);
  ok(limit.limit > 128);
});

Deno.test("a limit that is not used up does not grow", () => {
  const limit = new AdaptiveLimit({ start: 8, max: 1024 });
  for (let nowMs = 0; nowMs < 60_000; nowMs += 10) {
    if (limit.inFlight < 7) limit.started(nowMs);
    equal(limit.waitMs(nowMs), 0);
  }
  equal(limit.limit, 8);
});

Deno.test("a burst of refusals causes one cut, down to the accepted number", () => {
  const limit = new AdaptiveLimit({ start: 64, max: 1024 });
  equal(fill(limit, 0), 64);
  for (let refused = 0; refused < 24; refused++) limit.refused(100, { startedMs: 0 });
  equal(limit.limit, 40);
  equal(limit.inFlight, 40);
});

Deno.test("a late refusal belongs to the cut before which its request was sent", () => {
  const limit = new AdaptiveLimit({ start: 10, max: 1024 });
  fill(limit, 0);
  limit.refused(100, { startedMs: 0 });
  limit.succeeded();
  limit.started(700);
  limit.refused(5_000, { startedMs: 0 });
  equal(limit.limit, 8);
});

Deno.test("when nothing is accepted the limit falls to its minimum, and no further", () => {
  const limit = new AdaptiveLimit({ start: 100, max: 1024, min: 3 });
  const limits: number[] = [];
  for (let nowMs = 0; limits.length < 20; nowMs += 1_000) {
    const started = fill(limit, nowMs);
    for (let refused = 0; refused < started; refused++) limit.refused(nowMs + 100, { startedMs: nowMs });
    limits.push(limit.limit);
  }
  ok(limits.every((value, at) => at === 0 || value <= Math.max(3, limits[at - 1] ?? 0)), `${limits}`);
  equal(limits.at(-1), 3);
});

Deno.test("one refusal at a stable limit is ignored, two cut it", () => {
  const stood = () => {
    const limit = new AdaptiveLimit({ start: 8, max: 8 });
    fill(limit, 0);
    limit.succeeded();
    fill(limit, 60_000);
    return limit;
  };
  const once = stood();
  once.refused(60_100, { startedMs: 60_000 });
  equal(once.limit, 8);
  const twice = stood();
  for (let refused = 0; refused < 2; refused++) twice.refused(60_100, { startedMs: 60_000 });
  equal(twice.limit, 6);
});

Deno.test("timeouts and 500s change only the number in flight", () => {
  const limit = new AdaptiveLimit({ start: 8, max: 1024 });
  fill(limit, 0);
  for (let failed = 0; failed < 8; failed++) limit.failed();
  deepEqual([limit.limit, limit.inFlight], [8, 0]);
});

Deno.test("after a long pause the limit is not filled in one burst", () => {
  const limit = new AdaptiveLimit({ start: 100, max: 100 });
  fill(limit, 0);
  limit.refused(100, { startedMs: 0 });
  for (let answered = 0; answered < 99; answered++) limit.succeeded();
  ok(fill(limit, 60_000) <= 9);
  run(limit, 60_000, 63_000);
  equal(limit.inFlight, 99);
});

Deno.test("growth that is refused repeatedly slows down, and speeds up again when it succeeds", () => {
  const limit = new AdaptiveLimit({ start: 8, max: 1024 });
  let nowMs = 0;
  for (let round = 0; round < 3; round++) {
    const before = limit.limit;
    for (; limit.limit <= before; nowMs += 10) fill(limit, nowMs);
    for (let refused = 0; refused < 2; refused++) limit.refused(nowMs + 100, { startedMs: nowMs });
    nowMs += 1_000;
  }
  run(limit, nowMs, nowMs + 12_000);
  ok(limit.limit <= 48, `${limit.limit}`);
  run(limit, nowMs + 12_000, nowMs + 60_000);
  ok(limit.limit >= 500, `${limit.limit}`);
});

Deno.test("a restored limit begins low and soon reaches its old value, whatever the clock says", () => {
  const before = new AdaptiveLimit({ start: 60, max: 1024 });
  fill(before, 0);
  for (let refused = 0; refused < 20; refused++) before.refused(100, { startedMs: 0 });
  const limit = new AdaptiveLimit({ start: 8, max: 1024 }, JSON.parse(JSON.stringify(before.save())));
  ok(fill(limit, 5e9) <= 16);
  run(limit, 5e9, 5e9 + 2_000);
  ok(limit.limit >= 40, `${limit.limit}`);
});

for (const state of [{ limit: 0 }, { limit: -5 }, { limit: NaN }, JSON.parse('{"limit":"40"}'), JSON.parse("{}")]) {
  Deno.test(`the state ${JSON.stringify(state)} lets at least one and at most the start value begin`, () => {
    const limit = new AdaptiveLimit({ start: 8, max: 16 }, state);
    const started = fill(limit, 0);
    ok(started >= 1 && started <= 16, `${started}`);
  });
}

Deno.test("a saved limit above the maximum becomes the maximum", () => {
  const limit = new AdaptiveLimit({ start: 8, max: 16 }, { limit: 500 });
  run(limit, 0, 10_000);
  equal(limit.limit, 16);
});

for (
  const options of [
    { start: 0, max: 8 },
    { start: 9, max: 8 },
    { start: 1.5, max: 8 },
    { start: 1, max: 8, min: 2 },
    { start: 1, max: Infinity },
    { start: NaN, max: 8 },
  ]
) {
  Deno.test(`options ${JSON.stringify(options)} are rejected`, () => {
    throws(() => new AdaptiveLimit(options), { name: "RangeError", message: /^Cannot adapt from / });
  });
}

Deno.test("the limit is always an integer within its bounds, and a request may start or one is in flight", () => {
  const step = fc.tuple(fc.constantFrom("start", "succeed", "fail", "refuse"), fc.integer({ min: 0, max: 5_000 }));
  fc.assert(fc.property(fc.array(step, { maxLength: 300 }), fc.integer({ min: 1, max: 5 }), (steps, min) => {
    const limit = new AdaptiveLimit({ start: 5, max: 20, min });
    const inFlight: number[] = [];
    let nowMs = 0;
    for (const [what, passedMs] of steps) {
      nowMs += passedMs;
      if (what === "start") {
        if (limit.waitMs(nowMs) > 0) continue;
        limit.started(nowMs);
        inFlight.push(nowMs);
      } else {
        const startedMs = inFlight.shift();
        if (startedMs === undefined) continue;
        if (what === "refuse") limit.refused(nowMs, { startedMs });
        else if (what === "fail") limit.failed();
        else limit.succeeded();
      }
      equal(limit.inFlight, inFlight.length);
      ok(Number.isInteger(limit.limit) && limit.limit >= min && limit.limit <= 20, `${limit.limit}`);
      if (inFlight.length === 0) equal(limit.waitMs(nowMs), 0);
      ok(!Number.isNaN(limit.waitMs(nowMs)));
    }
  }));
});
