import { baseUrlOf } from "../../client/address.ts";
import { InputError } from "../../protocol/errors.ts";
import type { RequestBody } from "../../protocol/reasoning.ts";
import {
  CONVICTION_JSON,
  type ConvictionJson,
  convictionJsonText,
  readConvictionJson,
} from "../../setup/conviction_json.ts";
import { defineCommand, INTERRUPTED, type Place } from "../command.ts";
import type { Given } from "../flags.ts";
import type { Host } from "../host.ts";
import { bodyOf } from "../question_flags.ts";
import { probeModel } from "./model_probe.ts";
import {
  type NamedService,
  namedService,
  refuseWord,
  type ServiceCheckHost,
  untilInterrupted,
} from "./named_service.ts";
import { probeAdvice } from "./probe_advice.ts";
import { DEFAULT_PROMPT, type Operation, PROBE, type ProbeFlags } from "./probe_flags.ts";
import { type Probed, probeOperation, probeReport, reasoningRequest } from "./probe_requests.ts";
import { join } from "node:path";
import { jsonOr } from "../../protocol/parse_json.ts";
import type { RemoteSettings } from "../../setup/settings.ts";
import type { Exchange } from "./exchange.ts";
import { shellWord, typedCommand } from "../../text/typed_command.ts";

const OPTION_JSON = { options: ["json"] };

/** The request, and the service it goes to. */
interface Asked extends Pick<NamedService, "settings"> {
  readonly flags: ProbeFlags;
  readonly request: RequestBody;
  /** How the service is asked, as `conviction.json` holds it. */
  readonly found: ConvictionJson;
  readonly operations: readonly Operation[];
}

/** Sends one request to each operation of an unknown service, and reports what was sent and what came back. */
export const probeCommand = defineCommand(PROBE, probe);

async function probe(flags: ProbeFlags & Given, { host, terminal }: Place<ServiceCheckHost>): Promise<number> {
  refuseWord(flags);
  if (flags.llm) return await probeModel(flags, { host, terminal });
  if (flags.json) throw new InputError("Cannot print JSON of a service: only a language model has it", OPTION_JSON);
  if (flags.only === "file" && flags.fileId === undefined) {
    throw new InputError("Cannot request only a file: name it with --file-id ID");
  }
  const named = namedService(flags, { does: "probe", host });
  const asked = askedOf(flags, named, host);
  terminal.print(named.line, ...named.notes);
  const { settings } = asked;
  const all: Probed[] = [];
  const isStopped = await untilInterrupted({ host, terminal }, async (signal) => {
    for (const operation of asked.operations) {
      terminal.wait(() => `waiting for ${operation}`);
      const probed = await probeOperation(operation, all.flatMap(({ files }) => files), { ...host, ...asked, signal });
      terminal.end();
      if (probed === undefined) {
        terminal.print("", "No file was requested: no answer named one.");
        continue;
      }
      all.push(probed);
      terminal.print(...probeReport(probed, signal.aborted ? "Stopped." : probeAdvice(probed, settings)?.line));
      if (signal.aborted) return true;
    }
    return false;
  });
  if (isStopped) return INTERRUPTED;
  const isRead = all.some(({ operation, failure }) => operation === "reason" && failure === undefined);
  const kept = isRead ? keepSettings(asked.found, host) : { lines: [], isKept: named.file !== undefined };
  terminal.print(...kept.lines.flatMap((line, at) => at === 0 ? ["", line] : [line]));
  const { isKept } = kept;
  terminal.print("", "Try next:", `  ${nextCommand({ ...asked, ...host, all, isKept })}`);
  return all.every(({ failure }) => failure === undefined) ? 0 : 1;
}

/** @throws {InputError} when the body cannot be filled. */
function askedOf(flags: ProbeFlags, { settings, file }: NamedService, host: ServiceCheckHost): Asked {
  const body = bodyOf(flags.body, { ...host, file });
  const { baseUrl, model, path, headers, resultAt } = settings;
  const isOdd = [body, path, resultAt].some((said) => said !== undefined);
  return {
    flags,
    settings,
    request: reasoningRequest(flags, { body, model }),
    found: { baseUrl, model, path, headers, body, resultAt },
    // A service of another shape need not have the operations of the specification.
    operations: flags.only !== undefined ? [flags.only] : isOdd ? ["reason"] : ["reason", "stream", "file"],
  };
}

/** What happened to the settings file. */
interface KeptSettings {
  /** For a person. */
  readonly lines: readonly string[];
  /** Whether the file now holds what was found. */
  readonly isKept: boolean;
}

/** The settings that a probe finds; a person sets the others. */
const FOUND = ["baseUrl", "model", "path", "headers", "body", "resultAt"] as const;

/**
 * Writes how a service was asked to `conviction.json`; an existing file is never changed.
 * @param found How the service was asked.
 * @throws {SettingsError} when the existing file cannot be used.
 */
function keepSettings(
  found: ConvictionJson,
  { folder, readText, writeNew }: Pick<Host, "folder" | "readText" | "writeNew">,
): KeptSettings {
  const path = join(folder, CONVICTION_JSON);
  const present = readText(path);
  if (present !== undefined) return compare(found, readConvictionJson(present));
  const text = convictionJsonText(found);
  const isKept = writeNew(path, text);
  const lines = isKept
    ? [`Wrote ${CONVICTION_JSON}: a screen in this folder now asks the same way.`]
    : [`${CONVICTION_JSON} cannot be written here; it would hold:`, ...text.trimEnd().split("\n")];
  return { lines, isKept };
}

function compare(found: ConvictionJson, present: ConvictionJson): KeptSettings {
  const differing = FOUND.filter((name) => saying(found, name) !== saying(present, name));
  if (differing.length === 0) return { lines: [`${CONVICTION_JSON} holds the same.`], isKept: true };
  const lines = differing.map((name) => {
    const said = saying(found, name);
    return said === undefined ? `  no "${name}"` : `  "${name}": ${said}`;
  });
  return { lines: [`${CONVICTION_JSON} was not changed; for this service it would hold:`, ...lines], isKept: false };
}

function saying(settings: ConvictionJson, name: typeof FOUND[number]): string | undefined {
  return JSON.stringify(name === "baseUrl" ? baseUrlOf(settings.baseUrl) : settings[name]);
}

/** What a service was asked, and what it was found to do. */
interface Findings {
  /** How a person starts a task, like `deno task -q`. */
  readonly startedBy: string;
  readonly flags: ProbeFlags;
  readonly settings: RemoteSettings;
  readonly all: readonly Probed[];
  /** Whether `conviction.json` holds how the service is asked, so that no flag has to say it. */
  readonly isKept: boolean;
}

/** Requests at once that a screen starts with. */
const DEFAULT_CONCURRENCY = 8;

/**
 * The command to try next, with flags that fit the findings.
 * @returns Like `CONVICTION_BASE_URL=... deno task -q screen my_tickers.csv --limit 3 --files none`.
 */
function nextCommand({ startedBy, flags, settings, all, isKept }: Findings): string {
  const works = (operation: Operation) => {
    const probed = all.find((one) => one.operation === operation);
    return probed && probed.failure === undefined;
  };
  const exchanges = all.flatMap((probed) => probed.exchanges);
  const advices = all.flatMap((probed) => probeAdvice(probed, settings) ?? []);
  const betterUrl = advices.flatMap(({ baseUrl = [] }) => baseUrl)[0] ?? settings.baseUrl;
  const betterResultAt = advices.flatMap(({ resultAt = [] }) => resultAt)[0];
  const needsKey = settings.apiKey !== undefined || exchanges.some(({ reply }) => reply?.status === 401);
  const isNamed = settings.model !== undefined && !(isKept && flags.model === undefined);
  const model = isNamed ? [`--model ${shellWord(settings.model)}`] : [];
  const fields = advices.flatMap((advice) => advice.fields ?? []);
  const shape = shapeFlags(isKept ? {} : flags, {
    body: isKept ? undefined : bodyWith(flags.body, fields),
    betterResultAt,
  });
  const command = (name: string, ...flags: string[]) => {
    const environment = [
      `CONVICTION_BASE_URL=${shellWord(betterUrl)}`,
      ...(needsKey ? ["CONVICTION_API_KEY=..."] : []),
    ];
    return [...environment, typedCommand(startedBy, name), ...flags].join(" ");
  };
  const isSame = betterUrl === settings.baseUrl;
  if (isSame && works("reason")) {
    return command("screen my_tickers.csv --limit 3", ...model, ...shape, ...screenFlags(all, exchanges));
  }
  if (isSame && betterResultAt === undefined && works("stream")) {
    const ask = `ask ${shellWord(flags.prompt ?? DEFAULT_PROMPT)}`;
    const only = works("reason") === undefined ? "conviction probe --only reason" : ask;
    return command(only, ...model);
  }
  const wanted = fields.slice(flags.body === undefined ? 1 : 0).map((name) => [name, "..."] as const);
  const cells = [...Object.entries(flags.cells ?? {}), ...wanted].map((cell) => `--cell ${shellWord(cell.join("="))}`);
  return command("conviction probe", ...model, ...shape, ...cells);
}

/** The body with what the service wants; in place of ours, its first field is taken for the question. */
function bodyWith(body: string | undefined, fields: readonly string[]): string | undefined {
  const given = jsonOr(body ?? "{}", undefined); // undefined for the name of a file
  if (fields.length === 0 || given === undefined) return body;
  const places = fields.map((name, at) => [name, body === undefined && at === 0 ? "{{prompt}}" : `{{${name}}}`]);
  return JSON.stringify({ ...Object(given), ...Object.fromEntries(places) });
}

/** How the service is asked, where no settings file holds it. */
function shapeFlags(
  { path, resultAt, headers = {} }: Partial<ProbeFlags>,
  { body, betterResultAt }: { readonly body: string | undefined; readonly betterResultAt: string | undefined },
): string[] {
  const given = { body, path, ...(betterResultAt === undefined && { "result-at": resultAt }) };
  const flags = [
    ...Object.entries(given),
    ...Object.entries(headers).map(([name, value]) => ["header", `${name}: ${value}`] as const),
    ["result-at", betterResultAt] as const,
  ];
  return flags.flatMap(([flag, value]) => value === undefined ? [] : [`--${flag} ${shellWord(value)}`]);
}

function screenFlags(all: readonly Probed[], exchanges: readonly Exchange[]): string[] {
  const left = Math.min(...exchanges.map(remainingOf));
  const givesFiles = all.some(({ operation, files }) => operation === "reason" && files.length > 0);
  return [
    ...(givesFiles ? [] : ["--files none"]),
    ...(left < DEFAULT_CONCURRENCY ? [`--concurrency ${Math.max(1, left)}`] : []),
  ];
}

/** Requests the service says are left; infinitely many when it does not. */
function remainingOf(exchange: Exchange): number {
  for (const name of ["x-ratelimit-remaining-requests", "x-ratelimit-remaining", "ratelimit-remaining"]) {
    const value = exchange.header(name);
    if (value !== undefined && /^\d{1,9}$/.test(value)) return Number(value);
  }
  const structured = /(?:^|[;,\s])r(?:emaining)?=(\d{1,9})/.exec(exchange.header("ratelimit") ?? "")?.[1];
  return structured === undefined ? Infinity : Number(structured);
}
