import { beginRequests } from "../../src/batch/begin_requests.ts";
import type { Machine } from "../../src/batch/machine.ts";
import type { ResearchPort } from "../../src/batch/send/ports.ts";
import { ProgressMeter } from "../../src/batch/send/progress_meter.ts";
import { InputError } from "../../src/protocol/errors.ts";
import { type ServiceName, UNNAMED } from "../../src/run/manifest.ts";
import type { Outcome } from "../../src/run/outcome.ts";
import { stopAll } from "./allowance.ts";
import { type FleetRun, readRun } from "./fleet_run.ts";
import type { FileStore, ShardName, Sql } from "./ports.ts";
import { ShardLedger } from "./shard_ledger.ts";
import { type TakenShard, takeShard } from "./take_shard.ts";
import type { WorkerPace } from "./worker_pace.ts";

/** Digits of a digest that tell two data folders apart in a message. */
const SHOWN_DIGITS = 12;

/** Where a worker puts the files of answers. */
export interface WorkerFiles {
  readonly store: FileStore;
  /** Opens a folder of this host, where they are until then; removed when it is disposed of. */
  openDesk(): Disposable & { readonly folder: string };
}

/** How a worker works on a shard. */
export interface WorkOptions {
  /** Of all shards that this worker has. */
  readonly pace: WorkerPace;
  readonly machine: Pick<Machine, "clock" | "random" | "durability">;
  /** The service of the runs; a shard of another service is not worked on. */
  readonly service: ServiceName | undefined;
  /** Where the files of answers go; a run with files is not worked on without it. Default: nowhere. */
  readonly files?: WorkerFiles | undefined;
  /** Stops sending; requests under way are awaited. */
  readonly stop: AbortSignal;
  /** Called with each outcome. */
  readonly onOutcome?: ((outcome: Outcome) => void) | undefined;
}

/** The run asks another service than this worker does. */
export class OtherServiceError extends Error {
  override readonly name = "OtherServiceError";
}

/**
 * Works on a shard until no request of it is open, a limit stops its run, or it is somebody else's.
 * @throws {OtherServiceError} when its run asks another service.
 * @throws {InputError} when its files go where this worker does not put any.
 * @throws {DiskError} when this worker may not write there.
 */
export async function workShard(
  { sql, research }: { readonly sql: Sql; readonly research: ResearchPort },
  name: ShardName,
  options: WorkOptions,
): Promise<void> {
  for (;;) {
    const run = await readRun(sql.query, name.runId);
    if (run === undefined || run.isFinished || run.stop !== undefined) return;
    const { service } = run.record;
    if (nameOf(service) !== nameOf(options.service)) {
      const state = `its run asks ${nameOf(service)}, this worker asks ${nameOf(options.service)}`;
      throw new OtherServiceError(`Cannot work on shard ${name.shard} of run ${name.runId}: ${state}`);
    }
    if (run.filesMark !== undefined) await checkFiles(name, { mark: run.filesMark, files: options.files });
    if (await workOnce({ sql, research, run, name }, options) !== "again") return;
  }
}

/** Before the shard is taken, so that nothing is sent whose files cannot be put. */
async function checkFiles(
  { runId, shard }: ShardName,
  { mark, files }: { readonly mark: string; readonly files: WorkerFiles | undefined },
): Promise<void> {
  if (files !== undefined) return await files.store.check(runId, mark);
  const state = "its files go to a folder that all hosts share, and this worker has none; use filesTo";
  throw new InputError(`Cannot work on shard ${shard} of run ${runId}: ${state}`, { options: ["filesTo"] });
}

/** Two hosts with other data are two services. */
function nameOf({ name, dataEnds, dataDigest }: ServiceName = { name: UNNAMED }): string {
  return dataEnds === undefined ? name : `${name} with data to ${dataEnds} (${dataDigest?.slice(0, SHOWN_DIGITS)})`;
}

interface Work {
  readonly sql: Sql;
  readonly research: ResearchPort;
  readonly run: FleetRun;
  readonly name: ShardName;
}

async function workOnce(work: Work, options: WorkOptions): Promise<"over" | "again"> {
  const { sql, name } = work;
  const taken = await takeShard(sql, name);
  if (taken.open.length === 0) return "over";
  const { isLost } = await sendOpen(taken, { work, options });
  if (!isLost) return "over";
  // Lost to another worker, or only changed by the late answer of one.
  const [found] = await sql.query(
    "SELECT fence FROM conviction_fleet.shards WHERE run_id = $1 AND shard = $2",
    [name.runId, name.shard],
  );
  return String(found?.["fence"]) === taken.fence ? "again" : "over";
}

/**
 * Sends the open requests of a shard, and stops its run where one of them says so.
 * @returns Whether a write was refused, and nothing else ended the work.
 */
async function sendOpen(
  taken: TakenShard,
  { work: { sql, research, run, name }, options }: { readonly work: Work; readonly options: WorkOptions },
): Promise<{ readonly isLost: boolean }> {
  const { machine, pace, files, stop, onOutcome = () => {} } = options;
  const { attemptMs, requestMs, brake } = run.limits;
  const { clock } = machine;
  const { length: rows } = taken.open;
  const statuses = { done: 0, partial: 0, failed: 0, in_doubt: 0, invalid: 0, skipped: 0, pending: rows };
  const meter = new ProgressMeter(clock, { rows, statuses });
  const place = { ...name, fence: taken.fence };
  using desk = files?.openDesk();
  const { folder = "" } = desk ?? {};
  using pacer = pace.join(() => requests.admit());
  using ledger = new ShardLedger(sql, {
    run,
    name,
    taken,
    clock,
    onEnd: () => pacer.written(),
    putFiles: async (saved) => await files?.store.put(place, saved, folder),
  });
  const requests = beginRequests({ machine, attemptMs, requestMs, brake }, {
    research,
    ledger,
    meter,
    pacer,
    stop,
    verify: undefined,
    onEvent: () => {},
    folder,
    wantsFiles: run.filesMark !== undefined,
    retryBudget: () => ledger.retryBudget,
  });
  try {
    requests.start();
    for await (const outcome of requests.outcomes()) onOutcome(outcome);
  } finally {
    await requests.close();
  }
  const { reason } = requests;
  if (reason !== undefined) await stopAll(sql.query, { name, fence: taken.fence, reason });
  return { isLost: !stop.aborted && reason === undefined && ledger.isLost };
}
