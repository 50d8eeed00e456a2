import { InputError } from "../../protocol/errors.ts";
import { MODEL_VARIABLES, readModelSettings } from "../../setup/model_settings.ts";
import { createRedactor } from "../../text/redact.ts";
import { jsonLine } from "../../view/lines.ts";
import { type CommandHost, INTERRUPTED, type Place } from "../command.ts";
import type { Host } from "../host.ts";
import { ModelRequests, MOST_REQUESTS } from "./model_requests.ts";
import { modelFindings, modelVerdict } from "./model_findings.ts";
import type { ProbeFlags } from "./probe_flags.ts";

/** What probing a model takes from the machine. */
export type ModelProbeHost = CommandHost & Pick<Host, "fetch" | "onInterrupt" | "proxyNotice">;

/**
 * Asks the server of a language model a few small questions, and reports what it can do.
 * @returns Exit status: 0 usable; 1 not usable; 130 interrupted.
 * @throws {SettingsError} when the environment names no model.
 */
export async function probeModel(flags: ProbeFlags, { host, terminal }: Place<ModelProbeHost>): Promise<number> {
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
  const interruption = host.onInterrupt(() => interruption.close()); // a second Ctrl-C ends the process
  const requests = new ModelRequests({ ...host, settings, signal: interruption.stop });
  terminal.wait(() => "waiting for the language model");
  try {
    const probed = await requests.all();
    terminal.end();
    if (interruption.stop.aborted) return INTERRUPTED;
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
  } finally {
    interruption.close();
    terminal.end();
  }
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
