import { relative } from "node:path";
import { exportRun } from "../batch/outputs/export_run.ts";
import { readStatus } from "../batch/runs/read_status.ts";
import type { Clock } from "../pace/clock.ts";
import { jsonLine } from "../view/lines.ts";
import { countWords } from "../view/progress_line.ts";
import { statusFields, statusLines } from "../view/status_lines.ts";
import { endCommand } from "./command_end.ts";
import { LiveTerminal } from "./live_terminal.ts";
import type { Output } from "./output.ts";
import { type CommandPage, helpLines, readFlags } from "./flags.ts";
import { REPORT_FLAGS } from "./report_flags.ts";
import { InputError } from "../protocol/errors.ts";

const RUN_HELP = "RUN is the folder of a run, or latest for the last finished one under runs/.";

/** The page of `export`. */
export const EXPORT = {
  does: "Renders the files of a run again, from its ledger alone; nothing is sent.",
  usage: ["deno task export RUN [flags]"],
  flags: {
    "out": {
      value: "DIR",
      option: "into",
      help: "folder for the files (the run's own; needed while a runner works in that)",
    },
    ...REPORT_FLAGS,
  },
  notes: [RUN_HELP, "Exit status: 0 rendered and verified; 1 not; 2 wrong usage, nothing written."],
} as const satisfies CommandPage;

/** The page of `status`. */
export const STATUS = {
  does: "Says how a run stands, from its ledger alone, be it finished or going on.",
  usage: ["deno task status RUN [flags]"],
  flags: { "json": { help: "one object on one line" } },
  notes: [RUN_HELP, "Exit status: 0 it could be read; 1 it could not; 2 wrong usage, or there is no run."],
} as const satisfies CommandPage;

/** What `export` and `status` run on. */
export interface RunHost {
  /** For the result. */
  readonly out: Output;
  /** For errors. */
  readonly err: Output;
  readonly clock: Clock;
  /** The folder the person stands in. */
  readonly folder: string;
  /** Versions for the manifest, by name. */
  readonly versions: Readonly<Record<string, string>>;
}

/**
 * Renders the files of a run without sending.
 * @param args As the shell gave them; `--help` says what they mean.
 * @returns Exit status: 0 rendered and verified; 1 not; 2 wrong usage.
 */
export function exportCommand(args: readonly string[], host: RunHost): Promise<number> {
  return command(host, async (terminal) => {
    const flags = readFlags(args, EXPORT.flags);
    if (flags === "help") return terminal.print(...helpLines(EXPORT));
    const named = onlyRun(flags.words, "export");
    const { folder: base, clock, versions } = host;
    terminal.wait(() => "rendering");
    const { into, formats, since, group } = flags;
    const wanted = { base, into, formats, since, group, now: clock.now(), versions };
    const { run, folder, manifest } = await exportRun(named, wanted);
    const { rows, statuses, files } = manifest.counts;
    terminal.print(`${rows} ${rows === 1 ? "row" : "rows"}: ${countWords(statuses)}. Nothing was sent.`);
    terminal.print(`Open ${shorten(base, folder)}/theses.csv; every file was verified.`);
    if (run !== folder && files > 0) terminal.print(`The files of the answers stay in ${shorten(base, run)}/files.`);
  });
}

/**
 * Says how a run stands.
 * @param args As the shell gave them; `--help` says what they mean.
 * @returns Exit status: 0 it could be read; 1 it could not; 2 wrong usage, or there is no run.
 */
export function statusCommand(args: readonly string[], host: RunHost): Promise<number> {
  return command(host, (terminal) => {
    const flags = readFlags(args, STATUS.flags);
    if (flags === "help") return terminal.print(...helpLines(STATUS));
    const now = host.clock.now();
    const status = readStatus(onlyRun(flags.words, "read"), { base: host.folder, now });
    if (flags.json) return terminal.output(jsonLine(statusFields(status)));
    terminal.print(...statusLines(status, { folder: shorten(host.folder, status.folder), now }));
  });
}

function onlyRun([run, more]: readonly string[], verb: string): string {
  if (run === undefined) throw new InputError(`Cannot ${verb} a run: none is named; say its folder, or latest`);
  if (more !== undefined) throw new InputError(`Cannot ${verb} two runs at once: "${more}" is one too many`);
  return run;
}

async function command(
  { out, err, clock }: RunHost,
  work: (terminal: LiveTerminal) => void | Promise<void>,
): Promise<number> {
  const terminal = new LiveTerminal({ out, err, clock, isQuiet: false, hasColour: false });
  try {
    await work(terminal);
    return 0;
  } catch (error) {
    return endCommand(error, terminal, (text) => text);
  } finally {
    terminal.end();
  }
}

/** As the person would type it. */
function shorten(base: string, path: string): string {
  const short = relative(base, path);
  return short === "" ? "." : short.startsWith("..") ? path : short;
}
