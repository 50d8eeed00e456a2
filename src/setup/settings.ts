import { ResearchError } from "../protocol/errors.ts";

/** What a caller may say to {@linkcode connect}; the environment and defaults fill in the rest. */
export interface ConnectOptions {
  /** Address of a remote service; the embedded one is used without. Environment: `CONVICTION_BASE_URL`. */
  readonly baseUrl?: string | undefined;
  /** Key of the remote service. Environment: `CONVICTION_API_KEY`, which goes to the environment's address only. */
  readonly apiKey?: string | undefined;
  /** Model of the remote service. Environment: `CONVICTION_MODEL`. */
  readonly model?: string | undefined;
  /** Folder of price CSVs for the embedded service; its sample without. Environment: `CONVICTION_DATA`. */
  readonly data?: string | undefined;
}

/** Which service is asked, and how: one of the two. */
export type Settings =
  | { readonly kind: "embedded"; readonly data: string | undefined }
  | {
    readonly kind: "remote";
    readonly baseUrl: string;
    readonly apiKey: string | undefined;
    readonly model: string | undefined;
  };

/** Settings that contradict each other. */
export class SettingsError extends ResearchError {
  /** Name of the class. */
  override readonly name = "SettingsError";
}

/**
 * Which service is asked: what the caller says, over the environment, over the embedded service.
 *
 * @param env Reads one environment variable.
 * @throws {SettingsError} when a key or model has no service to go to, which must not fall back in silence.
 */
export function readSettings(options: ConnectOptions, env: (name: string) => string | undefined): Settings {
  const fromEnv = (name: string) => env(name) || undefined; // set but empty means not set
  const environment = {
    baseUrl: fromEnv("CONVICTION_BASE_URL"),
    apiKey: fromEnv("CONVICTION_API_KEY"),
    model: fromEnv("CONVICTION_MODEL"),
  };
  if (options.data !== undefined && options.baseUrl !== undefined) {
    throw new SettingsError("Cannot use a data folder with a remote service: the data is the embedded service's own");
  }
  if (options.data !== undefined) return { kind: "embedded", data: options.data };
  if (options.baseUrl !== undefined) return { kind: "remote", ...ownOf(options), baseUrl: options.baseUrl };
  if (environment.baseUrl !== undefined) {
    const { apiKey = environment.apiKey, model = environment.model } = options;
    return { kind: "remote", baseUrl: environment.baseUrl, apiKey, model };
  }
  const apiKey = options.apiKey ?? environment.apiKey;
  const model = options.model ?? environment.model;
  if (apiKey !== undefined || model !== undefined) throw homeless(apiKey === undefined ? "model" : "key");
  return { kind: "embedded", data: fromEnv("CONVICTION_DATA") };
}

function ownOf({ apiKey, model }: ConnectOptions): { apiKey: string | undefined; model: string | undefined } {
  return { apiKey, model };
}

function homeless(what: "key" | "model"): SettingsError {
  return new SettingsError(
    `Cannot use the ${what}: no service is named; set CONVICTION_BASE_URL, or unset CONVICTION_${
      what === "key" ? "API_KEY" : "MODEL"
    } to use the embedded service`,
  );
}
