import { createReadStream, existsSync, renameSync, rmSync, statSync } from "node:fs";
import { rm } from "node:fs/promises";
import { basename, dirname, join, posix } from "node:path";
import { AsideFile } from "../../src/disk/aside_file.ts";
import { DiskError } from "../../src/disk/disk_error.ts";
import { makeFolder, syncFolder } from "../../src/disk/folder.ts";
import { writeAside } from "../../src/disk/write_aside.ts";
import { InputError } from "../../src/protocol/errors.ts";
import type { SavedFile } from "../../src/run/outcome.ts";
import type { FilesPlace, FileStore } from "./ports.ts";

const PROBE = "probe";
/** Suffix of the files of a row that are not complete. */
const ASIDE = ".aside";

/**
 * The files of rows in a folder that all hosts have mounted: `RUN/SHARD-FENCE/files/ROW_TICKER/`. Each worker has a
 * folder of its own there, so nothing is locked, and what a worker leaves behind is in nobody's way.
 * @param folder An existing folder: what is missing may be a disk that is not mounted.
 * @throws {InputError} when it does not exist.
 */
export function openSharedFolder(folder: string, { newId }: { readonly newId: () => string }): FileStore {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) {
    const state = "there is no such folder; mount or create it first";
    throw new InputError(`Cannot use ${folder} for the files of a fleet: ${state}`);
  }
  const folderOf = (runId: string) => join(folder, runId);
  const rowFolder = (place: FilesPlace, files: readonly SavedFile[]) =>
    join(folderOf(place.runId), `${place.shard}-${place.fence}`, dirname(files[0]?.path ?? ""));
  return {
    async mark(runId) {
      // A name of its own each time: a host remembers for a while that a name of a network folder was not there.
      const mark = `conductor-${newId()}`;
      makeFolder(folderOf(runId));
      await writeAside(join(folderOf(runId), mark), `${runId}\n`);
      return mark;
    },
    async check(runId, mark) {
      if (!existsSync(join(folderOf(runId), mark))) throw otherFolder(folder, { runId, mark });
      await writeAside(join(folderOf(runId), PROBE), `${runId}\n`);
    },
    async put(place, files, from) {
      if (files.length === 0) return;
      const path = rowFolder(place, files);
      // Below a disk that is not mounted any more the same path would be a folder of this host.
      if (!existsSync(folderOf(place.runId))) {
        throw new DiskError("write", path, { cause: "the folder of its run is not there any more; is it mounted?" });
      }
      await putAside(files, { from, path });
    },
    async get(place, files, into) {
      checkPaths(files);
      for (const file of files) {
        const path = join(into, file.path);
        if (statSync(path, { throwIfNoEntry: false })?.size === file.bytes) continue; // written aside, so it is whole
        makeFolder(dirname(path));
        await copyFile(join(rowFolder(place, files), basename(file.path)), path, file);
      }
    },
    remove: (runId) => rm(folderOf(runId), { recursive: true, force: true }),
  };
}

function otherFolder(folder: string, { runId, mark }: Readonly<Record<"runId" | "mark", string>>): InputError {
  const state = `the file ${join(runId, mark)} that its conductor wrote is not there`;
  const remedy = "use for filesTo the folder that the conductor has";
  return new InputError(`Cannot use ${folder} for the files of run ${runId}: ${state}; ${remedy}`, {
    options: ["filesTo"],
  });
}

/** Copies the files of a row aside, and gives them their folder at once. */
async function putAside(
  files: readonly SavedFile[],
  { from, path }: { readonly from: string; readonly path: string },
): Promise<void> {
  const aside = `${path}${ASIDE}`;
  try {
    makeFolder(aside);
    for (const file of files) await copyFile(join(from, file.path), join(aside, basename(file.path)), file);
    rmSync(path, { recursive: true, force: true }); // of an earlier try
    renameSync(aside, path);
    syncFolder(dirname(path));
  } catch (error) {
    removeQuietly(aside);
    throw error instanceof DiskError ? error : new DiskError("write", path, { cause: error });
  }
}

/** Copies a file aside, and gives it its name when it is what was saved. A link would not cross file systems. */
async function copyFile(from: string, to: string, { sha256 }: SavedFile): Promise<void> {
  using file = new AsideFile(to);
  try {
    for await (const chunk of createReadStream(from)) file.write(chunk);
  } catch (cause) {
    throw cause instanceof DiskError ? cause : new DiskError("read", from, { cause });
  }
  if (file.finish().sha256 !== sha256) {
    throw new DiskError("copy", from, { cause: "its bytes are not those that were saved" });
  }
  file.replace();
}

/** Another host wrote the paths: none may lead out of the folder of files. */
function checkPaths(files: readonly SavedFile[]): void {
  for (const { path } of files) {
    if (path.startsWith("files/") && posix.normalize(path) === path && !path.endsWith("/")) continue;
    throw new DiskError("save", JSON.stringify(path), { cause: "not the path of a file of a row" });
  }
}

function removeQuietly(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch {
    // The error that left it unfinished is the one to report, and a leftover is in nobody's way.
  }
}
