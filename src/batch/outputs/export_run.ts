import { resolve } from "node:path";
import { makeFolder } from "../../disk/folder.ts";
import { type FolderLock, LockedError, lockFolder } from "../../disk/folder_lock.ts";
import type { Manifest, RunFormat, RunRecord } from "../../run/manifest.ts";
import { InputError } from "../../protocol/errors.ts";
import { LEDGER_FILE } from "../ledger/ledger_schema.ts";
import { folderOf, readLedger } from "../runs/open_run.ts";
import { firstHeld, MANIFEST_FILE, OUTPUT_FILES, readJson } from "../runs/run_files.ts";
import { checkGroup, findSince } from "../runs/since.ts";
import { verifyOutputs, writeOutputs } from "./write_outputs.ts";

/** Where an export goes. */
export interface ExportOptions {
  /** Where relative paths start. Default: the current folder. */
  readonly base?: string | undefined;
  /** Folder for the files; needed while a runner works in the run's own. Default: the run's folder. */
  readonly into?: string | undefined;
  /** Files beside the tables. Default: those of the run. */
  readonly formats?: readonly RunFormat[] | undefined;
  /** A run to compare with, as for a screen. Default: that of the run. */
  readonly since?: string | undefined;
  /** Column by which the report groups. Default: that of the run. */
  readonly group?: string | undefined;
  /** Versions for the manifest, by name. */
  readonly versions: Readonly<Record<string, string>>;
  /** The time that others are told while the run's folder is written. */
  readonly now: Date;
}

/** What an export wrote. */
export interface ExportedRun {
  /** Absolute path of the run. */
  readonly run: string;
  /** Absolute path of the folder written into. */
  readonly folder: string;
  /** What was written; its paths start in that folder. */
  readonly manifest: Manifest;
}

/**
 * Renders the files of a run from its ledger alone; nothing is sent. What answers brought as files stays where it is.
 * @param run Its folder, or `latest` for the last finished one under `runs/`.
 * @param options Where relative paths start, and where the files go.
 * @throws {InputError} when there is no run, or a folder cannot be used.
 * @throws {VerifyError} when a file of the run is not what was written.
 * @throws {DiskError} when the folder cannot be written.
 */
export async function exportRun(run: string, options: ExportOptions): Promise<ExportedRun> {
  const { base, into, versions, now } = options;
  const own = folderOf(run, base);
  const record = withReports(recordOf(own), { own, options });
  const folder = into === undefined ? own : resolve(base ?? ".", into);
  if (folder !== own) prepare(folder, record);
  using _lock = folder === own ? lock(own, now) : undefined;
  const manifest = await writeOutputs(own, { record, versions, into: folder });
  await verifyOutputs(folder, manifest);
  return { run: own, folder, manifest };
}

/** @throws {InputError} when the run to compare with, or the column to group by, is not there. */
function withReports(
  record: RunRecord,
  { own, options }: { readonly own: string; readonly options: ExportOptions },
): RunRecord {
  const { base = ".", formats = record.formats, since, group = record.group } = options;
  if (group !== undefined) checkGroup(group, record.header);
  const found = since === undefined
    ? record.since
    : findSince(since, { folder: own, base, inputName: record.input.name });
  return { ...record, formats, group, since: found };
}

/** @throws {InputError} when the plan of the run is not whole. */
function recordOf(folder: string): RunRecord {
  using reader = readLedger(folder);
  const record = reader.record();
  if (record === undefined) throw new InputError(`Cannot export ${folder}: its run has not begun`);
  return record;
}

/** An earlier export of the same run gives way; nothing else does. */
function prepare(folder: string, { runId }: RunRecord): void {
  const isOurs = readJson<Manifest>(`${folder}/${MANIFEST_FILE}`)?.run_id === runId;
  const taken = firstHeld(folder, isOurs ? [LEDGER_FILE] : [LEDGER_FILE, ...OUTPUT_FILES]);
  if (taken !== undefined) {
    throw new InputError(`Cannot export into ${folder}: it holds a ${taken} that is not of this run`);
  }
  makeFolder(folder);
}

function lock(folder: string, now: Date): FolderLock {
  try {
    return lockFolder(folder, { now });
  } catch (cause) {
    if (!(cause instanceof LockedError)) throw cause;
    const who = cause.holder === undefined ? "another process" : `process ${cause.holder.pid}`;
    throw new InputError(`Cannot export into ${folder}: ${who} works in it; name another folder with --out`, { cause });
  }
}
