import { relative } from "node:path";
import { folderOf, readManifest, readThesisRows } from "../batch/runs/open_run.ts";
import { compareRuns, type RunToCompare } from "../compare/compare_runs.ts";
import type { Clock } from "../pace/clock.ts";
import { comparisonLines } from "../view/comparison_lines.ts";
import { jsonLine } from "../view/lines.ts";
import { endCommand } from "./command_end.ts";
import { count } from "./flag_values.ts";
import { type CommandPage, helpLines, readFlags } from "./flags.ts";
import { InputError } from "../protocol/errors.ts";
import { LiveTerminal } from "./live_terminal.ts";
import type { Output } from "./output.ts";

/** The page of `compare`. */
export const COMPARE = {
  does: "Says what changed from one run to another, from their ledgers alone; nothing is sent or written.",
  usage: ["deno task compare A B [flags]"],
  flags: {
    "top": { value: "N", read: count, help: "show the N weightiest changes (20)" },
    "json": { help: "one object on one line" },
  },
  notes: [
    "A is the earlier run, B the later: folders, or latest for the last finished one under runs/.",
    "Exit status: 0 both could be read; 1 not; 2 wrong usage, or there is no such run.",
  ],
} as const satisfies CommandPage;

/** What `compare` runs on. */
export interface CompareHost {
  /** For the result. */
  readonly out: Output;
  /** For errors. */
  readonly err: Output;
  readonly clock: Clock;
  /** The folder the person stands in. */
  readonly folder: string;
}

/**
 * Says what changed from one run to another.
 * @param args As the shell gave them; `--help` says what they mean.
 * @returns Exit status: 0 both could be read; 1 not; 2 wrong usage, or there is no such run.
 */
export async function compareCommand(args: readonly string[], host: CompareHost): Promise<number> {
  const terminal = new LiveTerminal({ ...host, isQuiet: false, hasColour: false });
  try {
    await compare(args, { host, terminal });
    return 0;
  } catch (error) {
    return endCommand(error, terminal, (text) => text);
  } finally {
    terminal.end();
  }
}

async function compare(
  args: readonly string[],
  { host, terminal }: { readonly host: CompareHost; readonly terminal: LiveTerminal },
): Promise<void> {
  const flags = readFlags(args, COMPARE.flags);
  if (flags === "help") return terminal.print(...helpLines(COMPARE));
  const { earlier, later } = twoRuns(flags.words, host.folder);
  const comparison = compareRuns(await load(earlier), await load(later));
  if (flags.json) return terminal.output(jsonLine(comparison));
  const folders = { earlier: shorten(host.folder, earlier), later: shorten(host.folder, later) };
  terminal.print(...comparisonLines(comparison, { width: host.out.width, maxRows: flags.top, folders }));
}

/** @throws {InputError} when not two runs are named, or there is no such run. */
function twoRuns([earlier, later, more]: readonly string[], base: string) {
  if (earlier === undefined || later === undefined) {
    const state = earlier === undefined ? "none is named" : `only "${earlier}" is named`;
    throw new InputError(`Cannot compare runs: ${state}; say two folders, the earlier first, or latest for one`);
  }
  if (more !== undefined) throw new InputError(`Cannot compare more than two runs: "${more}" is one too many`);
  return { earlier: folderOf(earlier, base), later: folderOf(later, base) };
}

async function load(folder: string): Promise<RunToCompare> {
  return { manifest: readManifest(folder), rows: await readThesisRows(folder) };
}

/** As the person would type it. */
function shorten(base: string, path: string): string {
  const short = relative(base, path);
  return short === "" ? "." : short.startsWith("..") ? path : short;
}
