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
import { exportHelp, parseExportFlags, parseStatusFlags, statusHelp } from "./run_flags.ts";

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
    const flags = parseExportFlags(args);
    if (flags === "help") return terminal.print(...exportHelp());
    const { folder: base, clock, versions } = host;
    terminal.wait(() => "rendering");
    const { out: into, formats, since, group } = flags;
    const wanted = { base, into, formats, since, group, now: clock.now(), versions };
    const { run, folder, manifest } = await exportRun(flags.run, wanted);
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
    const flags = parseStatusFlags(args);
    if (flags === "help") return terminal.print(...statusHelp());
    const now = host.clock.now();
    const status = readStatus(flags.run, { base: host.folder, now });
    if (flags.isJson) return terminal.output(jsonLine(statusFields(status)));
    terminal.print(...statusLines(status, { folder: shorten(host.folder, status.folder), now }));
  });
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
