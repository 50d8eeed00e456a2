import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { lastSession } from "../calendar/last_session.ts";
import type { FetchReport } from "../connect/fetch_files.ts";
import { Journal } from "../connect/journal.ts";
import type { Filer } from "../data/names/filers.ts";
import { makeFolder } from "../disk/folder.ts";
import { LockedError } from "../disk/folder_lock.ts";
import { wait } from "../pace/wait.ts";
import { InputError } from "../protocol/errors.ts";
import { counted } from "../text/counted.ts";
import { firstNames } from "../text/cut.ts";
import { sizeWords } from "../view/answer_end.ts";
import { duration } from "../view/progress_line.ts";
import { type FetchHost, fetchInto } from "./fetch_command.ts";
import type { Place } from "./command.ts";
import type { DEMAND_FLAGS } from "./connection_flags.ts";
import type { FlagsOf, Given } from "./flags.ts";
import type { Host } from "./host.ts";
import type { LiveTerminal } from "./live_terminal.ts";
import { contactOf, keepUserSettings, namingWho, ownPaths, readUserSettings, sourceHost } from "./user_settings.ts";
import { typedCommand } from "../text/typed_command.ts";

/** What fetching on demand takes from the machine. */
export type DemandHost = FetchHost;

/** A command that may lack filings. */
export interface Demand extends Place<DemandHost> {
  readonly flags: FlagsOf<typeof DEMAND_FLAGS> & Given;
  /** Whether the forms of insiders are wanted too. */
  readonly wantsForms: boolean;
  /** The command as a person types it, without the flags of fetching. */
  readonly command: string;
}

const listOf = ({ cik }: Filer) => `sec/submissions/CIK${cik}.json`;
const formsOf = ({ cik }: Filer) => `sec/ownership/CIK${cik}`;

/** What of filers is in the folder of a person's data. */
export function libraryOf(folder: string, now: Date) {
  const journal = new Journal(join(folder, ".conviction", "fetch.jsonl"));
  const holds = (name: string) => existsSync(join(folder, name)) && readdirSync(join(folder, name)).length > 0;
  return {
    isThere: holds("sec/submissions") || holds("prices"),
    hasPrices: holds("prices"),
    has: (filer: Filer) => existsSync(join(folder, listOf(filer))),
    /** Whether its forms were asked for, and whether there was one. */
    hasForms: (filer: Filer) => existsSync(join(folder, formsOf(filer))),
    hasForm: (filer: Filer) => holds(formsOf(filer)),
    /** Whether its list was asked for since the last session ended. */
    isNew: (filer: Filer) => (journal.file(listOf(filer))?.session ?? "") >= lastSession(now),
    /** When the first of these was asked for, `YYYY-MM-DD`. */
    askedOn(filers: readonly Filer[]): string {
      const first = Math.min(...filers.map((one) => journal.file(listOf(one))?.atMs ?? 0));
      return new Date(first).toISOString().slice(0, 10);
    },
  };
}

/** Like `NVIDIA CORP (NVDA)`; of many, the first. */
export function filerNames(filers: readonly Pick<Filer, "name" | "ticker">[]): string {
  return firstNames(filers.map(({ name, ticker }) => `${name} (${ticker})`), 3);
}

/** What a fetch costs, as measured. */
export function costWords(companies: number, wantsForms: boolean): string {
  const [requests, megabytes, seconds] = wantsForms ? [40, 0.4, 5] as const : [4, 0.3, 1] as const;
  const size = (companies * megabytes).toFixed(1);
  return `about ${counted(companies * requests, "request")}, ${size} MB compressed, ${duration(companies * seconds)}`;
}

/** What was agreed before: for this command, or for all; a refusal beats a consent that was kept. */
export function agreedBefore({ flags, host }: Pick<Demand, "flags" | "host">): "yes" | "no" | "never" | undefined {
  if (flags.fetch && flags.noFetch) throw new InputError("Cannot use --fetch with --no-fetch");
  if (flags.noFetch) return "no";
  const { fetch } = readUserSettings(host);
  return fetch === "never" ? "never" : flags.fetch || fetch === "always" ? "yes" : undefined;
}

/**
 * Fetches filers that are not there, and after a consent that was given before also what may be old.
 * @returns Whether it did; why some are missing, with the next command.
 */
export async function fill(
  filers: readonly Filer[],
  demand: Demand,
): Promise<{ isFetched: boolean; refused?: string; isDeclined?: true }> {
  const { host, flags: { given, fetch }, wantsForms, command } = demand;
  const library = () => libraryOf(ownPaths(host).data, host.clock.now());
  const { has, isNew, hasForms } = library();
  const isWhole = filers.every((one) => isNew(one) && (hasForms(one) || !wantsForms));
  const before = agreedBefore(demand);
  const wanted = before === "yes" && (fetch || !isWhole) ? filers : filers.filter((one) => !has(one));
  if (wanted.length === 0) return { isFetched: false };
  const isForProgram = ["json", "events", "quiet"].some((name) => given[name] === true);
  const ask = isForProgram || host.env("CI") ? undefined : host.askPerson;
  const site = new URL(sourceHost(host).edgarUrl ?? "https://sec.gov").host;
  const agreed = before ?? (ask && await agrees(wanted, { ...demand, ask, site }));
  const lacking = `${filerNames(wanted)}: not on this machine, and`;
  if (agreed === "never") {
    const change = `to change it: ${typedCommand(host.startedBy, "conviction settings --fetch ask")}`;
    return { isFetched: false, refused: `${lacking} ${ownPaths(host).settings} says never to fetch; ${change}` };
  }
  if (agreed !== "yes" || await contactOf(host, ask) === undefined) {
    if (agreed === "no" && before === undefined) {
      return { isFetched: false, refused: `Nothing was fetched; to fetch: ${command} --fetch`, isDeclined: true };
    }
    const next = namingWho(`${command} --fetch`, host);
    const who = next.startsWith(command) ? site : `${site}, which asks who you are`;
    return { isFetched: false, refused: `${lacking} nothing was fetched; to fetch from ${who}: ${next}` };
  }
  const [{ requests = 0, refusals = [] } = {}] = (await fetchFilers(wanted, demand)).sources;
  const missing = wanted.filter((one) => !library().has(one));
  if (missing.length === 0) return { isFetched: requests > 0 };
  const isGone = missing.every((one) =>
    refusals.some(({ what, problem }) => what === listOf(one) && /\b4(?:04|10)$/.test(problem))
  );
  const next = isGone ? `${site} does not have what it filed` : `to try again: ${command} --fetch`;
  return { isFetched: true, refused: `Not fetched: ${filerNames(missing)}; ${next}` };
}

async function agrees(
  filers: readonly Filer[],
  { host, terminal, wantsForms, ask, site }: Demand & { ask: NonNullable<Host["askPerson"]>; site: string },
): Promise<"yes" | "no"> {
  const [only, ...others] = filers;
  const named = only && others.length === 0
    ? `${only.name} (${only.ticker}, CIK ${Number(only.cik)})`
    : filerNames(filers);
  terminal.note(
    `${named}: not on this machine yet. The SEC publishes lists of filings, figures of reports and insiders' forms:`,
    `${costWords(filers.length, wantsForms)}, into ${ownPaths(host).data}.`,
  );
  const answer = (await ask(`Fetch now from ${site}? [y/N/always] `)).trim().toLowerCase();
  if (answer === "always") await keepUserSettings(host, { ...readUserSettings(host), fetch: "always" });
  return ["y", "yes", "always"].includes(answer) ? "yes" : "no";
}

/** Fetches filers into the folder of the person's data, where a key is set with prices; what came is said on standard error. */
export async function fetchFilers(
  filers: readonly Filer[],
  { host, terminal, wantsForms }: Pick<Demand, "host" | "terminal" | "wantsForms">,
): Promise<FetchReport> {
  const folder = ownPaths(host).data;
  const wanted = { words: filers.map(({ ticker }) => ticker), data: folder, isWithoutForms: !wantsForms };
  const startMs = host.clock.monotonicMs();
  const { report } = await inTurn(() => fetchInto(wanted, { host, terminal }), host, terminal);
  const { sources, wasStopped } = report;
  const isWhole = wantsForms && !wasStopped && sources[0]?.ended === undefined;
  // an empty folder says that a filer was asked for its forms and has filed none
  for (const one of isWhole ? filers : []) makeFolder(join(folder, formsOf(one)), host.durability);
  const sum = (name: "requests" | "bytes") => sources.reduce((all, one) => all + one[name], 0);
  const seconds = (host.clock.monotonicMs() - startMs) / 1000;
  const hosts = sources.flatMap(({ hosts }) => hosts).join(", ");
  terminal.note(
    sum("requests") === 0
      ? `Nothing was asked of ${hosts}: all is of the last trading day.`
      : `Fetched from ${hosts}: ${counted(sum("requests"), "request")}, ${sizeWords(sum("bytes"))} in ${
        duration(seconds)
      }.`,
    ...sources.flatMap(({ name, ended }) => ended === undefined ? [] : [`- ${name} ended early: ${ended}`]),
    ...sources.flatMap(({ refusals }) => refusals).slice(0, 3).map(({ what, problem }) => `- ${what}: ${problem}`),
  );
  return report;
}

/** Waits while another process fetches into the folder. */
async function inTurn<T>(work: () => Promise<T>, { clock }: DemandHost, terminal: LiveTerminal): Promise<T> {
  for (let isTold = false;; isTold = true) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof LockedError)) throw error;
      if (!isTold) terminal.note(`Waiting for process ${error.holder?.pid ?? "?"}, which is fetching.`);
      await wait(500, { clock, signal: new AbortController().signal });
    }
  }
}
