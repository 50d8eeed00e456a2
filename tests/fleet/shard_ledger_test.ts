/** What one shard writes, on a database whose replies can be lost. */
import { deepEqual, equal, match } from "../assert.ts";
import { openPostgres } from "../../packages/fleet/postgres.ts";
import type { RunRecord } from "../../src/run/manifest.ts";
import { SharedLedger } from "../../src/batch/ledger/shared_ledger.ts";
import type { AttemptEnd } from "../../src/batch/ledger/ledger_types.ts";
import { type FleetLimits, type FleetRun, readRun } from "../../packages/fleet/fleet_run.ts";
import { patientSql } from "../../packages/fleet/patient_sql.ts";
import { type Leases, LostConnectionError, type Sql } from "../../packages/fleet/ports.ts";
import { publishRun } from "../../packages/fleet/publish_run.ts";
import { joinFleet } from "../../packages/fleet/schema.ts";
import { ShardLedger } from "../../packages/fleet/shard_ledger.ts";
import { takeShard } from "../../packages/fleet/take_shard.ts";
import { workShard } from "../../packages/fleet/work_shard.ts";
import { WorkerPace } from "../../packages/fleet/worker_pace.ts";
import type { ResearchPort } from "../../src/batch/send/ports.ts";
import { systemClock as clock } from "../../src/pace/system_clock.ts";
import { isWithoutPostgres, scratchPostgres } from "./scratch_postgres.ts";

const ignore = isWithoutPostgres;
const MACHINE = { clock, random: () => 0 };
const onePace = () => new WorkerPace({ ...MACHINE, concurrency: 1 });
const RUN = { runId: "run", shard: 1 };
const LATER = "2024-03-01T22:00:00.000Z";

/** Leases that nobody takes. */
const noLeases: Leases = {
  offer: () => Promise.resolve(),
  work: () => Promise.resolve(),
  countOf: () => Promise.resolve({ active: 0, waiting: 1 }),
  stop: () => Promise.resolve(),
};

/** A run of three requests, with a budget of two unless there are other limits, planned in a database. */
async function planned(url: string, limits: FleetLimits = { maxRequests: 2 }, shardRequests = 10) {
  const sql = openPostgres(url, { connections: 4 });
  await joinFleet(sql);
  using ledger = new SharedLedger(":memory:");
  const record = { runId: "run", fingerprint: "f", startedAt: LATER } as RunRecord;
  await ledger.plan(rows(), () => ({ record }));
  await publishRun({ sql, leases: noLeases, ledger }, {
    ...{ record, limits, account: "a", shardRequests },
    filesMark: undefined,
  });
  return sql;
}

/** A conductor of the same run, under other limits. */
async function conductAgain(sql: Sql, limits: FleetLimits) {
  using ledger = new SharedLedger(":memory:");
  const record = { runId: "run", fingerprint: "f", startedAt: LATER } as RunRecord;
  await publishRun({ sql, leases: noLeases, ledger }, {
    record,
    limits,
    account: "a",
    shardRequests: 10,
    filesMark: undefined,
  });
}

async function* rows() {
  for (let row = 1; row <= 3; row++) {
    await Promise.resolve();
    const ticker = `T${row}`;
    const asked = { identity: ticker, idempotencyKey: ticker, attempts: 0, request: { input: ticker } };
    yield { input: { row, line: row + 1, ticker, cells: [ticker] }, asked };
  }
}

async function theRun(sql: Sql): Promise<FleetRun> {
  const run = await readRun(sql.query, "run");
  if (run === undefined) throw new Error("there is no run");
  return run;
}

async function take(sql: Sql, shard = 1): Promise<ShardLedger> {
  const name = { runId: "run", shard };
  return new ShardLedger(sql, { run: await theRun(sql), name, taken: await takeShard(sql, name), clock });
}

const RESULT = { agent_thesis: { signal: "neutral", confidence: 0.5, reasoning: "Even." } } as never;
const DONE = { state: "done", result: RESULT, seconds: 1 } as const;

/** The end of an attempt without an answer. */
const ended = (end: Partial<AttemptEnd>): AttemptEnd => ({
  ...{ state: "failed", error: { code: "x", message: "It failed" }, seconds: 1, strikes: 0 },
  ...{ isBillable: true, isRetry: false, ...end },
});

/** What the row of the run counts, and what its requests say. */
const COUNTS_SQL = "SELECT r.sent, r.billable, r.retries, r.under_way, r.settled, r.failed, " +
  "(SELECT json_build_object('sent', sum(attempts), 'billable', sum(billable), 'retries', sum(retries), " +
  "'under_way', count(*) FILTER (WHERE state = 'intent'), 'failed', count(*) FILTER (WHERE state = 'failed'), " +
  "'settled', count(*) FILTER (WHERE state NOT IN ('planned', 'intent'))) " +
  "FROM conviction_fleet.requests q WHERE q.run_id = r.run_id) AS said FROM conviction_fleet.runs r";

async function countsOf({ query }: Sql) {
  const [{ said, ...counted } = {}] = await query(COUNTS_SQL);
  return { counted, said };
}

const statesOf = async ({ query }: Sql) =>
  (await query("SELECT state, attempts FROM conviction_fleet.requests ORDER BY id"))
    .map(({ state, attempts }) => `${state} ${attempts}`);
const sentOf = async ({ query }: Sql) => (await query("SELECT sent FROM conviction_fleet.runs"))[0]?.["sent"];

Deno.test({
  name: "a start whose commit came through although its reply was lost is granted, and counted once",
  ignore,
  async fn() {
    await using postgres = await scratchPostgres();
    await using sql = await planned(postgres.url);
    let losses = 1;
    const losing: Sql = {
      query: sql.query,
      transact: async (work) => {
        const result = await sql.transact(work);
        if (losses-- > 0) throw new LostConnectionError("it cannot be reached (ECONNRESET)");
        return result;
      },
    };
    using ledger = await take(sql);
    const outages: (string | undefined)[] = [];
    const patient = patientSql(losing, { clock, onOutage: (reason) => outages.push(reason) });
    using late = new ShardLedger(patient, {
      run: await theRun(sql),
      ...{ name: RUN, taken: await takeShard(sql, RUN), clock },
    });
    equal(await late.intent(1, LATER), "granted");
    deepEqual(outages, ["it cannot be reached (ECONNRESET)", undefined]);
    deepEqual([await statesOf(sql), await sentOf(sql)], [["intent 1", "planned 0", "planned 0"], 1]);
    equal(await ledger.intent(2, LATER), "not_ours");
  },
});

for (
  const { host, sleptMs, grant, state } of [
    { host: "is quick", sleptMs: 100, grant: "granted", state: "intent 1" },
    { host: "did not run for a while since its grant", sleptMs: 300, grant: { waitMs: 0 }, state: "planned 0" },
  ]
) {
  Deno.test({
    name: `a request under a rate, whose host ${host}: ${state}`,
    ignore,
    async fn() {
      await using postgres = await scratchPostgres();
      await using sql = await planned(postgres.url, { rate: [{ count: 5, perMs: 1_000 }] });
      let nowMs = 0;
      const slept: Sql = {
        query: sql.query,
        transact: async (work) => {
          const result = await sql.transact(work);
          nowMs += sleptMs;
          return result;
        },
      };
      using ledger = new ShardLedger(slept, {
        run: await theRun(sql),
        ...{ name: RUN, taken: await takeShard(sql, RUN), clock: { ...clock, monotonicMs: () => nowMs } },
      });
      deepEqual(await ledger.intent(1, LATER), grant);
      equal((await statesOf(sql))[0], state);
    },
  });
}

Deno.test({
  name: "the budget of a run holds over its starts, and a start that is undone gives its part back",
  ignore,
  async fn() {
    await using postgres = await scratchPostgres();
    await using sql = await planned(postgres.url);
    using ledger = await take(sql);
    deepEqual(await Promise.all([ledger.intent(1, LATER), ledger.intent(2, LATER)]), ["granted", "granted"]);
    await ledger.rollBack(2);
    deepEqual([await statesOf(sql), await sentOf(sql)], [["intent 1", "planned 0", "planned 0"], 1]);
    equal(await ledger.intent(3, LATER), "granted");
    deepEqual(await ledger.intent(2, LATER), { code: "max_requests", requests: 2, limit: 2 });
    deepEqual(await statesOf(sql), ["intent 1", "planned 0", "intent 1"]);
  },
});

Deno.test({
  name: "the cost of a run holds over its shards: what is under way may turn out free, so the others wait for it",
  ignore,
  async fn() {
    await using postgres = await scratchPostgres();
    await using sql = await planned(postgres.url, { price: 0.5, maxCost: 1 }, 1);
    using first = await take(sql, 1);
    using second = await take(sql, 2);
    using third = await take(sql, 3);
    deepEqual([await first.intent(1, LATER), await second.intent(2, LATER)], ["granted", "granted"]);
    deepEqual(await third.intent(3, LATER), { waitMs: 1_000 });
    await first.ended(1, ended({ state: "planned", isBillable: false }));
    equal(await third.intent(3, LATER), "granted");
    await Promise.all([second.answered(2, DONE), third.answered(3, DONE)]);
    deepEqual(await first.intent(1, LATER), { code: "max_cost", requests: 2, price: 0.5, limit: 1 });
  },
});

Deno.test({
  name: "failures are counted over all shards of a run, and one too many stops it for all",
  ignore,
  async fn() {
    await using postgres = await scratchPostgres();
    await using sql = await planned(postgres.url, { maxFailures: { count: 0 } }, 1);
    using first = await take(sql, 1);
    using second = await take(sql, 2);
    equal(await first.intent(1, LATER), "granted");
    await first.ended(1, ended({ state: "failed" }));
    const reason = { code: "max_failures", failed: 1, requests: 1, limit: { count: 0 } } as const;
    deepEqual(await second.intent(2, LATER), reason);
    deepEqual((await theRun(sql)).stop, reason);
  },
});

Deno.test({
  name: "the run counts what its requests say, whoever changed them: a loser's late answer, too, and a take-over",
  ignore,
  async fn() {
    await using postgres = await scratchPostgres();
    await using sql = await planned(postgres.url, { maxRequests: 10 });
    using slow = await take(sql);
    await Promise.all([1, 2, 3].map((id) => slow.intent(id, LATER)));
    await slow.ended(3, ended({ state: "planned", isBillable: false, isRetry: true }));
    using taker = await take(sql);
    await taker.intent(3, LATER);
    await taker.ended(3, ended({ state: "failed" }));
    await slow.answered(1, DONE);
    const { counted, said } = await countsOf(sql);
    deepEqual(counted, said);
    deepEqual(said, { sent: 4, billable: 3, retries: 1, under_way: 0, failed: 1, settled: 3 });
  },
});

Deno.test({
  name: "a limit that a later command sets counts what was sent without it",
  ignore,
  async fn() {
    await using postgres = await scratchPostgres();
    await using sql = await planned(postgres.url, {});
    using unlimited = await take(sql);
    deepEqual(await Promise.all([unlimited.intent(1, LATER), unlimited.intent(2, LATER)]), ["granted", "granted"]);
    await unlimited.answered(1, DONE);
    await conductAgain(sql, { maxRequests: 2 });
    const { counted, said } = await countsOf(sql);
    deepEqual(counted, said);
    using limited = await take(sql);
    deepEqual(await limited.intent(3, LATER), { code: "max_requests", requests: 2, limit: 2 });
  },
});

Deno.test({
  name: "a key that is rejected in one shard stops the run for all, unless that shard is somebody else's by then",
  ignore,
  async fn() {
    await using postgres = await scratchPostgres();
    await using sql = await planned(postgres.url, {}, 2);
    const options = { machine: MACHINE, service: undefined, stop: new AbortController().signal };
    const asked: string[] = [];
    const refusing = (before: () => Promise<unknown>): ResearchPort => ({
      reason: async ({ input }) => {
        asked.push(String(input));
        await before();
        throw Object.assign(new Error("The key is rejected"), { status: 401 });
      },
      download: () => Promise.reject(new Error("no files here")),
    });
    const work = (before: () => Promise<unknown>, shard: number) =>
      workShard({ sql, research: refusing(before) }, { runId: "run", shard }, { ...options, pace: onePace() });
    await work(() => takeShard(sql, RUN), 1);
    equal((await theRun(sql)).stop, undefined);
    await sql.query("UPDATE conviction_fleet.requests SET state = 'planned' WHERE id = 1");
    await work(() => Promise.resolve(), 1);
    equal((await theRun(sql)).stop?.code, "breaker");
    await work(() => Promise.resolve(), 2);
    deepEqual([asked.includes("T1"), asked.includes("T3")], [true, false]);
  },
});

Deno.test({
  name: "the shards of a run have one budget of retries",
  ignore,
  async fn() {
    await using postgres = await scratchPostgres();
    await using sql = await planned(postgres.url, {}, 1);
    await sql.query("UPDATE conviction_fleet.requests SET retries = 100 WHERE id = 3"); // free ones, of a third shard
    const asked: string[] = [];
    const research: ResearchPort = {
      isIdempotent: true,
      reason: ({ input }) => {
        asked.push(String(input));
        return Promise.reject(Object.assign(new Error("It failed"), { status: 500 }));
      },
      download: () => Promise.reject(new Error("no files here")),
    };
    const options = { machine: MACHINE, service: undefined, stop: new AbortController().signal };
    await workShard({ sql, research }, { runId: "run", shard: 1 }, { ...options, pace: onePace() });
    await workShard({ sql, research }, { runId: "run", shard: 2 }, { ...options, pace: onePace() });
    deepEqual(asked, ["T1", "T1", "T2"]); // a tenth of three requests allows one more
    const errors = await sql.query("SELECT error FROM conviction_fleet.requests WHERE error IS NOT NULL ORDER BY id");
    for (const { error } of errors) match(String(error), /this run has made 101 further attempts \(its retry budget\)/);
    equal(errors.length, 2);
  },
});

Deno.test({
  name: "whoever loses a shard starts nothing more of it, and its answer settles what was put in doubt meanwhile",
  ignore,
  async fn() {
    await using postgres = await scratchPostgres();
    await using sql = await planned(postgres.url);
    using slow = await take(sql);
    await slow.intent(1, LATER);
    using _taker = await take(sql);
    deepEqual(await statesOf(sql), ["in_doubt 1", "planned 0", "planned 0"]);
    equal(await slow.intent(2, LATER), "not_ours");
    await slow.answered(1, DONE);
    deepEqual(await statesOf(sql), ["done 1", "planned 0", "planned 0"]);
  },
});

Deno.test({
  name: "a conductor that dies while it plans leaves no run behind, and the next one plans all of it",
  ignore,
  async fn() {
    await using postgres = await scratchPostgres();
    await using sql = openPostgres(postgres.url, { connections: 4 });
    await joinFleet(sql);
    using ledger = new SharedLedger(":memory:");
    const record = { runId: "run", fingerprint: "f", startedAt: LATER } as RunRecord;
    await ledger.plan(rows(), () => ({ record }));
    const options = { record, limits: {}, account: "a", filesMark: undefined, shardRequests: 10 };
    const dying: Leases = { ...noLeases, offer: () => Promise.reject(new Error("it died")) };
    await publishRun({ sql, leases: dying, ledger }, options).catch(() => {});
    deepEqual([await readRun(sql.query, "run"), await statesOf(sql)], [undefined, []]);
    await publishRun({ sql, leases: noLeases, ledger }, options);
    deepEqual(await statesOf(sql), ["planned 0", "planned 0", "planned 0"]);
  },
});

Deno.test({
  name: "tables of another version are refused by name",
  ignore,
  async fn() {
    await using postgres = await scratchPostgres();
    await using sql = await planned(postgres.url);
    await sql.query("UPDATE conviction_fleet.meta SET value = '99'");
    const error = await joinFleet(sql).then(() => undefined, (thrown: Error) => thrown);
    equal(
      error?.message,
      "Cannot join the fleet: its tables have version 99, this Conviction uses version 2; " +
        "finish its runs with the version that began them",
    );
  },
});
