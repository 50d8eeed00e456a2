import { InputError } from "../protocol/errors.ts";
import { flagLines, type FlagTable, readFlags, textOf } from "./flags.ts";

/** What `score` was asked to do. */
export interface ScoreFlags {
  /** Folders of runs, or `latest`; at least one. */
  readonly runs: readonly string[];
  /** Folder of price CSVs. */
  readonly data?: string | undefined;
  /** One price CSV. */
  readonly prices?: string | undefined;
  readonly benchmark?: string | undefined;
  /** Trading days; the usual ones when absent. */
  readonly horizons?: readonly number[] | undefined;
  readonly out?: string | undefined;
  readonly isJson: boolean;
}

const FLAGS: FlagTable = {
  "data": { value: "DIR", help: "folder of price CSVs (CONVICTION_DATA; unset: the sample)" },
  "prices": { value: "FILE.csv", help: "one price CSV, .csv or .csv.gz, instead of a folder" },
  "benchmark": { value: "TICKER", help: "what returns are measured against (the index of the data)" },
  "horizon": { value: "21,63,126", help: "trading days ahead; on monthly closes 21 are a month" },
  "out": { value: "DIR", help: "folder for score.csv and score.png (that of the last RUN)" },
  "json": { help: "the whole report, one object on one line" },
  "help": { help: "this page" },
};
/** Ten years. */
const MAX_HORIZON = 2520;
/** More are no table any more. */
const MAX_HORIZONS = 12;

/**
 * Reads the arguments of `score`.
 * @throws {InputError} when a flag is unknown, lacks its value or has a wrong one, or no run is named.
 */
export function parseScoreFlags(args: readonly string[]): ScoreFlags | "help" {
  const given = readFlags(args, FLAGS);
  if (given.flags["help"] === true) return "help";
  const [data, prices, horizons] = [textOf(given, "data"), textOf(given, "prices"), textOf(given, "horizon")];
  if (given.positionals.length === 0) {
    throw new InputError("Cannot score a run: none is named; say its folder, or latest");
  }
  if (data !== undefined && prices !== undefined) {
    throw new InputError("Cannot use --data and --prices together: prices come from one place");
  }
  return {
    ...{ runs: given.positionals, data, prices, benchmark: textOf(given, "benchmark"), out: textOf(given, "out") },
    horizons: horizons === undefined ? undefined : readHorizons(horizons),
    isJson: given.flags["json"] === true,
  };
}

/** The page that `score --help` prints. */
export function scoreHelp(): string[] {
  return [
    "Says what happened after the theses of one or more runs, from prices; nothing is sent.",
    ...["", "  deno task score RUN... [flags]", "", ...flagLines(FLAGS), ""],
    "RUN is the folder of a run, or latest for the last finished one under runs/. Several count as one record.",
    "Exit status: 0 scored, whatever the figures say; 1 it could not be written; 2 wrong usage, no such run, no prices.",
  ];
}

function readHorizons(text: string): readonly number[] {
  const days = text.split(",").map((part) => /^ *\d{1,4} *$/.test(part) ? Number(part) : 0);
  const isUsable = days.every((one) => one >= 1 && one <= MAX_HORIZON) && days.length <= MAX_HORIZONS;
  if (isUsable && new Set(days).size === days.length) return days;
  throw new InputError(
    `Cannot use --horizon ${text}: it is up to ${MAX_HORIZONS} different numbers of trading days, like 21,63,126`,
  );
}
