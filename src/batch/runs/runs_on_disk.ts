import { statSync } from "node:fs";
import { dirname, join } from "node:path";
import { hasCode } from "../../disk/disk_error.ts";
import { InputError } from "../../protocol/errors.ts";
import type { Manifest, RunRecord } from "../../run/manifest.ts";
import { Ledger } from "../ledger/ledger.ts";
import { LEDGER_FILE } from "../ledger/ledger_schema.ts";
import { commitsIn, refuseOlder, VerifyError } from "./check_ledger.ts";
import { MANIFEST_FILE, readJson, RUNS_FOLDER } from "./run_files.ts";

/** A run on disk. */
export interface FoundRun {
  readonly folder: string;
  readonly record: RunRecord;
  readonly isFinished: boolean;
  readonly hasDoubts: boolean;
}

/**
 * Every run under `runs/`, the newest first; one that cannot be read is passed over, unless it may be an unfinished one
 * of this fingerprint.
 * @throws {VerifyError} when the ledger of a run that may be the one looked for went back in time.
 */
export function earlierRuns(
  base: string,
  { limit, fingerprint }: { readonly limit?: number | undefined; readonly fingerprint?: string } = {},
): FoundRun[] {
  return newestFirst(
    foldersUnder(base).map((folder) => {
      try {
        return findRun(folder, limit);
      } catch (error) {
        if (!(error instanceof InputError || error instanceof VerifyError)) throw error;
        const manifest = readJson<Manifest>(join(folder, MANIFEST_FILE));
        const isOther = manifest === undefined ? error instanceof InputError : manifest.fingerprint !== fingerprint;
        if (fingerprint !== undefined && !isOther && (manifest === undefined || isOpen(manifest))) throw error;
      }
    }),
  );
}

/** Whether a run has rows left to ask: a limit finishes it too. */
function isOpen({ state, counts }: Manifest): boolean {
  return state === "running" || counts.statuses.skipped > 0;
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

/**
 * A folder whose plan was not written completely holds no run.
 * @throws {VerifyError} when something else in the folder tells of more.
 */
export function findRun(folder: string, limit?: number): FoundRun | undefined {
  const path = join(folder, LEDGER_FILE);
  if (!exists(path)) return commitsIn(folder) > 0 && !exists(path) ? lost(folder) : undefined;
  using ledger = new Ledger(path, { readOnly: true });
  // Whatever tells of a run comes after its record.
  const record = ledger.record() ?? (commitsIn(folder) > 0 ? ledger.record() ?? lost(folder) : undefined);
  if (record === undefined) return undefined;
  const isFinished = record.finishedAt !== undefined && ledger.openCount(limit) === 0;
  return { folder, record, isFinished, hasDoubts: ledger.inDoubt().length > 0 };
}

function lost(folder: string): undefined {
  const manifest = readJson<Manifest>(join(folder, MANIFEST_FILE));
  if (manifest === undefined || isOpen(manifest)) refuseOlder(folder, { known: 0, commits: commitsIn(folder) });
}

function foldersIn(folder: string): string[] {
  if (!exists(folder)) return [];
  return Array.from(Deno.readDirSync(folder)).filter(({ isDirectory }) => isDirectory)
    .map(({ name }) => join(folder, name));
}

/** Whether something is at a path. */
export function exists(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch (error) {
    if (hasCode(error, "ENOTDIR")) return false; // part of the path is a file
    throw error;
  }
}
