import { InputError } from "../batch/input_error.ts";
import type { Operation } from "../view/probe_advice.ts";
import { CONNECTION_FLAGS, type ConnectionFlags, KEY_HELP } from "./connection_flags.ts";
import { flagLines, type FlagTable, readFlags, textOf } from "./flags.ts";

/** What `probe` was asked to do. */
export interface ProbeFlags extends Pick<ConnectionFlags, "baseUrl" | "model"> {
  readonly prompt: string;
  /** What is asked for; a file too when it is named, or an answer names one. */
  readonly operations: readonly Operation[];
  readonly fileId?: string | undefined;
}

const DEFAULT_PROMPT = "Analyse AAPL";
const OPERATIONS: readonly Operation[] = ["reason", "stream", "file"];

const FLAGS: FlagTable = {
  "base-url": { value: "URL", help: "the service to look at (CONVICTION_BASE_URL)" },
  "prompt": { value: "TEXT", help: `what is asked (${DEFAULT_PROMPT})` },
  "only": { value: "reason|stream|file", help: "one operation instead of all" },
  "file-id": { value: "ID", help: "the file to fetch (the first one an answer names)" },
  "model": CONNECTION_FLAGS.model,
  "help": { help: "this page" },
};

/**
 * Reads the arguments of `probe`.
 * @param args As the shell gave them.
 * @throws {InputError} when a flag is unknown, lacks its value, or has a wrong one.
 */
export function parseProbeFlags(args: readonly string[]): ProbeFlags | "help" {
  const given = readFlags(args, FLAGS);
  if (given.flags["help"] === true) return "help";
  const [word] = given.positionals;
  if (word !== undefined) throw new InputError(`Cannot use "${word}": the address goes after --base-url`);
  const operations = readOnly(textOf(given, "only"));
  const fileId = textOf(given, "file-id");
  if (operations.join() === "file" && fileId === undefined) {
    throw new InputError("Cannot ask for a file only: name it with --file-id ID");
  }
  const prompt = textOf(given, "prompt") ?? DEFAULT_PROMPT;
  return { baseUrl: textOf(given, "base-url"), model: textOf(given, "model"), prompt, operations, fileId };
}

/**
 * The page that `--help` prints.
 * @returns Lines without line ends.
 */
export function probeHelp(): string[] {
  return [
    "Sends one request to each operation of a service, and shows what was sent, what came and what we read of it.",
    "",
    "  deno task probe --base-url URL [flags]",
    "",
    ...flagLines(FLAGS),
    "",
    KEY_HELP,
    "It goes to the address in CONVICTION_BASE_URL only. Each request may cost what an answer costs.",
    "Exit status: 0 all that was asked can be read; 1 some cannot; 2 wrong usage, nothing sent; 130 interrupted.",
  ];
}

function readOnly(only: string | undefined): readonly Operation[] {
  if (only === undefined) return OPERATIONS;
  const operation = OPERATIONS.find((name) => name === only);
  if (operation === undefined) throw new InputError(`Cannot use --only ${only}: it is reason, stream or file`);
  return [operation];
}
