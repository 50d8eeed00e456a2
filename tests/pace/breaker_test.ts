import { Breaker, type BreakerMemory, type BreakerOutcome, type SystemicKind } from "../../src/pace/breaker.ts";
import { deepEqual, equal } from "../assert.ts";

const DAY_MS = 86_400_000;
const failure = (systemic: SystemicKind): BreakerOutcome => ({ systemic, reason: `because of ${systemic}` });
const DOWN = failure("server_error");

/** Sends a request at this time; the answer is immediate. */
function send(breaker: Breaker, outcome: BreakerOutcome, nowMs: number): void {
  breaker.started(nowMs);
  breaker.record(outcome, { nowMs, startedMs: nowMs });
}

function sendAll(breaker: Breaker, outcomes: readonly BreakerOutcome[]): void {
  for (const outcome of outcomes) send(breaker, outcome, 0);
}

/** A breaker that has just opened, of a service that had answered before. */
function stopped(): Breaker {
  const breaker = new Breaker();
  sendAll(breaker, ["ok", ...Array(10).fill(DOWN)]);
  return breaker;
}

const LIMITS: readonly {
  outcome: BreakerOutcome;
  failures: number;
  first: BreakerOutcome[];
  ends: "open" | "tripped";
}[] = [
  { outcome: failure("unauthorised"), failures: 3, first: ["ok"], ends: "tripped" },
  { outcome: failure("unauthorised"), failures: 3, first: [], ends: "tripped" },
  { outcome: failure("not_found"), failures: 3, first: [], ends: "tripped" },
  { outcome: failure("not_found"), failures: 3, first: ["ok"], ends: "open" },
  { outcome: failure("unreachable"), failures: 5, first: [], ends: "open" },
  { outcome: failure("server_error"), failures: 10, first: [], ends: "open" },
  { outcome: failure("unreadable"), failures: 10, first: ["ok"], ends: "tripped" },
  { outcome: "refused_all", failures: 5, first: ["ok"], ends: "open" },
];

for (const { outcome, failures, first, ends } of LIMITS) {
  const name = typeof outcome === "string" ? outcome : outcome.systemic;
  Deno.test(`${failures} times ${name} ${first.length > 0 ? "after an answer" : "from the start"}: ${ends}`, () => {
    const breaker = new Breaker();
    sendAll(breaker, [...first, ...Array(failures - 1).fill(outcome)]);
    equal(breaker.state(0), "closed");
    send(breaker, outcome, 0);
    const reason = typeof outcome === "string" ? "the service refuses every request" : outcome.reason;
    deepEqual(breaker.state(0), ends === "open" ? { open: reason, untilMs: 5_000 } : { tripped: reason });
  });
}

Deno.test("an answer in between resets the count", () => {
  const breaker = new Breaker();
  for (let round = 0; round < 20; round++) sendAll(breaker, [...Array(9).fill(DOWN), "ok"]);
  sendAll(breaker, [failure("unauthorised"), failure("unauthorised"), "ok", failure("unauthorised")]);
  equal(breaker.state(0), "closed");
});

Deno.test("after the pause one probe may be sent, and no other until it ends", () => {
  const breaker = stopped();
  deepEqual(breaker.state(4_999), { open: "because of server_error", untilMs: 5_000 });
  equal(breaker.state(5_000), "half_open");
  breaker.started(5_000);
  deepEqual(breaker.state(900_000), { open: "because of server_error", untilMs: Infinity });
});

Deno.test("an answered probe closes the breaker and resets the count", () => {
  const breaker = stopped();
  send(breaker, "ok", 5_000);
  equal(breaker.state(5_000), "closed");
  for (let failures = 0; failures < 9; failures++) send(breaker, DOWN, 6_000);
  equal(breaker.state(6_000), "closed");
});

Deno.test("a request sent before the breaker opened is neither a failed probe nor a successful one", () => {
  const breaker = stopped();
  for (let late = 0; late < 50; late++) breaker.record(DOWN, { nowMs: 100, startedMs: 0 });
  breaker.record("ok", { nowMs: 200, startedMs: 0 });
  deepEqual(breaker.state(200), { open: "because of server_error", untilMs: 5_000 });
  breaker.started(5_000);
  for (let late = 0; late < 50; late++) breaker.record(DOWN, { nowMs: 5_100, startedMs: 0 });
  breaker.record("ok", { nowMs: 5_200, startedMs: 5_000 });
  equal(breaker.state(5_200), "closed");
  for (let late = 0; late < 50; late++) breaker.record(DOWN, { nowMs: 5_300, startedMs: 0 });
  equal(breaker.state(5_300), "closed");
});

/** Fails every probe until the breaker trips; returns the wait before each. */
function pausesOf(breaker: Breaker): number[] {
  const pauses: number[] = [];
  for (let nowMs = 0;;) {
    const state = breaker.state(nowMs);
    if (state === "half_open") send(breaker, failure("unreachable"), nowMs);
    else if (typeof state === "object" && "open" in state) {
      pauses.push((state.untilMs - nowMs) / 1000);
      nowMs = state.untilMs;
    } else return pauses;
  }
}

Deno.test("probes follow after 5 s, 10 s and so on up to 5 min; the eighth failed one is the last", () => {
  const breaker = stopped();
  deepEqual(pausesOf(breaker), [5, 10, 20, 40, 80, 160, 300, 300]);
  deepEqual(breaker.state(DAY_MS), { tripped: "because of unreachable" });
});

Deno.test("for a service that never answered, the third failed probe is the last", () => {
  const breaker = new Breaker();
  sendAll(breaker, Array(10).fill(DOWN));
  deepEqual(pausesOf(breaker), [5, 10, 20]);
});

Deno.test("a tripped breaker stays tripped", () => {
  const breaker = new Breaker();
  sendAll(breaker, [...Array(3).fill(failure("unauthorised")), "ok", "ok"]);
  deepEqual(breaker.state(DAY_MS), { tripped: "because of unauthorised" });
});

/** Saved at 1 s, restored in another process after this much wall-clock time. */
function restart(breaker: Breaker, wallPassedMs: number): Breaker {
  const state: BreakerMemory = JSON.parse(JSON.stringify(breaker.save({ nowMs: 1_000, wallMs: 1e12 })));
  return new Breaker({ state, now: { nowMs: 7, wallMs: 1e12 + wallPassedMs } });
}

const RESTARTS = [
  { passedMs: 1_000, leftMs: 3_000, when: "a second later" },
  { passedMs: 60_000, leftMs: 0, when: "a minute later" },
  { passedMs: 10 * DAY_MS, leftMs: 0, when: "with a wall clock 10 days ahead" },
  { passedMs: -10 * DAY_MS, leftMs: 300_000, when: "with a wall clock 10 days back" },
] as const;

for (const { passedMs, leftMs, when } of RESTARTS) {
  Deno.test(`restored ${when}, an open breaker has ${leftMs} ms left`, () => {
    const breaker = restart(stopped(), passedMs);
    const untilMs = 7 + leftMs;
    deepEqual(breaker.state(7), leftMs > 0 ? { open: "because of server_error", untilMs } : "half_open");
    equal(breaker.state(untilMs), "half_open");
  });
}

Deno.test("a restart during a probe probes again, and keeps the number of failed probes", () => {
  const before = stopped();
  send(before, DOWN, 5_000);
  before.started(15_000);
  const breaker = restart(before, 60_000);
  equal(breaker.state(7), "half_open");
  send(breaker, DOWN, 7);
  deepEqual(breaker.state(7), { open: "because of server_error", untilMs: 20_007 });
});

Deno.test("a restored tripped breaker begins with one probe, and trips at once when it fails", () => {
  for (const outcome of ["ok", failure("unauthorised")] as const) {
    const before = new Breaker();
    sendAll(before, Array(3).fill(failure("unauthorised")));
    const breaker = restart(before, 0);
    equal(breaker.state(7), "half_open");
    send(breaker, outcome, 7);
    deepEqual(breaker.state(7), outcome === "ok" ? "closed" : { tripped: "because of unauthorised" });
  }
});

Deno.test("a closed breaker remembers that the service has answered", () => {
  const before = new Breaker();
  sendAll(before, ["ok"]);
  const breaker = restart(before, 0);
  for (let failures = 0; failures < 3; failures++) send(breaker, failure("not_found"), 7);
  deepEqual(breaker.state(7), { open: "because of not_found", untilMs: 5_007 });
});
