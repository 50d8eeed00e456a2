/**
 * Puts the embedded service on a port of this machine: `deno task serve`, `--help` for the flags.
 */
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { LockedError } from "../src/disk/folder_lock.ts";
import { StateError } from "../src/service/service_state.ts";
import { openEmbedded } from "../src/setup/embedded.ts";
import { listen, ListenError } from "../src/setup/listen.ts";
import { newId, permittedEnv } from "../src/setup/host.ts";
import { ApiKeyError, checkApiKey } from "../src/text/redact.ts";

const HELP = `deno task serve [--port 8787] [--data DIR] [--state DIR]

  --port N      port on 127.0.0.1; 0 takes any free one
  --data DIR    folder of price CSVs; the sample without (or CONVICTION_DATA)
  --state DIR   keep answers by Idempotency-Key and files here, so that a restart neither loses them nor
                runs an answered request again; without it a restart forgets both. Background responses
                and streams that are not finished end with the process either way

CONVICTION_API_KEY is the key callers need; without it a fresh one is made and shown once. What --state keeps
belongs to the key it was made for, so it needs CONVICTION_API_KEY.`;

class UsageError extends Error {
  override readonly name = "UsageError";
}

const WRONG_USAGE = [UsageError, ApiKeyError, ListenError, StateError, LockedError];

interface Flags {
  readonly port: number;
  readonly data: string | undefined;
  readonly state: string | undefined;
  readonly isHelp: boolean;
}

if (import.meta.main) Deno.exitCode = await main();

/** Serves until told to stop, and gives the exit status. */
async function main(): Promise<number> {
  try {
    const flags = readFlags(Deno.args);
    if (flags.isHelp) print(HELP);
    else await serve(flags);
    return 0;
  } catch (error) {
    const { message } = error instanceof Error ? error : { message: String(error) };
    Deno.stderr.writeSync(new TextEncoder().encode(`error: ${message}\n`));
    return WRONG_USAGE.some((kind) => error instanceof kind) ? 2 : 1;
  }
}

async function serve({ port, data, state }: Flags): Promise<void> {
  const ownKey = permittedEnv("CONVICTION_API_KEY") || undefined;
  if (state !== undefined && ownKey === undefined) {
    throw new UsageError("Cannot keep state for a key that is made anew at each start: set CONVICTION_API_KEY");
  }
  const apiKey = checkApiKey(ownKey ?? `sk-${newId().replaceAll("-", "")}`);
  await using embedded = await openEmbedded({ data, apiKeys: [apiKey], stateFolder: state });
  const { service, dataset } = embedded;
  const listener = await listen(service, { port, hasOwnKey: ownKey !== undefined });
  print(dataset.notice, `Listening on ${listener.url}`);
  print(ownKey === undefined ? `Key, shown once: ${apiKey}` : "Key: the one in CONVICTION_API_KEY");
  if (state !== undefined) print(`State: ${state}`);
  print("", ...exampleOf(listener.url, ownKey === undefined ? apiKey : "$CONVICTION_API_KEY"), "", "Ctrl-C ends it.");
  await told();
  print("Closing: open answers may finish. Ctrl-C again ends at once.");
  await listener.close();
}

function exampleOf(url: string, key: string): string[] {
  return [
    `curl -N ${url}/v1/responses \\`,
    `  -H "Authorization: Bearer ${key}" -H "Content-Type: application/json" \\`,
    `  -d '{"input": "Analyse AAPL", "stream": true}'`,
  ];
}

/** Waits for the first signal to stop; a second one ends the process by itself. */
async function told(): Promise<void> {
  const { promise, resolve: stop } = Promise.withResolvers<void>();
  const signals = ["SIGINT", "SIGTERM"] as const;
  for (const signal of signals) Deno.addSignalListener(signal, stop);
  await promise;
  for (const signal of signals) Deno.removeSignalListener(signal, stop);
}

function readFlags(args: readonly string[]): Flags {
  const { port, data = permittedEnv("CONVICTION_DATA"), state, help } = parse(args);
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) {
    throw new UsageError(`Cannot listen on port ${port}: it is not a number from 0 to 65535`);
  }
  const here = permittedEnv("INIT_CWD") ?? Deno.cwd();
  const absolute = (folder: string | undefined) => folder ? resolve(here, folder) : undefined;
  return { port: Number(port), data: absolute(data), state: absolute(state), isHelp: help };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        port: { type: "string", default: "8787" },
        data: { type: "string" },
        state: { type: "string" },
        help: { type: "boolean", short: "h", default: false },
      },
    }).values;
  } catch (cause) {
    throw new UsageError(`Cannot read the flags: ${cause instanceof Error ? cause.message : cause}`, { cause });
  }
}

function print(...lines: readonly string[]): void {
  Deno.stdout.writeSync(new TextEncoder().encode(lines.map((line) => `${line}\n`).join("")));
}
