import { InputError } from "../protocol/errors.ts";
import { flagLines, type FlagTable, type GivenFlags, readFlags, textOf } from "./flags.ts";
import { readReportFlags, REPORT_FLAGS, type ReportFlags } from "./report_flags.ts";

/** What `export` was asked to do. */
export interface ExportFlags extends ReportFlags {
  /** A folder, or `latest`. */
  readonly run: string;
  readonly out?: string | undefined;
}

/** What `status` was asked to do. */
export interface StatusFlags {
  /** A folder, or `latest`. */
  readonly run: string;
  readonly isJson: boolean;
}

const EXPORT_FLAGS: FlagTable = {
  "out": { value: "DIR", help: "folder for the files (the run's own; needed while a runner works in that)" },
  ...REPORT_FLAGS,
  "help": { help: "this page" },
};
const STATUS_FLAGS: FlagTable = {
  "json": { help: "one object on one line" },
  "help": { help: "this page" },
};
const RUN_HELP = "RUN is the folder of a run, or latest for the last finished one under runs/.";

/**
 * Reads the arguments of `export`.
 * @throws {InputError} when a flag is unknown or lacks its value, or no run is named.
 */
export function parseExportFlags(args: readonly string[]): ExportFlags | "help" {
  const given = readFlags(args, EXPORT_FLAGS);
  if (given.flags["help"] === true) return "help";
  return { run: onlyRun("export", given), out: textOf(given, "out"), ...readReportFlags(given) };
}

/**
 * Reads the arguments of `status`.
 * @throws {InputError} when a flag is unknown, or no run is named.
 */
export function parseStatusFlags(args: readonly string[]): StatusFlags | "help" {
  const given = readFlags(args, STATUS_FLAGS);
  if (given.flags["help"] === true) return "help";
  return { run: onlyRun("read", given), isJson: given.flags["json"] === true };
}

/** The page that `export --help` prints. */
export function exportHelp(): string[] {
  return [
    "Renders the files of a run again, from its ledger alone; nothing is sent.",
    ...["", "  deno task export RUN [flags]", "", ...flagLines(EXPORT_FLAGS), "", RUN_HELP],
    "Exit status: 0 rendered and verified; 1 not; 2 wrong usage, nothing written.",
  ];
}

/** The page that `status --help` prints. */
export function statusHelp(): string[] {
  return [
    "Says how a run stands, from its ledger alone, be it finished or going on.",
    ...["", "  deno task status RUN [flags]", "", ...flagLines(STATUS_FLAGS), "", RUN_HELP],
    "Exit status: 0 it could be read; 1 it could not; 2 wrong usage, or there is no run.",
  ];
}

function onlyRun(command: string, { positionals: [run, more] }: GivenFlags): string {
  if (run === undefined) throw new InputError(`Cannot ${command} a run: none is named; say its folder, or latest`);
  if (more !== undefined) throw new InputError(`Cannot ${command} two runs at once: "${more}" is one too many`);
  return run;
}
