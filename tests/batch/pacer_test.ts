import { deepEqual, equal, ok } from "../assert.ts";
import { readFailure } from "../../src/batch/send/failure.ts";
import { type PaceOptions, Pacer } from "../../src/batch/send/pacer.ts";
import { type ManualClock, manualClock } from "../fixtures/manual_clock.ts";
import { callError } from "./fake_research.ts";

const MINUTE_MS = 60_000;

interface Paced {
  readonly clock: ManualClock;
  readonly pacer: Pacer;
}

function paced(options: Partial<PaceOptions> = {}, clock = manualClock()): Paced {
  return { clock, pacer: new Pacer({ concurrency: 8, rate: [], clock, random: () => 0.5, ...options }) };
}

/** What the client throws for a reply. */
function reply(status: number, fields: Record<string, unknown> = {}) {
  const message = `Cannot get thesis: service answered ${status}`;
  return readFailure(callError({ name: "HttpError", status, delivery: "answered", message, ...fields }));
}
const unreachable = readFailure(
  callError({ name: "ConnectionError", delivery: "not_sent", message: "Cannot get thesis: the service is away" }),
);

/** Sends a request that ends at once. */
function send({ pacer, clock }: Paced, end: ReturnType<typeof reply> | "answer"): void {
  const at = { nowMs: clock.monotonicMs(), startMs: clock.monotonicMs() };
  pacer.started(at.startMs);
  if (end === "answer") pacer.succeeded(at);
  else pacer.failed(end, at);
}

const waitMs = ({ pacer, clock }: Paced) => pacer.waitMs(clock.monotonicMs());

Deno.test("one Retry-After pauses all requests once, however many of a burst are refused", () => {
  const now = paced();
  for (let sent = 0; sent < 5; sent++) now.pacer.started(0);
  now.clock.advance(100);
  for (let refused = 0; refused < 5; refused++) {
    now.pacer.failed(reply(429, { retryAfterMs: 20_000 }), { nowMs: 100, startMs: 0 });
  }
  equal(waitMs(now), 20_250); // and a quarter second, so that not all return at once
  now.clock.advance(20_250);
  equal(waitMs(now), 0);
});

Deno.test("the longest Retry-After of a burst applies", () => {
  const now = paced();
  for (let sent = 0; sent < 3; sent++) now.pacer.started(0);
  for (const seconds of [5, 30, 1]) {
    now.pacer.failed(reply(503, { retryAfterMs: seconds * 1000 }), { nowMs: 0, startMs: 0 });
  }
  equal(waitMs(now), 30_250);
});

Deno.test("without Retry-After a burst of refusals is one pause; the pauses of later bursts double up to 8 s", () => {
  const now = paced();
  const pauses: number[] = [];
  for (let burst = 0; burst < 5; burst++) {
    const startMs = now.clock.monotonicMs();
    for (let sent = 0; sent < 4; sent++) now.pacer.started(startMs);
    now.clock.advance(10);
    for (let refused = 0; refused < 4; refused++) {
      now.pacer.failed(reply(429), { nowMs: now.clock.monotonicMs(), startMs });
      now.clock.advance(5);
    }
    pauses.push(waitMs(now) + 4 * 5); // from the first refusal
    now.clock.advance(waitMs(now));
  }
  deepEqual(pauses, [250, 500, 1000, 2000, 4000]);
});

for (const end of ["answer", reply(422)] as const) {
  Deno.test(`after ${end === "answer" ? "an answer" : "a 422, which is an answer"}, the pauses start again at the shortest`, () => {
    const now = paced();
    for (let burst = 0; burst < 3; burst++) {
      send(now, reply(429));
      now.clock.advance(waitMs(now) + 1);
    }
    send(now, end);
    send(now, reply(429));
    equal(waitMs(now), 250);
  });
}

Deno.test("a Retry-After of more than an hour stops the run, with the number of minutes", () => {
  const now = paced();
  send(now, reply(429, { retryAfterMs: 60 * MINUTE_MS }));
  equal(now.pacer.stop, undefined);
  send(now, reply(429, { retryAfterMs: 90 * MINUTE_MS - 1 }));
  deepEqual(now.pacer.stop, {
    code: "refused",
    minutes: 90,
    error: "Cannot get thesis: service answered 429",
  });
});

Deno.test("three replies with 401 stop the run, with the reason", () => {
  const now = paced();
  send(now, "answer");
  for (let sent = 0; sent < 2; sent++) send(now, reply(401));
  equal(now.pacer.stop, undefined);
  send(now, reply(401));
  deepEqual([now.pacer.stop, now.pacer.isServiceDown], [{
    code: "breaker",
    error: "Cannot get thesis: service answered 401",
  }, true]);
});

Deno.test("an unreachable service causes pauses and single probes, and then stops the run", () => {
  const now = paced();
  for (let sent = 0; sent < 5; sent++) send(now, unreachable);
  const pauses: number[] = [];
  while (now.pacer.stop === undefined) {
    pauses.push(waitMs(now));
    now.clock.advance(waitMs(now));
    equal(waitMs(now), 0);
    const startMs = now.clock.monotonicMs();
    now.pacer.started(startMs);
    equal(waitMs(now), Infinity); // nothing is sent until the probe has ended
    now.pacer.failed(unreachable, { nowMs: startMs, startMs });
  }
  deepEqual(pauses, [5_000, 10_000, 20_000]);
  deepEqual(now.pacer.stop, { code: "breaker", error: "Cannot get thesis: the service is away" });
});

const FEEDS: readonly { readonly what: string; readonly end: ReturnType<typeof reply>; readonly stopsAfter: number }[] =
  [
    { what: "a 404 of the path", end: reply(404), stopsAfter: 3 },
    { what: "a 404 without details", end: reply(404, { code: "not_found" }), stopsAfter: 3 },
    { what: "a 404 that names the company", end: reply(404, { code: "unknown_company" }), stopsAfter: Infinity },
    { what: "a 422", end: reply(422, { code: "unknown_company" }), stopsAfter: Infinity },
    { what: "a 400", end: reply(400), stopsAfter: Infinity },
    { what: "a 404 of another code", end: reply(404, { code: "invalid_url" }), stopsAfter: 10 },
    { what: "a redirect", end: reply(302), stopsAfter: 10 },
    { what: "a reply that is not a thesis", end: readFailure(callError({ name: "ProtocolError" })), stopsAfter: 10 },
    { what: "a connection that was never made", end: unreachable, stopsAfter: 5 },
    { what: "a 500", end: reply(500), stopsAfter: 10 },
    { what: "a 500 that forbids a retry", end: reply(500, { shouldRetry: false }), stopsAfter: 10 },
    { what: "a 429 that forbids a retry", end: reply(429, { shouldRetry: false }), stopsAfter: 10 },
    { what: "a 402", end: reply(402), stopsAfter: 10 },
    { what: "a 403", end: reply(403), stopsAfter: 10 },
    { what: "no answer in time", end: readFailure(callError({ name: "TimeoutError" })), stopsAfter: 10 },
  ];
for (const { what, end, stopsAfter } of FEEDS) {
  Deno.test(`${what} ${stopsAfter < Infinity ? `${stopsAfter} times stops` : "never stops"} the run`, () => {
    const now = paced();
    let sent = 0;
    for (; sent < 30 && !now.pacer.isServiceDown; sent++) send(now, end);
    equal(sent, Math.min(30, stopsAfter));
  });
}

Deno.test("an answer resets every count", () => {
  const now = paced();
  for (let round = 0; round < 10; round++) {
    for (let sent = 0; sent < 9; sent++) send(now, reply(500));
    send(now, "answer");
  }
  equal(now.pacer.isServiceDown, false);
});

Deno.test("refusals of every request, burst after burst, stop the run", () => {
  const now = paced();
  let sent = 0;
  for (; now.pacer.stop === undefined && sent < 100; sent++) {
    const startMs = now.clock.monotonicMs();
    now.pacer.started(startMs);
    now.clock.advance(1);
    now.pacer.failed(reply(429), { nowMs: startMs + 1, startMs });
    now.clock.advance(waitMs(now));
  }
  deepEqual(now.pacer.stop, { code: "breaker", error: "the service refuses every request" });
  ok(sent < 12, `${sent} sent`);
  ok(now.clock.monotonicMs() < 5 * MINUTE_MS);
});

Deno.test("a refused probe counts as failed, and another follows", () => {
  const now = paced();
  send(now, "answer");
  for (let sent = 0; sent < 10; sent++) send(now, reply(500));
  equal(waitMs(now), 5_000);
  now.clock.advance(5_000);
  send(now, reply(429));
  equal(waitMs(now), 10_000);
  now.clock.advance(10_000);
  send(now, "answer");
  deepEqual([now.pacer.isServiceDown, waitMs(now)], [false, 0]);
});

Deno.test("a restart keeps the used part of a rate and the pause", () => {
  const rate = [{ count: 10, perMs: MINUTE_MS }];
  const before = paced({ rate });
  for (let sent = 0; sent < 10; sent++) before.pacer.started(0);
  const saved = before.pacer.save();
  const later = paced({ rate, saved }, manualClock("2026-11-20T00:00:30Z"));
  ok(waitMs(later) >= 30_000, `${waitMs(later)} ms after half a minute`);
  equal(waitMs(paced({ rate, saved }, manualClock("2026-11-20T00:01:05Z"))), 0);

  for (let sent = 0; sent < 10; sent++) {
    before.pacer.failed(reply(429, { retryAfterMs: 10 * MINUTE_MS }), { nowMs: 0, startMs: 0 });
  }
  const paused = paced({ saved: before.pacer.save() }, manualClock("2026-11-20T00:04:00Z"));
  deepEqual([waitMs(paused), paused.pacer.pausedUntilMs], [6 * MINUTE_MS + 250, 6 * MINUTE_MS + 250]);
});

Deno.test("a wall clock that is set back does not lengthen a pause", () => {
  const before = paced();
  send(before, reply(429, { retryAfterMs: 10 * MINUTE_MS }));
  equal(waitMs(paced({ saved: before.pacer.save() }, manualClock("2026-11-10T00:00:00Z"))), waitMs(before));
});

Deno.test("a run that the breaker stopped begins with one probe after a restart", () => {
  const before = paced();
  for (let sent = 0; sent < 3; sent++) send(before, reply(401));
  const after = paced({ saved: before.pacer.save() });
  deepEqual([after.pacer.stop, waitMs(after)], [undefined, 0]);
  after.pacer.started(0);
  equal(waitMs(after), Infinity);
  after.pacer.succeeded({ nowMs: 0, startMs: 0 });
  deepEqual([after.pacer.isServiceDown, waitMs(after)], [false, 0]);
});

Deno.test("a restart keeps the limit that was found for a service, and a fixed limit", () => {
  const before = paced({ concurrency: "auto" });
  for (let sent = 0; sent < 8; sent++) before.pacer.started(0);
  for (let refused = 0; refused < 3; refused++) before.pacer.failed(reply(429), { nowMs: 10, startMs: 0 });
  equal(before.pacer.limit, 5);
  const saved = before.pacer.save();
  equal(paced({ concurrency: "auto", saved }).pacer.limit, 5);
  equal(paced({ concurrency: 12, saved }).pacer.limit, 12);
});

Deno.test("an automatic limit does not exceed the useful concurrency of the service", () => {
  const clock = manualClock();
  const pacer = new Pacer({ concurrency: "auto", maxConcurrent: 3, rate: [], clock, random: () => 0 });
  for (let sent = 0; sent < 3; sent++) {
    equal(pacer.waitMs(clock.monotonicMs()), 0);
    pacer.started(clock.monotonicMs());
  }
  clock.advance(60 * MINUTE_MS);
  deepEqual([pacer.limit, pacer.waitMs(clock.monotonicMs())], [3, Infinity]);
});
