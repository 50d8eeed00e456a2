import { isFolder } from "../../disk/folder.ts";
import { readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { InputError } from "../../protocol/errors.ts";
import { LEDGER_FILE } from "../ledger/ledger_schema.ts";
import { firstHeld, folderNameOf, RUNS_FOLDER } from "../runs/run_files.ts";

/**
 * The folder of the runs of a list.
 * @param list The list's path (`my_tickers.csv`), its name, or the folder itself (`runs/my_tickers`).
 * @param base Where relative paths start.
 * @throws {InputError} when it is missing.
 */
export function listFolder(list: string, base = "."): string {
  const found = findListFolder(list, base);
  if (found === undefined) {
    const missing = resolve(base, isPath(list) ? list : join(RUNS_FOLDER, folderNameOf(list)));
    const cure = "give a list that was screened, or the folder of its runs";
    throw new InputError(`Cannot open the runs of ${list}: there is no folder ${missing}; ${cure}`);
  }
  if (firstHeld(found, [LEDGER_FILE]) === undefined) return found;
  throw new InputError(
    `Cannot open the runs of ${list}: it is one run; give the folder that holds it, or use openRun()`,
  );
}

/** As {@linkcode listFolder}; nothing if absent. */
export function findListFolder(list: string, base = "."): string | undefined {
  const path = resolve(base, list);
  const byName = resolve(base, RUNS_FOLDER, folderNameOf(list));
  return (isPath(list) ? [path, byName] : [byName]).find(isFolder);
}

/** The folders of all lists under `runs/`, by name. */
export function allLists(base: string): string[] {
  const runs = resolve(base, RUNS_FOLDER);
  if (!isFolder(runs)) return [];
  return readdirSync(runs, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && firstHeld(join(runs, entry.name), [LEDGER_FILE]) === undefined)
    .map(({ name }) => join(runs, name)).sort();
}

function isPath(list: string): boolean {
  return /[/\\]/.test(list);
}
