import { CONNECTION_FLAGS, KEY_HELP } from "../connection_flags.ts";
import { named, oneOf } from "../flag_values.ts";
import type { CommandPage, FlagsOf, FlagTable } from "../flags.ts";
import { SHAPE_FLAGS } from "../question_flags.ts";

/** The operations a service may have. */
export type Operation = "reason" | "stream" | "file";

/** The prompt without `--prompt`. */
export const DEFAULT_PROMPT = "Analyse AAPL";

const FLAGS = {
  "base-url": { value: "URL", help: "the service to look at (CONVICTION_BASE_URL)" },
  "prompt": { value: "TEXT", help: `the question (${DEFAULT_PROMPT})` },
  "only": {
    value: "reason|stream|file",
    read: oneOf<Operation>("reason", "stream", "file"),
    help: "one operation instead of all",
  },
  "file-id": { value: "ID", help: "the file to fetch (the first one an answer names)" },
  "model": CONNECTION_FLAGS.model,
  ...SHAPE_FLAGS,
  "cell": {
    value: "NAME=VALUE",
    readAll: readCells,
    option: "cells",
    help: "value of a {{column}} in the body (ticker=AAPL)",
  },
  "llm": { help: "look at the language model in CONVICTION_LLM_BASE_URL instead: what its server can do" },
  "json": { help: "with --llm: print what was found as one line of JSON" },
} as const satisfies FlagTable;

/** What `probe` was asked to do. */
export type ProbeFlags = FlagsOf<typeof FLAGS>;

/** The page of `probe`. */
export const PROBE = {
  does:
    "Sends one request to each operation of a service, and shows what was sent, what came back and how it was read.",
  usage: ["probe --base-url URL [flags]", "probe --llm [--json]"],
  flags: FLAGS,
  notes: [
    KEY_HELP,
    "It goes to the address in CONVICTION_BASE_URL only. Each request may cost as much as an answer.",
    "When a thesis was read, conviction.json is written here unless it exists: a screen then asks the same way.",
    "With --llm the exit status is 0 usable; 1 not usable; 2 wrong usage, nothing sent; 130 interrupted.",
    "Exit status: 0 every answer was read; 1 some were not; 2 wrong usage, nothing sent; 130 interrupted.",
  ],
} as const satisfies CommandPage;

/** Cells by the name of their column, for the places of a body. */
function readCells(texts: readonly string[], flag: string): Readonly<Record<string, string>> {
  return Object.fromEntries(texts.map((text) => named("=", "NAME=VALUE")(text, flag)));
}
