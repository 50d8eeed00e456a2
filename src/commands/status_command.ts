import { dirname, join, resolve } from "node:path";
import { readStatus } from "../batch/runs/read_status.ts";
import { RUNS_FOLDER } from "../batch/runs/run_files.ts";
import { pathFrom } from "../disk/folder.ts";
import type { RunStatus } from "../run/progress.ts";
import type { ResumePlace } from "../view/continue_command.ts";
import { jsonLine } from "../view/lines.ts";
import { statusFields, statusLines } from "../view/status_lines.ts";
import { type CommandHost, defineCommand, type Place } from "./command.ts";
import type { CommandPage } from "./flags.ts";
import type { Host } from "./host.ts";
import { oneRun, RUN_HELP, shortPath } from "./named_runs.ts";

type StatusHost = CommandHost & Pick<Host, "readText">;

/** The page of `status`. */
export const STATUS = {
  does: "Reports the progress of a run, finished or running, from its ledger alone.",
  usage: ["status RUN [flags]"],
  flags: { "json": { help: "one JSON object on one line" } },
  notes: [RUN_HELP, "Exit status: 0 it was read; 1 it was not; 2 wrong usage, or no such run."],
} as const satisfies CommandPage;

/** Reports the progress of a run. */
export const statusCommand = defineCommand(
  STATUS,
  ({ words, json }, { host, terminal }: Place<StatusHost>) => {
    const now = host.clock.now();
    const status = readStatus(oneRun(words, "read"), { base: host.folder, now });
    const place = placeOf(status, host);
    if (json) return terminal.output(jsonLine(statusFields(status, place)));
    terminal.print(...statusLines(status, { folder: shortPath(host.folder, status.folder), ...place, now }));
  },
);

/** Where to type the command that resumes a run, and which folder to name in it; the run may have been moved. */
function placeOf({ folder, record }: RunStatus, host: StatusHost): ResumePlace {
  const { options: { listPath, out }, input: { name } } = record;
  const list = typeof listPath === "string" ? listPath : name;
  const recorded = record.startedIn === undefined ? host.folder : resolve(folder, record.startedIn);
  const start = [recorded, host.folder, ...foldersAbove(folder)]
    .find((one) => list !== "" && host.readText(resolve(one, list)) !== undefined) ?? recorded; // "": the sample list
  const short = shortPath(host.folder, start);
  return {
    startedIn: start === host.folder ? undefined : short.startsWith("..") ? start : short,
    out: isInPlace(folder, { out, start }) ? undefined : pathFrom(start, folder) || ".",
  };
}

function foldersAbove(folder: string): string[] {
  const above = dirname(folder);
  return above === folder ? [] : [above, ...foldersAbove(above)];
}

/** Whether the recorded flags lead to the folder: a run that was copied or moved is found under its own name only. */
function isInPlace(folder: string, { out, start }: { readonly out: unknown; readonly start: string }): boolean {
  return typeof out === "string"
    ? resolve(start, out) === folder
    : dirname(dirname(folder)) === join(start, RUNS_FOLDER);
}
