import { folderOf, readManifest, readThesisRows } from "../batch/runs/open_run.ts";
import { compareRuns, type RunToCompare } from "../compare/compare_runs.ts";
import type { Comparison } from "../compare/comparison.ts";
import { InputError } from "../protocol/errors.ts";
import { jsonLine } from "../view/lines.ts";
import { blockLines } from "../view/block_lines.ts";
import { changesBlocks } from "../view/run_changes.ts";
import { type CommandHost, defineCommand, type Place } from "./command.ts";
import { count } from "./flag_values.ts";
import type { CommandPage } from "./flags.ts";
import { shortPath } from "./named_runs.ts";

const DEFAULT_TOP = 20;

/** The page of `compare`. */
export const COMPARE = {
  does: "Shows what changed from one run to another, from their ledgers alone; nothing is sent or written.",
  usage: ["compare A B [flags]"],
  flags: {
    "top": { value: "N", read: count, help: "show the N most important changes (20)" },
    "json": { help: "one JSON object on one line" },
  },
  notes: [
    "A is the earlier run, B the later: folders, or latest for the last finished one under runs/.",
    "Exit status: 0 both were read; 1 not; 2 wrong usage, or no such run.",
  ],
} as const satisfies CommandPage;

/** Shows what changed from one run to another. */
export const compareCommand = defineCommand(
  COMPARE,
  async ({ words, top = DEFAULT_TOP, json }, { host, terminal }: Place<CommandHost>) => {
    const named = twoRuns(words);
    const earlier = folderOf(named.earlier, host.folder);
    const later = folderOf(named.later, host.folder);
    const comparison = await compareFolders(earlier, later);
    if (json) return terminal.output(jsonLine(comparison));
    const folders = { earlier: shortPath(host.folder, earlier), later: shortPath(host.folder, later) };
    const show = { shown: top, most: top, rest: `with --top ${comparison.changes.length}` };
    terminal.print(...blockLines(changesBlocks(comparison, { folders, show }), host.out.width));
  },
);

/**
 * Compares two runs.
 * @param earlier Folder of the earlier one.
 * @param later Folder of the later one.
 * @throws {InputError} when one of them is no run.
 */
export async function compareFolders(earlier: string, later: string): Promise<Comparison> {
  return compareRuns(await load(earlier), await load(later));
}

/** @throws {InputError} when not exactly two runs are named. */
function twoRuns([earlier, later, more]: readonly string[]) {
  if (earlier === undefined || later === undefined) {
    const state = earlier === undefined ? "no run is named" : `only "${earlier}" is named`;
    throw new InputError(`Cannot compare runs: ${state}; give two folders, the earlier first, or latest for one`);
  }
  if (more !== undefined) throw new InputError(`Cannot compare more than two runs: "${more}" is one too many`);
  return { earlier, later };
}

async function load(folder: string): Promise<RunToCompare> {
  return { manifest: readManifest(folder), rows: await readThesisRows(folder) };
}
