import { baseUrlOf, checkHeaders } from "../../client/address.ts";
import { InputError } from "../../protocol/errors.ts";
import type { RemoteSettings } from "../../setup/settings.ts";
import { checkApiKey } from "../../text/redact.ts";
import { chooseService, type ChosenService, keyNote } from "../choose_service.ts";
import type { CommandHost, Place } from "../command.ts";
import type { ConnectionFlags } from "../connection_flags.ts";
import type { Given } from "../flags.ts";
import type { Host } from "../host.ts";

/** What looking at a service takes from the machine. */
export type ServiceCheckHost =
  & CommandHost
  & Pick<Host, "fetch" | "newId" | "proxyNotice" | "readText" | "writeNew" | "onInterrupt">;

/** The service to look at, and its settings file. */
export interface NamedService extends Pick<ChosenService, "file" | "notes"> {
  readonly settings: RemoteSettings;
  /** What a person reads of it first. */
  readonly line: string;
}

/**
 * Finds the service that a command looks at.
 * @param options `does` completes the sentence "Cannot ...".
 * @throws {InputError} when no service is named, or its address or a header is invalid.
 */
export function namedService(
  flags: ConnectionFlags,
  { does, host }: { readonly does: string; readonly host: ServiceCheckHost },
): NamedService {
  const { settings, ...chosen } = chooseService(flags, host);
  if (settings.kind !== "remote") {
    throw new InputError(`Cannot ${does}: no service is named; give --base-url URL, or set CONVICTION_BASE_URL`);
  }
  const apiKey = settings.apiKey === undefined ? undefined : checkApiKey(settings.apiKey);
  const remote = { ...settings, apiKey, ...checkedAddress(settings) };
  const { baseUrl, model } = remote;
  const key = apiKey === undefined ? keyNote(remote, host) ?? "No key is set." : "Key: the one in CONVICTION_API_KEY.";
  const name = `Service ${baseUrl}${model === undefined ? "" : `, model ${model}`}`;
  return { ...chosen, settings: remote, line: `${name}. ${key}${host.proxyNotice(baseUrl)}` };
}

function checkedAddress({ baseUrl, headers, apiKey }: RemoteSettings): Pick<RemoteSettings, "baseUrl" | "headers"> {
  try {
    return { ...(headers && { headers: checkHeaders(headers, { apiKey }) }), baseUrl: baseUrlOf(baseUrl) };
  } catch (cause) {
    throw new InputError(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

/** @throws {InputError} when the command was given a word. */
export function refuseWord({ words: [word] }: Given): void {
  if (word !== undefined) throw new InputError(`Cannot use "${word}": the address goes after --base-url`);
}

/** Works until it is done, or Ctrl-C is pressed; a second one ends the process. */
export async function untilInterrupted<Result>(
  { host, terminal }: Place<Pick<Host, "onInterrupt">>,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const interruption = host.onInterrupt(() => interruption.close());
  try {
    return await work(interruption.stop);
  } finally {
    interruption.close();
    terminal.end();
  }
}
