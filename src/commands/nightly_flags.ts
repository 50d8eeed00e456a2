import { KEY_HELP } from "./connection_flags.ts";
import { FETCH } from "./fetch_flags.ts";
import { day, timeOfDay } from "./flag_values.ts";
import type { CommandPage, FlagsOf, FlagTable, Given } from "./flags.ts";
import { NOTIFY_FLAGS } from "./notify_flags.ts";
import { SCREEN } from "./screen_flags.ts";

const FLAGS = {
  "night": {
    value: "DATE",
    read: day,
    help: "the night to run or resume, by the day it began (tonight: from noon to noon, local time)",
  },
  "expect-by": {
    value: "HH:MM",
    read: timeOfDay,
    help: "only check, at this time of day or later, that tonight's run has begun; if not, notify and exit with 1",
  },
  "from": FETCH.flags.from,
  "documents": FETCH.flags.documents,
  "wait": FETCH.flags.wait,
  ...NOTIFY_FLAGS,
  "seen": { help: "messages in doubt so far are known: they no longer make a night exit with 1" },
  ...SCREEN.flags,
  "dry-run": { help: "go through the steps and send nothing" },
  "json": { help: "steps, progress and result as lines of JSON" },
  "quiet": { help: "no line per step, no progress" },
} as const satisfies FlagTable;

/** The flags of a night, as they were typed. */
export type NightlyFlags = FlagsOf<typeof FLAGS> & Given;

/** The page of `nightly`. */
export const NIGHTLY = {
  does:
    "Runs a night of a list unattended: fetches, checks the data, screens, compares with the night before, notifies.",
  usage: ["nightly tickers.csv [flags]"],
  flags: FLAGS,
  notes: [
    KEY_HELP,
    "The run goes to runs/<list>/<night>. Steps that are done are recorded in runs/<list>/.nights and not repeated: the",
    "same command resumes a night that was stopped or killed.",
    "Exit status: 0 every row done; 1 some are not, or a message was not delivered or is in doubt; 2 wrong usage, or another process runs",
    "a night of the list; 3 stopped by a limit, or by a service that refuses everything; 4 the prices are older than",
    "--max-age allows, nothing was sent; 130 interrupted; 141 the output was closed.",
  ],
} as const satisfies CommandPage;
