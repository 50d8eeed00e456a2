import { resolve } from "node:path";
import type { LoadedDataset } from "../data/dataset.ts";
import type { McpHttpOptions } from "../mcp/http.ts";
import { InputError } from "../protocol/errors.ts";
import { MCP_PATH, type McpHandler } from "../service/assistants.ts";
import { StateError } from "../service/service_state.ts";
import { type Embedded, openEmbedded } from "../setup/embedded.ts";
import type { Answered } from "../door/door.ts";
import { listen, ListenError } from "../door/listen.ts";
import { SANDBOX_TIERS, SandboxError } from "../sandbox/code_run.ts";
import { ageOf, dataLine, recordOf } from "../setup/data_record.ts";
import { watchKeys } from "../setup/key_file.ts";
import { embeddedSettings, sandboxFrom } from "../setup/settings.ts";
import { excerpt } from "../text/control.ts";
import { checkApiKey, createRedactor } from "../text/redact.ts";
import { type CommandHost, perform } from "./command.ts";
import { CONNECTION_FLAGS } from "./connection_flags.ts";
import { dataLines, showReading } from "./data_lines.ts";
import { duration, oneOf, type Reader, wrongValue } from "./flag_values.ts";
import type { CommandPage, FlagsOf, FlagTable, Given } from "./flags.ts";
import type { Host } from "./host.ts";
import { keyPath } from "./keys_command.ts";
import type { LiveTerminal } from "./live_terminal.ts";
import { ADDRESS_FLAGS, serveAddress } from "./serve_address.ts";

const MAX_METHOD = 10;
const MAX_PATH = 100;
const MAX_AGENT = 40;

const origin: Reader<string> = (text, flag) => {
  const url = URL.parse(text);
  if (url !== null && /^https?:$/.test(url.protocol) && url.origin === text.replace(/\/$/, "")) return url.origin;
  throw wrongValue(flag, text, "it is not an origin like https://desk.example");
};

const MAX_THREADS = 64;
/** More would compete with the threads that draw, and each holds the data once more. */
const USUAL_THREADS = Math.min(4, navigator.hardwareConcurrency);

const threadCount: Reader<number> = (text, flag) => {
  if (/^\d{1,2}$/.test(text) && Number(text) <= MAX_THREADS) return Number(text);
  throw wrongValue(flag, text, `it is not a number from 0 to ${MAX_THREADS}`);
};

const FLAGS = {
  ...ADDRESS_FLAGS,
  "data": { value: "DIR", help: "folder of price files (CONVICTION_DATA; unset: the sample)" },
  "benchmark": CONNECTION_FLAGS.benchmark,
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
  "all-tools": { help: "with serve:mcp: offer assistants every tool, not only the first few" },
  "quiet": { help: "no line for each request" },
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
    "Any --host but this machine alone needs such a key too. Without --cert what is sent can be read on the way: use it",
    "in a network you trust, or behind a proxy that speaks TLS, with its address as --public-url.",
    "Each request is a line on standard error: time, method, path, status, milliseconds and caller, never key or question.",
    "Exit status: 0 stopped by Ctrl-C; 1 failed; 2 wrong usage, or a port or folder that cannot be used.",
  ],
} as const satisfies CommandPage;

type ServeFlags = FlagsOf<typeof FLAGS> & Given;

/** What the command takes from the machine. */
export interface ServeHost extends CommandHost, Pick<Host, "newId" | "onInterrupt" | "readText"> {
  /** Makes what answers assistants; only a start that loads the packages for it has it. */
  readonly mcp?: (dataset: LoadedDataset, options: Pick<McpHttpOptions, "all">) => McpHandler;
}

/**
 * Serves the embedded service until Ctrl-C.
 * @param args As the shell passed them; `--help` explains them.
 * @returns Exit status: 0 stopped; 1 failed; 2 wrong usage, or a port or folder that cannot be used.
 */
export function serveCommand(args: readonly string[], host: ServeHost): Promise<number> {
  const work = async (flags: ServeFlags, terminal: LiveTerminal) => {
    try {
      await serve(flags, { host, terminal });
    } catch (error) {
      const isUsage = error instanceof ListenError || error instanceof StateError;
      throw isUsage ? new InputError(error.message, { cause: error }) : error;
    }
  };
  return perform(args, host, { page: SERVE, work });
}

async function serve(
  {
    threads = USUAL_THREADS,
    data,
    benchmark,
    state,
    keys,
    cors,
    retain,
    quiet,
    allTools: all = false,
    words,
    ...flags
  }: ServeFlags,
  { host, terminal }: { readonly host: ServeHost; readonly terminal: LiveTerminal },
): Promise<void> {
  const [word] = words;
  if (word !== undefined) throw new InputError(`Cannot use "${word}": serve takes flags only`);
  if (all && host.mcp === undefined) {
    throw new InputError(`Cannot offer tools: only ${host.startedBy} serve:mcp answers assistants`, {
      options: ["all-tools"],
    });
  }
  const ownKey = host.env("CONVICTION_API_KEY") || undefined;
  const keyFile = keyPath(keys, host);
  const hasOwnKey = ownKey !== undefined || keyFile !== undefined;
  if (state !== undefined && !hasOwnKey) {
    const advice = "set CONVICTION_API_KEY, or name a file of keys with --keys";
    throw new InputError(`Cannot keep state for a key that is made anew at each start: ${advice}`);
  }
  const { options, notes } = serveAddress(flags, host);
  const stateFolder = state === undefined ? undefined : resolve(host.folder, state);
  const freshKey = hasOwnKey ? undefined : `sk-${host.newId().replaceAll("-", "")}`;
  const apiKeys = [ownKey ?? freshKey].flatMap((key) => key === undefined ? [] : [checkApiKey(key)]);
  const onProblem = (message: string) => terminal.note(message);
  using ring = keyFile === undefined ? undefined : watchKeys(keyFile, { clock: host.clock, onProblem });
  const folder = data ?? (host.env("CONVICTION_DATA") || undefined);
  const sandbox = flags.sandbox ?? sandboxFrom(host.env);
  const settings = embeddedSettings({ data: folder, benchmark, base: host.folder, sandbox });
  const mcp = host.mcp && ((dataset: LoadedDataset) => host.mcp?.(dataset, { all }));
  await using embedded = await openEmbedded({
    ...settings,
    ...{ apiKeys, keys: ring, corsOrigins: cors, stateFolder, keptMs: retain, threads, mcp },
    ...showReading(terminal),
  });
  terminal.end();
  const isolation = await sandboxLine(embedded);
  const redact = createRedactor(apiKeys);
  const log = (answered: Answered) => terminal.note(redact(requestLine(answered, host.clock.now())));
  const onAnswered = quiet ? undefined : log;
  const listener = await listen(embedded.service, { ...options, hasOwnKey, onAnswered });
  const interruption = host.onInterrupt(() => interruption.close()); // a second Ctrl-C ends the process
  const { dataset } = embedded;
  const isSample = folder === undefined;
  const age = isSample ? undefined : ageOf(dataset, { now: host.clock.now() });
  const described = { notice: dataLine(dataset, { age }), data: recordOf(dataset, { isSample }) };
  terminal.say(...dataLines(described, { data }, host), `Listening on ${listener.url}`, ...notes);
  if (freshKey !== undefined) terminal.print(`Key, shown once: ${freshKey}`);
  if (ownKey !== undefined) terminal.print("Key: the one in CONVICTION_API_KEY");
  if (ring !== undefined) terminal.print(`Keys: ${ring.accepted.length} accepted in ${keyFile}`);
  terminal.print(isolation);
  if (mcp !== undefined) terminal.print(`Assistants: ${listener.url}${MCP_PATH}`);
  if (stateFolder !== undefined) terminal.print(`State: ${stateFolder}`);
  const shownKey = freshKey ?? (ownKey === undefined ? "<API_KEY>" : "$CONVICTION_API_KEY");
  terminal.print("", ...exampleOf(listener.url, shownKey), "", "Ctrl-C stops it.");
  await new Promise<void>((stop) => interruption.stop.addEventListener("abort", () => stop(), { once: true }));
  terminal.print("Closing: waiting for open answers. A second Ctrl-C exits at once.");
  await listener.close();
}

async function sandboxLine({ sandbox }: Pick<Embedded, "sandbox">): Promise<string> {
  try {
    const { tier, watchesMemory } = await sandbox();
    return `Sandbox of the agent's code: ${tier}${watchesMemory ? "" : "; its memory is not watched"}`;
  } catch (error) {
    if (!(error instanceof SandboxError)) throw error;
    return `No chart is drawn: ${error.message}`;
  }
}

/** Says who asked what, how it ended and how long it took; a question is in a body, and a query may hold anything. */
function requestLine({ method, path, status, ms, userAgent, hasLeft }: Answered, now: Date): string {
  const time = now.toISOString().replace(/\.\d+/, "");
  const what = `${excerpt(method, MAX_METHOD)} ${excerpt(path, MAX_PATH)} ${status}${hasLeft ? " (caller left)" : ""}`;
  return `${time} ${what} ${Math.round(ms)} ms ${userAgent === "" ? "-" : excerpt(userAgent, MAX_AGENT)}`;
}

function exampleOf(url: string, key: string): string[] {
  return [
    `curl -N ${url}/v1/responses \\`,
    `  -H "Authorization: Bearer ${key}" -H "Content-Type: application/json" \\`,
    `  -d '{"input": "Analyse AAPL", "stream": true}'`,
  ];
}
