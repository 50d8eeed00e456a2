import { InputError } from "../protocol/errors.ts";
import { CONNECTION_FLAGS, type ConnectionFlags, KEY_HELP } from "./connection_flags.ts";
import { flagLines, type FlagTable, readFlags, textOf } from "./flags.ts";

/** What `ask` was asked to do. */
export interface AskFlags extends ConnectionFlags {
  /** The question, or `-` for the text on standard input. */
  readonly question: string;
  /** What standard output gets: the answer for a person, the final object, or each event. */
  readonly form: "text" | "json" | "events";
  /** Folder the answer's files are saved in; they are only named when absent. */
  readonly files?: string | undefined;
  readonly asOf?: string | undefined;
  readonly isQuiet: boolean;
}

const FLAGS: FlagTable = {
  "files": { value: "DIR", help: "save the charts and tables of the answer in this folder" },
  "as-of": { value: "DATE", help: "research as of this day, like 2017-12-29" },
  "json": { help: "print the final object as one line of JSON" },
  "events": { help: "print each event as a line of JSON, as it comes" },
  ...CONNECTION_FLAGS,
  "quiet": { help: "print the answer's text only" },
  "help": { help: "this page" },
};

/**
 * Reads the arguments of `ask`.
 * @param args As the shell gave them; the words of a question need no quotes.
 * @throws {InputError} when there is no question, or a flag is unknown, lacks its value, or has a wrong one.
 */
export function parseAskFlags(args: readonly string[]): AskFlags | "help" {
  const given = readFlags(args, FLAGS);
  const { flags, positionals } = given;
  if (flags["help"] === true) return "help";
  if (flags["json"] === true && flags["events"] === true) {
    throw new InputError("Cannot use --json with --events: one prints the end, the other the way there");
  }
  return {
    question: readQuestion(positionals),
    form: flags["json"] === true ? "json" : flags["events"] === true ? "events" : "text",
    files: textOf(given, "files"),
    asOf: readDate(textOf(given, "as-of")),
    baseUrl: textOf(given, "base-url"),
    model: textOf(given, "model"),
    data: textOf(given, "data"),
    isQuiet: flags["quiet"] === true,
  };
}

/**
 * The page that `--help` prints.
 * @returns Lines without line ends.
 */
export function askHelp(): string[] {
  return [
    "Asks one question and shows the answer as it comes: tools, code, text, files, verification.",
    "",
    '  deno task ask "Analyse AAPL" [flags]',
    "  deno task ask - < question.txt",
    "",
    ...flagLines(FLAGS),
    "",
    KEY_HELP,
    "Exit status: 0 complete; 1 incomplete or refused; 2 wrong usage, nothing sent; 130 interrupted.",
  ];
}

function readQuestion(words: readonly string[]): string {
  if (words.includes("-") && words.length > 1) {
    throw new InputError("Cannot ask: the question is to come from standard input (-) and stands there too");
  }
  const question = words.join(" ").trim();
  if (question === "") throw new InputError('Cannot ask: there is no question; like deno task ask "Analyse AAPL"');
  return question;
}

function readDate(date: string | undefined): string | undefined {
  if (date === undefined || isDate(date)) return date;
  throw new InputError(`Cannot use --as-of ${date}: it is not a day like 2017-12-29`);
}

function isDate(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.valueOf()) && day.toISOString().startsWith(text);
}
