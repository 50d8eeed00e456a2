import { exportRun } from "../batch/outputs/export_run.ts";
import { countWords } from "../view/progress_line.ts";
import { type CommandHost, defineCommand, type Place } from "./command.ts";
import type { CommandPage } from "./flags.ts";
import type { Host } from "./host.ts";
import { oneRun, RUN_HELP, shortPath } from "./named_runs.ts";
import { REPORT_FLAGS } from "./report_flags.ts";
import { counted } from "../text/counted.ts";

/** The page of `export`. */
export const EXPORT = {
  does: "Renders the files of a run again, from its ledger alone; nothing is sent.",
  usage: ["export RUN [flags]"],
  flags: {
    "out": {
      value: "DIR",
      option: "into",
      help: "folder for the files (the run's own; required while a process works in it)",
    },
    ...REPORT_FLAGS,
  },
  notes: [RUN_HELP, "Exit status: 0 rendered and verified; 1 not; 2 wrong usage, nothing written."],
} as const satisfies CommandPage;

/** Renders the files of a run without sending. */
export const exportCommand = defineCommand(
  EXPORT,
  async ({ words, into, formats, since, group }, { host, terminal }: Place<CommandHost & Pick<Host, "versions">>) => {
    const { folder: base, clock, versions, durability } = host;
    const named = oneRun(words, "export");
    terminal.wait(() => "rendering");
    const wanted = { base, into, formats, since, group, now: clock.now(), versions, durability };
    const { run, folder, manifest } = await exportRun(named, wanted);
    const { rows, statuses, files } = manifest.counts;
    terminal.print(`${counted(rows, "row")}: ${countWords(statuses)}. Nothing was sent.`);
    terminal.print(
      `Open ${shortPath(base, folder)}/theses.csv; each file has the size and digest that manifest.json gives it.`,
    );
    if (run !== folder && files > 0) {
      terminal.print(`The files of the answers stay in ${shortPath(base, run)}/files.`);
    }
  },
);
