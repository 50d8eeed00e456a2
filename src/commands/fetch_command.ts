import { resolve } from "node:path";
import { FETCH_LIMITS } from "../connect/fetch_limits.ts";
import { fetchFiles, type FetchOptions, type FetchReport } from "../connect/fetch_files.ts";
import { programRunner } from "../connect/run_program.ts";
import { SOURCE_KEYS } from "../connect/source_keys.ts";
import { makeSources, SOURCES } from "../connect/sources.ts";
import type { Source } from "../connect/source.ts";
import { InputError } from "../protocol/errors.ts";
import { jsonLine } from "../view/lines.ts";
import { type CommandHost, INTERRUPTED, perform } from "./command.ts";
import { type WantedCompanies, wantedCompanies } from "./fetch_companies.ts";
import { dryFetchLines, fetchLines, fetchProgressLine } from "./fetch_words.ts";
import { FETCH, type FetchFlags } from "./fetch_flags.ts";
import type { Host } from "./host.ts";
import type { LiveTerminal } from "./live_terminal.ts";
import { SERVICE_KEYS } from "./on_finish.ts";

/** What a fetch takes from the machine. */
export type FetchHost = CommandHost & Pick<Host, "fetch" | "random" | "readText" | "onInterrupt">;

/** What came of it. */
export interface Fetched {
  readonly report: FetchReport;
  /** How many companies were wanted. */
  readonly companies: number;
  /** Variables that are not set; only a dry run goes on without them. */
  readonly missing: readonly string[];
  /** What is said of the list. */
  readonly notes: readonly string[];
}

/**
 * Fetches files into a data folder.
 * @param args As the shell passed them; `--help` explains them.
 * @returns Exit status: 0 all fetched or fresh; 1 some refused; 2 wrong usage; 130 interrupted.
 */
export function fetchCommand(args: readonly string[], host: FetchHost): Promise<number> {
  return perform(args, host, { page: FETCH, work: (flags, terminal) => fetchAs(flags, { host, terminal }) });
}

async function fetchAs(
  flags: FetchFlags,
  { host, terminal }: { readonly host: FetchHost; readonly terminal: LiveTerminal },
): Promise<number> {
  if (flags.quiet || flags.json) terminal.quieten();
  const startMs = host.clock.monotonicMs();
  const { report, companies, missing, notes } = await fetchInto(flags, { host, terminal });
  const seconds = (host.clock.monotonicMs() - startMs) / 1000;
  terminal.say(...notes.map((note) => note.endsWith(".") ? note : `${note}.`));
  if (flags.json) terminal.output(jsonLine({ event: flags.dryRun ? "dry_run" : "fetched", missing, ...report }));
  else if (flags.dryRun) terminal.print(...dryFetchLines(report, { companies, missing }));
  else terminal.print(...fetchLines(report, seconds));
  return fetchStatus(report);
}

/** The exit status of a fetch: 0 all fetched or fresh; 1 some refused; 130 interrupted. */
export function fetchStatus({ wasStopped, sources }: FetchReport): number {
  if (wasStopped) return INTERRUPTED;
  return sources.some(({ files, ended }) => files.refused > 0 || ended !== undefined) ? 1 : 0;
}

/**
 * Fetches what the flags ask for, while the terminal shows how far it is; shows nothing of what came.
 * @throws {InputError} when a source, a key, the folder or the list cannot be used; nothing was sent.
 * @throws {LockedError} when another fetch is running in the folder.
 */
export async function fetchInto(
  flags: FetchFlags,
  { host, terminal }: { readonly host: FetchHost; readonly terminal: LiveTerminal },
): Promise<Fetched> {
  const named = flags.from ?? [];
  if (named.length === 0) {
    throw new InputError(`Cannot fetch: name a source with --from, like ${SOURCES.map(({ name }) => name).join(", ")}`);
  }
  const folder = dataFolder(flags, host);
  const wanted = await wantedCompanies(flags.words, { host, data: folder, tickerColumn: flags.tickerColumn });
  const { sources, missing } = makeSources(named, {
    env: host.env,
    wantsDocuments: flags.documents,
    since: flags.since,
    benchmark: flags.benchmark,
    isDryRun: flags.dryRun,
  });
  const report = await fetchWatched({ sources, wanted, folder }, { flags, host, terminal });
  return { report, companies: wanted.companies.length, missing, notes: wanted.notes };
}

/** Fetches while the terminal shows how far it is, until Ctrl-C. */
async function fetchWatched(
  { sources, wanted, folder }: {
    readonly sources: readonly Source[];
    readonly wanted: WantedCompanies;
    readonly folder: string;
  },
  { flags, host, terminal }: {
    readonly flags: FetchFlags;
    readonly host: FetchHost;
    readonly terminal: LiveTerminal;
  },
): Promise<FetchReport> {
  const { clock, random, fetch, durability } = host;
  const keys = [...SERVICE_KEYS, ...SOURCE_KEYS];
  const interruption = host.onInterrupt((times) => terminal.note(INTERRUPT_NOTES[times - 1] ?? ""));
  const { stop, giveUp } = interruption;
  const { programMs } = FETCH_LIMITS;
  const options: FetchOptions = {
    folder,
    fetch,
    clock,
    random,
    durability,
    stop,
    giveUp,
    isDryRun: flags.dryRun,
    mayWait: flags.wait,
    run: programRunner({ folder: host.folder, clock, programMs, keys, giveUp }),
    secrets: keys.map((name) => host.env(name)?.trim() ?? "").filter((secret) => secret.length >= MIN_SECRET_CHARS),
    onBegin: (latest) => terminal.progress(() => fetchProgressLine(latest())),
  };
  try {
    return await fetchFiles({ sources, companies: wanted.companies }, options);
  } finally {
    interruption.close();
    terminal.end();
  }
}

/** A shorter one may be an ordinary word, which a file may well hold. */
const MIN_SECRET_CHARS = 6;

const INTERRUPT_NOTES: readonly string[] = [
  "Stopping after the requests in progress. Press Ctrl-C again to exit now.",
  "Exiting now. Run the same command to fetch the rest.",
];

/** @throws {InputError} when no data folder is named. */
function dataFolder({ data }: FetchFlags, { env, folder }: FetchHost): string {
  const named = data ?? (env("CONVICTION_DATA") || undefined);
  if (named === undefined) {
    throw new InputError("Cannot fetch: name the data folder with --data, or in CONVICTION_DATA");
  }
  return resolve(folder, named);
}
