import { relative } from "node:path";
import { folderOf, readManifest, readThesisRows } from "../batch/runs/open_run.ts";
import { compareRuns, type RunToCompare } from "../compare/compare_runs.ts";
import type { Clock } from "../pace/clock.ts";
import { comparisonLines } from "../view/comparison_lines.ts";
import { jsonLine } from "../view/lines.ts";
import { endCommand } from "./command_end.ts";
import { compareHelp, parseCompareFlags } from "./compare_flags.ts";
import { LiveTerminal } from "./live_terminal.ts";
import type { Output } from "./output.ts";

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
  const flags = parseCompareFlags(args);
  if (flags === "help") return terminal.print(...compareHelp());
  const [earlier, later] = [folderOf(flags.earlier, host.folder), folderOf(flags.later, host.folder)];
  const comparison = compareRuns(await load(earlier), await load(later));
  if (flags.isJson) return terminal.output(jsonLine(comparison));
  const folders = { earlier: shorten(host.folder, earlier), later: shorten(host.folder, later) };
  terminal.print(...comparisonLines(comparison, { width: host.out.width, maxRows: flags.top, folders }));
}

async function load(folder: string): Promise<RunToCompare> {
  return { manifest: readManifest(folder), rows: await readThesisRows(folder) };
}

/** As the person would type it. */
function shorten(base: string, path: string): string {
  const short = relative(base, path);
  return short === "" ? "." : short.startsWith("..") ? path : short;
}
