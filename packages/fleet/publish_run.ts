import { SHARED_COLUMNS, type SharedLedger, type SharedRequest } from "../../src/batch/ledger/shared_ledger.ts";
import type { RunRecord } from "../../src/run/manifest.ts";
import { isCounted } from "./allowance.ts";
import { findRun, type FleetLimits, type FleetRun, readRun } from "./fleet_run.ts";
import type { Fleet, Query, ShardName } from "./ports.ts";
import { COUNT_AGAIN } from "./schema.ts";

/** How a run is given to the workers. */
export interface PublishOptions {
  readonly record: RunRecord;
  readonly limits: FleetLimits;
  /** Names the account whose rate the run shares with others; never a key. */
  readonly account: string;
  /** What all hosts must see where its files go; undefined in a run without files. */
  readonly filesMark: string | undefined;
  /** Requests of a shard, from 1. */
  readonly shardRequests: number;
  /** When the call was made, for which another run that asks the same takes the place of a new one; absent: none does. */
  readonly calledSecondsAgo?: number | undefined;
}

/** Held while a run is looked for and begun: hosts that begin the same list at the same moment take turns. */
const PUBLISH_LOCK = 6_042_022;

/**
 * Copies the requests of a run and offers its shards, in one transaction: the run begins with all its rows, or not at
 * all. A run that is there already is offered again, where nobody works on it, under the limits of this call.
 * @returns Another host's run that asks the same, which was begun first: then nothing is written.
 */
export async function publishRun(
  { sql, leases, ledger }: Fleet & { readonly ledger: SharedLedger },
  { record, limits, account, filesMark, shardRequests, calledSecondsAgo }: PublishOptions,
): Promise<FleetRun | undefined> {
  const { runId, fingerprint } = record;
  const rival = await sql.transact(async (query) => {
    await query("SELECT pg_advisory_xact_lock($1, hashtext($2))", [PUBLISH_LOCK, fingerprint]);
    if (calledSecondsAgo !== undefined && await readRun(query, runId) === undefined) {
      const found = await findRun(query, fingerprint, calledSecondsAgo);
      if (found !== undefined) return found;
    }
    await query("INSERT INTO conviction_fleet.accounts (name) VALUES ($1) ON CONFLICT DO NOTHING", [account]);
    const requests = [...ledger.requestsByState().values()].reduce((sum, count) => sum + count, 0);
    const counted = [requests, isCounted(limits)];
    const values = [runId, fingerprint, JSON.stringify(record), JSON.stringify(limits), account, ...counted];
    const [isNew] = await query(
      "INSERT INTO conviction_fleet.runs " +
        "(run_id, fingerprint, record, settings, account, requests, is_counted, files_mark) " +
        "VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING RETURNING run_id",
      [...values, filesMark ?? null],
    );
    if (isNew !== undefined) {
      await leases.offer(query, await copy(query, { ledger, runId, shardRequests }));
      return;
    }
    // Each write of a request shares the lock of its shard: what is counted from here on is complete.
    await query("SELECT FROM conviction_fleet.shards WHERE run_id = $1 ORDER BY shard FOR UPDATE", [runId]);
    await query(
      "UPDATE conviction_fleet.runs SET settings = $2, account = $3, is_counted = $4, stop = NULL WHERE run_id = $1",
      [runId, JSON.stringify(limits), account, isCounted(limits)],
    );
    await query(COUNT_AGAIN, [runId]);
  });
  if (rival === undefined) await offerIdle({ sql, leases }, runId);
  return rival;
}

/** Offers the shards with open requests again, unless workers have shards of the run, or are to take them. */
async function offerIdle({ sql, leases }: Fleet, runId: string) {
  const { active, waiting } = await leases.countOf(runId);
  if (active + waiting > 0) return;
  await sql.transact(async (query) => {
    const open = await query(
      "SELECT DISTINCT shard FROM conviction_fleet.requests " +
        "WHERE run_id = $1 AND state IN ('planned', 'intent', 'answered') ORDER BY shard",
      [runId],
    );
    await leases.offer(query, open.map(({ shard }) => ({ runId, shard: Number(shard) })));
  });
}

async function copy(
  query: Query,
  { ledger, runId, shardRequests }: {
    readonly ledger: SharedLedger;
    readonly runId: string;
    readonly shardRequests: number;
  },
): Promise<ShardName[]> {
  const shards: ShardName[] = [];
  const shardOf = ({ id }: SharedRequest) => Math.ceil(Number(id) / shardRequests);
  for (const page of ledger.sharedRequests()) {
    for (const shard of new Set(page.map(shardOf))) {
      if ((shards.at(-1)?.shard ?? 0) >= shard) continue;
      await query("INSERT INTO conviction_fleet.shards (run_id, shard) VALUES ($1, $2)", [runId, shard]);
      shards.push({ runId, shard });
    }
    const rows = page.map((request) => ({ ...request, run_id: runId, shard: shardOf(request) }));
    const columns = ["run_id", "shard", ...SHARED_COLUMNS].join(", ");
    await query(
      `INSERT INTO conviction_fleet.requests (${columns}) ` +
        `SELECT ${columns} FROM json_populate_recordset(NULL::conviction_fleet.requests, $1)`,
      [JSON.stringify(rows)],
    );
  }
  return shards;
}
