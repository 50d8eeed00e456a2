import { InputError } from "../batch/input_error.ts";
import { CONNECTION_FLAGS, type ConnectionFlags, KEY_HELP } from "./connection_flags.ts";
import { flagLines, type FlagTable, type FlagValue, readFlags, textOf } from "./flags.ts";

/** What `screen` was asked to do. */
export interface ScreenFlags extends ConnectionFlags {
  readonly input?: string | undefined;
  readonly out?: string | undefined;
  readonly startNew: boolean;
  readonly retryFailed: boolean;
  readonly resendInDoubt: number;
  readonly tickerColumn?: string | undefined;
  /** The prompt, or `@` and the file that holds it. */
  readonly prompt?: string | undefined;
  readonly promptColumn?: string | undefined;
  readonly asOf?: string | undefined;
  readonly files: "auto" | "none";
  readonly limit?: number | undefined;
  /** Absent: chosen by the runner. */
  readonly concurrency?: number | undefined;
  readonly isQuiet: boolean;
  /** The flags as given, for the manifest. */
  readonly given: Readonly<Record<string, FlagValue>>;
}

const FLAGS: FlagTable = {
  "ticker-column": { value: "NAME", help: "column that holds the tickers (found by its usual names)" },
  "prompt": { value: "TEXT|@FILE", help: "what is asked, with places like {{ticker}} or any {{column}}" },
  "prompt-column": { value: "NAME", help: "column with a row's own prompt; where it is empty, the prompt is used" },
  "as-of": { value: "DATE", help: "research as of this day, like 2017-12-29" },
  "files": { value: "auto|none", help: "whether charts and tables are made and downloaded (auto)" },
  "concurrency": { value: "N|auto", help: "most requests at once (auto: 8)" },
  "limit": { value: "N", help: "only the first N rows" },
  "out": { value: "DIR", help: "folder of the run (runs/<name>/<date>)" },
  "new": { help: "ask again, whatever there is" },
  "retry-failed": { help: "ask the failed rows of the run, and those in doubt, again" },
  "in-doubt": { value: "park|resend:N", help: "rows that were maybe sent: leave them, or send up to N again (park)" },
  ...CONNECTION_FLAGS,
  "quiet": { help: "no progress, no table" },
  "help": { help: "this page" },
};

/**
 * Reads the arguments of `screen`.
 * @param args As the shell gave them.
 * @returns What to do, or that help is wanted.
 * @throws {InputError} when a flag is unknown, lacks its value, or has a wrong one.
 */
export function parseScreenFlags(args: readonly string[]): ScreenFlags | "help" {
  const given = readFlags(args, FLAGS);
  if (given.flags["help"] === true) return "help";
  const { flags, positionals: [input, ...more] } = given;
  if (more.length > 0) throw new InputError(`Cannot screen two lists at once: "${more[0]}" is one too many`);
  const text = (name: string) => textOf(given, name);
  return {
    input,
    out: text("out"),
    startNew: flags["new"] === true,
    retryFailed: flags["retry-failed"] === true,
    resendInDoubt: readInDoubt(text("in-doubt") ?? "park"),
    tickerColumn: text("ticker-column"),
    prompt: text("prompt"),
    promptColumn: text("prompt-column"),
    asOf: text("as-of"),
    files: readFiles(text("files") ?? "auto"),
    limit: text("limit") === undefined ? undefined : readCount("limit", text("limit")),
    concurrency: [undefined, "auto"].includes(text("concurrency"))
      ? undefined
      : readCount("concurrency", text("concurrency")),
    baseUrl: text("base-url"),
    model: text("model"),
    data: text("data"),
    isQuiet: flags["quiet"] === true,
    given: flags,
  };
}

/**
 * The page that `--help` prints.
 * @returns Lines without line ends.
 */
export function screenHelp(): string[] {
  return [
    "Screens a CSV of tickers: theses, confidences and files into a folder.",
    "",
    "  deno task screen [tickers.csv] [flags]",
    "",
    ...flagLines(FLAGS),
    "",
    KEY_HELP,
    "Exit status: 0 every row done; 1 some are not; 2 wrong usage, nothing sent; 3 stopped by a limit; 130 interrupted.",
  ];
}

function readCount(name: string, value = ""): number {
  if (/^[1-9]\d{0,8}$/.test(value)) return Number(value);
  throw new InputError(`Cannot use --${name} ${value}: it is not a whole number from 1`);
}

function readFiles(value: string): "auto" | "none" {
  if (value === "auto" || value === "none") return value;
  throw new InputError(`Cannot use --files ${value}: it is auto or none`);
}

function readInDoubt(value: string): number {
  if (value === "park") return 0;
  const count = /^resend:([1-9]\d{0,8})$/.exec(value)?.[1];
  if (count === undefined) throw new InputError(`Cannot use --in-doubt ${value}: it is park or resend:N`);
  return Number(count);
}
