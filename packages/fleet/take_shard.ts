import { SHARED_COLUMNS, type SharedRequest } from "../../src/batch/ledger/shared_ledger.ts";
import type { RowError } from "../../src/run/outcome.ts";
import type { ShardName, Sql } from "./ports.ts";

const LEFT_BEHIND: RowError = {
  code: "in_doubt",
  message: "The worker ended while it waited for the answer",
};

/** A shard as whoever took it finds it. */
export interface TakenShard {
  /** Writes with an older fence are refused. */
  readonly fence: string;
  /** Its open requests. */
  readonly open: readonly SharedRequest[];
}

const RAISE = "UPDATE conviction_fleet.shards SET fence = fence + 1 WHERE run_id = $1 AND shard = $2 RETURNING fence";
/** A request that was under way in the last worker: sent again only under its key, and where keys are honoured. */
const JUDGE = "UPDATE conviction_fleet.requests q SET changed = nextval('conviction_fleet.changes'), " +
  "state = CASE WHEN r.honours_keys THEN 'planned' WHEN q.result IS NULL THEN 'in_doubt' ELSE 'partial' END, " +
  "error = CASE WHEN r.honours_keys THEN q.error ELSE $3 END " +
  "FROM conviction_fleet.runs r WHERE r.run_id = q.run_id AND q.run_id = $1 AND q.shard = $2 " +
  "AND (q.state = 'intent' OR (q.state = 'in_doubt' AND r.honours_keys))";
const OPEN = `SELECT ${SHARED_COLUMNS.join(", ")} FROM conviction_fleet.requests ` +
  "WHERE run_id = $1 AND shard = $2 AND state IN ('planned', 'answered') ORDER BY id";

/** Takes a shard from whoever had it, and decides on what was under way there, in one transaction. */
export function takeShard(sql: Sql, { runId, shard }: ShardName): Promise<TakenShard> {
  return sql.transact(async (query) => {
    const [raised] = await query(RAISE, [runId, shard]);
    await query(JUDGE, [runId, shard, JSON.stringify(LEFT_BEHIND)]);
    const open = await query(OPEN, [runId, shard]);
    return { fence: String(raised?.["fence"]), open: open as readonly SharedRequest[] };
  });
}
