import { SANDBOX_TIERS } from "../sandbox/code_run.ts";
import { CONNECTION_FLAGS } from "./connection_flags.ts";
import { duration, oneOf, type Reader, wrongValue } from "./flag_values.ts";
import type { CommandPage, FlagsOf, FlagTable, Given } from "./flags.ts";
import { ADDRESS_FLAGS } from "./serve_address.ts";

const origin: Reader<string> = (text, flag) => {
  const url = URL.parse(text);
  if (url !== null && /^https?:$/.test(url.protocol) && url.origin === text.replace(/\/$/, "")) return url.origin;
  throw wrongValue(flag, text, "it is not an origin like https://desk.example");
};

const MAX_THREADS = 64;
/** More would compete with the threads that draw, and each holds the data once more. */
export const USUAL_THREADS = Math.min(4, navigator.hardwareConcurrency);

const threadCount: Reader<number> = (text, flag) => {
  if (/^\d{1,2}$/.test(text) && Number(text) <= MAX_THREADS) return Number(text);
  throw wrongValue(flag, text, `it is not a number from 0 to ${MAX_THREADS}`);
};

const FLAGS = {
  ...ADDRESS_FLAGS,
  "data": { value: "DIR", help: "folder of price files (CONVICTION_DATA; unset: the sample)" },
  "benchmark": CONNECTION_FLAGS.benchmark,
  "currency": CONNECTION_FLAGS.currency,
  "keys": { value: "FILE", help: "file of keys that keys create made (CONVICTION_KEYS)" },
  "cors": {
    value: "ORIGIN",
    readAll: (texts, flag) => texts.map((text) => origin(text, flag)),
    help: "a page of this origin may ask from a browser (https://desk.example); may be repeated",
  },
  "sandbox": {
    value: "TIER",
    read: oneOf(...SANDBOX_TIERS),
    help: "bubblewrap, permissions+limits or permissions, never less (CONVICTION_SANDBOX; unset: the best here)",
  },
  "threads": {
    value: "N",
    read: threadCount,
    help:
      `threads that research, 0 to ${MAX_THREADS} (one for each core, 4 at most); 0: none beside the one that listens`,
  },
  "all-tools": { help: "with -c packages/mcp/deno.json: offer assistants every tool, not only the first few" },
  "log": {
    value: "FORM",
    read: oneOf("json", "text", "none"),
    help: "a line for each request: json, text or none (text on a terminal, else json)",
  },
  "state": { value: "DIR", help: "keep files, and answers by Idempotency-Key, in this folder" },
  "retain": {
    value: "TIME",
    read: duration,
    help: "how long answers and files are kept, like 12h or 90d (24h; with --state 30d)",
  },
} as const satisfies FlagTable;

/** The page of `serve`. */
export const SERVE = {
  does: "Serves the embedded research service on a port.",
  usage: ["serve [flags]"],
  flags: FLAGS,
  notes: [
    "With --state a restart neither loses answers and files nor runs an answered request again; without it, it forgets",
    "both. Unfinished background responses and streams end with the process either way.",
    "Callers need a key of the file that --keys names, or the one in CONVICTION_API_KEY; without both a new key is made",
    "and shown once. What --state keeps belongs to the key it was made for, so it needs one that stays.",
    "Any --host but this machine alone needs such a key too. Without --cert traffic is not encrypted: use that",
    "in a network you trust, or behind a proxy that speaks TLS, with its address as --public-url.",
    "Each request is a line on standard error: its time, id and caller, method, path, status and milliseconds, never a key,",
    "a query or a question.",
    "Exit status: 0 stopped by Ctrl-C; 1 failed; 2 wrong usage, or a port or folder that cannot be used.",
  ],
} as const satisfies CommandPage;

/** The flags of `serve` as they were given. */
export type ServeFlags = FlagsOf<typeof FLAGS> & Given;
