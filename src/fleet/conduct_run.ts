import { join } from "node:path";
import { type CheckedInput, checkInput, openLedger, wantedRun } from "../batch/begin_run.ts";
import { LEDGER_FILE } from "../batch/ledger/ledger_schema.ts";
import { SharedLedger } from "../batch/ledger/shared_ledger.ts";
import type { ScreenInput } from "../batch/list/open_input.ts";
import type { Machine } from "../batch/machine.ts";
import { OutputsKeeper } from "../batch/outputs_keeper.ts";
import { readManifest } from "../batch/runs/open_run.ts";
import { chooseRun } from "../batch/runs/which_run.ts";
import type { ScreenOptions } from "../batch/screen_options.ts";
import { removeParts } from "../disk/write_aside.ts";
import { InputError } from "../protocol/errors.ts";
import type { Manifest, RunRecord } from "../run/manifest.ts";
import type { StopReason } from "../run/progress.ts";
import { findRun, type FleetLimits, readRun } from "./fleet_run.ts";
import { type FollowedCounts, followRun } from "./follow_run.ts";
import type { FileStore, Leases, Sql } from "./ports.ts";
import { publishRun } from "./publish_run.ts";

/** How a run is conducted; the question, the limits and the outputs are those of a screen. */
export interface ConductOptions extends ScreenOptions {
  readonly machine: Machine;
  /** Names the account whose rate the run shares; never a key. */
  readonly account: string;
  /** Where the files of answers go, seen by all workers; needed in a run with files. Default: nowhere. */
  readonly filesTo?: FileStore | undefined;
  /** Requests of a shard, from 1: about a minute of a worker's time. */
  readonly shardRequests: number;
  /** Ends the following; the workers go on. */
  readonly stop: AbortSignal;
  readonly onCounts: (counts: FollowedCounts) => void;
}

/** How a run ended for its conductor. */
export interface Conducted {
  readonly folder: string;
  readonly manifest: Manifest;
  /** Why a limit stopped it; undefined when none did. */
  readonly stopped?: StopReason | undefined;
}

/**
 * Gives a list to the workers of a fleet and follows them; the run ends as an ordinary run folder. The same call joins
 * a run that was begun, also where its folder is lost.
 * @throws {InputError} when list, question or options are invalid, or the files of a run that was begun are elsewhere;
 * nothing was offered.
 * @throws {DiskError} when the files of its answers cannot be written, or read back.
 */
export async function conductRun(
  { sql, leases }: { readonly sql: Sql; readonly leases: Leases },
  input: ScreenInput,
  options: ConductOptions,
): Promise<Conducted> {
  const checked = await checkInput(input, options);
  try {
    checkSupported(checked, options);
    const { wantsFiles } = checked.plan;
    const chosen = await chooseRun(wantedRun(checked, options));
    const { folder } = chosen;
    if (chosen.state === "finished") return { folder, manifest: readManifest(folder) };
    using _lock = chosen.lock;
    removeParts(folder);
    const known = chosen.state === "new" && options.startNew !== true
      ? await findRun(sql.query, checked.fingerprint)
      : undefined;
    const ledger = await planAgain(folder, { checked, options, known: known?.record });
    using _open = ledger;
    return await follow({ sql, leases, ledger }, {
      folder,
      options,
      filesTo: wantsFiles ? options.filesTo : undefined,
    });
  } finally {
    await checked.source.close();
  }
}

async function follow(
  { sql, leases, ledger }: { readonly sql: Sql; readonly leases: Leases; readonly ledger: SharedLedger },
  { folder, options, filesTo }: {
    readonly folder: string;
    readonly options: ConductOptions;
    readonly filesTo: FileStore | undefined;
  },
): Promise<Conducted> {
  const { machine, account, shardRequests, stop, onCounts } = options;
  const record = ledger.record();
  if (record === undefined) throw new InputError(`Cannot conduct ${folder}: its ledger has no run`);
  const { runId } = record;
  const filesMark = filesTo && await markOf({ sql, filesTo }, runId);
  await publishRun({ sql, leases, ledger }, { record, limits: limitsOf(options), account, filesMark, shardRequests });
  ledger.recover();
  const keeper = new OutputsKeeper(folder, { ledger, record, machine });
  await keeper.start();
  let stopped: StopReason | undefined;
  let manifest: Manifest | undefined;
  try {
    const { clock } = machine;
    stopped = await followRun({ sql, leases, ledger, clock }, {
      runId,
      stop,
      onCounts,
      getFiles: async (place, files) => await filesTo?.get(place, files, folder),
    });
    if (stopped !== undefined) ledger.skipOpen();
  } finally {
    manifest = await keeper.end(options.limit);
  }
  if (manifest.state === "finished") {
    await sql.query("UPDATE conviction_fleet.runs SET is_finished = true WHERE run_id = $1", [runId]);
    // All are in the folder of the run, and were verified there. A leftover, like that of a late worker, takes space only.
    await filesTo?.remove(runId).catch(() => {});
  }
  return { folder, manifest, stopped };
}

/** What all hosts must see: of a run that was begun, what its first conductor left. */
async function markOf(
  { sql, filesTo }: { readonly sql: Sql; readonly filesTo: FileStore },
  runId: string,
): Promise<string> {
  const mark = (await readRun(sql.query, runId))?.filesMark;
  if (mark === undefined) return await filesTo.mark(runId);
  await filesTo.check(runId, mark);
  return mark;
}

/** The plan of a run whose folder is lost is the same: rows, numbers and keys follow from its list and its id. */
async function planAgain(
  folder: string,
  { checked, options, known }: {
    readonly checked: CheckedInput;
    readonly options: ConductOptions;
    readonly known: RunRecord | undefined;
  },
): Promise<SharedLedger> {
  const newId = known === undefined ? options.machine.newId : () => known.runId;
  const { ledger } = await openLedger(folder, checked, { ...options, machine: { ...options.machine, newId } });
  ledger[Symbol.dispose]();
  const shared = new SharedLedger(join(folder, LEDGER_FILE));
  const record = shared.record();
  if (known !== undefined && record !== undefined) shared.setRecord({ ...record, startedAt: known.startedAt });
  return shared;
}

function limitsOf(
  { rate, maxRequests, price, maxCost, maxFailures, attemptMs, requestMs, brake }: ConductOptions,
): FleetLimits {
  return { rate, maxRequests, price, maxCost, maxFailures, attemptMs, requestMs, brake };
}

/** What one process can and a fleet cannot yet is refused, not left out. */
function checkSupported({ plan }: CheckedInput, options: ConductOptions): void {
  if (plan.wantsFiles && options.filesTo === undefined) {
    const remedy = 'use filesTo for a folder that all hosts have, or "none" for files';
    throw new InputError(`Cannot use files in a fleet: there is no place that all hosts share; ${remedy}`, {
      options: ["filesTo", "files"],
    });
  }
  const { verify, retryFailed, readAgain, resendInDoubt = 0, reuseWithinMs, limit, until } = options;
  const given: readonly (readonly [option: string, isGiven: boolean])[] = [
    ["verify", verify !== undefined],
    ["retryFailed", retryFailed === true],
    ["readAgain", readAgain === true],
    ["resendInDoubt", resendInDoubt > 0],
    ["reuseWithinMs", reuseWithinMs !== undefined],
    ["limit", limit !== undefined],
    ["until", until !== undefined],
  ];
  for (const [option, isGiven] of given) {
    if (!isGiven) continue;
    const remedy = "leave it out, or screen with one process";
    throw new InputError(`Cannot use ${option} in a fleet: it is not supported there; ${remedy}`, {
      options: [option],
    });
  }
}
