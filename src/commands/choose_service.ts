import { join, resolve } from "node:path";
import { CONVICTION_JSON, type ConvictionJson, readConvictionJson } from "../setup/conviction_json.ts";
import { isAbout, readSettings, type Settings, SettingsError } from "../setup/settings.ts";
import type { ConnectionFlags } from "./connection_flags.ts";
import type { Host } from "./host.ts";

/** What a service is chosen by, beside the flags. */
export type ServiceHost = Pick<Host, "env" | "folder" | "readText">;

/** A service, and what the settings file of the folder says about it. */
export interface ChosenService {
  readonly settings: Settings;
  /** The settings file; absent when there is none, or it is about another service. */
  readonly file: ConvictionJson | undefined;
  /** What a person should know of the settings; mostly nothing. */
  readonly notes: readonly string[];
}

/**
 * Which service the flags, the environment and `conviction.json` mean.
 * @param flags As they were typed.
 * @param host The folder, and what can be read there.
 * @throws {SettingsError} when they contradict each other, or the file cannot be used.
 */
export function chooseService(flags: ConnectionFlags, host: ServiceHost): ChosenService {
  const { env, folder, readText } = host;
  const data = flags.data === undefined ? undefined : resolve(folder, flags.data);
  const text = readText(join(folder, CONVICTION_JSON));
  const file = text === undefined ? undefined : readFile(text, env("CONVICTION_API_KEY"));
  const settings = readSettings({ ...flags, data }, env, { file });
  if (file === undefined) return { settings, file, notes: [] };
  if (isAbout(settings, file)) return { settings, file, notes: [`Settings: ${CONVICTION_JSON}.`] };
  return { settings, file: undefined, notes: [`${CONVICTION_JSON} is not used: it is about ${file.baseUrl}.`] };
}

/**
 * Says why no key is sent though there is one, which otherwise looks like a key that is refused.
 * @returns Nothing when a key is sent, or there is none.
 */
export function keyNote(settings: Settings, { env }: Pick<Host, "env">): string | undefined {
  const isSent = settings.kind !== "remote" || settings.apiKey !== undefined;
  if (isSent || !env("CONVICTION_API_KEY")) return undefined;
  return "No key is sent: CONVICTION_API_KEY goes to the address in CONVICTION_BASE_URL only.";
}

function readFile(text: string, apiKey: string | undefined): ConvictionJson {
  const holdsKey = apiKey !== undefined && apiKey.trim() !== "" && text.includes(apiKey.trim());
  if (holdsKey) throw new SettingsError(`Cannot use ${CONVICTION_JSON}: it holds the key of CONVICTION_API_KEY`);
  return readConvictionJson(text);
}
