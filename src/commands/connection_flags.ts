import { join, resolve } from "node:path";
import { InputError } from "../protocol/errors.ts";
import { type Connection, openConnection } from "../setup/connect.ts";
import { CONVICTION_JSON, type ConvictionJson, readConvictionJson } from "../setup/conviction_json.ts";
import type { FlagsOf, FlagTable } from "./flags.ts";
import { isAbout, readSettings, type Settings, SettingsError, type Shape } from "../setup/settings.ts";

/** The flags that every command which asks a service has. */
export const CONNECTION_FLAGS = {
  "base-url": { value: "URL", help: "the service to ask (CONVICTION_BASE_URL; unset: the embedded one)" },
  "model": { value: "NAME", help: "model of the service (CONVICTION_MODEL)" },
  "data": { value: "DIR", help: "price CSVs for the embedded service (CONVICTION_DATA; unset: the sample)" },
} as const satisfies FlagTable;

/** Whom to ask, as a person said it; `data` resolves against the folder the person stands in. */
export type ConnectionFlags = Partial<FlagsOf<typeof CONNECTION_FLAGS>> & Shape;

/** Where the key comes from, for `--help`. */
export const KEY_HELP = "The key of a service comes from CONVICTION_API_KEY, never from a flag.";

/** The place a command runs in. */
export interface ConnectionHost {
  env(name: string): string | undefined;
  /** The folder the person stands in. */
  readonly folder: string;
  /** Reads a file, `conviction.json` too; nothing when it is not there. Without it no file is looked at. */
  readText?(path: string): string | undefined;
}

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
export function chooseService(flags: ConnectionFlags, host: ConnectionHost): ChosenService {
  const { env, folder, readText } = host;
  const data = flags.data === undefined ? undefined : resolve(folder, flags.data);
  const text = readText?.(join(folder, CONVICTION_JSON));
  const file = text === undefined ? undefined : readFile(text, env("CONVICTION_API_KEY"));
  const settings = readSettings({ ...flags, data }, env, { file });
  if (file === undefined) return { settings, file, notes: [] };
  if (isAbout(settings, file)) return { settings, file, notes: [`Settings: ${CONVICTION_JSON}.`] };
  return { settings, file: undefined, notes: [`${CONVICTION_JSON} is not used: it is about ${file.baseUrl}.`] };
}

/**
 * As {@linkcode chooseService}, for who needs the service only.
 * @throws {SettingsError} when the settings contradict each other, or the file cannot be used.
 */
export function settingsOf(flags: ConnectionFlags, host: ConnectionHost): Settings {
  return chooseService(flags, host).settings;
}

function readFile(text: string, apiKey: string | undefined): ConvictionJson {
  const holdsKey = apiKey !== undefined && apiKey.trim() !== "" && text.includes(apiKey.trim());
  if (holdsKey) throw new SettingsError(`Cannot use ${CONVICTION_JSON}: it holds the key of CONVICTION_API_KEY`);
  return readConvictionJson(text);
}

/**
 * Connects to that service.
 * @throws {InputError} when the address is none.
 * @throws {ApiKeyError} when the key is none.
 */
export function connectTo(settings: Settings): Connection {
  try {
    return openConnection(settings);
  } catch (cause) {
    if (cause instanceof TypeError) throw new InputError(cause.message, { cause }); // an address that is none
    throw cause;
  }
}

/**
 * Says why no key is sent though there is one, which otherwise looks like a key that is refused.
 * @returns Nothing when a key is sent, or there is none.
 */
export function keyNote(settings: Settings, { env }: Pick<ConnectionHost, "env">): string | undefined {
  const isSent = settings.kind !== "remote" || settings.apiKey !== undefined;
  if (isSent || !env("CONVICTION_API_KEY")) return undefined;
  return "No key is sent: CONVICTION_API_KEY goes to the address in CONVICTION_BASE_URL only.";
}
