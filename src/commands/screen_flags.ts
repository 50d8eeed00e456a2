import { InputError } from "../protocol/errors.ts";
import { CONNECTION_FLAGS, type ConnectionFlags, KEY_HELP } from "./connection_flags.ts";
import { flagLines, type FlagTable, type GivenFlags, readFlags, textOf } from "./flags.ts";
import { LIMIT_FLAGS, readCount, readLimitFlags } from "./limit_flags.ts";
import { readReportFlags, REPORT_FLAGS, type ReportFlags } from "./report_flags.ts";
import { QUESTION_FLAGS, type QuestionFlags, readQuestionFlags } from "./question_flags.ts";

/** What `screen` was asked to do; its limits are read when the settings file is known. */
export interface ScreenFlags extends ConnectionFlags, QuestionFlags, ReportFlags {
  readonly input?: string | undefined;
  readonly out?: string | undefined;
  readonly startNew: boolean;
  readonly retryFailed: boolean;
  readonly resendInDoubt: number;
  readonly files: "auto" | "none";
  readonly repeats: "once" | "each";
  /** Run when the screen has ended. */
  readonly onFinish?: string | undefined;
  /** Share of rows (0 to 1) that may be not done and the exit status still 0. */
  readonly allowedFailures: number;
  readonly isDryRun: boolean;
  readonly isQuiet: boolean;
  readonly isJson: boolean;
  /** The flags as given, for the limits and for the manifest. */
  readonly given: GivenFlags;
}

const FLAGS: FlagTable = {
  ...QUESTION_FLAGS,
  "files": { value: "auto|none", help: "whether charts and tables are made and downloaded (auto)" },
  "no-dedupe": { help: "send a request for each row, though another asks the same" },
  ...LIMIT_FLAGS,
  "out": { value: "DIR", help: "folder of the run (runs/<name>/<date>)" },
  "new": { help: "ask again, whatever there is" },
  "retry-failed": { help: "ask the failed rows of the run, and those in doubt, again" },
  "in-doubt": { value: "park|resend:N", help: "rows that were maybe sent: leave them, or send up to N again (park)" },
  ...REPORT_FLAGS,
  "on-finish": { value: "CMD", help: 'a command of the shell to run at the end; "$1" is the folder of the run' },
  "allow-failures": { value: "P%", help: "exit status 0 although up to that share of the rows is not done" },
  ...CONNECTION_FLAGS,
  "dry-run": { help: "say what would be sent, how long it takes and what it costs; send nothing" },
  "json": { help: "progress and result as lines of JSON" },
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
  readLimitFlags(given, { now: new Date(0) }); // wrong ones are told before a service is looked for
  return {
    input,
    ...readQuestionFlags(given),
    ...readReportFlags(given),
    out: text("out"),
    onFinish: text("on-finish"),
    startNew: flags["new"] === true,
    retryFailed: flags["retry-failed"] === true,
    resendInDoubt: readInDoubt(text("in-doubt") ?? "park"),
    files: readFiles(text("files") ?? "auto"),
    repeats: flags["no-dedupe"] === true ? "each" : "once",
    allowedFailures: readShare(text("allow-failures") ?? "0%"),
    baseUrl: text("base-url"),
    model: text("model"),
    data: text("data"),
    isDryRun: flags["dry-run"] === true,
    isJson: flags["json"] === true,
    isQuiet: flags["quiet"] === true,
    given,
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
    "Exit status: 0 every row done; 1 some are not; 2 wrong usage, nothing sent; 3 stopped by a limit, or by a service " +
    "that refuses everything; 130 interrupted. The same command goes on.",
  ];
}

function readFiles(value: string): "auto" | "none" {
  if (value === "auto" || value === "none") return value;
  throw new InputError(`Cannot use --files ${value}: it is auto or none`);
}

function readInDoubt(value: string): number {
  if (value === "park") return 0;
  const [name, count] = value.split(":", 2);
  if (name === "resend" && count !== undefined) return readCount("in-doubt resend:", count);
  throw new InputError(`Cannot use --in-doubt ${value}: it is park or resend:N`);
}

function readShare(value: string): number {
  const percent = Number(/^(\d{1,3}(?:\.\d+)?) *%$/.exec(value)?.[1] ?? "none");
  if (percent <= 100) return percent / 100;
  throw new InputError(`Cannot use --allow-failures ${value}: it is a share like 5%`);
}
