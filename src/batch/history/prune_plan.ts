import { lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { ifThere } from "../../disk/disk_error.ts";
import type { DurabilityOption } from "../../disk/durability.ts";
import { folderUse } from "../../disk/folder_lock.ts";
import { InputError } from "../../protocol/errors.ts";
import { LEDGER_FILE, MARK_FILE } from "../ledger/ledger_schema.ts";
import { OUTPUT_FILES } from "../runs/run_files.ts";
import { keepsHistory, type RunOnDisk, type RunsProblem } from "./find_runs.ts";
import { listFolder } from "./find_lists.ts";
import { seriesOf } from "./finished_run.ts";
import { type History, openHistory } from "./history.ts";
import { seriesKey } from "./ticker_nights.ts";

/** A finished run that is old enough to be removed. */
export interface RemovableRun {
  /** Name of its folder. */
  readonly name: string;
  readonly runId: string;
  readonly finishedAt: string;
  /** Size of all its files. */
  readonly bytes: number;
  /** A run that stays and was compared with it. */
  readonly comparedBy?: string | undefined;
}

/** What pruning would do. */
export interface PrunePlan {
  /** Absolute path of the folder of the list. */
  readonly folder: string;
  /** Oldest first. */
  readonly removable: readonly RemovableRun[];
  /** Old runs that stay. */
  readonly kept: readonly { readonly name: string; readonly why: string }[];
  /** Finished runs that are younger. */
  readonly young: number;
  /** Folders that an earlier pruning began to remove. */
  readonly halfRemoved: readonly { readonly name: string; readonly bytes: number }[];
  readonly problems: readonly RunsProblem[];
}

/** Which runs go. */
export interface PruneOptions extends DurabilityOption {
  /** Runs that were finished within this time stay. */
  readonly keepMs: number;
  readonly now: Date;
  /** Where relative paths start. */
  readonly base?: string | undefined;
}

/** A folder that is being removed has this before its name; the readers of a list pass over it. */
export const REMOVING = ".removing-";

/** Top-level names in the folder of a run that Conviction writes. */
const OWN_FILES: ReadonlySet<string> = new Set([
  ...OUTPUT_FILES,
  ...["", "-wal", "-shm", "-journal"].map((end) => `${LEDGER_FILE}${end}`),
  "files",
  "tapes",
  ".lock",
  MARK_FILE,
  ".service",
  "score.csv",
  "score.png",
]);
const PART = /\.\d+-\d+\.part$/;

/**
 * Finds the finished runs of a list that are older than a time, and says which of them stay. Every finished run is in
 * the history first.
 * @throws {InputError} when there is no such list, or its history cannot be written: what is left of a run would be lost.
 */
export async function planPrune(list: string, { keepMs, now, base, durability }: PruneOptions): Promise<PrunePlan> {
  const folder = listFolder(list, base);
  if (!keepsHistory(folder)) {
    throw new InputError(`Cannot prune ${folder}: it is not a folder under runs/; only the runs of a list are removed`);
  }
  const history = await openHistory(folder, { mayWrite: true, durability });
  const stored = history.readFile((runs) => new Map(runs.map(({ runId, finishedAt }) => [runId, finishedAt] as const)));
  const finished = history.onDisk.filter(({ record }) => record.finishedAt !== undefined).toSorted(byFinish);
  const before = new Date(now.getTime() - keepMs).toISOString();
  const old = finished.filter(({ record }) => (record.finishedAt ?? "") < before);
  const lost = old.find(({ record }) => stored.get(record.runId) !== record.finishedAt);
  if (lost !== undefined) throw notKept(folder, { lost, history });
  const last = lastOfEach(finished);
  const kept = old.flatMap((run) => {
    const why = whyKept(folder, { run, last });
    return why === undefined ? [] : [{ name: run.name, why }];
  });
  const goes = old.filter(({ name }) => !kept.some((one) => one.name === name));
  return {
    folder,
    kept,
    young: finished.length - old.length,
    problems: history.problems,
    removable: goes.map((run) =>
      removable(folder, { run, stays: history.onDisk.filter((one) => !goes.includes(one)) })
    ),
    halfRemoved: halfRemovedIn(folder),
  };
}

function notKept(
  folder: string,
  { lost, history }: { readonly lost: RunOnDisk; readonly history: History },
): InputError {
  const why = history.problems.map(({ name, message }) => `${name}: ${message}`).join("; ");
  const state = `the history of its runs cannot keep ${lost.name}`;
  return new InputError(`Cannot prune ${folder}: ${state}${why === "" ? "" : `: ${why}`}; nothing was removed`);
}

/** The last finished run of each list, service and question: the next night is compared with it. */
function lastOfEach(finished: readonly RunOnDisk[]): ReadonlySet<string> {
  return new Set(new Map(finished.map(({ name, record }) => [seriesKey(seriesOf(record)), name] as const)).values());
}

function whyKept(
  folder: string,
  { run: { name }, last }: { readonly run: RunOnDisk; readonly last: ReadonlySet<string> },
): string | undefined {
  if (last.has(name)) return "it is the last finished run of its list, service and question";
  const { isHeld, holder } = folderUse(join(folder, name));
  if (isHeld) return `${holder === undefined ? "another process" : `process ${holder.pid}`} is working in it`;
  const foreign = readdirSync(join(folder, name)).filter((one) => !OWN_FILES.has(one) && !PART.test(one));
  return foreign.length === 0 ? undefined : `it holds ${foreign.join(", ")}, which no run wrote; move that away first`;
}

function removable(
  folder: string,
  { run: { name, record }, stays }: { readonly run: RunOnDisk; readonly stays: readonly RunOnDisk[] },
): RemovableRun {
  const comparedBy = stays.find((one) => one.record.since?.run_id === record.runId)?.name;
  return {
    name,
    runId: record.runId,
    finishedAt: record.finishedAt ?? "",
    bytes: bytesIn(join(folder, name)),
    ...comparedBy === undefined ? {} : { comparedBy },
  };
}

function halfRemovedIn(folder: string): PrunePlan["halfRemoved"] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name.startsWith(REMOVING))
    .map(({ name }) => ({ name, bytes: bytesIn(join(folder, name)) }));
}

/** Size of the files in a folder; what a link leads to is not in it. */
function bytesIn(path: string): number {
  return ifThere(() => { // another process may remove it at this moment
    const stat = lstatSync(path);
    if (!stat.isDirectory()) return stat.size;
    return readdirSync(path).reduce((sum, name) => sum + bytesIn(join(path, name)), 0);
  }, 0);
}

function byFinish(one: RunOnDisk, other: RunOnDisk): number {
  return (one.record.finishedAt ?? "") < (other.record.finishedAt ?? "") ? -1 : 1;
}
