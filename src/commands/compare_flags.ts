import { InputError } from "../protocol/errors.ts";
import { flagLines, type FlagTable, readFlags, textOf } from "./flags.ts";

/** What `compare` was asked to do. */
export interface CompareFlags {
  /** A folder, or `latest`. */
  readonly earlier: string;
  /** A folder, or `latest`. */
  readonly later: string;
  /** Most changes to show. */
  readonly top?: number | undefined;
  readonly isJson: boolean;
}

const FLAGS: FlagTable = {
  "top": { value: "N", help: "show the N weightiest changes (20)" },
  "json": { help: "one object on one line" },
  "help": { help: "this page" },
};
const COUNT = /^[1-9]\d{0,8}$/;

/**
 * Reads the arguments of `compare`.
 * @throws {InputError} when a flag is unknown or cannot be used, or not two runs are named.
 */
export function parseCompareFlags(args: readonly string[]): CompareFlags | "help" {
  const given = readFlags(args, FLAGS);
  if (given.flags["help"] === true) return "help";
  const [earlier, later, more] = given.positionals;
  if (earlier === undefined || later === undefined) {
    const state = earlier === undefined ? "none is named" : `only "${earlier}" is named`;
    throw new InputError(`Cannot compare runs: ${state}; say two folders, the earlier first, or latest for one`);
  }
  if (more !== undefined) throw new InputError(`Cannot compare more than two runs: "${more}" is one too many`);
  return { earlier, later, top: topOf(textOf(given, "top")), isJson: given.flags["json"] === true };
}

/** The page that `compare --help` prints. */
export function compareHelp(): string[] {
  return [
    "Says what changed from one run to another, from their ledgers alone; nothing is sent or written.",
    ...["", "  deno task compare A B [flags]", "", ...flagLines(FLAGS), ""],
    "A is the earlier run, B the later: folders, or latest for the last finished one under runs/.",
    "Exit status: 0 both could be read; 1 not; 2 wrong usage, or there is no such run.",
  ];
}

function topOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!COUNT.test(text)) throw new InputError(`Cannot use --top ${text}: it is a whole number from 1`);
  return Number(text);
}
