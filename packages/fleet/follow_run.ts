import { SHARED_COLUMNS, type SharedLedger, type SharedRequest } from "../../src/batch/ledger/shared_ledger.ts";
import type { Clock } from "../../src/pace/clock.ts";
import type { SavedFile } from "../../src/run/outcome.ts";
import type { StopReason } from "../../src/run/progress.ts";
import { readRun } from "./fleet_run.ts";
import type { FilesPlace, Leases, Query, Sql } from "./ports.ts";
import { takeShard } from "./take_shard.ts";

/** A look reads all requests of the run, which takes seconds for millions: it has a fiftieth of the time, within bounds. */
const LOOK = { leastMs: 500, rest: 49, mostMs: 30_000 };
const PAGE = 2_000;

/** How many requests are settled, and how many have been sent and wait for their answer. */
export interface FollowedCounts {
  readonly requests: number;
  readonly settled: number;
  readonly underWay: number;
}

type GetFiles = (place: FilesPlace, files: readonly SavedFile[]) => Promise<void>;

/**
 * Follows a run until nothing of it is open, or until a limit stopped it and no worker has a shard of it; keeps the
 * ledger of the conductor up to date.
 * @returns Why it stopped before the last request; undefined when nothing is open.
 */
export async function followRun(
  { sql, leases, ledger, clock }: {
    readonly sql: Sql;
    readonly leases: Leases;
    readonly ledger: SharedLedger;
    readonly clock: Clock;
  },
  { runId, stop, onCounts, getFiles }: {
    readonly runId: string;
    /** Ends the following; the workers go on. */
    readonly stop: AbortSignal;
    readonly onCounts: (counts: FollowedCounts) => void;
    /** Brings the files of a row into the folder of the run; its ledger names no file that is not there. */
    readonly getFiles: GetFiles;
  },
): Promise<StopReason | undefined> {
  let seen = "-1";
  while (!stop.aborted) {
    const beganMs = clock.monotonicMs();
    seen = await copyChanges(sql.query, { runId, ledger, getFiles, after: seen });
    const counts = await countsOf(sql.query, runId);
    onCounts(counts);
    const reason = (await readRun(sql.query, runId))?.stop;
    if (counts.settled === counts.requests) break;
    if (reason !== undefined && (await leases.countOf(runId)).active === 0) {
      await settleOrphans(sql, runId);
      break;
    }
    const restMs = Math.min(LOOK.mostMs, Math.max(LOOK.leastMs, LOOK.rest * (clock.monotonicMs() - beganMs)));
    await new Promise<void>((resolve) => clock.schedule(restMs, resolve));
  }
  // Commits are not in the order of their changes: one that came late may have been passed by.
  await copyChanges(sql.query, { runId, ledger, getFiles, after: "-1" });
  const { stop: reason } = await readRun(sql.query, runId) ?? {};
  const { requests, settled } = await countsOf(sql.query, runId);
  return settled === requests ? undefined : reason;
}

/** A limit ends a run while requests may be under way in a worker that is dead: nobody else takes its shard. */
async function settleOrphans(sql: Sql, runId: string): Promise<void> {
  const shards = await sql.query(
    "SELECT DISTINCT shard FROM conviction_fleet.requests WHERE run_id = $1 AND state = 'intent'",
    [runId],
  );
  for (const { shard } of shards) await takeShard(sql, { runId, shard: Number(shard) });
}

async function copyChanges(
  query: Query,
  { runId, ledger, getFiles, after }: {
    readonly runId: string;
    readonly ledger: SharedLedger;
    readonly getFiles: GetFiles;
    readonly after: string;
  },
): Promise<string> {
  for (let seen = after;;) {
    const page = await query(
      `SELECT changed, shard, kept_by, ${SHARED_COLUMNS.join(", ")} FROM conviction_fleet.requests ` +
        "WHERE run_id = $1 AND changed > $2 ORDER BY changed LIMIT $3",
      [runId, seen === "-1" ? "0" : seen, PAGE],
    );
    for (const { shard, kept_by, files } of page) {
      if (kept_by === null) continue;
      const place = { runId, shard: Number(shard), fence: String(kept_by) };
      await getFiles(place, JSON.parse(String(files)) as readonly SavedFile[]);
    }
    ledger.follow(page as readonly SharedRequest[]);
    const last = page.at(-1);
    if (last === undefined) return seen;
    seen = String(last["changed"]);
  }
}

async function countsOf(query: Query, runId: string): Promise<FollowedCounts> {
  const states = await query(
    "SELECT state, count(*) AS n FROM conviction_fleet.requests WHERE run_id = $1 GROUP BY state",
    [runId],
  );
  const count = (...wanted: readonly string[]) =>
    states.filter(({ state }) => wanted.includes(String(state))).reduce((sum, { n }) => sum + Number(n), 0);
  const requests = states.reduce((sum, { n }) => sum + Number(n), 0);
  return { requests, settled: requests - count("planned", "intent", "answered"), underWay: count("intent") };
}
