import { PgBoss } from "pg-boss";
import type { Leases, Query, ShardName } from "./ports.ts";
import type { Postgres } from "./postgres.ts";

const QUEUE = "conviction_shards";
/** The least that pg-boss allows: a worker that is silent for so long has lost its shard. */
const HEARTBEAT_SECONDS = 10;
const MONITOR_SECONDS = 5;
const DAY_SECONDS = 86_400;
/** Names the lock of those who join. */
const JOINING = 6_042_022;

/** The leases of shards as jobs of pg-boss, and what of them is to be closed. */
export interface PgBossLeases extends Leases, AsyncDisposable {}

/** Joins the queue of the shards, and makes it where there is none. */
export async function openLeases({ execute, transact }: Postgres, query: Query): Promise<PgBossLeases> {
  const boss = new PgBoss({
    db: { executeSql: execute },
    schedule: false,
    superviseIntervalSeconds: MONITOR_SECONDS,
    monitorIntervalSeconds: MONITOR_SECONDS,
  });
  boss.on("error", () => {}); // a lost connection: its timers try again
  // Of two hosts that make its tables at once one would fail.
  await transact(async (locked) => {
    await locked("SET LOCAL idle_in_transaction_session_timeout = 0");
    await locked("SELECT pg_advisory_xact_lock($1)", [JOINING]);
    await boss.start();
    await boss.createQueue(QUEUE, {
      heartbeatSeconds: HEARTBEAT_SECONDS,
      retryLimit: 1_000,
      expireInSeconds: DAY_SECONDS,
      retryDelay: 1,
    });
  });
  let isStopped = false;
  const stop = async () => {
    if (isStopped) return;
    isStopped = true;
    await boss.stop({ graceful: true, timeout: 60_000 });
  };
  return {
    offer: async (transaction, shards) => {
      if (shards.length === 0) return;
      const executeSql = async (text: string, values: unknown[] = []) => ({
        rows: [...await transaction(text, values)],
      });
      // In their order: without a priority a shard that its worker lost comes after all that nobody has had yet.
      const jobs = shards.map((data) => ({ data, priority: -data.shard }));
      await boss.insert(QUEUE, jobs, { db: { executeSql } });
    },
    work: async (work, slots) => {
      await boss.work<ShardName>(
        QUEUE,
        { batchSize: 1, localConcurrency: slots, pollingIntervalSeconds: 1, burstWhenBatchFull: true },
        async ([job]) => {
          if (job !== undefined) await work(job.data, job.signal);
        },
      );
    },
    countOf: async (runId) => {
      const states = await query(
        "SELECT state, count(*) AS n FROM pgboss.job WHERE name = $1 AND data->>'runId' = $2 " +
          "AND state IN ('created', 'retry', 'active') GROUP BY state",
        [QUEUE, runId],
      );
      const active = Number(states.find(({ state }) => state === "active")?.["n"] ?? 0);
      return { active, waiting: states.reduce((sum, { n }) => sum + Number(n), 0) - active };
    },
    stop,
    [Symbol.asyncDispose]: stop,
  };
}
