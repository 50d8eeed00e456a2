import { resolve } from "node:path";
import type { ScreenInput } from "../batch/list/open_input.ts";
import type { FetchCompany } from "../connect/source.ts";
import { openFilers } from "../data/names/filers.ts";
import { sampleCompanies } from "../data/prices/sample.ts";
import { normaliseTicker } from "../data/ticker.ts";
import { InputError } from "../protocol/errors.ts";
import type { EmbeddedSettings, Settings } from "../setup/settings.ts";
import { nameLine } from "../text/control.ts";
import { counted } from "../text/counted.ts";
import { chooseService } from "./choose_service.ts";
import { companiesIn } from "./fetch_command.ts";
import { commandOf } from "./flags.ts";
import { agreedBefore, costWords, type Demand, fill, libraryOf } from "./on_demand.ts";
import type { NightlyFlags } from "./nightly_flags.ts";
import { SAMPLE_DATA } from "./verify_flag.ts";
import { hasHome, namingWho, ownPaths, sourcesFor } from "./user_settings.ts";
import { typedCommand } from "../text/typed_command.ts";

/** A list, and what flags and environment name beside it. */
export interface Listed extends Omit<Demand, "wantsForms"> {
  readonly input: ScreenInput;
  readonly tickerColumn: string | undefined;
  readonly settings: Settings;
}

/** What the service of a list is opened with, what is said of names that are not there, and how many they are. */
export interface ListData {
  readonly settings: Settings;
  readonly lines: readonly string[];
  readonly missing: number;
}

/**
 * The settings of the embedded service where nothing names its data, so that they may be fetched; else undefined.
 * @throws {InputError} when a flag asks for that and they are named.
 */
export function unnamed(settings: Settings, flags: Demand["flags"]): EmbeddedSettings | undefined {
  if (flags.given["data"] === SAMPLE_DATA) {
    throw new InputError("Cannot use --data sample: say --sample, or ./sample for a folder of that name");
  }
  if (settings.kind === "embedded" && settings.data === undefined) return settings;
  const [asked] = (["fetch", "sample"] as const).filter((name) => flags[name]);
  if (asked === undefined) return undefined;
  throw new InputError(`Cannot use --${asked} with data or a service that are named`);
}

/**
 * Finds the data for a list: where none are named, the person's own, filled first where a person agreed before, else the
 * sample. Nobody is asked, and names that are missing are counted.
 */
export async function dataForList(
  { input, tickerColumn, settings, ...demand }: Listed,
): Promise<ListData> {
  const { host, flags, command } = demand;
  const free = unnamed(settings, flags);
  if (settings.kind === "remote" || flags.sample) return { settings, lines: [], missing: 0 };
  const { companies } = await companiesIn(input, { folder: host.folder, tickerColumn });
  const named = { ...settings, names: namesOf(companies) };
  if (free === undefined || !hasHome(host)) return { settings: named, lines: [], missing: 0 };
  const all = new Map((await openFilers()).map((filer) => [filer.ticker, filer]));
  const filers = [...new Set(companies.flatMap(({ ticker }) => all.get(normaliseTicker(ticker)) ?? []))];
  const data = ownPaths(host).data;
  const isAgreed = flags.fetch || agreedBefore(demand) === "yes";
  const asked = { ...demand, host: { ...host, askPerson: undefined }, wantsForms: true };
  const { refused, isFetched } = isAgreed ? await fill(filers, asked) : { isFetched: false };
  const { has } = libraryOf(data, host.clock.now());
  const isThere = filers.some(has);
  if (refused !== undefined && !isThere) throw new InputError(refused);
  const sample = new Set((await sampleCompanies()).map(({ ticker }) => ticker));
  const missing = filers.filter((one) => isThere ? !has(one) : !sample.has(one.ticker));
  const count = `${missing.length} of ${counted(filers.length, "filer")} of the list`;
  const to = `to fetch them first, ${costWords(missing.length, true)}: ${namingWho(`${command} --fetch`, host)}`;
  const line = `${count} ${missing.length === 1 ? "is" : "are"} not on this machine; ${to}`;
  if (!isThere && missing.length > 0 && !companies.some(({ ticker }) => sample.has(normaliseTicker(ticker)))) {
    throw new InputError(line);
  }
  return {
    settings: isThere ? { ...named, data, base: host.folder, isFetched } : free,
    lines: refused !== undefined ? [refused] : missing.length > 0 ? [line] : [],
    missing: missing.length,
  };
}

/** The flags of a night with the person's own data, where it names none; after a consent its first step fetches them. */
export async function flagsWithData(
  { flags, host, terminal, list }: Pick<Demand, "host" | "terminal"> & {
    readonly flags: NightlyFlags;
    readonly list: string;
  },
): Promise<NightlyFlags> {
  const { settings } = chooseService(flags, host);
  if (unnamed(settings, flags) === undefined || (flags.from === undefined && !hasHome(host))) return flags;
  const { from = agreedBefore({ flags, host }) === "yes" ? sourcesFor(host) : undefined } = flags;
  if (from !== undefined) return { ...flags, from, data: ownPaths(host).data };
  const command = commandOf(typedCommand(host.startedBy, "nightly"), flags, [list]);
  const listed = { ...flags, flags, host, terminal, command, settings };
  const found = await dataForList({ ...listed, input: resolve(host.folder, list) });
  terminal.note(...found.lines);
  return found.settings.kind === "remote" ? flags : { ...flags, data: found.settings.data };
}

/** The names that a list gives its companies; the first of a ticker. */
export function namesOf(companies: readonly FetchCompany[]): ReadonlyMap<string, string> {
  const named = companies.filter(({ name }) => name !== undefined).toReversed();
  return new Map(named.map(({ ticker, name }) => [normaliseTicker(ticker), nameLine(name)]));
}
