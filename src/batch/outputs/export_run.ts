import { join, resolve } from "node:path";
import type { DurabilityOption } from "../../disk/durability.ts";
import { makeFolder } from "../../disk/folder.ts";
import { type FolderLock, folderUse, LockedError, lockFolder } from "../../disk/folder_lock.ts";
import type { Manifest, RunFormat, RunRecord } from "../../run/manifest.ts";
import { InputError } from "../../protocol/errors.ts";
import { Ledger } from "../ledger/ledger.ts";
import { LEDGER_FILE } from "../ledger/ledger_schema.ts";
import { addToHistory } from "../history/run_trends.ts";
import { checkContent } from "../runs/check_ledger.ts";
import { folderOf, readLedger } from "../runs/open_run.ts";
import { firstHeld, MANIFEST_FILE, OUTPUT_FILES, readJson } from "../runs/run_files.ts";
import { checkGroup, findSince } from "../runs/since.ts";
import { hasLostFiles, markLostFiles } from "./lost_files.ts";
import { verifyOutputs, writeOutputs } from "./write_outputs.ts";

/** Options of an export. */
export interface ExportOptions extends DurabilityOption {
  /** Where relative paths start. Default: the current folder. */
  readonly base?: string | undefined;
  /** Folder for the files; required while a process works on the run. Default: the run's folder. */
  readonly into?: string | undefined;
  /** Further files. Default: those of the run. */
  readonly formats?: readonly RunFormat[] | undefined;
  /** Run to compare with, as for a screen. Default: that of the run. */
  readonly since?: string | undefined;
  /** Column by which the report groups. Default: that of the run. */
  readonly group?: string | undefined;
  /** Versions for the manifest, by name. */
  readonly versions: Readonly<Record<string, string>>;
  /** Time to record in the lock of the run's folder. */
  readonly now: Date;
}

/** What an export wrote. */
export interface ExportedRun {
  /** Absolute path of the run. */
  readonly run: string;
  /** Absolute path of the folder written into. */
  readonly folder: string;
  /** The written manifest, with paths relative to that folder. */
  readonly manifest: Manifest;
}

/**
 * Renders the files of a run from its ledger alone; sends nothing. Files of answers are not copied.
 * @param run Its folder, or `latest` for the last finished one under `runs/`.
 * @param options Where relative paths start, and where the files go.
 * @throws {InputError} when there is no run, or a folder is in use.
 * @throws {VerifyError} when a file of the run has changed.
 * @throws {DiskError} when the folder cannot be written.
 */
export async function exportRun(run: string, options: ExportOptions): Promise<ExportedRun> {
  const { base, into, versions, now, durability } = options;
  const own = folderOf(run, base);
  const record = withReports(await recordOf(own), { own, options });
  const folder = into === undefined ? own : resolve(base ?? ".", into);
  if (folder !== own) prepare(folder, { runId: record.runId, durability });
  using _lock = folder === own ? lock(own, now) : undefined;
  await settleLost(own, { isHeld: folder === own, options });
  const manifest = await writeOutputs(own, { record, versions, into: folder, durability });
  await verifyOutputs(folder, manifest.files);
  if (folder === own && record.finishedAt !== undefined) await addToHistory(own, { durability });
  return { run: own, folder, manifest };
}

/** Rows whose files are lost become partial, unless a process works on the run, which does that at its end. */
async function settleLost(
  folder: string,
  { isHeld, options: { versions, now, durability } }: { readonly isHeld: boolean; readonly options: ExportOptions },
): Promise<void> {
  if (!await hasLostFiles(folder) || (!isHeld && folderUse(folder).isHeld)) return;
  using _lock = isHeld ? undefined : lockFolder(folder, { now });
  {
    using ledger = new Ledger(join(folder, LEDGER_FILE), { durability });
    await markLostFiles(ledger, folder);
  }
  if (!isHeld) await writeOutputs(folder, { record: await recordOf(folder), versions, durability });
}

/** @throws {InputError} when the run to compare with, or the column to group by, does not exist. */
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

/** @throws {InputError} when the run has not begun. */
async function recordOf(folder: string): Promise<RunRecord> {
  using reader = readLedger(folder);
  const record = reader.record();
  if (record === undefined) throw new InputError(`Cannot export ${folder}: its run has not begun`);
  await checkContent(reader, folder);
  return record;
}

/** Only an earlier export of the same run is replaced. */
function prepare(folder: string, { runId, durability }: Pick<RunRecord, "runId"> & DurabilityOption): void {
  const isOurs = readJson<Manifest>(`${folder}/${MANIFEST_FILE}`)?.run_id === runId;
  const taken = firstHeld(folder, isOurs ? [LEDGER_FILE] : [LEDGER_FILE, ...OUTPUT_FILES]);
  if (taken !== undefined) {
    throw new InputError(`Cannot export into ${folder}: it already holds a ${taken} that this run did not write`);
  }
  makeFolder(folder, durability);
}

function lock(folder: string, now: Date): FolderLock {
  try {
    return lockFolder(folder, { now });
  } catch (cause) {
    if (!(cause instanceof LockedError)) throw cause;
    const who = cause.holder === undefined ? "another process" : `process ${cause.holder.pid}`;
    const message = `Cannot export into ${folder}: ${who} is using it; choose another folder with into`;
    throw new InputError(message, { cause, options: ["into"] });
  }
}
