import { dirname, join, resolve } from "node:path";
import { pathFrom } from "../../disk/folder.ts";
import type { Manifest, RunSince } from "../../run/manifest.ts";
import { InputError } from "../../protocol/errors.ts";
import { folderOf, readManifest } from "./open_run.ts";
import { MANIFEST_FILE, readJson } from "./run_files.ts";

/** Compare with no run. */
export const SINCE_NONE = "none";
/** Compare with the last finished run of the same list. */
export const SINCE_LAST = "last";

/** Whether an option names a particular run, which must then exist. */
export function namesRun(since: string | undefined): since is string {
  return since !== undefined && since !== SINCE_NONE && since !== SINCE_LAST;
}

/**
 * Finds the run to compare a run with.
 * @param since A folder, `latest`, `last` or `none`.
 * @param run Its `folder` and the name of its list; `base` is where relative paths start.
 * @returns Nothing if absent.
 * @throws {InputError} when the named run does not exist.
 */
export function findSince(
  since: string,
  { folder, base, inputName }: { readonly folder: string; readonly base: string; readonly inputName: string },
): RunSince | undefined {
  if (since === SINCE_NONE) return undefined;
  const found = since === SINCE_LAST ? lastBeside(folder, inputName) : named(folderOf(since, base));
  if (found === undefined || found.folder === resolve(folder)) return undefined;
  return { folder: pathFrom(folder, found.folder), run_id: found.manifest.run_id };
}

/**
 * Validates the column that a report groups by.
 * @throws {InputError} when the list has no such column.
 */
export function checkGroup(group: string, header: readonly string[]): void {
  if (header.includes(group)) return;
  throw new InputError(`Cannot group by "${group}": the list has the columns ${header.join(", ")}`);
}

/** A run with its manifest. */
interface Found {
  readonly folder: string;
  readonly manifest: Manifest;
}

function named(folder: string): Found {
  return { folder, manifest: readManifest(folder) };
}

function lastBeside(folder: string, inputName: string): Found | undefined {
  const parent = dirname(resolve(folder));
  const beside = Array.from(Deno.readDirSync(parent)).filter(({ isDirectory }) => isDirectory)
    .map(({ name }) => ({ folder: join(parent, name), manifest: manifestIn(join(parent, name)) }));
  return beside.filter((one): one is Found => isCandidate(one, { folder, inputName }))
    .toSorted((a, b) => finishOf(a) < finishOf(b) ? -1 : 1).at(-1);
}

function isCandidate(
  { folder, manifest }: { readonly folder: string; readonly manifest: Manifest | undefined },
  own: { readonly folder: string; readonly inputName: string },
): boolean {
  return folder !== resolve(own.folder) && manifest?.input?.name === own.inputName && finishOf({ manifest }) !== "";
}

/** Empty for a run that a limit cut short: compared with it, its skipped rows would all be new. */
function finishOf({ manifest }: { readonly manifest: Manifest | undefined }): string {
  return manifest?.counts?.statuses?.skipped === 0 ? manifest.finished_at ?? "" : "";
}

/** Other folders beside the run are no business of ours: unreadable, or `/proc` beside a run in the root. */
function manifestIn(folder: string): Manifest | undefined {
  try {
    return readJson<Manifest>(join(folder, MANIFEST_FILE));
  } catch {
    return undefined;
  }
}
