import { renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { onDisk } from "../../disk/disk_error.ts";
import type { DurabilityOption } from "../../disk/durability.ts";
import { syncFolder } from "../../disk/folder.ts";
import { LockedError, lockFolder } from "../../disk/folder_lock.ts";
import type { RunRecord } from "../../run/manifest.ts";
import { LedgerReader } from "../ledger/ledger_reader.ts";
import { LEDGER_FILE } from "../ledger/ledger_schema.ts";
import { type PrunePlan, type RemovableRun, REMOVING } from "./prune_plan.ts";
import type { RunsProblem } from "./find_runs.ts";

/** What pruning did. */
export interface Pruned {
  /** Names of the removed folders. */
  readonly removed: readonly string[];
  readonly bytes: number;
  /** Runs that were to go and stay, and why. */
  readonly problems: readonly RunsProblem[];
}

/**
 * Removes what a plan names, one folder after the other: each is renamed aside first, so that a folder with the name of a
 * run is whole. What an earlier pruning left half-removed goes first.
 * @param options `now`, to record in the locks; `onRemoved`, called after each folder; whether it waits for the disk.
 */
export function pruneRuns(
  { folder, removable, halfRemoved }: PrunePlan,
  { now, onRemoved = () => {}, durability }: DurabilityOption & {
    readonly now: Date;
    readonly onRemoved?: (name: string) => void;
  },
): Pruned {
  const removed: string[] = [];
  const problems: RunsProblem[] = [];
  let bytes = 0;
  const attempt = (name: string, { size, remove }: { readonly size: number; readonly remove: () => void }) => {
    try {
      remove();
      removed.push(name);
      bytes += size;
      onRemoved(name);
    } catch (error) {
      problems.push({ name, message: error instanceof Error ? error.message : String(error), isFailure: true });
    }
  };
  for (const { name, bytes: size } of halfRemoved) {
    attempt(name.slice(REMOVING.length), { size, remove: () => removeFolder(join(folder, name)) });
  }
  for (const run of removable) {
    attempt(run.name, { size: run.bytes, remove: () => removeRun(folder, { run, now, durability }) });
  }
  return { removed, bytes, problems };
}

/** @throws when another process works in it, or changed it since it was planned. */
function removeRun(
  folder: string,
  { run, now, durability }: DurabilityOption & { readonly run: RemovableRun; readonly now: Date },
): void {
  const path = join(folder, run.name);
  const aside = join(folder, `${REMOVING}${run.name}`);
  using _lock = lockOf(path, now);
  const { runId, finishedAt } = recordOf(path) ?? {};
  if (runId !== run.runId || finishedAt !== run.finishedAt) throw new Error("it changed meanwhile and is kept");
  onDisk("remove", path, () => renameSync(path, aside));
  syncFolder(folder, durability);
  removeFolder(aside);
}

function recordOf(path: string): RunRecord | undefined {
  using reader = new LedgerReader(join(path, LEDGER_FILE));
  return reader.record();
}

function lockOf(path: string, now: Date) {
  try {
    return lockFolder(path, { now });
  } catch (cause) {
    if (!(cause instanceof LockedError)) throw cause;
    const who = cause.holder === undefined ? "another process" : `process ${cause.holder.pid}`;
    throw new Error(`${who} is working in it; it is kept`, { cause });
  }
}

function removeFolder(path: string): void {
  onDisk("remove", path, () => rmSync(path, { recursive: true, force: true }));
}
