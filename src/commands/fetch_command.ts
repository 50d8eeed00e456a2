import { join, resolve } from "node:path";
import { FETCH_LIMITS } from "../connect/fetch_limits.ts";
import { fetchFiles, type FetchOptions, type FetchReport } from "../connect/fetch_files.ts";
import { programRunner } from "../connect/run_program.ts";
import { SOURCE_KEYS } from "../connect/source_keys.ts";
import { EDGAR } from "../connect/edgar.ts";
import { makeSources } from "../connect/sources.ts";
import type { FetchCompany, Source } from "../connect/source.ts";
import { InputError } from "../protocol/errors.ts";
import { jsonLine } from "../view/lines.ts";
import { type CommandHost, defineCommand, INTERRUPTED, listening, type Place } from "./command.ts";
import { dryFetchLines, fetchLines, fetchProgressLine } from "./fetch_words.ts";
import { FETCH, type FetchFlags } from "./fetch_flags.ts";
import { commandOf } from "./flags.ts";
import type { Host } from "./host.ts";
import { SERVICE_KEYS } from "./on_finish.ts";
import { openInput, type ScreenInput, streamName } from "../batch/list/open_input.ts";
import type { RowSource } from "../batch/list/read_rows.ts";
import { openFilers } from "../data/names/filers.ts";
import { readCompanies } from "../data/prices/company_table.ts";
import { normaliseTicker } from "../data/ticker.ts";
import { typedCommand } from "../text/typed_command.ts";
import { contactOf, namingWho, ownPaths, sourceHost, sourcesFor } from "./user_settings.ts";

/** What a fetch takes from the machine. */
export type FetchHost = CommandHost & Pick<Host, "fetch" | "random" | "readText" | "onInterrupt" | "askPerson">;

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

/** Fetches files into a data folder. */
export const fetchCommand = defineCommand(FETCH, fetchAs);

async function fetchAs(given: FetchFlags, { host, terminal }: Place<FetchHost>): Promise<number> {
  const flags = { ...given, from: given.from ?? sourcesFor(host) };
  if (flags.quiet || flags.json) terminal.quieten();
  const command = commandOf(typedCommand(host.startedBy, "conviction data fetch"), flags, flags.words);
  const isToSec = !flags.dryRun && flags.words.length > 0 && flags.from.some(({ maker }) => maker === EDGAR);
  const ask = flags.json || flags.quiet || host.env("CI") ? undefined : host.askPerson;
  if (isToSec && await contactOf(host, ask) === undefined) {
    throw new InputError(`Cannot fetch: the SEC asks programs to say who they are: ${namingWho(command, host)}`);
  }
  const startMs = host.clock.monotonicMs();
  const { report, companies, missing, notes } = await fetchInto(flags, { host, terminal });
  const seconds = (host.clock.monotonicMs() - startMs) / 1000;
  terminal.say(...notes.map((note) => note.endsWith(".") ? note : `${note}.`), ...folderNotes(given, host));
  if (flags.json) terminal.output(jsonLine({ event: flags.dryRun ? "dry_run" : "fetched", missing, ...report }));
  else if (flags.dryRun) terminal.print(...dryFetchLines(report, { companies, missing }));
  else terminal.print(...fetchLines(report, seconds));
  return fetchStatus(report);
}

/** Where the files are that are fetched without a word on it, and what adds prices. */
function folderNotes({ from, data }: FetchFlags, host: FetchHost): string[] {
  const folder = data === undefined && !host.env("CONVICTION_DATA") ? [`Into ${ownPaths(host).data}.`] : [];
  return from === undefined && sourcesFor(host).length === 1
    ? [...folder, "Filings only: for prices set CONVICTION_TIINGO_KEY too, or put a CSV into its folder prices."]
    : folder;
}

/** The exit status of a fetch: 0 all fetched or fresh; 1 some refused; 130 interrupted. */
export function fetchStatus({ wasStopped, sources }: FetchReport): number {
  if (wasStopped) return INTERRUPTED;
  return sources.some(({ files, ended }) => files.refused > 0 || ended !== undefined) ? 1 : 0;
}

/** What is fetched: of tickers or a list, with flags or without; and whether the forms of insiders are left out. */
type Wanted = Pick<FetchFlags, "words"> & Partial<FetchFlags> & { readonly isWithoutForms?: boolean };

/**
 * Fetches what the flags ask for, while the terminal shows how far it is; shows nothing of what came.
 * @throws {InputError} when a source, a key, the folder or the list cannot be used; nothing was sent.
 * @throws {LockedError} when another fetch is running in the folder.
 */
export async function fetchInto(flags: Wanted, { host, terminal }: Place<FetchHost>): Promise<Fetched> {
  const folder = dataFolder(flags, host);
  const wanted = await wantedCompanies(flags.words, { host, data: folder, tickerColumn: flags.tickerColumn });
  const { sources, missing } = makeSources(flags.from ?? sourcesFor(host), {
    ...sourceHost(host),
    wantsDocuments: flags.documents ?? false,
    since: flags.since,
    benchmark: flags.benchmark,
    ciks: new Map((await openFilers()).map(({ ticker, cik }) => [ticker, cik])),
    isByCik: flags.given?.["from"] === undefined,
    isWithoutForms: flags.isWithoutForms,
    isDryRun: flags.dryRun ?? false,
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
  { flags, host, terminal }: Place<FetchHost> & { readonly flags: Partial<FetchFlags> },
): Promise<FetchReport> {
  const { clock, random, fetch, durability } = host;
  const keys = [...SERVICE_KEYS, ...SOURCE_KEYS];
  const { programMs } = FETCH_LIMITS;
  const options: Omit<FetchOptions, "stop" | "giveUp" | "run"> = {
    folder,
    fetch,
    clock,
    random,
    durability,
    isDryRun: flags.dryRun,
    mayWait: flags.wait,
    secrets: keys.map((name) => host.env(name)?.trim() ?? "").filter((secret) => secret.length >= MIN_SECRET_CHARS),
    onBegin: (latest) => terminal.progress(() => fetchProgressLine(latest())),
  };
  return await listening({ host, terminal }, ({ stop, giveUp }) => {
    const run = programRunner({ folder: host.folder, clock, programMs, keys, giveUp });
    return fetchFiles({ sources, companies: wanted.companies }, { ...options, stop, giveUp, run });
  });
}

/** A shorter one may be an ordinary word, which a file may well hold. */
const MIN_SECRET_CHARS = 6;

/** The folder that is named; else that of the person's own data. */
function dataFolder({ data }: Partial<FetchFlags>, host: FetchHost): string {
  return resolve(host.folder, data ?? (host.env("CONVICTION_DATA") || ownPaths(host).data));
}

/** The companies to fetch, and what is said of the list. */
interface WantedCompanies {
  readonly companies: readonly FetchCompany[];
  readonly notes: readonly string[];
}

const CIK_NAME = /^(?:cik|cik[ _-]?(?:number|code|no\.?))$/i;

/**
 * The companies that were typed as tickers, or that one list holds; each once.
 * @throws {InputError} when it is missing, or the list cannot be read.
 */
async function wantedCompanies(
  words: readonly string[],
  { host, data, tickerColumn }: {
    readonly host: Pick<Host, "folder" | "readText">;
    readonly data: string;
    readonly tickerColumn: string | undefined;
  },
): Promise<WantedCompanies> {
  const [first, more] = words;
  if (first === undefined) throw new InputError("Cannot fetch: name tickers, like data fetch NVDA, or a list");
  const isList = (word: string) =>
    word === "-" || streamName(word) !== undefined || /\.(?:csv|tsv|txt)$|[/\\].*\./i.test(word);
  const list = words.find(isList);
  if (list !== undefined && more !== undefined) {
    throw new InputError(
      `Cannot fetch the list ${list} beside "${words.find((word) => word !== list) ?? list}": name it alone`,
    );
  }
  const known = ciksOf(host.readText(join(data, "companies.csv")));
  const read: WantedCompanies = list === undefined
    ? { companies: words.map((ticker) => ({ ticker })), notes: [] }
    : await companiesIn(list === "-" ? list : resolve(host.folder, list), { folder: host.folder, tickerColumn });
  const byTicker = new Map<string, FetchCompany>();
  for (const { ticker, cik } of read.companies) {
    const name = normaliseTicker(ticker);
    const before = byTicker.get(name);
    if (name !== "" && before?.cik === undefined) byTicker.set(name, { ticker: name, cik: cik ?? known.get(name) });
  }
  if (byTicker.size === 0) throw new InputError(`Cannot fetch: ${list ?? "what was typed"} names no company`);
  return { companies: [...byTicker.values()], notes: read.notes };
}

/** The CIKs of `companies.csv`. */
function ciksOf(text: string | undefined): Map<string, string> {
  const { companies } = text === undefined ? { companies: [] } : readCompanies(text, "companies.csv");
  return new Map(companies.flatMap(({ ticker, cik }) => cik === undefined ? [] : [[ticker, cik] as const]));
}

/** The companies of a list, by the tickers and CIKs in its rows. */
export async function companiesIn(
  list: ScreenInput,
  options: { readonly folder: string; readonly tickerColumn: string | undefined },
): Promise<WantedCompanies> {
  await using source = await (await openInput(list, options)).open();
  return await companiesOf(source);
}

async function companiesOf(source: RowSource): Promise<WantedCompanies> {
  const cikAt = source.columns.header.findIndex((name) => CIK_NAME.test(name.trim()));
  const companies: FetchCompany[] = [];
  let invalid = 0;
  for await (const { input: { ticker, company: name, cells }, problem } of source.rows) {
    if (problem !== undefined) invalid += 1;
    else companies.push({ ticker, cik: cikOf(cells[cikAt]), name });
  }
  const left = invalid === 0 ? [] : [`${invalid} ${invalid === 1 ? "row is" : "rows are"} invalid and left out`];
  return { companies, notes: [...source.notes, ...left] };
}

function cikOf(cell = ""): string | undefined {
  return /^\d{1,10}$/.test(cell.trim()) ? cell.trim().padStart(10, "0") : undefined;
}
