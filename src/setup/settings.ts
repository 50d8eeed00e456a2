import type { ClientOptions } from "../client/client.ts";
import { resolve } from "node:path";
import { baseUrlOf } from "../client/address.ts";
import type { LanguageModel } from "./language_model.ts";
import type { ConvictionJson } from "./conviction_json.ts";
import { SettingsError } from "../protocol/errors.ts";
import { SANDBOX_TIERS, type SandboxTier } from "../sandbox/code_run.ts";
import { type OptionShape, TEXT, TEXTS } from "../text/options.ts";

export { SettingsError } from "../protocol/errors.ts";

/** Options of {@linkcode connect}; the environment and defaults fill in the rest. */
export interface ConnectOptions {
  /** Address of a remote service. Environment: `CONVICTION_BASE_URL`. Default: the embedded service. */
  readonly baseUrl?: string | undefined;
  /** Key of the remote service. Environment: `CONVICTION_API_KEY`, which is sent to the environment's address only. */
  readonly apiKey?: string | undefined;
  /** Model of the remote service. Environment: `CONVICTION_MODEL`. */
  readonly model?: string | undefined;
  /** Sent with each request to the remote service; never a key. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Path of the remote service's reasoning operation. Default: `/api/v1/agent/reasoning`. */
  readonly path?: string | undefined;
  /** Where the thesis is in the remote service's reply, as a JSON pointer. Default: it is the reply. */
  readonly resultAt?: string | undefined;
  /** Folder of price files for the embedded service. Environment: `CONVICTION_DATA`. Default: the sample. */
  readonly data?: string | undefined;
  /**
   * What to measure against: a file of prices, or a ticker with prices in the folder. Default: the folder's row of
   * `companies.csv` that says so, or its `^GSPC`, `^SPX`, `SPY` or `BENCHMARK`.
   */
  readonly benchmark?: string | undefined;
  /** Currency of prices in the folder that state none, like `USD` or `GBp`. Default: such prices have no unit. */
  readonly currency?: string | undefined;
}

/** What each option of {@linkcode connect} may be. */
export const CONNECT_OPTIONS = {
  baseUrl: TEXT,
  apiKey: TEXT,
  model: TEXT,
  headers: TEXTS,
  path: TEXT,
  resultAt: TEXT,
  data: TEXT,
  benchmark: TEXT,
  currency: TEXT,
} satisfies Readonly<Record<keyof ConnectOptions, OptionShape>>;

/** How to ask a service of another shape, and how to read it. */
export type Shape = Pick<ClientOptions, "headers" | "path" | "resultAt">;

/** A service at an address. */
export interface RemoteSettings extends Shape {
  readonly kind: "remote";
  readonly baseUrl: string;
  readonly apiKey: string | undefined;
  readonly model: string | undefined;
}

/** The service in this process, and its data. */
export interface EmbeddedSettings {
  readonly kind: "embedded";
  readonly data: string | undefined;
  readonly benchmark?: string | undefined;
  readonly currency?: string | undefined;
  /** Where relative paths start. Default: the current folder. */
  readonly base?: string | undefined;
  /** How the agent's code is isolated. Environment: `CONVICTION_SANDBOX`. Default: the strongest tier that starts. */
  readonly sandbox?: SandboxTier | undefined;
  /** The language model that adds to answers. Default: none. */
  readonly languageModel?: LanguageModel | undefined;
  /** Names of companies by ticker, which the person's list gives. Default: none. */
  readonly names?: ReadonlyMap<string, string> | undefined;
  /** Whether its data were fetched just now. Default: no. */
  readonly isFetched?: boolean | undefined;
}

/** The service to ask, and how. */
export type Settings = EmbeddedSettings | RemoteSettings;

type Env = (name: string) => string | undefined;

/**
 * Finds the service to ask: options of the caller come before the environment, the environment before the settings
 * file, and the embedded service last. The file is used only for the service it names.
 *
 * @param env Reads one environment variable.
 * @param options The settings file, where there is one; where relative paths of the data start.
 * @throws {SettingsError} when a key or model is set without a service: a silent fallback would ask the wrong one; when
 * `CONVICTION_SANDBOX` names no tier.
 */
export function readSettings(
  options: ConnectOptions,
  env: Env,
  { file, base }: { readonly file?: ConvictionJson | undefined; readonly base?: string | undefined } = {},
): Settings {
  const fromEnv = (name: string) => env(name) || undefined; // set but empty means not set
  if (options.data !== undefined && options.baseUrl !== undefined) {
    throw new SettingsError("Cannot use a data folder with a remote service: the data is the embedded service's own");
  }
  const own = () => ({ ...options, base, sandbox: sandboxFrom(env) });
  if (options.data !== undefined) return embedded(options, own());
  const named = addressOf(options, fromEnv, file);
  const ofData = folderOptionIn(options);
  if (named !== undefined && ofData !== undefined) {
    throw new SettingsError(`Cannot use ${ofData} with a remote service: it has data of its own`, {
      options: [ofData],
    });
  }
  if (named !== undefined) return shaped(named, options, file);
  const apiKey = options.apiKey ?? fromEnv("CONVICTION_API_KEY");
  const model = options.model ?? fromEnv("CONVICTION_MODEL");
  if (apiKey !== undefined || model !== undefined) throw homeless(apiKey === undefined ? "model" : "key");
  return embedded(options, { ...own(), data: fromEnv("CONVICTION_DATA") });
}

/** Whether a settings file is about the service of these settings. */
export function isAbout(settings: Settings, file: ConvictionJson): boolean {
  if (settings.kind === "embedded") return false;
  try {
    return baseUrlOf(settings.baseUrl) === baseUrlOf(file.baseUrl);
  } catch {
    return false; // an invalid address is refused where it is used
  }
}

/**
 * How the environment wants the agent's code to be isolated, if it says so.
 *
 * @throws {SettingsError} when it names no tier.
 */
export function sandboxFrom(env: Env): SandboxTier | undefined {
  const named = env("CONVICTION_SANDBOX") || undefined;
  const tier = SANDBOX_TIERS.find((one) => one === named);
  if (tier === named) return tier;
  throw new SettingsError(`Cannot use CONVICTION_SANDBOX "${named}": it is not one of ${SANDBOX_TIERS.join(", ")}`);
}

/** The key of the environment is sent to the address of the environment only, whatever a file in this folder says. */
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

/** By name, without regard to case. */
function mergeHeaders(under: Shape["headers"] = {}, over: Shape["headers"] = {}): Shape["headers"] {
  const said = new Set(Object.keys(over).map((name) => name.toLowerCase()));
  const kept = Object.entries(under).filter(([name]) => !said.has(name.toLowerCase()));
  const all = { ...Object.fromEntries(kept), ...over };
  return Object.keys(all).length === 0 ? undefined : all;
}

/**
 * The service in this process with its data.
 * @param data What a person named; a relative folder starts in `base`.
 * @throws {SettingsError} when a benchmark or a currency is named without a folder.
 */
export function embeddedSettings(
  { data, benchmark, currency, base = ".", sandbox }: Partial<Omit<EmbeddedSettings, "kind">>,
): EmbeddedSettings {
  const isolated = sandbox === undefined ? {} : { sandbox };
  if (data !== undefined) {
    return { kind: "embedded", data: resolve(base, data), benchmark, currency, base, ...isolated };
  }
  const named = folderOptionIn({ benchmark, currency });
  if (named === undefined) return { kind: "embedded", data, ...isolated };
  throw new SettingsError(`Cannot use ${named} with the sample, which has its own: name a folder with data`, {
    options: [named, "data"],
  });
}

/** The first option given that says how a folder of prices is read: a remote service and the sample have no folder. */
function folderOptionIn(given: Pick<ConnectOptions, "benchmark" | "currency">): "benchmark" | "currency" | undefined {
  return (["benchmark", "currency"] as const).find((name) => given[name] !== undefined);
}

function embedded({ headers, path, resultAt }: ConnectOptions, data: Parameters<typeof embeddedSettings>[0]): Settings {
  const lost = Object.entries({ headers, path, resultAt }).find(([, value]) => value !== undefined)?.[0];
  if (lost === undefined) return embeddedSettings(data);
  throw new SettingsError(
    `Cannot use ${lost}: no service is named, and the embedded one needs none; set CONVICTION_BASE_URL`,
    { options: [lost] },
  );
}

function homeless(what: "key" | "model"): SettingsError {
  return new SettingsError(
    `Cannot use the ${what}: no service is named; set CONVICTION_BASE_URL, or unset CONVICTION_${
      what === "key" ? "API_KEY" : "MODEL"
    } to use the embedded service`,
  );
}
