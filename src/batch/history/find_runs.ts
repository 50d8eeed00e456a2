import { readdirSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import type { Manifest, RunRecord } from "../../run/manifest.ts";
import { LedgerReader } from "../ledger/ledger_reader.ts";
import { LEDGER_FILE } from "../ledger/ledger_schema.ts";
import { firstHeld, MANIFEST_FILE, readJson, RUNS_FOLDER } from "../runs/run_files.ts";

/** A folder of a list that is no run, or one that cannot be read. */
export interface RunsProblem {
  /** Name of the folder or file. */
  readonly name: string;
  /** What is wrong, and what was done about it. */
  readonly message: string;
  /** Whether something of a run could not be read or written; a folder that holds no run is no failure. */
  readonly isFailure?: boolean | undefined;
}

/** A run on disk. */
export interface RunOnDisk {
  /** Name of its folder. */
  readonly name: string;
  readonly record: RunRecord;
  readonly manifest: Manifest;
}

/** Whether runs in this folder have a history that a screen keeps: it is a folder of `runs/`. */
export function keepsHistory(folder: string): boolean {
  return basename(resolve(folder, "..")) === RUNS_FOLDER;
}

/**
 * The runs in the folder of a list, by their ledgers, in the order of their names. A copy of a run counts once.
 * @param folder The folder of the list.
 */
export function findRuns(folder: string): { readonly runs: readonly RunOnDisk[]; readonly problems: RunsProblem[] } {
  const problems: RunsProblem[] = [];
  const runs = new Map<string, RunOnDisk>();
  for (const { name, isFolder } of entriesOf(folder)) {
    if (!isFolder || name.startsWith(".")) continue;
    const run = readRun(folder, name);
    if ("message" in run) {
      problems.push(run);
      continue;
    }
    const known = runs.get(run.record.runId);
    const [kept, left] = known !== undefined && finishOf(known) >= finishOf(run) ? [known, run] : [run, known];
    runs.set(run.record.runId, kept);
    if (left === undefined) continue;
    problems.push({ name: left.name, message: `it holds the same run as ${kept.name}, which counts once` });
  }
  return { runs: [...runs.values()], problems };
}

function finishOf({ record: { finishedAt = "" } }: RunOnDisk): string {
  return finishedAt;
}

function readRun(folder: string, name: string): RunOnDisk | RunsProblem {
  const path = join(folder, name);
  try {
    if (firstHeld(path, [LEDGER_FILE]) === undefined) return { name, message: `it holds no run: no ${LEDGER_FILE}` };
    using reader = new LedgerReader(join(path, LEDGER_FILE));
    const record = reader.record();
    if (record === undefined) return { name, message: "its run has not begun" };
    const manifest = readJson<Manifest>(join(path, MANIFEST_FILE));
    if (manifest?.run_id !== record.runId) {
      return { name, message: `it has no readable ${MANIFEST_FILE} of its run`, isFailure: true };
    }
    return { name, record, manifest };
  } catch (error) {
    const message = `it cannot be read: ${error instanceof Error ? error.message : String(error)}`;
    return { name, message, isFailure: true };
  }
}

function entriesOf(folder: string) {
  const entries = readdirSync(folder, { withFileTypes: true });
  return entries.map((entry) => ({ name: entry.name, isFolder: entry.isDirectory() }))
    .sort((one, other) => one.name < other.name ? -1 : 1);
}
