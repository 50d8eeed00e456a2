import { InputError } from "../../protocol/errors.ts";
import type { Operation } from "./probe_advice.ts";
import { CONNECTION_FLAGS, type ConnectionFlags, KEY_HELP } from "../connection_flags.ts";
import { flagLines, type FlagTable, readFlags, textOf, textsOf } from "../flags.ts";
import { readShapeFlags, SHAPE_FLAGS, type ShapeFlags } from "../question_flags.ts";

/** What `probe` was asked to do. */
export interface ProbeFlags extends Pick<ConnectionFlags, "baseUrl" | "model">, ShapeFlags {
  /** What is asked; a question of our own when absent. */
  readonly prompt?: string | undefined;
  /** The one operation that is asked; when absent, each that fits what the person says of the service. */
  readonly only?: Operation | undefined;
  /** Cells by the name of their column, for the places of a body. */
  readonly cells: Readonly<Record<string, string>>;
  readonly fileId?: string | undefined;
}

/** What is asked when nothing is said. */
export const DEFAULT_PROMPT = "Analyse AAPL";
const OPERATIONS: readonly Operation[] = ["reason", "stream", "file"];

const FLAGS: FlagTable = {
  "base-url": { value: "URL", help: "the service to look at (CONVICTION_BASE_URL)" },
  "prompt": { value: "TEXT", help: `what is asked (${DEFAULT_PROMPT})` },
  "only": { value: "reason|stream|file", help: "one operation instead of all" },
  "file-id": { value: "ID", help: "the file to fetch (the first one an answer names)" },
  "model": CONNECTION_FLAGS.model,
  ...SHAPE_FLAGS,
  "cell": { value: "NAME=VALUE", isRepeatable: true, help: "what stands in a {{column}} of the body (ticker=AAPL)" },
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
  const only = readOnly(textOf(given, "only"));
  const fileId = textOf(given, "file-id");
  if (only === "file" && fileId === undefined) {
    throw new InputError("Cannot ask for a file only: name it with --file-id ID");
  }
  return {
    ...readShapeFlags(given),
    baseUrl: textOf(given, "base-url"),
    model: textOf(given, "model"),
    prompt: textOf(given, "prompt"),
    cells: readCells(textsOf(given, "cell")),
    only,
    fileId,
  };
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
    "A thesis that could be read makes conviction.json here, unless there is one: a screen then asks the same way.",
    "Exit status: 0 all that was asked can be read; 1 some cannot; 2 wrong usage, nothing sent; 130 interrupted.",
  ];
}

function readOnly(only: string | undefined): Operation | undefined {
  if (only === undefined) return undefined;
  const operation = OPERATIONS.find((name) => name === only);
  if (operation === undefined) throw new InputError(`Cannot use --only ${only}: it is reason, stream or file`);
  return operation;
}

function readCells(given: readonly string[]): Readonly<Record<string, string>> {
  const pairs = given.map((text): [string, string] => {
    const at = text.indexOf("=");
    if (at <= 0) throw new InputError(`Cannot use --cell ${text}: it is written NAME=VALUE`);
    return [text.slice(0, at), text.slice(at + 1)];
  });
  return Object.fromEntries(pairs);
}
