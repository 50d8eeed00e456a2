import { join } from "node:path";
import { CONVICTION_JSON, type ConvictionJson, readConvictionJson } from "../setup/conviction_json.ts";
import { isAbout, readSettings, type Settings, SettingsError } from "../setup/settings.ts";
import { chooseModel } from "./choose_model.ts";
import type { ConnectionFlags } from "./connection_flags.ts";
import type { Host } from "./host.ts";

/** What decides on the service, beside the flags. */
export type ServiceHost = Pick<Host, "env" | "folder" | "readText" | "openModel">;

/** The service to ask, and its settings file. */
export interface ChosenService {
  readonly settings: Settings;
  /** The settings file; undefined if absent, or it is about another service. */
  readonly file: ConvictionJson | undefined;
  /** Notes on the settings for a person; usually none. */
  readonly notes: readonly string[];
}

/**
 * Finds the service that the flags, the environment and `conviction.json` name.
 * @param flags As they were typed.
 * @throws {SettingsError} when they contradict each other, or the file cannot be used; for a start with a language model,
 * when it is not named, or a remote service is, which has a model of its own or none.
 */
export function chooseService(flags: ConnectionFlags, host: ServiceHost): ChosenService {
  const { env, folder, readText } = host;
  const text = readText(join(folder, CONVICTION_JSON));
  const file = text === undefined ? undefined : readFile(text, env("CONVICTION_API_KEY"));
  const settings = withModel(readSettings(flags, env, { file, base: folder }), host);
  if (file === undefined) return { settings, file, notes: [] };
  if (isAbout(settings, file)) return { settings, file, notes: [`Settings: ${CONVICTION_JSON}.`] };
  return { settings, file: undefined, notes: [`${CONVICTION_JSON} is not used: it is about ${file.baseUrl}.`] };
}

/**
 * Says why no key is sent although one is set: otherwise it looks as if the service refused it.
 * @returns Undefined when a key is sent or none is set.
 */
export function keyNote(settings: Settings, { env }: Pick<Host, "env">): string | undefined {
  const isSent = settings.kind !== "remote" || settings.apiKey !== undefined;
  if (isSent || !env("CONVICTION_API_KEY")) return undefined;
  return "No key is sent: CONVICTION_API_KEY goes to the address in CONVICTION_BASE_URL only.";
}

function withModel(settings: Settings, host: ServiceHost): Settings {
  const languageModel = chooseModel(host);
  if (languageModel === undefined) return settings;
  if (settings.kind === "embedded") return { ...settings, languageModel };
  throw new SettingsError(
    `Cannot use the language model ${languageModel.terms.name} with the service ${settings.baseUrl}: ` +
      "it adds to answers of the embedded service only",
  );
}

function readFile(text: string, apiKey: string | undefined): ConvictionJson {
  const holdsKey = apiKey !== undefined && apiKey.trim() !== "" && text.includes(apiKey.trim());
  if (holdsKey) throw new SettingsError(`Cannot use ${CONVICTION_JSON}: it holds the key of CONVICTION_API_KEY`);
  return readConvictionJson(text);
}
