import { resolve } from "node:path";
import { baseUrlOf, checkHeaders } from "../../client/address.ts";
import { InputError } from "../../protocol/errors.ts";
import type { RemoteSettings, Settings } from "../../setup/settings.ts";
import { counted } from "../../text/counted.ts";
import { checkApiKey, createRedactor } from "../../text/redact.ts";
import { jsonLine } from "../../view/lines.ts";
import { chooseService, keyNote } from "../choose_service.ts";
import { type CommandHost, INTERRUPTED, perform, type Place } from "../command.ts";
import type { Given } from "../flags.ts";
import type { Host } from "../host.ts";
import { ask, type AskOptions, type Exchange, type RequestName } from "./ask.ts";
import { CONFORM, type ConformFlags, DEFAULTS } from "./conform_flags.ts";
import { EvidenceFolder, evidenceName, evidenceText } from "./evidence.ts";
import { type PlanOptions, STEPS } from "./plan.ts";
import { checkLines, reportChecks, reportRequest, requestLine, totalLine, type Totals, totalsOf } from "./report.ts";
import { isSuccess, Shown } from "./shown.ts";
import { typedCommand } from "../../text/typed_command.ts";

type ConformHost =
  & CommandHost
  & Pick<Host, "fetch" | "newId" | "proxyNotice" | "readText" | "writeNew" | "onInterrupt">;

/** Exit status where a line of the specification failed. */
const FAILED = 1;
/** Exit status where none failed, but an operation could not be asked. */
const NOT_ASKED = 3;

/** Operations that a service of the specification answers when they are asked with its key. */
const OPERATIONS: readonly RequestName[] = ["stream", "reasoning", "file"];

/**
 * Checks a service against the specification, and prints each line of it with its verdict.
 * @param args As the shell passed them; `--help` explains them.
 * @returns Exit status: 0 nothing failed; 1 a line failed; 2 wrong usage, nothing sent; 3 nothing failed, but an
 * operation could not be asked; 130 interrupted.
 */
export function conformCommand(args: readonly string[], host: ConformHost): Promise<number> {
  return perform(args, host, { page: CONFORM, work: (flags, terminal) => conform(flags, { host, terminal }) });
}

async function conform(flags: ConformFlags & Given, { host, terminal }: Place<ConformHost>): Promise<number> {
  const [word] = flags.words;
  if (word !== undefined) throw new InputError(`Cannot use "${word}": the address goes after --base-url`);
  const { settings, notes } = chooseService(flags, host);
  const service = remoteOf(settings);
  const { maxRequests = DEFAULTS.maxRequests, input = DEFAULTS.input } = flags;
  const redact = createRedactor(service.apiKey === undefined ? [] : [service.apiKey]);
  const about = [...beginning(service, { host, maxRequests, input }), ...notes].map(redact);
  const evidence = flags.evidence === undefined ? undefined : new EvidenceFolder(
    resolve(host.folder, flags.evidence),
    { about: `${about.join("\n")}\n`, writeNew: host.writeNew },
  );
  if (flags.json) terminal.quieten();
  terminal.say(...about);
  const interruption = host.onInterrupt(() => interruption.close()); // a second Ctrl-C ends the process
  let sent: Sent;
  try {
    sent = await sendPlan({ input, model: service.model, hasKey: service.apiKey !== undefined, fileId: flags.fileId }, {
      maxRequests,
      ask: askOptions(service, { host, flags, signal: interruption.stop }),
      before: (name) => terminal.wait(() => `waiting for ${name}`),
      after(name, exchange, at) {
        terminal.end();
        terminal.print(requestLine(reportRequest(name, exchange, redact), at));
        evidence?.write(evidenceName(name, at), evidenceText(exchange, redact));
      },
    });
  } finally {
    interruption.close();
    terminal.end();
  }
  const status = interruption.stop.aborted ? INTERRUPTED : undefined;
  return report(sent, { flags, host, terminal, service, evidence, redact, input, status });
}

/** What a report is made of, and where it goes. */
interface Reporting extends Place<ConformHost> {
  readonly flags: ConformFlags;
  readonly service: RemoteSettings;
  readonly evidence: EvidenceFolder | undefined;
  readonly redact: (text: string) => string;
  readonly input: string;
  /** Exit status where it does not follow from the verdicts. */
  readonly status: number | undefined;
}

/** Judges what came, prints it, and gives the exit status. */
function report({ exchanges, leftOut }: Sent, { flags, host, terminal, service, redact, ...given }: Reporting): number {
  const checks = reportChecks(new Shown(exchanges, leftOut), redact);
  const totals = totalsOf(checks);
  const requests = Array.from(exchanges, ([name, exchange]) => reportRequest(name, exchange, redact));
  const json = jsonLine({ service: service.baseUrl, input: redact(given.input), requests, totals, checks });
  given.evidence?.write("report.json", `${json}\n`);
  if (flags.json) terminal.output(json);
  const status = given.status ?? statusOf(totals, exchanges);
  const hasReply = [...exchanges.values()].some(({ reply }) => reply !== undefined); // without one no line is shown
  const lines = hasReply ? checkLines(checks) : [];
  terminal.print(...lines, "", totalLine(totals), ...endLines(status, { service, host, exchanges }));
  return status;
}

/** @throws {InputError} when no service is named, or its address or a header is invalid. */
function remoteOf(settings: Settings): RemoteSettings {
  if (settings.kind !== "remote") {
    throw new InputError("Cannot check: no service is named; give --base-url URL, or set CONVICTION_BASE_URL");
  }
  const apiKey = settings.apiKey === undefined ? undefined : checkApiKey(settings.apiKey);
  try {
    const headers = checkHeaders(settings.headers ?? {}, { apiKey });
    return { ...settings, apiKey, headers, baseUrl: baseUrlOf(settings.baseUrl) };
  } catch (cause) {
    throw new InputError(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

function askOptions(
  { baseUrl, apiKey, headers = {} }: RemoteSettings,
  { host, flags, signal }: { readonly host: ConformHost; readonly flags: ConformFlags; readonly signal: AbortSignal },
): AskOptions {
  const { fetch, clock } = host;
  const { timeoutMs = DEFAULTS.timeoutMs } = flags;
  return { baseUrl, apiKey, headers, wrongKey: `wrong-${host.newId()}`, fetch, clock, timeoutMs, signal };
}

/** What is asked, and what it may cost, before anything is sent. */
function beginning(
  service: RemoteSettings,
  { host, maxRequests, input }: { readonly host: ConformHost; readonly maxRequests: number; readonly input: string },
): string[] {
  const { baseUrl, model, apiKey } = service;
  const key = apiKey === undefined ? keyNote(service, host) ?? "No key is set." : "Key: the one in CONVICTION_API_KEY.";
  const answers = Math.min(maxRequests, STEPS.filter(({ isAnswer }) => isAnswer).length);
  return [
    `Service ${baseUrl}${model === undefined ? "" : `, model ${model}`}. ${key}${host.proxyNotice(baseUrl)}`,
    `Question: ${input}`,
    `At most ${
      counted(Math.min(maxRequests, STEPS.length), "request")
    }, of which ${answers} may cost what an answer costs.`,
  ];
}

/** An operation that was sent and gave nothing whole leaves lines of the specification unchecked. */
function statusOf({ fail }: Totals, exchanges: Sent["exchanges"]): number {
  if (fail > 0) return FAILED;
  const asked = OPERATIONS.flatMap((name) => exchanges.get(name) ?? []);
  return asked.every((exchange) => isSuccess(exchange) && exchange.outcome === "whole") ? 0 : NOT_ASKED;
}

function endLines(
  status: number,
  { service: { baseUrl, apiKey }, host, exchanges }: {
    readonly service: RemoteSettings;
    readonly host: ConformHost;
    readonly exchanges: Sent["exchanges"];
  },
): string[] {
  if (status !== NOT_ASKED) return [];
  const isRefused = [...exchanges.values()].some(({ reply, key }) => reply?.status === 401 && key === "own");
  if (!isRefused) return ["An operation gave no whole answer: its lines are not shown."];
  return apiKey === undefined
    ? [
      `The service wants a key: CONVICTION_BASE_URL=${baseUrl} CONVICTION_API_KEY=... ${
        typedCommand(host.startedBy, "conviction conform")
      }`,
    ]
    : ["The service refuses the key: check CONVICTION_API_KEY."];
}

/** What came of the plan. */
interface Sent {
  /** In the order in which they were sent. */
  readonly exchanges: ReadonlyMap<RequestName, Exchange>;
  /** Why the others were not sent. */
  readonly leftOut: ReadonlyMap<RequestName, string>;
}

/** How the plan is sent. */
interface SendOptions {
  readonly maxRequests: number;
  readonly ask: AskOptions;
  /** Called before each request. */
  before(name: RequestName): void;
  /** Called after each request, with the number of those before it. */
  after(name: RequestName, exchange: Exchange, at: number): void;
}

/** No key, no right, too many requests, no service: the next request would not fare better. */
const REFUSALS: readonly number[] = [401, 403, 429, 503];

/** Sends the requests of the plan one after the other, each once, until the cap or a reason to stop. */
async function sendPlan(plan: PlanOptions, { maxRequests, ask: options, ...tell }: SendOptions): Promise<Sent> {
  const exchanges = new Map<RequestName, Exchange>();
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
    const exchange = await ask(request, options);
    tell.after(name, exchange, exchanges.size);
    exchanges.set(name, exchange);
  }
  return { exchanges, leftOut };
}

/** Why nothing more is asked; undefined while something is. */
function stopReason(exchanges: ReadonlyMap<RequestName, Exchange>): string | undefined {
  const all = [...exchanges.values()];
  if (all.some(({ outcome }) => outcome === "stopped")) return "stopped";
  if (all.some(({ outcome }) => outcome === "unreachable")) return "the service cannot be reached";
  const statuses = new Set(all.map(({ reply }) => reply?.status));
  const [status] = statuses;
  const isRefused = exchanges.size > 1 && statuses.size === 1 && status !== undefined && REFUSALS.includes(status);
  return isRefused ? `the service refuses each request with ${status}` : undefined;
}
