import { InputError } from "../../protocol/errors.ts";
import { MODEL_VARIABLES, type ModelSettings, readModelSettings } from "../../setup/model_settings.ts";
import { createRedactor } from "../../text/redact.ts";
import { jsonLine } from "../../view/lines.ts";
import { INTERRUPTED, type Place } from "../command.ts";
import { type ModelExchanged, MOST_REQUESTS, type ProbedModel, probeServer } from "./model_requests.ts";
import { type ServiceCheckHost, untilInterrupted } from "./named_service.ts";
import type { ProbeFlags } from "./probe_flags.ts";
import { z } from "zod";
import { jsonOr } from "../../protocol/parse_json.ts";

/**
 * Asks the server of a language model a few small questions, and reports what it can do.
 * @returns Exit status: 0 usable; 1 not usable; 130 interrupted.
 * @throws {SettingsError} when the environment names no model.
 */
export async function probeModel(flags: ProbeFlags, { host, terminal }: Place<ServiceCheckHost>): Promise<number> {
  refuseOthers(flags);
  const settings = readModelSettings(host.env);
  if (settings === undefined) {
    const { baseUrl, model } = MODEL_VARIABLES;
    throw new InputError(`Cannot probe a language model: none is named; set ${baseUrl} and ${model}`);
  }
  const print = (...lines: string[]) => flags.json ? undefined : terminal.print(...lines);
  const key = settings.apiKey === undefined ? "No key is set." : `Key: the one in ${MODEL_VARIABLES.apiKey}.`;
  print(`Language model ${settings.model} at ${settings.baseUrl}. ${key}${host.proxyNotice(settings.baseUrl)}`);
  print(`It is sent at most ${MOST_REQUESTS} small requests.`);
  terminal.wait(() => "waiting for the language model");
  const probed = await untilInterrupted({ host, terminal }, async (signal) => {
    const all = await probeServer({ ...host, settings, signal });
    return signal.aborted ? undefined : all;
  });
  if (probed === undefined) return INTERRUPTED;
  const findings = modelFindings(probed, settings);
  const { isUsable, words } = modelVerdict(findings);
  const redact = createRedactor([settings.apiKey ?? ""]);
  const { exchanges } = probed;
  if (flags.json) {
    const { baseUrl: base_url, model } = settings;
    const checks = findings.map(({ words, ...finding }) => ({ ...finding, words: redact(words) }));
    terminal.output(jsonLine({ base_url, model, usable: isUsable, verdict: redact(words), checks, exchanges }));
  }
  print("", ...exchanges.flatMap(({ sent, came }) => [`> ${sent}`, `< ${came}`]));
  const lines = findings.map((one) => `${one.check.padEnd(20)} ${STATES[one.state].padEnd(4)}${one.words}`.trimEnd());
  print("", ...lines.map(redact), "", redact(words));
  return isUsable ? 0 : 1;
}

/** The other flags are about a research service. */
function refuseOthers({ llm: _, json: __, ...others }: ProbeFlags): void {
  const isGiven = ([name, value]: [string, unknown]) => !["given", "words"].includes(name) && value !== undefined;
  const [option] = Object.entries(others).find(isGiven) ?? [];
  if (option === undefined) return;
  const state = `Cannot probe a language model with ${option}: it is named by the environment alone`;
  throw new InputError(state, { options: [option] });
}

const STATES = { yes: "yes", no: "NO", unknown: "?" } as const;

/** One finding; it is measured, or unknown. */
interface ModelFinding {
  /** Like `key accepted`. */
  readonly check: string;
  readonly state: "yes" | "no" | "unknown";
  /** What it rests on; a key may be in it. */
  readonly words: string;
}

/** What the replies show. */
function modelFindings(probed: ProbedModel, settings: ModelSettings): ModelFinding[] {
  const { models, text } = probed;
  const { model, apiKey } = settings;
  const all = [models, text, probed.tools, probed.shape].filter((one) => one !== undefined);
  const reached = all.some(({ status }) => status !== undefined);
  const refused = all.find(({ status }) => status === 401 || status === 403);
  const works = text?.status === 200;
  const isText = works && text.read.text.trim() !== "";
  const waits = all.flatMap(({ retryAfterMs }) => retryAfterMs ?? []);
  return [
    found("reachable", reached, reached ? `${Math.round(models.tookMs)} ms` : models.body),
    found(
      "key accepted",
      !reached || (!refused && !works) ? "unknown" : !refused,
      refused === undefined ? apiKey === undefined ? "it asks for none" : "" : `${refused.status}${refused.refusal}`,
    ),
    knownFinding(models, model),
    found("answers", text === undefined ? "unknown" : isText, answerWords(text)),
    found("streams", works ? text.read.isStream && text.read.isComplete : "unknown", works ? streamWords(text) : ""),
    toolFinding(probed),
    shapeFinding(probed.shape),
    found("counts tokens", works ? text.read.usage !== undefined : "unknown", countWords(text)),
    waits.length > 0
      ? found("Retry-After", "yes", `${waits[0]} ms`)
      : found("Retry-After", "unknown", "no reply asked for a wait"),
    speedFinding(probed.long, settings),
  ];
}

/** Whether a model can be used with the server, and why not. */
function modelVerdict(findings: readonly ModelFinding[]): { isUsable: boolean; words: string } {
  const of = (check: string) => findings.find((finding) => finding.check === check);
  const needed = ["reachable", "key accepted", "answers", "streams"] as const;
  const lacking = needed.map(of).find((finding) => finding?.state === "no");
  if (lacking) return { isUsable: false, words: `Not usable: ${lacking.check}: ${lacking.words || "no"}.` };
  if (of("answers")?.state !== "yes") return { isUsable: false, words: "Not usable: it did not answer." };
  const { state = "no", words = "" } = of("tools") ?? {};
  const without = state === "no" ? ` without tools: ${words}` : `; whether it calls tools is not known: ${words}`;
  return { isUsable: true, words: `Usable${state === "yes" ? " fully" : without}.` };
}

function found(check: string, is: ModelFinding["state"] | boolean, words = ""): ModelFinding {
  return { check, state: typeof is === "boolean" ? (is ? "yes" : "no") : is, words };
}

const listSchema = z.object({ data: z.array(z.object({ id: z.string() })) });

function knownFinding({ status, body }: ModelExchanged, model: string): ModelFinding {
  const list = status === 200 ? listSchema.safeParse(jsonOr(body, undefined)).data?.data : undefined;
  if (list === undefined) return found("model known", "unknown", "it has no list of models");
  const isKnown = list.some(({ id }) => id === model);
  const some = list.slice(0, 5).map(({ id }) => id).join(", ");
  return found("model known", isKnown, isKnown ? "" : `it lists ${list.length === 0 ? "none" : some}`);
}

function answerWords(text: ModelExchanged | undefined): string {
  if (text === undefined) return "";
  const { status, body, refusal, read, firstMs, tookMs } = text;
  if (status === undefined) return body;
  if (status !== 200) return `${status}${refusal}`;
  if (read.text.trim() === "") return `no text came${text.type === "" ? "" : ` (${text.type})`}`;
  return `first token after ${Math.round(firstMs ?? tookMs)} ms, whole after ${Math.round(tookMs)} ms`;
}

function streamWords({ read, type }: ModelExchanged): string {
  if (!read.isStream) return `it sent ${type || "something else"} instead of a stream of events`;
  return read.isComplete ? "" : "the stream ended before the reply did";
}

function countWords(text: ModelExchanged | undefined): string {
  if (text?.status !== 200) return "";
  const { usage } = text.read;
  return usage === undefined ? "they are estimated" : `${usage.input} read, ${usage.output} written`;
}

/** How fast it reads and writes, and whether the longest prompt, and the two that an answer needs, are read in time. */
function speedFinding(long: ModelExchanged | undefined, { terms: { budget }, waitMs }: ModelSettings): ModelFinding {
  const { firstMs = 0, tookMs = 0, read: { usage } = {} } = long ?? {};
  if (usage === undefined || firstMs === 0) return found("speed", "unknown");
  const reads = 1_000 * usage.input / firstMs;
  const writes = 1_000 * usage.output / Math.max(1, tookMs - firstMs);
  const seconds = Math.ceil(PROMPT_TOKENS / reads);
  const fits = seconds * 1_000 <= waitMs.first && 2 * seconds <= budget.seconds;
  const words =
    `reads ${Math.round(reads)} tokens a second, writes ${Math.round(writes)}; a prompt of ${PROMPT_TOKENS} takes ` +
    `${seconds} s of ${waitMs.first / 1_000}, an answer's two ${2 * seconds} s of ${budget.seconds}`;
  const instead = `; raise ${MODEL_VARIABLES.wait} and ${MODEL_VARIABLES.budget}, or lower ${MODEL_VARIABLES.context}`;
  return found("speed", fits, fits ? words : words + instead);
}

/** The longest prompt of an answer, in `agent/model/limits.ts`, and what a tool of the probe has at least. */
const PROMPT_TOKENS = 3_500;
const TOOL_TOKENS = 20;
const IN_WORDS = "they are offered in words";

function toolFinding({ tools, text }: ProbedModel): ModelFinding {
  const refused = refusedFinding("tools", tools, IN_WORDS);
  if (refused !== undefined || tools === undefined) return refused ?? found("tools", "unknown");
  const [call] = tools.read.calls;
  if (call === undefined) {
    const more = (tools.read.usage?.input ?? NaN) - (text?.read.usage?.input ?? NaN);
    const isUnseen = more < TOOL_TOKENS;
    return found("tools", false, isUnseen ? `its model does not see them; ${IN_WORDS}` : "its model did not call one");
  }
  const isRead = hasTicker(call.arguments);
  return found("tools", call.name === "look_up" && isRead, isRead ? "" : "its arguments are not those of the tool");
}

function shapeFinding(shape: ModelExchanged | undefined): ModelFinding {
  const check = "JSON by a schema";
  const refused = refusedFinding(check, shape, "it is asked for in words");
  if (refused !== undefined || shape === undefined) return refused ?? found(check, "unknown");
  const isKept = hasTicker(shape.read.text);
  return found(check, isKept, isKept ? "" : "it took the schema, and the reply does not keep to it");
}

/** A server that refuses what it was asked lacks it; one that is busy, fails or breaks off says nothing of it. */
function refusedFinding(check: string, asked: ModelExchanged | undefined, instead: string): ModelFinding | undefined {
  if (asked === undefined) return undefined;
  const { status = 0, body, refusal, read } = asked;
  if (status === 200) return read.isComplete ? undefined : found(check, "unknown", "no whole reply came");
  const isLacking = status >= 400 && status < 500 && ![408, 429].includes(status);
  return found(check, isLacking ? "no" : "unknown", `${status || body}${refusal}${isLacking ? `; ${instead}` : ""}`);
}

function hasTicker(text: string): boolean {
  return z.object({ ticker: z.string() }).safeParse(jsonOr(text, undefined)).success;
}
