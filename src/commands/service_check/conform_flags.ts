import { CONNECTION_FLAGS, KEY_HELP } from "../connection_flags.ts";
import { count, duration } from "../flag_values.ts";
import type { CommandPage, FlagsOf, FlagTable } from "../flags.ts";

/** What `conform` does where a flag is absent. */
export const DEFAULTS = { input: "Analyse AAPL", maxRequests: 8, timeoutMs: 120_000 } as const;

const FLAGS = {
  "base-url": { value: "URL", help: "the service to check (CONVICTION_BASE_URL)" },
  "input": { value: "TEXT", help: `the question (${DEFAULTS.input})` },
  "model": CONNECTION_FLAGS.model,
  "file-id": { value: "ID", help: "the file to download (the first one the stream names)" },
  "max-requests": {
    value: "N",
    read: count,
    help: `send no more than these, in the order below (${DEFAULTS.maxRequests})`,
  },
  "timeout": { value: "TIME", read: duration, option: "timeoutMs", help: "most time of one request (2m)" },
  "evidence": { value: "DIR", help: "write each exchange and the report into this new folder" },
  "json": { help: "print the report as JSON" },
} as const satisfies FlagTable;

/** What `conform` was asked to do. */
export type ConformFlags = FlagsOf<typeof FLAGS>;

/** The page of `conform`. */
export const CONFORM = {
  does: "Checks the specification line by line against a service: pass, fail or not shown, with the exchange.",
  usage: ["conform --base-url URL [flags]"],
  flags: FLAGS,
  notes: [
    "Requests, in this order: a stream, reasoning, a file with the key, without and with a wrong one, an answer without",
    "a stream, a stream about an unknown company, reasoning without the key. Each but the files may cost an answer.",
    "None is repeated, no redirect is followed, and 16 MiB of a reply are read at most.",
    KEY_HELP,
    "It goes to the address in CONVICTION_BASE_URL only.",
    "An operation that is unreachable, too slow, or refuses the key or the request, could not be asked.",
    "Exit status: 0 nothing failed; 1 a line failed; 2 wrong usage; 3 an operation could not be asked; 130 interrupted.",
  ],
} as const satisfies CommandPage;
