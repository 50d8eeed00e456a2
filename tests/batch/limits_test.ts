import { deepEqual, equal, match, ok, rejects } from "../assert.ts";
import { connect } from "conviction";
import { openRun, screen, type ScreenEvent, type ScreenOptions } from "conviction/batch";
import fc from "fast-check";
import { thisMachine } from "../../src/batch/machine.ts";
import type { Clock } from "../../src/pace/clock.ts";
import { systemClock } from "../../src/pace/system_clock.ts";
import { mostWithin } from "../fixtures/fault_limits.ts";
import { faultServer } from "../fixtures/fault_server.ts";
import { callError, FakeResearch } from "./fake_research.ts";
import { attemptsOf, listOf, screened, tickerIn } from "./screened.ts";
import { testMachine, writeCsv } from "./test_machine.ts";

const failing = (tickers: readonly string[]) =>
  new FakeResearch({
    onReason: ({ input }) =>
      tickers.includes(tickerIn(input))
        ? Promise.reject(callError({ status: 422, message: "no such company" }))
        : undefined,
  });

type Limits = Omit<ScreenOptions, "machine">;

interface Stopping {
  readonly by: string;
  readonly rows: number;
  readonly options: Limits;
  readonly raised: Limits;
  readonly failing?: readonly string[];
  /** Rows that were sent before it stopped. */
  readonly asked: number;
  readonly says: string;
}
const STOPS: readonly Stopping[] = [
  {
    by: "maxRequests",
    rows: 5,
    options: { maxRequests: 3 },
    raised: { maxRequests: 5 },
    asked: 3,
    says: "max_requests: --max-requests 3 reached; raise it to resume",
  },
  {
    by: "maxCost",
    rows: 5,
    options: { price: 0.1, maxCost: 0.35 },
    raised: { price: 0.1, maxCost: 0.5 },
    asked: 3,
    says: "max_cost: 3 requests at 0.1 cost 0.3, and one more would pass --max-cost 0.35; raise it to resume",
  },
  {
    by: "maxFailures as a number",
    rows: 6,
    options: { maxFailures: { count: 1 } },
    raised: { maxFailures: { count: 2 } },
    failing: ["T1", "T3"],
    asked: 3,
    says: "max_failures: 2 of 3 requests failed, more than --max-failures 1; " +
      "see failures.csv, then run the same command to resume",
  },
  {
    by: "maxFailures as a share",
    rows: 30,
    options: { maxFailures: { share: 0.05 } },
    raised: { maxFailures: { share: 0.5 } },
    failing: ["T1", "T3"],
    asked: 20,
    says: "max_failures: 2 of 20 requests failed, more than --max-failures 5%; " +
      "see failures.csv, then run the same command to resume",
  },
];
for (const { by, rows, options, raised, failing: bad = [], asked, says } of STOPS) {
  Deno.test(`${by} stops a run and skips its other rows; a raised limit resumes it without sending anything twice`, async () => {
    const machine = testMachine();
    const first = failing(bad);
    const result = await screened(listOf(rows), first, { machine, ...options });
    equal(result.stopped, says);
    equal(first.asked.length, asked);
    const expected = (count: number) =>
      Array.from({ length: count }, (_, at) => bad.includes(`T${at + 1}`) ? "failed" : "done");
    deepEqual(result.statuses, [...expected(asked), ...Array(rows - asked).fill("skipped")]);

    const again = failing(bad);
    const stillStopped = await screened(listOf(rows), again, { machine, ...options });
    deepEqual([stillStopped.stopped, again.asked], [says, []], "the same call stops at the same limit");

    const later = failing(bad);
    const resumed = await screened(listOf(rows), later, { machine, ...raised });
    deepEqual([resumed.stopped, resumed.statuses], ["", expected(rows)]);
    deepEqual(later.asked.map(tickerIn), Array.from({ length: rows - asked }, (_, at) => `T${asked + at + 1}`));
  });
}

Deno.test("a limit equal to the length of the list does not stop the run", async () => {
  const result = await screened(listOf(3), new FakeResearch(), { maxRequests: 3, price: 1, maxCost: 3 });
  deepEqual([result.stopped, result.statuses], ["", ["done", "done", "done"]]);
});

Deno.test("concurrent requests cannot exceed a limit together", async () => {
  for (const options of [{ maxRequests: 5 }, { price: 2, maxCost: 11 }]) {
    const research = new FakeResearch({ onReason: () => new Promise((resolve) => setTimeout(resolve, 0)) });
    await screened(listOf(20), research, { ...options, concurrency: 8 });
    equal(research.asked.length, 5);
  }
});

Deno.test("retries count as requests, and refused requests cost nothing", async () => {
  let refusals = 0;
  const research = new FakeResearch({
    onReason: () => refusals++ < 2 ? Promise.reject(callError({ status: 429 })) : undefined,
  });
  const options = { maxRequests: 4, price: 1, maxCost: 2 };
  const result = await screened(listOf(3), research, options);
  deepEqual([result.statuses, attemptsOf(result)], [["done", "done", "skipped"], [2, 2, 0]]);
  match(result.stopped, /^max_requests: --max-requests 4 reached/);
});

Deno.test("requests under way when the loop is left stay billed, and are not sent again by default", async () => {
  const machine = testMachine();
  const aborted = () => callError({ name: "AbortedError", delivery: "maybe_sent" });
  const first = new FakeResearch({
    onReason: ({ input }, { signal }) =>
      tickerIn(input) === "T1"
        ? undefined
        : new Promise((_, reject) => signal.addEventListener("abort", () => reject(aborted()))),
  });
  const options = { folder: "out", machine, concurrency: 3, price: 1, maxCost: 4 };
  for await (const _ of screen(writeCsv(machine.folder, listOf(6)), first, options)) break;
  equal(first.asked.length, 4); // one answered, three under way
  const later = new FakeResearch();
  const result = await screened(listOf(6), later, { ...options, maxCost: 5 });
  deepEqual(later.asked.map(tickerIn), ["T5"]);
  deepEqual(result.statuses, ["done", "in_doubt", "in_doubt", "in_doubt", "done", "skipped"]);
  match(result.stopped, /^max_cost: 5 requests at 1 cost 5, /);
});

const WINDOWS = fc.array(
  fc.record({ count: fc.integer({ min: 1, max: 12 }), perMs: fc.integer({ min: 50, max: 5_000 }) }),
  { minLength: 1, maxLength: 3 },
);
Deno.test("no interval has more starts than the rate allows, across a restart too", async () => {
  await fc.assert(
    fc.asyncProperty(WINDOWS, fc.integer({ min: 1, max: 20 }), async (rate, concurrency) => {
      const { clock, ...others } = testMachine();
      // Whole milliseconds, because the ledger stores no finer times for a restart.
      const schedule: Clock["schedule"] = (delayMs, ring) => clock.schedule(Math.ceil(delayMs), ring);
      const machine = { ...others, clock: { ...clock, schedule } };
      const startsMs: number[] = [];
      const research = new FakeResearch();
      // Times of starts, not of arrivals: an intent that is slow to reach the disk delays arrivals.
      const onEvent = ({ type }: ScreenEvent) => {
        if (type === "started") startsMs.push(clock.monotonicMs());
      };
      const options = { machine, rate, concurrency, onEvent };
      await screened(listOf(30), research, { ...options, maxRequests: 15 });
      await screened(listOf(30), research, options);
      equal(startsMs.length, 30);
      for (const { count, perMs } of rate) {
        const most = mostWithin(startsMs, perMs);
        ok(most <= count, `${most} in ${perMs} ms; the limit is ${count}`);
      }
      await Deno.remove(machine.folder, { recursive: true });
    }),
    { numRuns: 15, examples: [[[{ count: 4, perMs: 58 }], 1]] },
  );
});

Deno.test("a service with rate limits refuses few requests of a run, and every row is done", async () => {
  const limits = [{ kind: "sliding", count: 20, perMs: 1_000 }] as const;
  await using server = await faultServer({ limits, refusal: "exact" });
  const machine = { ...testMachine(), clock: systemClock };
  const research = connect({ baseUrl: server.baseUrl });
  const result = await screened(listOf(40), research, { machine, concurrency: "auto" });
  deepEqual(new Set(result.statuses), new Set(["done"]));
  deepEqual([...server.log.executionsByKey.values()].filter((count) => count !== 1), []);
});

Deno.test("requests in doubt after a kill are settled without a second execution if the ledger has stored that the service is idempotent", async () => {
  await using server = await faultServer({ isIdempotent: true });
  const machine = testMachine();
  const path = writeCsv(machine.folder, listOf(8));
  const options = { folder: "out", machine, concurrency: 4 };
  for await (const _ of screen(path, connect({ baseUrl: server.baseUrl }), options)) {
    server.change({ isIdempotent: true, rules: [{ then: { kind: "stall", at: "body" } }] });
    await server.reached({ deliveries: 6 });
    break; // requests under way are given up
  }
  const { outcomes } = await openRun(`${machine.folder}/out`);
  ok(outcomes.some(({ status }) => status === "pending"));
  deepEqual(outcomes.filter(({ status }) => status === "in_doubt"), []);

  // The first request of the next process breaks before its first reply.
  server.change({
    isIdempotent: true,
    rules: [{ from: 1, firstDeliveries: 2, rate: 0.5, then: { kind: "reset", at: "head" } }],
  });
  const result = await screened(listOf(8), connect({ baseUrl: server.baseUrl }), { machine, concurrency: 4 });
  deepEqual(new Set(result.statuses), new Set(["done"]));
  deepEqual([...server.log.executionsByKey.values()], Array(8).fill(1));
  equal(server.log.deliveriesByKey.size, 8);
});

const CONCURRENCIES: readonly { concurrency: number; openable: number; says: string | undefined }[] = [
  { concurrency: 2_000, openable: 1e6, says: undefined },
  { concurrency: 2_001, openable: 1e6, says: "it is not a whole number from 1 to 2000" },
  { concurrency: 0, openable: 1e6, says: "it is not a whole number from 1 to 2000" },
  { concurrency: 700, openable: 1_000, says: undefined },
  { concurrency: 2_000, openable: 1_000, says: openFiles(1_000, 744) },
  { concurrency: 744, openable: 1_000, says: undefined },
  { concurrency: 200, openable: 240, says: openFiles(240, 120) },
  { concurrency: 120, openable: 240, says: undefined },
];

function openFiles(left: number, possible: number): string {
  return `each request under way takes an open file, and this process may open ${left} more; ` +
    `raise its limit (ulimit -n), or use at most ${possible}`;
}

for (const { concurrency, openable, says } of CONCURRENCIES) {
  const ends = says === undefined ? "works" : `is refused before anything is sent: ${says}`;
  Deno.test(`a concurrency of ${concurrency} where ${openable} files can be opened ${ends}`, async () => {
    const research = new FakeResearch();
    const machine = { ...testMachine(), filesLeft: (most: number) => Math.min(most, openable) };
    const run = screened(listOf(3), research, { machine, concurrency });
    if (says === undefined) return deepEqual((await run).statuses, ["done", "done", "done"]);
    await rejects(run, { name: "InputError", message: `Cannot use ${concurrency} as concurrency: ${says}` });
    equal(research.asked.length, 0);
  });
}

Deno.test("the machine counts the files that it can open, up to a number", () => {
  equal(thisMachine().filesLeft(10), 10);
});
