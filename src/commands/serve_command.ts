import { resolve } from "node:path";
import type { Agent } from "../agent/ports.ts";
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
import type { LanguageModel } from "../setup/language_model.ts";
import { ageOf, dataLine, recordOf } from "../setup/data_record.ts";
import { watchKeys } from "../setup/key_file.ts";
import { embeddedSettings, sandboxFrom } from "../setup/settings.ts";
import { checkApiKey, createRedactor } from "../text/redact.ts";
import { type CommandHost, defineCommand, type Place } from "./command.ts";
import { dataLines, showReading } from "./data_lines.ts";
import { chooseModel, modelNote } from "./choose_model.ts";
import type { Host } from "./host.ts";
import { keyPath } from "./keys_command.ts";
import { namingCommands } from "./fetch_tool.ts";
import { serveAddress } from "./serve_address.ts";
import { SERVE, type ServeFlags, USUAL_THREADS } from "./serve_flags.ts";
import { shellWord, typedCommand } from "../text/typed_command.ts";
import { excerpt, oneLine } from "../text/control.ts";
import { jsonLine } from "../view/lines.ts";

/** What the command takes from the machine. */
export interface ServeHost extends CommandHost, Pick<Host, "newId" | "onInterrupt" | "readText"> {
  /** Makes what answers assistants; only a start that loads the packages for it has it. */
  readonly mcp?: (dataset: LoadedDataset, options: Pick<McpHttpOptions, "all" | "origins">) => McpHandler;
}

/** Serves the embedded service until Ctrl-C. */
export const serveCommand = defineCommand(SERVE, async (flags, place: Place<ServeHost>) => {
  try {
    await serve(flags, place);
  } catch (error) {
    const isUsage = error instanceof ListenError || error instanceof StateError;
    throw isUsage ? new InputError(error.message, { cause: error }) : error;
  }
});

async function serve(flags: ServeFlags, { host, terminal }: Place<ServeHost>): Promise<void> {
  checkFlags(flags, host);
  const keys = keysOf(flags, host);
  const { options, notes } = serveAddress(flags, host);
  const apiKeys = [keys.own ?? keys.fresh].flatMap((key) => key === undefined ? [] : [checkApiKey(key)]);
  const onProblem = (message: string) => terminal.note(message);
  using ring = keys.file === undefined ? undefined : watchKeys(keys.file, { clock: host.clock, onProblem });
  const redact = createRedactor(apiKeys);
  const note = (line: string) => terminal.note(redact(line));
  const settings = settingsOf(flags, host);
  await using embedded = await openEmbedded({
    ...settings,
    apiKeys,
    keys: ring,
    onFailure: (error, requestId) => note(failureLine(error, requestId)),
    ...showReading(terminal),
  });
  terminal.end();
  const isolation = await sandboxLine(embedded);
  const lineOf = flags.log === "none" ? undefined : REQUEST_LINES[flags.log ?? (host.err.isTerminal ? "text" : "json")];
  const onAnswered = lineOf && ((answered: Answered) => note(lineOf(answered, host.clock.now())));
  const hasOwnKey = keys.fresh === undefined;
  const listener = await listen(embedded.service, { ...options, hasOwnKey, onAnswered });
  const interruption = host.onInterrupt(() => interruption.close()); // a second Ctrl-C ends the process
  terminal.say(...describeData(embedded, flags, host), `Listening on ${listener.url}`, ...notes);
  terminal.print(...keyLines(keys, ring?.accepted.length ?? 0), isolation, ...pageLines(listener.url));
  showModel(settings.model, { host, terminal });
  if (host.mcp !== undefined) terminal.print(`Assistants: ${listener.url}${MCP_PATH}`);
  if (flags.state !== undefined) terminal.print(`State: ${resolve(host.folder, flags.state)}`);
  terminal.print("", ...exampleOf(listener.url, keys), "", "Ctrl-C stops it.");
  await new Promise<void>((stop) => interruption.stop.addEventListener("abort", () => stop(), { once: true }));
  terminal.print("Closing after the answers in progress. Press Ctrl-C again to exit now.");
  await listener.close();
}

function checkFlags({ words: [word], allTools }: ServeFlags, host: ServeHost): void {
  if (word !== undefined) throw new InputError(`Cannot use "${word}": serve takes flags only`);
  if (allTools && host.mcp === undefined) {
    const other = typedCommand(host.startedBy, "-c packages/mcp/deno.json serve");
    throw new InputError(`Cannot offer tools: only ${other} answers assistants`, {
      options: ["all-tools"],
    });
  }
}

/** The keys that callers may use. */
interface ServeKeys {
  /** The one in the environment. */
  readonly own: string | undefined;
  /** The path of a file of keys. */
  readonly file: string | undefined;
  /** One that is made for this start, because there is no other. */
  readonly fresh: string | undefined;
}

function keysOf({ keys, state }: ServeFlags, host: ServeHost): ServeKeys {
  const own = host.env("CONVICTION_API_KEY") || undefined;
  const file = keyPath(keys, host);
  if (own !== undefined || file !== undefined) return { own, file, fresh: undefined };
  if (state !== undefined) {
    const advice = "set CONVICTION_API_KEY, or name a file of keys with --keys";
    throw new InputError(`Cannot keep state for a key that is new at each start: ${advice}`);
  }
  return { own, file, fresh: `sk-${host.newId().replaceAll("-", "")}` };
}

function keyLines({ own, file, fresh }: ServeKeys, accepted: number): string[] {
  return [
    ...(fresh === undefined ? [] : [`Key, shown once: ${fresh}`]),
    ...(own === undefined ? [] : ["Key: the one in CONVICTION_API_KEY"]),
    ...(file === undefined ? [] : [`Keys: ${accepted} accepted in ${file}`]),
  ];
}

/** What the flags and the environment say of the embedded service. */
function settingsOf(flags: ServeFlags, host: ServeHost) {
  const { threads = USUAL_THREADS, benchmark, currency, state, cors, retain, allTools: all = false } = flags;
  const data = dataFolder(flags, host);
  const sandbox = flags.sandbox ?? sandboxFrom(host.env);
  return {
    ...embeddedSettings({ data, benchmark, currency, base: host.folder, sandbox }),
    corsOrigins: cors,
    stateFolder: state === undefined ? undefined : resolve(host.folder, state),
    keptMs: retain,
    threads,
    model: chooseModel(host),
    adding: (agent: Agent, dataset: LoadedDataset) => namingCommands(agent, { dataset, next: adds(data, host) }),
    mcp: host.mcp && ((dataset: LoadedDataset) => host.mcp?.(dataset, { all, ...(cors && { origins: cors }) })),
  };
}

function dataFolder({ data }: ServeFlags, host: ServeHost): string | undefined {
  return data ?? (host.env("CONVICTION_DATA") || undefined);
}

/** The commands that add companies to the data that are served. */
function adds(data: string | undefined, { startedBy }: ServeHost): (tickers: string) => string {
  const folder = `--data ${shellWord(data ?? "my_data")}`;
  const then = data === undefined ? `\`${typedCommand(startedBy, `serve ${folder}`)}\`` : "restart it";
  const add = (tickers: string) => typedCommand(startedBy, `conviction data fetch ${tickers} --from edgar ${folder}`);
  return (tickers) => `\`${add(tickers)}\`, then ${then}`;
}

function describeData({ dataset }: Embedded, flags: ServeFlags, host: ServeHost): string[] {
  const isSample = dataFolder(flags, host) === undefined;
  const age = isSample ? undefined : ageOf(dataset, { now: host.clock.now() });
  return dataLines({ notice: dataLine(dataset, { age }), data: recordOf(dataset, { isSample }) }, flags, host);
}

async function sandboxLine({ sandbox }: Pick<Embedded, "sandbox">): Promise<string> {
  try {
    const { tier, watchesMemory } = await sandbox();
    return `Sandbox of the agent's code: ${tier}${watchesMemory ? "" : "; its memory use is not watched"}`;
  } catch (error) {
    if (!(error instanceof SandboxError)) throw error;
    return `No chart is drawn: ${error.message}`;
  }
}

function pageLines(url: string): string[] {
  return [`Page: ${url}/`, `For clients of the Responses style: ${url}${RESPONSES_BASE}`];
}

function showModel(model: LanguageModel | undefined, { host, terminal }: Place<ServeHost>): void {
  if (model !== undefined) terminal.print(`Language model: ${model.terms.name} at ${model.baseUrl}`);
  const note = modelNote("serve", host);
  if (note !== undefined) terminal.note(note);
}

function exampleOf(url: string, { own, fresh }: ServeKeys): string[] {
  const key = fresh ?? (own === undefined ? "<API_KEY>" : "$CONVICTION_API_KEY");
  return [
    `curl -N ${url}/v1/responses \\`,
    `  -H "Authorization: Bearer ${key}" -H "Content-Type: application/json" \\`,
    `  -d '{"input": "Analyse AAPL", "stream": true}'`,
  ];
}

const MAX_METHOD = 10;
const MAX_PATH = 100;
const MAX_AGENT = 40;
const MAX_FAILURE = 300;
/** Characters of an owner: `owner_` and as much of the digest as the id of a key shows. */
const OWNER_CHARS = "owner_".length + 8;

/** Forms of the line of a request, for a person and for logs; a question is in a body, and a query may hold anything. */
const REQUEST_LINES = {
  text: ({ method, path, status, ms, userAgent, hasLeft }, now) => {
    const time = now.toISOString().replace(/\.\d+/, "");
    const left = hasLeft ? " (caller left)" : "";
    const what = `${excerpt(method, MAX_METHOD)} ${excerpt(path, MAX_PATH)} ${status}${left}`;
    return `${time} ${what} ${Math.round(ms)} ms ${userAgent === "" ? "-" : excerpt(userAgent, MAX_AGENT)}`;
  },
  json: ({ method, path, status, ms, userAgent, hasLeft, requestId, owner }, now) =>
    jsonLine({
      time: now.toISOString(),
      request_id: requestId,
      owner: owner?.slice(0, OWNER_CHARS),
      method: excerpt(method, MAX_METHOD),
      path: excerpt(path, MAX_PATH),
      status,
      ms: Math.round(ms * 10) / 10,
      ...(hasLeft && { caller_left: true }),
      user_agent: excerpt(userAgent, MAX_AGENT),
    }),
} as const satisfies Readonly<Record<string, (answered: Answered, now: Date) => string>>;

/** What the operator hears of a request that failed inside the service; its caller gets 500 and the same identifier. */
export function failureLine(error: unknown, requestId: string): string {
  const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return oneLine(`request ${requestId} failed: ${excerpt(message, MAX_FAILURE)}`);
}
