import type { Operation } from "./probe_advice.ts";
import { CONNECTION_FLAGS, KEY_HELP } from "../connection_flags.ts";
import { named, oneOf } from "../flag_values.ts";
import type { CommandPage, FlagsOf, FlagTable } from "../flags.ts";
import { SHAPE_FLAGS } from "../question_flags.ts";

/** What is asked when nothing is said. */
export const DEFAULT_PROMPT = "Analyse AAPL";

const FLAGS = {
  "base-url": { value: "URL", help: "the service to look at (CONVICTION_BASE_URL)" },
  "prompt": { value: "TEXT", help: `what is asked (${DEFAULT_PROMPT})` },
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
    help: "what stands in a {{column}} of the body (ticker=AAPL)",
  },
} as const satisfies FlagTable;

/** What `probe` was asked to do. */
export type ProbeFlags = FlagsOf<typeof FLAGS>;

/** The page of `probe`. */
export const PROBE = {
  does: "Sends one request to each operation of a service, and shows what was sent, what came and what we read of it.",
  usage: ["deno task probe --base-url URL [flags]"],
  flags: FLAGS,
  notes: [
    KEY_HELP,
    "It goes to the address in CONVICTION_BASE_URL only. Each request may cost what an answer costs.",
    "A thesis that could be read makes conviction.json here, unless there is one: a screen then asks the same way.",
    "Exit status: 0 all that was asked can be read; 1 some cannot; 2 wrong usage, nothing sent; 130 interrupted.",
  ],
} as const satisfies CommandPage;

/** Cells by the name of their column, for the places of a body. */
function readCells(texts: readonly string[], flag: string): Readonly<Record<string, string>> {
  return Object.fromEntries(texts.map((text) => named("=", "NAME=VALUE")(text, flag)));
}
