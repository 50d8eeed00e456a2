import { deepEqual, equal, match, ok } from "../assert.ts";
import type { ResearchPort } from "conviction/batch";
import { Attempt } from "../../src/batch/send/attempt.ts";
import { manualClock } from "../fixtures/manual_clock.ts";
import { callError, FakeResearch } from "./fake_research.ts";
import { attemptsOf, errorsOf, listOf, passingTime, screened, tickerIn } from "./screened.ts";
import { testMachine } from "./test_machine.ts";

const MINUTE_MS = 60_000;
const refused = (fields: Record<string, unknown> = {}) =>
  callError({
    name: "HttpError",
    status: 429,
    delivery: "answered",
    message: "Cannot get thesis: slow down",
    ...fields,
  });
const failure = (status: number) =>
  callError({ name: "HttpError", status, delivery: "answered", message: `Cannot get thesis: ${status}` });

/** Never answers, and ignores the signal. */
const deaf: ResearchPort = {
  reason: () => new Promise(() => {}),
  download: () => Promise.reject(new Error("no files")),
};

for (const isIdempotent of [false, true]) {
  Deno.test(`an attempt at a service that never answers and ignores the signal ends after its limit and a grace period, ${isIdempotent ? "three times with" : "once without"} idempotency`, async () => {
    const machine = testMachine();
    const research = { ...deaf, isIdempotent };
    const run = screened(listOf(1), research, { machine, attemptMs: 2 * MINUTE_MS });
    const result = await passingTime(machine, () => true, run);
    deepEqual([result.statuses, attemptsOf(result)], [["in_doubt"], [isIdempotent ? 3 : 1]]);
    match(errorsOf(result).join(), /^timeout: Cannot get thesis: no answer came within 120 s/);
    const perAttempt = machine.clock.monotonicMs() / (isIdempotent ? 3 : 1);
    ok(perAttempt >= 130_000 && perAttempt < 132_000, `${perAttempt} ms`);
  });
}

Deno.test("after the limit the signal aborts the request, and the error of the client is kept", async () => {
  const machine = testMachine();
  let abortedMs = 0;
  const research = new FakeResearch({
    onReason: (_, { signal }) =>
      new Promise((_resolve, reject) =>
        signal.addEventListener("abort", () => {
          abortedMs = machine.clock.monotonicMs();
          reject(callError({ name: "TimeoutError", delivery: "maybe_sent", message: "Cannot get thesis: too late" }));
        })
      ),
  });
  const result = await passingTime(
    machine,
    () => true,
    screened(listOf(1), research, { machine, attemptMs: MINUTE_MS }),
  );
  deepEqual([result.statuses, errorsOf(result), abortedMs], [
    ["in_doubt"],
    ["timeout: Cannot get thesis: too late"],
    65_000,
  ]);
});

Deno.test("a run whose abort signal the service ignores ends at once, and its error gives the reason", async () => {
  const giveUp = new AbortController();
  const research = { ...deaf, reason: () => (giveUp.abort(), deaf.reason({}, {} as never)) };
  const machine = testMachine();
  const run = screened(listOf(2), research, { machine, signal: giveUp.signal });
  const result = await passingTime(machine, () => true, run);
  deepEqual(result.statuses, ["in_doubt", "pending"]);
  deepEqual(errorsOf(result), ["aborted: Cannot get thesis: the run was stopped"]);
  deepEqual(machine.clock.pending(), []);
});

Deno.test("a request given up before it is sent does not count as an attempt, and nothing waits for it", async () => {
  const giveUp = new AbortController();
  const machine = testMachine();
  const research = new FakeResearch();
  const result = await screened(listOf(2), research, {
    machine,
    signal: giveUp.signal,
    onEvent: ({ type }) => type === "started" && giveUp.abort(),
  });
  deepEqual([result.statuses, attemptsOf(result), research.asked], [["pending", "pending"], [0, 0], []]);
  deepEqual(machine.clock.pending(), []);
});

Deno.test("an attempt given up before it runs leaves no timer", () => {
  const clock = manualClock();
  const open = {
    ...{ id: 1, isShared: false, isAboutList: false, mayHaveRun: false, strikes: { code: undefined, count: 0 } },
    asked: { request: { input: "" }, identity: "", idempotencyKey: "", attempts: 0 },
    input: { row: 1, line: 2, ticker: "", cells: [] },
  };
  const attempt = new Attempt(open, { research: deaf, clock, attemptMs: MINUTE_MS });
  attempt.giveUp(new Error("enough"));
  deepEqual([attempt.isGivenUp, clock.pending()], [true, []]);
});

Deno.test("a run in which no request ends stops after half an hour, and the requests not sent are skipped", async () => {
  const machine = testMachine();
  const run = screened(listOf(3), deaf, { machine, concurrency: 2, attemptMs: 120 * MINUTE_MS });
  const result = await passingTime(machine, () => true, run);
  deepEqual(result.statuses, ["in_doubt", "in_doubt", "skipped"]);
  equal(result.stopped, "stalled: nothing has come back for 30 minutes; run the same command to resume");
  deepEqual(
    new Set(errorsOf(result)),
    new Set(["aborted: Cannot get thesis: no request has ended for 30 minutes"]),
  );
});

Deno.test("a wait that the service asks for is not a stall", async () => {
  const machine = testMachine();
  let refusals = 0;
  const research = new FakeResearch({
    onReason: () => refusals++ === 0 ? Promise.reject(refused({ retryAfterMs: 50 * MINUTE_MS })) : undefined,
  });
  const result = await passingTime(machine, () => research.inFlight === 0, screened(listOf(2), research, { machine }));
  deepEqual([result.statuses, result.stopped], [["done", "done"], ""]);
  ok(machine.clock.monotonicMs() >= 50 * MINUTE_MS);
});

Deno.test("a Retry-After of more than an hour stops the run, with the minutes and what to do; the rows are skipped", async () => {
  const research = new FakeResearch({ onReason: () => Promise.reject(refused({ retryAfterMs: 100 * MINUTE_MS })) });
  const result = await screened(listOf(2), research);
  deepEqual([result.statuses, research.asked.length], [["skipped", "skipped"], 1]);
  equal(
    result.stopped,
    "refused: the service asks to retry in 100 minutes (Cannot get thesis: slow down); run the same command then",
  );
});

for (const asked of [{}, { retryAfterMs: 20_000 }]) {
  Deno.test(`a service that refuses every request stops the run, ${"retryAfterMs" in asked ? "with" : "without"} Retry-After, and a resume sends every row`, async () => {
    const machine = testMachine();
    const research = new FakeResearch({ onReason: () => Promise.reject(refused(asked)) });
    const run = screened(listOf(20), research, { machine, concurrency: "auto" });
    const result = await passingTime(machine, () => research.inFlight === 0, run);
    match(
      result.stopped,
      /^breaker: the service refuses every request; fix that, then run the same command to resume$/,
    );
    deepEqual([...new Set(result.statuses)], ["skipped"]);
    ok(research.asked.length < 60, `${research.asked.length} sent`);
    ok(machine.clock.monotonicMs() < 30 * MINUTE_MS, `${machine.clock.monotonicMs()} ms`);
    const later = new FakeResearch();
    const resumed = await passingTime(machine, () => later.inFlight === 0, screened(listOf(20), later, { machine }));
    deepEqual([new Set(resumed.statuses), later.asked.length], [new Set(["done"]), 20]);
  });
}

Deno.test("an unreachable service stops the run after a few probes, and the rows are skipped", async () => {
  const machine = testMachine();
  const away = callError({ name: "ConnectionError", delivery: "not_sent", message: "Cannot get thesis: nobody there" });
  const research = new FakeResearch({ onReason: () => Promise.reject(away) });
  const run = screened(listOf(20), research, { machine, concurrency: 8 });
  const result = await passingTime(machine, () => research.inFlight === 0, run);
  match(result.stopped, /^breaker: Cannot get thesis: nobody there; fix that, /);
  deepEqual(new Set(result.statuses), new Set(["skipped"]));
  equal(research.asked.length, 8 + 4 + 3); // four more leave before the fifth failure, then three probes
});

Deno.test("three refusals of the key stop the run, and the rows are skipped", async () => {
  const research = new FakeResearch({ onReason: () => Promise.reject(failure(401)) });
  const result = await screened(listOf(20), research, { concurrency: 4 });
  match(result.stopped, /^breaker: Cannot get thesis: 401; fix that, then run the same command to resume$/);
  deepEqual([new Set(result.statuses), research.asked.length], [new Set(["skipped"]), 4 + 2]);
});

Deno.test("a request whose attempts fail with different codes is sent until the time of the row is up", async () => {
  const machine = testMachine();
  let attempts = 0;
  const research = new FakeResearch({
    isIdempotent: true,
    onReason: () => {
      machine.clock.advance(2 * MINUTE_MS);
      return Promise.reject(failure([500, 502, 504][attempts++ % 3] ?? 500));
    },
  });
  const result = await screened(listOf(1), research, { machine, requestMs: 5 * MINUTE_MS });
  deepEqual([result.statuses, attempts], [["failed"], 3]);
  match(errorsOf(result).join(), /^http_504: .*; not sent again: 300 s have passed since it was first sent$/);
});

Deno.test("the time in which a row was refused does not count towards its time", async () => {
  const machine = testMachine();
  let attempts = 0;
  const research = new FakeResearch({
    isIdempotent: true,
    onReason: () => {
      machine.clock.advance(4 * MINUTE_MS);
      attempts++;
      return attempts <= 2 ? Promise.reject(refused()) : attempts === 3 ? Promise.reject(failure(500)) : undefined;
    },
  });
  const result = await screened(listOf(1), research, { machine, requestMs: 5 * MINUTE_MS });
  deepEqual([result.statuses, attempts], [["done"], 4]);
});

Deno.test("a refusal does not reset the count of consecutive failures of a row", async () => {
  let attempts = 0;
  const research = new FakeResearch({
    isIdempotent: true,
    onReason: () => Promise.reject(++attempts % 2 === 0 ? refused() : failure(500)),
  });
  const result = await screened(listOf(1), research);
  deepEqual([result.statuses, attempts], [["failed"], 5]);
  match(errorsOf(result).join(), /; not sent again: it failed 3 times in a row in the same way$/);
});

Deno.test("a run has a retry budget: when it is used up, a row fails at its first failure", async () => {
  const failedOnce = new Set<string>();
  const research = new FakeResearch({
    isIdempotent: true,
    onReason: ({ input }) => {
      const isBad = Number(tickerIn(input).slice(1)) % 2 === 0 && !failedOnce.has(input);
      failedOnce.add(input);
      return isBad ? Promise.reject(failure(500)) : undefined;
    },
  });
  const result = await screened(listOf(300), research);
  const failed = result.statuses.filter((status) => status === "failed").length;
  deepEqual([failed, research.asked.length], [150 - 130, 300 + 130]);
  match(errorsOf(result)[0] ?? "", /; not sent again: this run has made 130 further attempts \(its retry budget\)$/);
});

Deno.test("when the time is up nothing more is sent, and requests under way are awaited", async () => {
  const machine = testMachine();
  const until = new Date(machine.clock.now().getTime() + 5 * MINUTE_MS);
  const research = new FakeResearch({ onReason: () => machine.clock.advance(2 * MINUTE_MS) });
  const result = await screened(listOf(5), research, { machine, until });
  deepEqual(result.statuses, ["done", "done", "done", "skipped", "skipped"]);
  match(result.stopped, /^until: it is 22:05 \(--until\); run the same command to resume$/);
  const later = new FakeResearch();
  deepEqual((await screened(listOf(5), later, { machine })).statuses, Array(5).fill("done"));
  deepEqual(later.asked.map(tickerIn), ["T4", "T5"]);
});

Deno.test("with a time in the past nothing is sent", async () => {
  const machine = testMachine();
  const research = new FakeResearch();
  const result = await screened(listOf(2), research, { machine, until: machine.clock.now() });
  deepEqual([result.statuses, research.asked], [["skipped", "skipped"], []]);
});

Deno.test("a time that passes when nothing is left to send does not stop the run", async () => {
  const machine = testMachine();
  const until = new Date(machine.clock.now().getTime() + MINUTE_MS);
  const research = new FakeResearch({ onReason: () => machine.clock.advance(2 * MINUTE_MS) });
  const result = await screened(listOf(1), research, { machine, until });
  deepEqual([result.statuses, result.stopped], [["done"], ""]);
});
