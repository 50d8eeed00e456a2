import { baseUrlOf } from "../../client/address.ts";
import { InputError } from "../../protocol/errors.ts";
import type { RequestBody } from "../../protocol/reasoning.ts";
import {
  CONVICTION_JSON,
  type ConvictionJson,
  convictionJsonText,
  readConvictionJson,
} from "../../setup/conviction_json.ts";
import { INTERRUPTED, perform, type Place } from "../command.ts";
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
import { nextCommand } from "./next_command.ts";
import { probeAdvice } from "./probe_advice.ts";
import { type Operation, PROBE, type ProbeFlags } from "./probe_flags.ts";
import { type Probed, probeOperation, probeReport, reasoningRequest } from "./probe_requests.ts";
import { join } from "node:path";

const OPTION_JSON = { options: ["json"] };

/** The request, and the service it goes to. */
interface Asked extends Pick<NamedService, "settings"> {
  readonly flags: ProbeFlags;
  readonly request: RequestBody;
  /** How the service is asked, as `conviction.json` holds it. */
  readonly found: ConvictionJson;
  readonly operations: readonly Operation[];
}

/**
 * Sends one request to each operation of an unknown service, and reports what was sent and what came back.
 * @param args As the shell passed them; `--help` explains them.
 * @returns Exit status: 0 every answer was read; 1 some were not; 2 wrong usage, nothing sent; 130 interrupted.
 */
export function probeCommand(args: readonly string[], host: ServiceCheckHost): Promise<number> {
  return perform(args, host, { page: PROBE, work: (flags, terminal) => probe(flags, { host, terminal }) });
}

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
