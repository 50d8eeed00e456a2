import { dirname, isAbsolute, join } from "node:path";
import { contactProblem, EDGAR, NOBODY } from "../connect/edgar.ts";
import { readSources, SOURCES } from "../connect/sources.ts";
import { makeFolder } from "../disk/folder.ts";
import { removeFiles, writeAside } from "../disk/write_aside.ts";
import { InputError } from "../protocol/errors.ts";
import { isRecord } from "../text/options.ts";
import type { Host } from "./host.ts";

/** What a person said once, for all later commands; a mirror is an address that may stand for the SEC's. */
export type UserSettings = Readonly<Partial<Record<"contact" | "fetch" | "mirror", string>>>;

type SettingsHost = Pick<Host, "env" | "readText" | "durability">;

const IS_KNOWN = { contact: /@/, fetch: /^(?:always|never)$/, mirror: /^https?:\/\// } as const;
const LOOPBACK = /^(?:127(?:\.\d{1,3}){3}|\[::1\]|localhost)$/;

/**
 * Where the settings of a person are, and the data that were fetched for them, which may be deleted.
 * @throws {InputError} where there is no home folder.
 */
export function ownPaths({ env }: Pick<Host, "env">): { readonly settings: string; readonly data: string } {
  const home = env("HOME") || env("USERPROFILE");
  const below = (named: readonly (string | undefined)[], folder: string) => {
    const found = named.find((path) => path !== undefined && isAbsolute(path)) ?? (home && join(home, folder));
    if (found) return join(found, "conviction");
    throw new InputError("Cannot keep filings and settings: set HOME, or name a folder with --data");
  };
  return {
    settings: join(below([env("XDG_CONFIG_HOME"), env("APPDATA")], ".config"), "settings.json"),
    data: join(below([env("XDG_CACHE_HOME"), env("LOCALAPPDATA")], ".cache"), "data"),
  };
}

/** Whether there is a place for them. */
export function hasHome({ env }: Pick<Host, "env">): boolean {
  return Boolean(env("HOME") || env("USERPROFILE"));
}

/**
 * Reads the settings; none where there is no file.
 * @throws {InputError} when the file holds something else.
 */
export function readUserSettings(host: SettingsHost): UserSettings {
  if (!hasHome(host)) return {};
  const path = ownPaths(host).settings;
  try {
    const json: unknown = JSON.parse(host.readText(path) ?? "{}");
    const isFine = isRecord(json) &&
      Object.entries(json).every(([name, value]) => IS_KNOWN[name as keyof UserSettings]?.test(String(value)));
    if (isFine) return json as UserSettings;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new InputError(
    `Cannot use ${path}: it must be an object with contact, fetch (always or never) and mirror; remove it`,
  );
}

/** Keeps settings where their owner alone can read them; without any the file is removed. */
export async function keepUserSettings(
  { durability, ...host }: SettingsHost,
  settings: Partial<Record<keyof UserSettings, string | undefined>>,
): Promise<void> {
  const path = ownPaths(host).settings;
  const text = JSON.stringify(settings, null, 2);
  if (text === "{}") return removeFiles(dirname(path), ["settings.json"]);
  makeFolder(dirname(path), durability);
  await writeAside(path, `${text}\n`, { mode: 0o600, durability });
}

/** What sources take from the machine; who asks is named in the environment, else kept. */
export function sourceHost(host: SettingsHost) {
  const env = (name: string) => name === "CONVICTION_CONTACT" ? knownContact(host) : host.env(name);
  return { env, edgarUrl: edgarUrl(host) };
}

/**
 * Where the files of the SEC are asked for instead of there; undefined where nothing is named.
 * @throws {InputError} when the address is neither of this machine nor the mirror of the settings.
 */
function edgarUrl(host: SettingsHost): string | undefined {
  const named = host.env("CONVICTION_EDGAR_URL")?.trim() ?? "";
  if (named === "") return undefined;
  const isUrl = URL.canParse(named) && /^https?:/.test(named);
  if (isUrl && (LOOPBACK.test(new URL(named).hostname) || named === readUserSettings(host).mirror)) {
    return named.replace(/\/+$/, "");
  }
  throw new InputError(
    "Cannot use CONVICTION_EDGAR_URL: it must be an address of this machine, or the mirror that your settings name",
  );
}

const knownContact = (host: SettingsHost) => host.env("CONVICTION_CONTACT") || readUserSettings(host).contact;

/** A command that asks the SEC, with the variable that says who asks, where nothing does. */
export function namingWho(command: string, host: SettingsHost): string {
  return knownContact(host) ? command : `CONVICTION_CONTACT="${NOBODY}" ${command}`;
}

/** Who asks: named in the environment, else kept, else asked for once. */
export async function contactOf(host: SettingsHost, ask?: Host["askPerson"]): Promise<string | undefined> {
  const known = knownContact(host);
  if (known !== undefined || ask === undefined) return known;
  for (let problem: string | undefined = "The SEC asks programs to say who they are";;) {
    const contact = (await ask(`${problem}. Your name and e-mail address: `)).trim();
    if (contact === "") return undefined;
    problem = contactProblem(contact)?.replace(/^/, "It ");
    if (problem !== undefined) continue;
    await keepUserSettings(host, { ...readUserSettings(host), contact });
    return contact;
  }
}

/** The SEC, and the first source of prices of which the key is set. */
export function sourcesFor({ env }: Pick<Host, "env">) {
  const priced = SOURCES.find(({ name, needs: [key] }) => name !== EDGAR.name && key !== undefined && env(key));
  return readSources([EDGAR.name, ...priced === undefined ? [] : [priced.name]]);
}
