import { join } from "node:path";
import type { SavedFile } from "../../run/outcome.ts";
import type { OpenedRun } from "./open_run.ts";

const TAPES_FOLDER = "tapes";

/** A file of a run's answers, and whose it is. */
export interface RunFile extends SavedFile {
  /** Number of the row, from 1; rows that asked the same share their files, and the first has them here. */
  readonly row: number;
  /** The row's ticker. */
  readonly ticker: string;
  /** Absolute path. */
  readonly location: string;
}

/**
 * The files that the answers of a run brought: charts, series, exports.
 * @param run As `openRun()` gives it.
 * @returns Each file once, in the order of the rows.
 * @example
 * ```ts
 * import { deepStrictEqual } from "node:assert";
 * import { filesOf, openRun, screen } from "conviction/batch";
 *
 * const research = {
 *   reason: () =>
 *     Promise.resolve({
 *       agent_thesis: { signal: "neutral", confidence: 0.51, reasoning: "IBM moves with the market." },
 *       key_drivers: [],
 *       risks: [],
 *     }),
 *   download: () => Promise.reject(new Error("no files here")),
 * };
 * const folder = Deno.makeTempDirSync();
 * for await (const _ of screen([{ ticker: "IBM" }], research, { folder }));
 * deepStrictEqual(filesOf(await openRun(folder)), []);
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
 * The tapes that lie in a run's folder, under `tapes`.
 * @param run As `openRun()` gives it.
 * @returns Absolute paths in the order of their names; none where nothing was recorded there.
 */
export function tapesOf({ folder }: OpenedRun): readonly string[] {
  try {
    return Array.from(Deno.readDirSync(join(folder, TAPES_FOLDER)))
      .filter(({ name, isFile }) => isFile && name.endsWith(".jsonl"))
      .map(({ name }) => join(folder, TAPES_FOLDER, name)).toSorted();
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return [];
    throw error;
  }
}
