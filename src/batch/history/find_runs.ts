import { readdirSync, statSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { InputError } from "../../protocol/errors.ts";
import type { Manifest, RunRecord } from "../../run/manifest.ts";
import { LedgerReader } from "../ledger/ledger_reader.ts";
import { LEDGER_FILE } from "../ledger/ledger_schema.ts";
import { firstHeld, folderNameOf, MANIFEST_FILE, readJson, RUNS_FOLDER } from "../runs/run_files.ts";

/** A folder of a list that is no run, or one that cannot be read. */
export interface RunsProblem {
  /** Name of the folder or file. */
  readonly name: string;
  /** What is wrong, and what was done about it. */
  readonly message: string;
}

/** A run on disk. */
export interface RunOnDisk {
  /** Name of its folder. */
  readonly name: string;
  readonly record: RunRecord;
  readonly manifest: Manifest;
}

/**
 * The folder of the runs of a list.
 * @param list The list's path (`my_tickers.csv`), its name, or the folder itself (`runs/my_tickers`).
 * @param base Where relative paths start.
 * @throws {InputError} when there is none.
 */
export function listFolder(list: string, base = "."): string {
  const [path, byName] = [resolve(base, list), resolve(base, RUNS_FOLDER, folderNameOf(list))];
  const isPath = /[/\\]/.test(list);
  const found = (isPath ? [path, byName] : [byName, path]).find(isFolder);
  if (found === undefined) {
    const cure = "give a list that was screened, or the folder of its runs";
    throw new InputError(`Cannot open the runs of ${list}: there is no folder ${isPath ? path : byName}; ${cure}`);
  }
  if (firstHeld(found, [LEDGER_FILE]) === undefined) return found;
  throw new InputError(
    `Cannot open the runs of ${list}: it is one run; give the folder that holds it, or use openRun()`,
  );
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
    if (manifest?.run_id !== record.runId) return { name, message: `it has no readable ${MANIFEST_FILE} of its run` };
    return { name, record, manifest };
  } catch (error) {
    return { name, message: `it cannot be read: ${error instanceof Error ? error.message : String(error)}` };
  }
}

function entriesOf(folder: string) {
  const entries = readdirSync(folder, { withFileTypes: true });
  return entries.map((entry) => ({ name: entry.name, isFolder: entry.isDirectory() }))
    .sort((one, other) => one.name < other.name ? -1 : 1);
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
