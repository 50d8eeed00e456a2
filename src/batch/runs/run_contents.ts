import { readdirSync } from "node:fs";
import { join } from "node:path";
import { ifThere } from "../../disk/disk_error.ts";
import type { SavedFile } from "../../run/outcome.ts";
import type { OpenedRun } from "./open_run.ts";

const TAPES_FOLDER = "tapes";

/** A file of an answer, and its row. */
export interface RunFile extends SavedFile {
  /** Number of the row, from 1; the first one when rows share a request. */
  readonly row: number;
  /** The row's ticker. */
  readonly ticker: string;
  /** Absolute path. */
  readonly location: string;
}

/**
 * The files of the answers of a run: charts, series, exports.
 * @param run A run that `openRun()` returned.
 * @returns Each file once, in the order of the rows.
 * @example
 * ```ts ignore
 * import { filesOf, openRun } from "conviction/batch";
 *
 * for (const { ticker, location } of filesOf(await openRun("latest"))) console.log(ticker, location);
 * ```
 */
export function filesOf({ folder, rows }: OpenedRun): readonly RunFile[] {
  const found = new Map<string, RunFile>();
  for (const { row, ticker, files } of rows) {
    for (const file of files) {
      if (!found.has(file.path)) found.set(file.path, { ...file, row, ticker, location: join(folder, file.path) });
    }
  }
  return [...found.values()];
}

/**
 * The tapes in the folder `tapes` of a run.
 * @param run A run that `openRun()` returned.
 * @returns Absolute paths in the order of their names; empty when nothing was recorded.
 */
export function tapesOf({ folder }: OpenedRun): readonly string[] {
  return ifThere(() => readdirSync(join(folder, TAPES_FOLDER), { withFileTypes: true }), [])
    .filter((entry) => entry.isFile() && entry.name.endsWith(".jsonl"))
    .map(({ name }) => join(folder, TAPES_FOLDER, name)).toSorted();
}
