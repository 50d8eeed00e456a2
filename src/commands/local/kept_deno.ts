import { basename, delimiter, dirname, join } from "node:path";
import { DiskError } from "../../disk/disk_error.ts";
import type { Computer } from "./computer.ts";
import { entriesOf, fileAt, linkOrCopy, remove, removeEmpty } from "./files.ts";

/** The Deno that a kernel starts. */
export interface KernelDeno {
  readonly path: string;
  readonly bytes: number;
  /** How it was kept; undefined where it was left where it is. */
  readonly kept?: "link" | "copy";
}

/** What choosing it takes. */
export interface DenoChoice {
  readonly computer: Pick<Computer, "os" | "denoPath">;
  /** The PATH of this process. */
  readonly path: string;
  /** Jupyter's data folder. */
  readonly data: string;
  readonly version: string;
}

/** Whether a program is in the cache of npx or of a program like it, which its cleaning takes away. */
export function isInNpmCache(path: string): boolean {
  return /[\\/](?:_npx|npm-cache|dlx(?:-\w+)?)[\\/]/.test(path);
}

/** The folder of the programs that we keep. */
export function keptFolder(data: string): string {
  return join(data, "conviction");
}

/**
 * The Deno that runs this, under a path that lasts: one in npx's cache is linked or copied into a folder of ours, since
 * a cleaned cache would take the kernel away; otherwise a name in PATH that leads to it, which an update keeps, or its
 * own path.
 *
 * @throws {DiskError} when it cannot be kept.
 */
export function lastingDeno({ computer, path, data, version }: DenoChoice): KernelDeno {
  const { denoPath, os } = computer;
  const name = os === "windows" ? "deno.exe" : "deno";
  const running = fileAt(denoPath) ?? { path: denoPath, bytes: 0 };
  if (!isInNpmCache(running.path) && !isInNpmCache(denoPath)) {
    const named = path.split(delimiter).map((folder) => join(folder, name)).find((one) =>
      fileAt(one)?.path === running.path
    );
    const lasting = named ?? denoPath;
    if (basename(lasting) === name) return { path: lasting, bytes: running.bytes };
  }
  const kept = join(keptFolder(data), `deno-${version}`, name);
  return { path: kept, bytes: running.bytes, kept: linkOrCopy(running.path, kept) };
}

/** Removes programs that no kernel of ours starts any more; one that runs, which Windows holds, at a later call. */
export function removeOthers(data: string, kept: KernelDeno): void {
  for (const path of programsIn(data)) if (path !== dirname(kept.path)) tryRemoving(path);
  removeEmpty(keptFolder(data));
}

/**
 * Removes the programs that we keep.
 * @returns What was removed.
 * @throws {DiskError} when one cannot be removed.
 */
export function removeKept(data: string): readonly string[] {
  const removed = programsIn(data).filter(remove);
  return removeEmpty(keptFolder(data)) ? [keptFolder(data)] : removed;
}

/** Only what we keep: JUPYTER_DATA_DIR may be any folder, also one that holds a copy of this project. */
function programsIn(data: string): string[] {
  const folder = keptFolder(data);
  return entriesOf(folder).map(({ name }) => name).filter((name) => /^deno-\d+\.\d+\.\d+/.test(name))
    .map((name) => join(folder, name));
}

function tryRemoving(path: string): void {
  try {
    remove(path);
  } catch (error) {
    if (!(error instanceof DiskError)) throw error;
  }
}
