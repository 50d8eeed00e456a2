import { join, resolve } from "node:path";
import type { RemoteSettings } from "../../setup/settings.ts";
import { counted } from "../../text/counted.ts";
import { createRedactor } from "../../text/redact.ts";
import { jsonLine } from "../../view/lines.ts";
import { defineCommand, INTERRUPTED, type Place } from "../command.ts";
import type { Given } from "../flags.ts";
import { CONFORM, type ConformFlags, DEFAULTS } from "./conform_flags.ts";
import { ask, type AskOptions } from "./exchange.ts";
import { namedService, refuseWord, type ServiceCheckHost, untilInterrupted } from "./named_service.ts";
import { type PlanOptions, STEPS } from "./plan.ts";
import { checkLines, reportChecks, reportRequest, requestLine, totalLine, totalsOf } from "./report.ts";
import { isSuccess, type Planned, type RequestName, type Sending, Shown } from "./shown.ts";
import { typedCommand } from "../../text/typed_command.ts";
import { makeFolder } from "../../disk/folder.ts";
import { sha256 } from "../../disk/digest.ts";
import { InputError } from "../../protocol/errors.ts";
import type { Host } from "../host.ts";
import { textIn } from "./read_stream.ts";

/** Exit status where a line of the specification failed. */
const FAILED = 1;
/** Exit status where none failed, but an operation could not be asked. */
const NOT_ASKED = 3;

/** Operations that a service of the specification answers when they are asked with its key. */
const OPERATIONS: readonly RequestName[] = ["stream", "reasoning", "file"];

/** Checks a service against the specification, and prints each line of it with its verdict. */
export const conformCommand = defineCommand(CONFORM, conform);

async function conform(flags: ConformFlags & Given, { host, terminal }: Place<ServiceCheckHost>): Promise<number> {
  refuseWord(flags);
  const { settings, line, notes } = namedService(flags, { does: "check", host });
  const { maxRequests = DEFAULTS.maxRequests, input = DEFAULTS.input, fileId, timeoutMs = DEFAULTS.timeoutMs } = flags;
  const { model, apiKey } = settings;
  const redact = createRedactor(apiKey === undefined ? [] : [apiKey]);
  const most = Math.min(maxRequests, STEPS.length);
  const answers = Math.min(maxRequests, STEPS.filter(({ isAnswer }) => isAnswer).length);
  const costs = `At most ${counted(most, "request")}, of which ${answers} may cost what an answer costs.`;
  const about = [line, `Question: ${input}`, costs, ...notes].map(redact);
  const { writeNew } = host;
  const evidence = flags.evidence === undefined
    ? undefined
    : openEvidence(resolve(host.folder, flags.evidence), { about: `${about.join("\n")}\n`, writeNew });
  if (flags.json) terminal.quieten();
  terminal.say(...about);
  const service = { ...settings, wrongKey: `wrong-${host.newId()}` };
  const { exchanges, leftOut, isStopped } = await untilInterrupted({ host, terminal }, async (signal) => {
    const sent = await sendPlan({ input, model, hasKey: apiKey !== undefined, fileId }, {
      service,
      maxRequests,
      ask: { ...host, timeoutMs, signal },
      before: (name) => terminal.wait(() => `waiting for ${name}`),
      after(name, exchange, at) {
        terminal.end();
        terminal.print(requestLine(reportRequest(name, exchange, redact), at));
        const file = `${String(at + 1).padStart(2, "0")}-${name.replaceAll(" ", "-")}.txt`;
        evidence?.(file, evidenceText(exchange, redact));
      },
    });
    return { ...sent, isStopped: signal.aborted };
  });
  const checks = reportChecks(new Shown(exchanges, leftOut), redact);
  const totals = totalsOf(checks);
  const requests = Array.from(exchanges, ([name, exchange]) => reportRequest(name, exchange, redact));
  const json = jsonLine({ service: settings.baseUrl, input: redact(input), requests, totals, checks });
  evidence?.("report.json", `${json}\n`);
  if (flags.json) terminal.output(json);
  const status = isStopped ? INTERRUPTED : totals.fail > 0 ? FAILED : isWhole(exchanges) ? 0 : NOT_ASKED;
  const hasReply = [...exchanges.values()].some(({ reply }) => reply !== undefined); // without one no line is shown
  terminal.print(...(hasReply ? checkLines(checks) : []), "", totalLine(totals));
  if (status === NOT_ASKED) terminal.print(notAskedLine(exchanges, { settings, host }));
  return status;
}

type Exchanges = ReadonlyMap<RequestName, Planned>;

/** An operation that was sent and gave nothing whole leaves lines of the specification unchecked. */
function isWhole(exchanges: Exchanges): boolean {
  const asked = OPERATIONS.flatMap((name) => exchanges.get(name) ?? []);
  return asked.every((exchange) => isSuccess(exchange) && exchange.outcome === "whole");
}

function notAskedLine(
  exchanges: Exchanges,
  { settings: { baseUrl, apiKey }, host }: { readonly settings: RemoteSettings; readonly host: ServiceCheckHost },
): string {
  const isRefused = [...exchanges.values()].some(({ reply, sending }) =>
    reply?.status === 401 && sending.key === "own"
  );
  if (!isRefused) return "An operation gave no whole answer: its lines are not shown.";
  if (apiKey !== undefined) return "The service refuses the key: check CONVICTION_API_KEY.";
  const again = typedCommand(host.startedBy, "conviction conform");
  return `The service wants a key: CONVICTION_BASE_URL=${baseUrl} CONVICTION_API_KEY=... ${again}`;
}

/** The service that is asked. */
type Service = RemoteSettings & { readonly wrongKey: string };

/** What came of the plan. */
interface Sent {
  /** In the order in which they were sent. */
  readonly exchanges: Exchanges;
  /** Why the others were not sent. */
  readonly leftOut: ReadonlyMap<RequestName, string>;
}

/** How the plan is sent. */
interface SendOptions {
  readonly service: Service;
  readonly maxRequests: number;
  readonly ask: AskOptions;
  /** Called before each request. */
  before(name: RequestName): void;
  /** Called after each request, with the number of those before it. */
  after(name: RequestName, exchange: Planned, at: number): void;
}

/** No key, no right, too many requests, no service: the next request would not fare better. */
const REFUSALS: readonly number[] = [401, 403, 429, 503];

/** Sends the requests of the plan one after the other, each once, until the cap or a reason to stop. */
async function sendPlan(
  plan: PlanOptions,
  { service, maxRequests, ask: options, ...tell }: SendOptions,
): Promise<Sent> {
  const exchanges = new Map<RequestName, Planned>();
  const leftOut = new Map<RequestName, string>();
  for (const { name, sending } of STEPS) {
    const isFull = exchanges.size >= maxRequests;
    const request = isFull
      ? `--max-requests ${maxRequests} leaves it out`
      : stopReason(exchanges) ?? sending(plan, exchanges);
    if (typeof request === "string") {
      leftOut.set(name, request);
      continue;
    }
    tell.before(name);
    const exchange = Object.assign(await ask(requestOf(request, service), options), { sending: request });
    tell.after(name, exchange, exchanges.size);
    exchanges.set(name, exchange);
  }
  return { exchanges, leftOut };
}

function requestOf({ method, path, key, json }: Sending, { baseUrl, apiKey, wrongKey, headers = {} }: Service) {
  const sent = { own: apiKey, wrong: wrongKey, none: undefined }[key];
  const all = {
    ...headers,
    ...(sent === undefined ? {} : { authorization: `Bearer ${sent}` }),
    ...(json === undefined ? {} : { "content-type": "application/json" }),
    "accept": "*/*",
    "accept-encoding": "identity", // what is checked is what was sent
  };
  return { method, url: baseUrl + path, headers: Object.entries(all), body: json && JSON.stringify(json) };
}

/** Why nothing more is asked; undefined while something is. */
function stopReason(exchanges: Exchanges): string | undefined {
  const all = [...exchanges.values()];
  if (all.some(({ outcome }) => outcome === "stopped")) return "stopped";
  if (all.some(({ outcome }) => outcome === "unreachable")) return "the service cannot be reached";
  const statuses = new Set(all.map(({ reply }) => reply?.status));
  const [status] = statuses;
  const isRefused = exchanges.size > 1 && statuses.size === 1 && status !== undefined && REFUSALS.includes(status);
  return isRefused ? `the service refuses each request with ${status}` : undefined;
}

// C0 but tab and newline, DEL, C1, bidi controls, byte order mark.
// deno-lint-ignore no-control-regex -- it matches control characters
const CONTROL = /[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g;

/**
 * Makes a folder for the exchanges of one run, and writes a first file into it.
 * @returns Writes another; it throws as this does, where the file exists.
 * @throws {InputError} when it holds the evidence of another run, or cannot be written.
 */
function openEvidence(
  folder: string,
  { about, writeNew }: Pick<Host, "writeNew"> & { readonly about: string },
): (name: string, text: string) => void {
  try {
    makeFolder(folder);
  } catch (cause) {
    throw new InputError(`Cannot write evidence: ${cause instanceof Error ? cause.message : cause}`, { cause });
  }
  const write = (name: string, text: string) => {
    const path = join(folder, name);
    if (writeNew(path, text)) return;
    throw new InputError(`Cannot write ${path}: it exists or may not be written; name a new folder`);
  };
  write("about.txt", about);
  return write;
}

/**
 * An exchange as a text: request, then reply, with heads and bodies as they were, but without the key. Control
 * characters are escapes like `\u000d`, so that a terminal obeys none; of a body that is no text come its size and its
 * SHA-256.
 */
function evidenceText(exchange: Planned, redact: (text: string) => string): string {
  const { request: { method, url, headers, body }, sending, reply, problem } = exchange;
  const key = sending.key === "own" ? "CONVICTION_API_KEY" : "A_WRONG_KEY";
  const came = [...reply?.headers ?? []];
  const lines = [
    redact(`${method} ${url}`),
    ...headers.map(([name, value]) =>
      name === "authorization" ? `authorization: Bearer $${key}` : redact(`${name}: ${value}`)
    ),
    ...(body === undefined ? [] : ["", redact(body)]),
    "",
    String(reply?.status ?? "(no reply)"),
    ...came.map(([name, value]) => redact(`${name}: ${value}`)),
    "",
    redact(bodyText(exchange)),
    ...(problem === undefined ? [] : [redact(`(${problem})`)]),
  ];
  const escape = (char: string) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return `${lines.join("\n").replace(CONTROL, escape)}\n`;
}

/** What calls itself a text is shown as one even where some of its bytes are none. */
function bodyText(exchange: Planned): string {
  const { bytes } = exchange;
  const isText = /^(?:text\/|application\/json)/i.test(exchange.header("content-type") ?? "");
  if (isText) return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
  return textIn(bytes) ?? `(${bytes.length} bytes that are not UTF-8, SHA-256 ${sha256(bytes)})`;
}
