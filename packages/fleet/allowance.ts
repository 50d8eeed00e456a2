import type { Grant } from "../../src/batch/ledger/durable_writes.ts";
import { Spending } from "../../src/batch/send/spending.ts";
import type { Clock } from "../../src/pace/clock.ts";
import { RateLimit, type RateState } from "../../src/pace/rate_limit.ts";
import type { StopReason } from "../../src/run/progress.ts";
import type { FleetLimits } from "./fleet_run.ts";
import type { Query, ShardName, SqlRecord } from "./ports.ts";

/** A grant travels to its host before the request leaves: windows are held so much longer. */
const TRAVEL_MS = 250;
/** A service that asks for a longer wait stops the run. */
const MAX_PAUSE_MS = 60 * 60_000;
/** How soon a worker that waits for a pause looks whether the run was stopped meanwhile. */
const LOOK_AGAIN_MS = 5_000;
/** How soon a worker asks again when all that is affordable is under way. */
const ASK_AGAIN_MS = 1_000;

/** How many requests may start now, and what the others are told. */
export interface Starts {
  readonly count: number;
  readonly others: Exclude<Grant, "granted">;
  /** Further attempts that all hosts of the run have made. */
  readonly retries: number;
  /** The time of this host just before the time of the database was asked for, by which they are granted. */
  readonly atMs: number;
}

/** Whether the limits need one place that all hosts write. */
export function isCounted({ maxRequests, maxCost, maxFailures }: FleetLimits): boolean {
  return [maxRequests, maxCost, maxFailures].some((limit) => limit !== undefined);
}

/**
 * Takes starts from what all hosts of a run share: its budget, and the rate and the pauses of its account. Time is that
 * of the database, so no host's clock matters. In the transaction of the intents, so that a kill leaks nothing.
 */
export async function takeStarts(
  query: Query,
  { runId, limits, wanted, clock }: {
    readonly runId: string;
    readonly limits: FleetLimits;
    readonly wanted: number;
    readonly clock: Pick<Clock, "monotonicMs">;
  },
): Promise<Starts> {
  const { rate = [] } = limits;
  const lock = isCounted(limits) ? "FOR UPDATE" : "";
  const [run] = await query(`SELECT * FROM conviction_fleet.runs WHERE run_id = $1 ${lock}`, [runId]);
  const retries = Number(run?.["retries"]);
  const none = { count: 0, retries, atMs: clock.monotonicMs() };
  if (typeof run?.["stop"] === "string") return { ...none, others: JSON.parse(run["stop"]) as StopReason };
  const account = String(run?.["account"]);
  const { state, nowMs, pausedMs, atMs } = await readAccount(query, { account, isLocked: rate.length > 0, clock });
  if (pausedMs > 0) return { ...none, others: { waitMs: Math.min(pausedMs, LOOK_AGAIN_MS) } };
  const now = { nowMs, wallMs: nowMs };
  const pace = new RateLimit(rate.map((window) => ({ ...window, perMs: window.perMs + TRAVEL_MS })), { state, now });
  const spending = isCounted(limits) ? spendingOf(limits, run ?? {}) : undefined;
  let count = 0;
  let others: Starts["others"] | undefined;
  while (count < wanted && others === undefined) {
    const word = spending?.next() ?? "send";
    const waitMs = pace.waitMs(nowMs);
    if (word === "wait") others = { waitMs: ASK_AGAIN_MS };
    else if (typeof word !== "string") others = await stopRun(query, { runId, reason: word, count });
    else if (waitMs > 0) others = { waitMs };
    else {
      pace.take(nowMs);
      spending?.reserve();
      count++;
    }
  }
  if (count > 0 && rate.length > 0) {
    const saved = JSON.stringify(pace.save(now));
    await query("UPDATE conviction_fleet.accounts SET pace = $2 WHERE name = $1", [account, saved]);
  }
  return { count, others: others ?? { waitMs: 0 }, retries, atMs };
}

interface AccountState {
  readonly state: RateState;
  /** The time of the database. */
  readonly nowMs: number;
  /** How long the account is still paused; 0 or less when it is not. */
  readonly pausedMs: number;
  /** The time of this host just before. */
  readonly atMs: number;
}

async function readAccount(query: Query, { account, isLocked, clock }: {
  readonly account: string;
  readonly isLocked: boolean;
  readonly clock: Pick<Clock, "monotonicMs">;
}): Promise<AccountState> {
  const [shared] = await query(
    `SELECT pace FROM conviction_fleet.accounts WHERE name = $1 ${isLocked ? "FOR UPDATE" : ""}`,
    [account],
  );
  const atMs = clock.monotonicMs();
  // After the lock: a clock that is read beside it shows the time before the wait.
  const [time] = await query(
    "SELECT extract(epoch FROM clock_timestamp()) * 1000 AS now_ms, " +
      "extract(epoch FROM greatest(paused_until, '1970-01-01')) * 1000 AS paused_ms " +
      "FROM conviction_fleet.accounts WHERE name = $1",
    [account],
  );
  const nowMs = Number(time?.["now_ms"]);
  const pausedMs = Number(time?.["paused_ms"]) - nowMs;
  return { state: JSON.parse(String(shared?.["pace"])) as RateState, nowMs, pausedMs, atMs };
}

/** All hosts wait for as long as the service asked one of them to, at most an hour; then one of them asks again. */
export async function pauseAll(
  query: Query,
  { runId, forMs }: { readonly runId: string; readonly forMs: number },
): Promise<void> {
  await query(
    "UPDATE conviction_fleet.accounts SET paused_until = greatest(paused_until, " +
      "clock_timestamp() + $2 * interval '1 millisecond') " +
      "WHERE name = (SELECT account FROM conviction_fleet.runs WHERE run_id = $1)",
    [runId, Math.min(forMs, MAX_PAUSE_MS)],
  );
}

/** Limits that hosts share: whoever found them reached has written it. */
const SHARED: readonly StopReason["code"][] = ["max_requests", "max_cost", "max_failures"];

/**
 * A service that a worker cannot go on with stops the run for all, as it stops a run of one process: nobody would take
 * the rest of the shard. A worker that has lost its shard meanwhile was cut off, which says nothing of the service.
 */
export async function stopAll(
  query: Query,
  { name: { runId, shard }, fence, reason }: {
    readonly name: ShardName;
    readonly fence: string;
    readonly reason: StopReason;
  },
): Promise<void> {
  if (SHARED.includes(reason.code)) return;
  await query(
    "UPDATE conviction_fleet.runs SET stop = $2 WHERE run_id = $1 AND stop IS NULL AND EXISTS " +
      "(SELECT FROM conviction_fleet.shards WHERE run_id = $1 AND shard = $3 AND fence = $4)",
    [runId, JSON.stringify(reason), shard, fence],
  );
}

/** What may be spent, by the counts of the run. */
function spendingOf(limits: FleetLimits, run: SqlRecord): Pick<Spending, "next" | "reserve"> {
  const { sent, billable, failed } = run;
  const requests = new Map([["failed", Number(failed)], ["done", Number(run["settled"]) - Number(failed)]] as const);
  const spending = new Spending(limits, { requests, saved: JSON.stringify({ sent, billable }) });
  const isAnyUnderWay = Number(run["under_way"]) > 0;
  return {
    reserve: () => spending.reserve(),
    // What is under way elsewhere may turn out to cost nothing.
    next: () => {
      const word = spending.next();
      return typeof word !== "string" && word.code === "max_cost" && isAnyUnderWay ? "wait" : word;
    },
  };
}

/** Stops the run for all hosts, unless requests are to leave with this transaction: the next one finds the same. */
async function stopRun(
  query: Query,
  { runId, reason, count }: { readonly runId: string; readonly reason: StopReason; readonly count: number },
): Promise<Starts["others"]> {
  if (count > 0) return { waitMs: 0 };
  await query("UPDATE conviction_fleet.runs SET stop = $2 WHERE run_id = $1", [runId, JSON.stringify(reason)]);
  return reason;
}
