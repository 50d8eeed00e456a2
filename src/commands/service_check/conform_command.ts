import { resolve } from "node:path";
import type { RemoteSettings } from "../../setup/settings.ts";
import { counted } from "../../text/counted.ts";
import { createRedactor } from "../../text/redact.ts";
import { jsonLine } from "../../view/lines.ts";
import { INTERRUPTED, perform, type Place } from "../command.ts";
import type { Given } from "../flags.ts";
import { CONFORM, type ConformFlags, DEFAULTS } from "./conform_flags.ts";
import { evidenceText, openEvidence } from "./evidence.ts";
import { ask, type AskOptions } from "./exchange.ts";
import { namedService, refuseWord, type ServiceCheckHost, untilInterrupted } from "./named_service.ts";
import { type PlanOptions, STEPS } from "./plan.ts";
import { checkLines, reportChecks, reportRequest, requestLine, totalLine, totalsOf } from "./report.ts";
import { isSuccess, type Planned, type RequestName, type Sending, Shown } from "./shown.ts";
import { typedCommand } from "../../text/typed_command.ts";

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
export function conformCommand(args: readonly string[], host: ServiceCheckHost): Promise<number> {
  return perform(args, host, { page: CONFORM, work: (flags, terminal) => conform(flags, { host, terminal }) });
}

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
