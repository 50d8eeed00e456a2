import { join } from "node:path";
import { type CheckedInput, checkInput, openLedger, wantedRun } from "../../src/batch/begin_run.ts";
import { LEDGER_FILE, MARK_FILE } from "../../src/batch/ledger/ledger_schema.ts";
import { SharedLedger } from "../../src/batch/ledger/shared_ledger.ts";
import type { ScreenInput } from "../../src/batch/list/open_input.ts";
import type { Machine } from "../../src/batch/machine.ts";
import { OutputsKeeper } from "../../src/batch/outputs_keeper.ts";
import { readManifest } from "../../src/batch/runs/open_run.ts";
import { chooseRun } from "../../src/batch/runs/which_run.ts";
import type { ScreenOptions } from "../../src/batch/screen_options.ts";
import { removeFiles, removeParts } from "../../src/disk/write_aside.ts";
import { InputError } from "../../src/protocol/errors.ts";
import type { Manifest, RunRecord } from "../../src/run/manifest.ts";
import type { StopReason } from "../../src/run/progress.ts";
import { type FleetLimits, type FleetRun, readRun } from "./fleet_run.ts";
import { type FollowedCounts, followRun } from "./follow_run.ts";
import type { FileStore, Fleet, Sql } from "./ports.ts";
import { publishRun } from "./publish_run.ts";

const FINISH = "UPDATE conviction_fleet.runs SET is_finished = true, record = " +
  "(record::jsonb || jsonb_build_object('endedAt', clock_timestamp())) WHERE run_id = $1 AND NOT is_finished";

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
  { sql, leases }: Fleet,
  input: ScreenInput,
  options: ConductOptions,
): Promise<Conducted> {
  const checked = await checkInput(input, options);
  try {
    checkSupported(checked, options);
    const wanted = wantedRun(checked, options);
    const chosen = await chooseRun(wanted);
    const { folder } = chosen;
    if (chosen.state === "finished") return { folder, manifest: readManifest(folder) };
    using _lock = chosen.lock;
    removeParts(folder);
    const calledAtMs = wanted.calledAt.getTime();
    const filesTo = checked.plan.wantsFiles ? options.filesTo : undefined;
    return await follow({ sql, leases }, { folder, checked, options, filesTo, calledAtMs });
  } finally {
    await checked.source[Symbol.asyncDispose]();
  }
}

/** What a conductor works with, in which folder. */
interface Conducting {
  readonly folder: string;
  readonly checked: CheckedInput;
  readonly options: ConductOptions;
  readonly filesTo: FileStore | undefined;
  readonly calledAtMs: number;
}

async function follow({ sql, leases }: Fleet, conducting: Conducting): Promise<Conducted> {
  const { folder, options, filesTo } = conducting;
  const { ledger, record } = await publish({ sql, leases }, conducting);
  using _open = ledger;
  const { machine, stop, onCounts } = options;
  const { runId } = record;
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
      getFiles: async (place, files) => {
        try {
          await filesTo?.get(place, files, folder);
        } catch (cause) {
          const run = await readRun(sql.query, runId);
          throw run?.isFinished === true ? isWorkedOn(folder, { rival: run }) : cause;
        }
      },
    });
    if (stopped !== undefined) ledger.skipOpen();
  } finally {
    manifest = await keeper.end(options.limit);
  }
  if (manifest.state === "finished") {
    await sql.query(FINISH, [runId]);
    // All are in the folder of the run, and were verified there. A leftover, like that of a late worker, takes space only.
    await filesTo?.remove(runId).catch(() => {});
  }
  return { folder, manifest, stopped };
}

/** Plans the run and gives it to the workers; where another host was first, the run of that host is planned instead. */
async function publish(
  { sql, leases }: Fleet,
  { folder, checked, options, filesTo, calledAtMs }: Conducting,
): Promise<{ readonly ledger: SharedLedger; readonly record: RunRecord }> {
  const { account, shardRequests, startNew, machine: { clock } } = options;
  let known: RunRecord | undefined;
  for (;;) {
    using planned = new DisposableStack();
    const ledger = planned.use(await planAgain(folder, { checked, options, known }));
    const record = ledger.record();
    if (record === undefined) throw new InputError(`Cannot conduct ${folder}: its ledger has no run`);
    const filesMark = filesTo && await markOf({ sql, filesTo }, { folder, runId: record.runId });
    const calledSecondsAgo = startNew === true ? undefined : (clock.now().getTime() - calledAtMs) / 1_000;
    const publishing = { record, limits: limitsOf(options), account, filesMark, shardRequests, calledSecondsAgo };
    const rival = await publishRun({ sql, leases, ledger }, publishing);
    if (rival === undefined) {
      planned.move();
      return { ledger, record };
    }
    const isSent = ledger.requestsByState().keys().some((state) => state !== "planned");
    if (isSent) throw isWorkedOn(folder, { rival, isSent });
    await filesTo?.remove(record.runId);
    removeFiles(folder, [LEDGER_FILE, `${LEDGER_FILE}-wal`, `${LEDGER_FILE}-shm`, MARK_FILE]);
    known = rival.record;
  }
}

/** A run whose answers, or whose files, would be lost if that of another host took its place. */
function isWorkedOn(
  folder: string,
  { rival: { runId, isFinished }, isSent = false }: { readonly rival: FleetRun; readonly isSent?: boolean },
): InputError {
  const state = `another host ${isFinished ? "has just finished" : "works on"} the same list, as run ${runId}`;
  const kept = isSent ? "this folder has answers that the fleet does not know" : "its files are with that host";
  const remedy = isSent ? "name another folder to follow that run" : "take them from there";
  return new InputError(`Cannot give ${folder} to the fleet: ${state}, and ${kept}; ${remedy}, or use startNew`, {
    options: ["startNew"],
  });
}

/** What all hosts must see: of a run that was begun, what its first conductor left. */
async function markOf(
  { sql, filesTo }: { readonly sql: Sql; readonly filesTo: FileStore },
  { folder, runId }: { readonly folder: string; readonly runId: string },
): Promise<string> {
  const run = await readRun(sql.query, runId);
  if (run?.isFinished === true) throw isWorkedOn(folder, { rival: run });
  if (run?.filesMark === undefined) return await filesTo.mark(runId);
  await filesTo.check(runId, run.filesMark);
  return run.filesMark;
}

/** The plan of a run that another host knows is the same: rows, numbers and keys follow from its list and its id. */
async function planAgain(
  folder: string,
  { checked, options, known }: {
    readonly checked: CheckedInput;
    readonly options: ConductOptions;
    readonly known: RunRecord | undefined;
  },
): Promise<SharedLedger> {
  const { runId, startedAt } = known ?? {};
  const machine = runId === undefined ? options.machine : { ...options.machine, newId: () => runId };
  {
    await using source = await checked.input.open(); // each plan reads the list from its first row
    const { ledger } = await openLedger(folder, { ...checked, source }, { ...options, machine });
    ledger[Symbol.dispose]();
  }
  const shared = new SharedLedger(join(folder, LEDGER_FILE));
  const record = shared.record();
  if (startedAt !== undefined && record !== undefined) shared.setRecord({ ...record, startedAt });
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
