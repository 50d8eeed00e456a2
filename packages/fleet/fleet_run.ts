import type { RunLimits } from "../../src/batch/send/limits.ts";
import type { RunRecord } from "../../src/run/manifest.ts";
import type { StopReason } from "../../src/run/progress.ts";
import type { Query } from "./ports.ts";

/** Limits that hold over all hosts of a run, and those of each attempt. */
export type FleetLimits = Pick<
  RunLimits,
  "rate" | "maxRequests" | "price" | "maxCost" | "maxFailures" | "attemptMs" | "requestMs" | "brake"
>;

/** What the hosts of a run know of it. */
export interface FleetRun {
  readonly runId: string;
  readonly record: RunRecord;
  readonly limits: FleetLimits;
  /** Number of its requests, and how many further attempts at them were made so far, which have a budget. */
  readonly requests: number;
  readonly retries: number;
  /** Whether the service has said that it runs a repeated key once. */
  readonly honoursKeys: boolean;
  /** Why nothing more is sent; absent while it goes on. */
  readonly stop?: StopReason | undefined;
  /** What all hosts must see where the files of its answers go; absent in a run without files. */
  readonly filesMark?: string | undefined;
  readonly isFinished: boolean;
}

/** The run with this id; undefined when there is none. */
export async function readRun(query: Query, runId: string): Promise<FleetRun | undefined> {
  const [found] = await query("SELECT * FROM conviction_fleet.runs WHERE run_id = $1", [runId]);
  return found === undefined ? undefined : toRun(found);
}

/** The run that asks the same, and that is unfinished or ended within the last seconds; undefined when there is none. */
export async function findRun(query: Query, fingerprint: string, lastSeconds: number): Promise<FleetRun | undefined> {
  const text = "SELECT * FROM conviction_fleet.runs WHERE fingerprint = $1 AND (NOT is_finished OR " +
    "(record::json ->> 'endedAt')::timestamptz > clock_timestamp() - make_interval(secs => $2)) " +
    "ORDER BY is_finished, run_id LIMIT 1";
  const [found] = await query(text, [fingerprint, lastSeconds]);
  return found === undefined ? undefined : toRun(found);
}

function toRun(found: Readonly<Record<string, unknown>>): FleetRun {
  const { run_id, record, settings, honours_keys, stop, files_mark, is_finished, requests, retries } = found;
  return {
    runId: String(run_id),
    record: JSON.parse(String(record)) as RunRecord,
    limits: JSON.parse(String(settings)) as FleetLimits,
    requests: Number(requests),
    retries: Number(retries),
    honoursKeys: honours_keys === true,
    stop: typeof stop === "string" ? JSON.parse(stop) as StopReason : undefined,
    filesMark: typeof files_mark === "string" ? files_mark : undefined,
    isFinished: is_finished === true,
  };
}

/** A run, whether it goes on, and the number of its requests by state. */
export interface ListedRun {
  readonly runId: string;
  readonly state: "running" | "stopped" | "finished";
  readonly requests: Readonly<Record<string, number>>;
}

/** All runs of the fleet. */
export async function listRuns(query: Query): Promise<readonly ListedRun[]> {
  const found = await query(
    "SELECT r.run_id, r.stop IS NOT NULL AS is_stopped, r.is_finished, q.state, count(*) AS n " +
      "FROM conviction_fleet.runs r JOIN conviction_fleet.requests q USING (run_id) " +
      "GROUP BY r.run_id, q.state ORDER BY r.run_id, q.state",
  );
  return [...Map.groupBy(found, ({ run_id }) => String(run_id))].map(([runId, states]) => ({
    runId,
    state: states[0]?.["is_finished"] === true
      ? "finished"
      : states[0]?.["is_stopped"] === true
      ? "stopped"
      : "running",
    requests: Object.fromEntries(states.map(({ state, n }) => [String(state), Number(n)])),
  }));
}
