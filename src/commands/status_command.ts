import { resolve } from "node:path";
import { readStatus } from "../batch/runs/read_status.ts";
import type { RunStatus } from "../run/progress.ts";
import { jsonLine } from "../view/lines.ts";
import { statusFields, statusLines } from "../view/status_lines.ts";
import { type CommandHost, perform } from "./command.ts";
import type { CommandPage } from "./flags.ts";
import { oneRun, RUN_HELP, shortPath } from "./named_runs.ts";

/** The page of `status`. */
export const STATUS = {
  does: "Reports the progress of a run, finished or running, from its ledger alone.",
  usage: ["status RUN [flags]"],
  flags: { "json": { help: "one object on one line" } },
  notes: [RUN_HELP, "Exit status: 0 it was read; 1 it was not; 2 wrong usage, or no such run."],
} as const satisfies CommandPage;

/**
 * Reports the progress of a run.
 * @param args As the shell passed them; `--help` explains them.
 * @returns Exit status: 0 it was read; 1 it was not; 2 wrong usage, or no such run.
 */
export function statusCommand(args: readonly string[], host: CommandHost): Promise<number> {
  return perform(args, host, {
    page: STATUS,
    work({ words, json }, terminal) {
      const now = host.clock.now();
      const status = readStatus(oneRun(words, "read"), { base: host.folder, now });
      const startedIn = startOf(status, host.folder);
      if (json) return terminal.output(jsonLine(statusFields(status, { startedIn })));
      terminal.print(...statusLines(status, { folder: shortPath(host.folder, status.folder), startedIn, now }));
    },
  });
}

/** Where the run was started, as a person in another folder would type it; undefined in that folder itself. */
function startOf({ folder, record: { startedIn } }: RunStatus, here: string): string | undefined {
  const start = startedIn === undefined ? here : resolve(folder, startedIn);
  return start === here ? undefined : shortPath(here, start);
}
