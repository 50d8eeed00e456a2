import { resolve } from "node:path";
import type { LoadedDataset } from "../data/dataset.ts";
import type { McpHttpOptions } from "../mcp/http.ts";
import { InputError } from "../protocol/errors.ts";
import { RESPONSES_BASE } from "../protocol/route.ts";
import { MCP_PATH, type McpHandler } from "../service/assistants.ts";
import { StateError } from "../service/service_state.ts";
import { type Embedded, openEmbedded } from "../setup/embedded.ts";
import type { Answered } from "../door/door.ts";
import { listen, ListenError } from "../door/listen.ts";
import { SandboxError } from "../sandbox/code_run.ts";
import { ageOf, dataLine, recordOf } from "../setup/data_record.ts";
import { watchKeys } from "../setup/key_file.ts";
import { embeddedSettings, sandboxFrom } from "../setup/settings.ts";
import { checkApiKey, createRedactor } from "../text/redact.ts";
import { type CommandHost, perform } from "./command.ts";
import { dataLines, showReading } from "./data_lines.ts";
import { chooseModel, modelNote } from "./choose_model.ts";
import type { Host } from "./host.ts";
import { keyPath } from "./keys_command.ts";
import type { LiveTerminal } from "./live_terminal.ts";
import { failureLine, REQUEST_LINES } from "./request_line.ts";
import { serveAddress } from "./serve_address.ts";
import { SERVE, type ServeFlags, USUAL_THREADS } from "./serve_flags.ts";

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
    log,
    allTools: all = false,
    words,
    ...flags
  }: ServeFlags,
  { host, terminal }: { readonly host: ServeHost; readonly terminal: LiveTerminal },
): Promise<void> {
  const [word] = words;
  if (word !== undefined) throw new InputError(`Cannot use "${word}": serve takes flags only`);
  if (all && host.mcp === undefined) {
    throw new InputError(`Cannot offer tools: only ${host.startedBy} -c mcp/deno.json serve answers assistants`, {
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
  const redact = createRedactor(apiKeys);
  const onFailure = (error: unknown, requestId: string) => terminal.note(redact(failureLine(error, requestId)));
  const model = chooseModel(host);
  const mcp = host.mcp && ((dataset: LoadedDataset) => host.mcp?.(dataset, { all }));
  await using embedded = await openEmbedded({
    ...settings,
    ...{ apiKeys, keys: ring, corsOrigins: cors, stateFolder, keptMs: retain, threads, mcp, model, onFailure },
    ...showReading(terminal),
  });
  terminal.end();
  const isolation = await sandboxLine(embedded);
  const lineOf = log === "none" ? undefined : REQUEST_LINES[log ?? (host.err.isTerminal ? "text" : "json")];
  const onAnswered = lineOf && ((answered: Answered) => terminal.note(redact(lineOf(answered, host.clock.now()))));
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
  terminal.print(`Page: ${listener.url}/`, `For clients of the Responses style: ${listener.url}${RESPONSES_BASE}`);
  if (model !== undefined) terminal.print(`Language model: ${model.terms.name} at ${model.baseUrl}`);
  terminal.note(...[modelNote("serve", host)].filter((line) => line !== undefined));
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

function exampleOf(url: string, key: string): string[] {
  return [
    `curl -N ${url}/v1/responses \\`,
    `  -H "Authorization: Bearer ${key}" -H "Content-Type: application/json" \\`,
    `  -d '{"input": "Analyse AAPL", "stream": true}'`,
  ];
}
