import { baseUrlOf } from "../client/address.ts";
import type { ConvictionJson } from "./conviction_json.ts";
import { SettingsError } from "../protocol/errors.ts";

export { SettingsError } from "../protocol/errors.ts";

/** What a caller may say to {@linkcode connect}; the environment and defaults fill in the rest. */
export interface ConnectOptions {
  /** Address of a remote service; the embedded one is used without. Environment: `CONVICTION_BASE_URL`. */
  readonly baseUrl?: string | undefined;
  /** Key of the remote service. Environment: `CONVICTION_API_KEY`, which goes to the environment's address only. */
  readonly apiKey?: string | undefined;
  /** Model of the remote service. Environment: `CONVICTION_MODEL`. */
  readonly model?: string | undefined;
  /** Sent with each request to the remote service; never a key. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Path of the remote service's reasoning operation. Default: `/api/v1/agent/reasoning`. */
  readonly path?: string | undefined;
  /** Where the thesis stands in the remote service's reply, as a JSON pointer. Default: it is the reply. */
  readonly resultAt?: string | undefined;
  /** Folder of price CSVs for the embedded service; its sample without. Environment: `CONVICTION_DATA`. */
  readonly data?: string | undefined;
}

/** How a service of another shape is asked and read. */
export interface Shape {
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly path?: string | undefined;
  readonly resultAt?: string | undefined;
}

/** A service at an address. */
export interface RemoteSettings extends Shape {
  readonly kind: "remote";
  readonly baseUrl: string;
  readonly apiKey: string | undefined;
  readonly model: string | undefined;
}

/** Which service is asked, and how: one of the two. */
export type Settings = { readonly kind: "embedded"; readonly data: string | undefined } | RemoteSettings;

type Env = (name: string) => string | undefined;

/**
 * Which service is asked: what the caller says, over the environment, over the settings file, over the embedded
 * service. The file counts for the service it names only.
 *
 * @param env Reads one environment variable.
 * @param options The settings file, where there is one.
 * @throws {SettingsError} when a key or model has no service to go to, which must not fall back in silence.
 */
export function readSettings(
  options: ConnectOptions,
  env: Env,
  { file }: { readonly file?: ConvictionJson | undefined } = {},
): Settings {
  const fromEnv = (name: string) => env(name) || undefined; // set but empty means not set
  if (options.data !== undefined && options.baseUrl !== undefined) {
    throw new SettingsError("Cannot use a data folder with a remote service: the data is the embedded service's own");
  }
  if (options.data !== undefined) return embedded(options, options.data);
  const named = addressOf(options, fromEnv, file);
  if (named !== undefined) return shaped(named, options, file);
  const apiKey = options.apiKey ?? fromEnv("CONVICTION_API_KEY");
  const model = options.model ?? fromEnv("CONVICTION_MODEL");
  if (apiKey !== undefined || model !== undefined) throw homeless(apiKey === undefined ? "model" : "key");
  return embedded(options, fromEnv("CONVICTION_DATA"));
}

/**
 * Tells whether a settings file is about the service that is asked.
 * @param settings Which service is asked.
 * @param file The settings file.
 */
export function isAbout(settings: Settings, file: ConvictionJson): boolean {
  if (settings.kind === "embedded") return false;
  try {
    return baseUrlOf(settings.baseUrl) === baseUrlOf(file.baseUrl);
  } catch {
    return false; // an address that is none is refused where it is used
  }
}

/** The key of the environment goes to the address of the environment only, whatever a file in this folder says. */
function addressOf(options: ConnectOptions, env: Env, file: ConvictionJson | undefined): RemoteSettings | undefined {
  const { baseUrl, apiKey, model } = options;
  if (baseUrl !== undefined) return { kind: "remote", baseUrl, apiKey, model };
  const ofEnv = env("CONVICTION_BASE_URL");
  if (ofEnv !== undefined) {
    const own = { apiKey: apiKey ?? env("CONVICTION_API_KEY"), model: model ?? env("CONVICTION_MODEL") };
    return { kind: "remote", baseUrl: ofEnv, ...own };
  }
  if (file === undefined || env("CONVICTION_DATA") !== undefined) return undefined;
  return { kind: "remote", baseUrl: file.baseUrl, apiKey, model: model ?? env("CONVICTION_MODEL") };
}

/** The service, with what the file and the caller say about its shape. */
function shaped(named: RemoteSettings, options: ConnectOptions, file: ConvictionJson | undefined): RemoteSettings {
  const known: Partial<ConvictionJson> = file !== undefined && isAbout(named, file) ? file : {};
  const shape: Shape = {
    headers: mergeHeaders(known.headers, options.headers),
    path: options.path ?? known.path,
    resultAt: options.resultAt ?? known.resultAt,
  };
  const said = Object.entries(shape).filter(([, value]) => value !== undefined);
  return { ...named, model: named.model ?? known.model, ...Object.fromEntries(said) };
}

/** By name; upper and lower case count as equal. */
function mergeHeaders(under: Shape["headers"] = {}, over: Shape["headers"] = {}): Shape["headers"] {
  const said = new Set(Object.keys(over).map((name) => name.toLowerCase()));
  const kept = Object.entries(under).filter(([name]) => !said.has(name.toLowerCase()));
  const all = { ...Object.fromEntries(kept), ...over };
  return Object.keys(all).length === 0 ? undefined : all;
}

function embedded({ headers, path, resultAt }: ConnectOptions, data: string | undefined): Settings {
  const lost = Object.entries({ headers, path, "result-at": resultAt }).find(([, value]) => value !== undefined)?.[0];
  if (lost === undefined) return { kind: "embedded", data };
  throw new SettingsError(
    `Cannot use ${lost}: no service is named, and the embedded one needs none; set CONVICTION_BASE_URL`,
  );
}

function homeless(what: "key" | "model"): SettingsError {
  return new SettingsError(
    `Cannot use the ${what}: no service is named; set CONVICTION_BASE_URL, or unset CONVICTION_${
      what === "key" ? "API_KEY" : "MODEL"
    } to use the embedded service`,
  );
}
