import { InputError } from "../batch/input_error.ts";
import { baseUrlOf } from "../client/base_url.ts";
import type { Fetch } from "../client/send.ts";
import type { Clock } from "../pace/clock.ts";
import type { FileReference } from "../protocol/file_reference.ts";
import { checkApiKey, createRedactor } from "../text/redact.ts";
import { nextCommand } from "../view/next_command.ts";
import { type Advice, type Operation, probeAdvice } from "../view/probe_advice.ts";
import { probeReport } from "../view/probe_report.ts";
import { endCommand, INTERRUPTED } from "./command_end.ts";
import { keyNote, settingsOf } from "./connection_flags.ts";
import type { Interruption } from "./interrupt.ts";
import { LiveTerminal } from "./live_terminal.ts";
import type { Output } from "./output.ts";
import { parseProbeFlags, type ProbeFlags, probeHelp } from "./probe_flags.ts";
import { type Probed, Prober } from "./prober.ts";
import type { Settings } from "./settings.ts";

/** What `probe` runs on. */
export interface ProbeHost {
  /** For the report. */
  readonly out: Output;
  /** For errors, and for what is waited for. */
  readonly err: Output;
  readonly clock: Clock;
  readonly fetch: Fetch;
  newId(): string;
  env(name: string): string | undefined;
  /** What to tell about the way to an address; empty when there is nothing to tell. */
  proxyNotice(baseUrl: string): string;
  onInterrupt(tell: (times: number) => void): Interruption;
}

type Remote = Extract<Settings, { kind: "remote" }>;

/**
 * Sends one request to each operation of an unknown service, and tells what was sent and what came of it.
 * @param args As the shell gave them; `--help` says what they mean.
 * @returns Exit status: 0 all can be read; 1 some cannot; 2 wrong usage, nothing sent; 130 interrupted.
 */
export async function probe(args: readonly string[], host: ProbeHost): Promise<number> {
  const { out, err, clock } = host;
  const terminal = new LiveTerminal({ out, err, clock, isQuiet: false, hasColour: false });
  try {
    const flags = parseProbeFlags(args);
    if (flags === "help") {
      terminal.print(...probeHelp());
      return 0;
    }
    return await probeAs(flags, host, terminal);
  } catch (error) {
    return endCommand(error, terminal, createRedactor([host.env("CONVICTION_API_KEY") ?? ""]));
  }
}

async function probeAs(flags: ProbeFlags, host: ProbeHost, terminal: LiveTerminal): Promise<number> {
  const settings = remoteOf(flags, host);
  terminal.print(...beginning(settings, host));
  const interruption = host.onInterrupt(() => interruption.close()); // a second Ctrl-C ends the process
  const signal = interruption.stop;
  const prober = new Prober({ ...host, settings, signal });
  const all: Probed[] = [];
  try {
    for (const operation of flags.operations) {
      const asking = askFor(operation, { prober, flags, all });
      if (asking === undefined) {
        terminal.print("", "No file is asked for: no answer named one.");
        continue;
      }
      terminal.wait(() => `waiting for ${operation}`);
      const probed = await asking();
      terminal.end();
      all.push(probed);
      const advice = signal.aborted ? "Stopped." : adviceOf(probed, settings)?.line;
      terminal.print(...probeReport({ ...probed, advice }));
      if (signal.aborted) return INTERRUPTED;
    }
  } finally {
    interruption.close();
    terminal.end();
  }
  terminal.print("", "Try next:", `  ${nextFor(flags, settings, all)}`);
  return all.every(({ failure }) => failure === undefined) ? 0 : 1;
}

/** The request to send; nothing when there is no file to fetch. */
function askFor(
  operation: Operation,
  { prober, flags, all }: { readonly prober: Prober; readonly flags: ProbeFlags; readonly all: readonly Probed[] },
): (() => Promise<Probed>) | undefined {
  if (operation === "reason") return () => prober.reason(flags.prompt);
  if (operation === "stream") return () => prober.stream(flags.prompt);
  const named = all.flatMap(({ files }) => files)[0];
  const file: FileReference | undefined = flags.fileId === undefined ? named : { file_id: flags.fileId };
  return file === undefined ? undefined : () => prober.file(file);
}

/** @throws {InputError} when no service is named, or its address is none. */
function remoteOf(flags: ProbeFlags, { env }: ProbeHost): Remote {
  const settings = settingsOf(flags, { env, folder: "" });
  if (settings.kind !== "remote") {
    throw new InputError("Cannot probe: no service is named; say --base-url URL, or set CONVICTION_BASE_URL");
  }
  if (settings.apiKey !== undefined) checkApiKey(settings.apiKey);
  try {
    return { ...settings, baseUrl: baseUrlOf(settings.baseUrl) };
  } catch (cause) {
    throw new InputError(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

function beginning(settings: Remote, host: ProbeHost): string[] {
  const { baseUrl, model, apiKey } = settings;
  const key = apiKey === undefined
    ? keyNote(settings, host) ?? "No key is set."
    : "Key: the one in CONVICTION_API_KEY.";
  return [`Service ${baseUrl}${model === undefined ? "" : `, model ${model}`}. ${key}${host.proxyNotice(baseUrl)}`];
}

function adviceOf({ operation, failure, exchanges }: Probed, { baseUrl, apiKey }: Remote): Advice | undefined {
  if (failure === undefined) return undefined;
  return probeAdvice({ operation, failure, exchange: exchanges.at(-1), baseUrl, hasKey: apiKey !== undefined });
}

function nextFor({ prompt }: ProbeFlags, settings: Remote, all: readonly Probed[]): string {
  const found = (operation: Operation) => all.find((probed) => probed.operation === operation);
  const works = (operation: Operation) => {
    const probed = found(operation);
    return probed && probed.failure === undefined;
  };
  const exchanges = all.flatMap((probed) => probed.exchanges);
  return nextCommand({
    ...{ baseUrl: settings.baseUrl, model: settings.model, prompt, exchanges },
    needsKey: settings.apiKey !== undefined || exchanges.some(({ reply }) => reply?.status === 401),
    betterBaseUrl: all.map((probed) => adviceOf(probed, settings)?.baseUrl).find((url) => url !== undefined),
    givesThesis: works("reason"),
    givesFiles: (found("reason")?.files.length ?? 0) > 0,
    streams: works("stream"),
  });
}
