import { dirname, join } from "node:path";
import { InputError } from "../../protocol/errors.ts";
import type { RunRecord } from "../../run/manifest.ts";
import { Ledger } from "../ledger/ledger.ts";
import { LEDGER_FILE } from "../ledger/ledger_schema.ts";
import { RUNS_FOLDER } from "./run_files.ts";

/** A run on disk. */
export interface FoundRun {
  readonly folder: string;
  readonly record: RunRecord;
  readonly isFinished: boolean;
  readonly hasDoubts: boolean;
}

/** Every run under `runs/`, the newest first. */
export function earlierRuns(base: string, limit?: number): FoundRun[] {
  return newestFirst(foldersUnder(base).map((folder) => ofThisVersion(() => findRun(folder, limit))));
}

/** Every folder that may hold a run under `runs/`. */
export function foldersUnder(base: string): string[] {
  return foldersIn(join(base, RUNS_FOLDER)).flatMap(foldersIn);
}

/** Every run that has a folder beside this one, the newest first; other folders there are no business of ours. */
export function runsBeside(folder: string): FoundRun[] {
  const folders = quietly(() => foldersIn(dirname(folder)), []);
  return newestFirst(folders.map((one) => quietly(() => findRun(one), undefined)));
}

function newestFirst(runs: readonly (FoundRun | undefined)[]): FoundRun[] {
  return runs.filter((run) => run !== undefined)
    .toSorted((a, b) => b.record.startedAt < a.record.startedAt ? -1 : 1);
}

function quietly<T>(find: () => T, otherwise: T): T {
  try {
    return find();
  } catch {
    return otherwise;
  }
}

/** Runs of another version are skipped. */
function ofThisVersion(find: () => FoundRun | undefined): FoundRun | undefined {
  try {
    return find();
  } catch (error) {
    if (error instanceof InputError) return undefined;
    throw error;
  }
}

/** A folder whose plan was not written completely holds no run. */
export function findRun(folder: string, limit?: number): FoundRun | undefined {
  const path = join(folder, LEDGER_FILE);
  if (!exists(path)) return undefined;
  using ledger = new Ledger(path, { readOnly: true });
  const record = ledger.record();
  if (record === undefined) return undefined;
  const isFinished = record.finishedAt !== undefined && ledger.openCount(limit) === 0;
  return { folder, record, isFinished, hasDoubts: ledger.inDoubt().length > 0 };
}

function foldersIn(folder: string): string[] {
  if (!exists(folder)) return [];
  return Array.from(Deno.readDirSync(folder)).filter(({ isDirectory }) => isDirectory)
    .map(({ name }) => join(folder, name));
}

/** Whether something is at a path. */
export function exists(path: string): boolean {
  try {
    Deno.statSync(path);
    return true;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory) return false;
    throw error;
  }
}
