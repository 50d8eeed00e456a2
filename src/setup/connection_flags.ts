import { resolve } from "node:path";
import { InputError } from "../batch/input_error.ts";
import { type Connection, openConnection } from "./connect.ts";
import type { FlagTable } from "./flags.ts";
import { readSettings, type Settings } from "./settings.ts";

/** Whom to ask, as a person said it. */
export interface ConnectionFlags {
  readonly baseUrl?: string | undefined;
  readonly model?: string | undefined;
  /** As it was typed: it resolves against the folder the person stands in. */
  readonly data?: string | undefined;
}

/** The flags that every command which asks a service has. */
export const CONNECTION_FLAGS = {
  "base-url": { value: "URL", help: "the service to ask (CONVICTION_BASE_URL; unset: the embedded one)" },
  "model": { value: "NAME", help: "model of the service (CONVICTION_MODEL)" },
  "data": { value: "DIR", help: "price CSVs for the embedded service (CONVICTION_DATA; unset: the sample)" },
} as const satisfies FlagTable;

/** Where the key comes from, for `--help`. */
export const KEY_HELP = "The key of a service comes from CONVICTION_API_KEY, never from a flag.";

/** The place a command runs in. */
export interface ConnectionHost {
  env(name: string): string | undefined;
  /** The folder the person stands in. */
  readonly folder: string;
}

/**
 * Which service the flags and the environment mean.
 * @throws {SettingsError} when they contradict each other.
 */
export function settingsOf({ baseUrl, model, data }: ConnectionFlags, { env, folder }: ConnectionHost): Settings {
  return readSettings({ baseUrl, model, data: data === undefined ? undefined : resolve(folder, data) }, env);
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
