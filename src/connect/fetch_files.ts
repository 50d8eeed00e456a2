import { join, resolve } from "node:path";
import { lastSession } from "../calendar/last_session.ts";
import type { DurabilityOption } from "../disk/durability.ts";
import { makeFolder } from "../disk/folder.ts";
import { type FolderLock, LockedError, lockFolder } from "../disk/folder_lock.ts";
import { hasEnd } from "../client/file_body.ts";
import type { Clock } from "../pace/clock.ts";
import type { RateWindow } from "../pace/rate_limit.ts";
import { createRedactor } from "../text/redact.ts";
import { Asking, FetchEnd, untilWords } from "./asking.ts";
import type { Fetch } from "./exchange.ts";
import { FETCH_LIMITS, type FetchLimits } from "./fetch_limits.ts";
import { type PortParts, SourcePort } from "./fetch_port.ts";
import { type SourceTally, Tally } from "./fetch_tally.ts";
import { HostQueue } from "./host_queue.ts";
import { Journal } from "./journal.ts";
import { KeptFiles } from "./kept_files.ts";
import type { RunProgram } from "./run_program.ts";
import type { FetchCompany, Source } from "./source.ts";

/** Where the state of fetches lies in a data folder. */
const STATE_FOLDER = ".conviction";
const JOURNAL_FILE = "fetch.jsonl";
const LOCK_NAME = "fetch.lock";

/** What a fetch takes from the machine, and how it goes. */
export interface FetchOptions extends DurabilityOption {
  /** The data folder; it is created. */
  readonly folder: string;
  readonly fetch: Fetch;
  readonly run: RunProgram;
  readonly clock: Clock;
  /** A number from 0 up to 1; it spreads pauses. */
  random(): number;
  /** Keys, which appear in no file and no text. */
  readonly secrets: readonly string[];
  /** Only says what would be asked. Default: no. */
  readonly isDryRun?: boolean | undefined;
  /** Waits out any pause that a source asks for. Default: no, the source ends. */
  readonly mayWait?: boolean | undefined;
  readonly limits?: FetchLimits | undefined;
  /** Sends nothing more; the requests under way come to their end. */
  readonly stop?: AbortSignal | undefined;
  /** Ends the requests under way too. */
  readonly giveUp?: AbortSignal | undefined;
  /** Gets a function that tells how far each source is, before anything is sent. */
  onBegin?(sources: () => readonly SourceTally[]): void;
}

/** What a fetch did. */
export interface FetchReport {
  readonly sources: readonly SourceTally[];
  /** Whether `stop` ended it. */
  readonly wasStopped: boolean;
  /** The last session that had ended when it began, `YYYY-MM-DD`. */
  readonly lastSession: string;
}

/**
 * Fetches the files of companies into a data folder. What an earlier start has, that was killed or stopped, is not asked
 * for again; what was kept stays until something better came.
 * @throws {LockedError} when another fetch is running in the folder.
 * @throws {DiskError} when the folder cannot be written.
 */
export async function fetchFiles(
  { sources, companies }: { readonly sources: readonly Source[]; readonly companies: readonly FetchCompany[] },
  options: FetchOptions,
): Promise<FetchReport> {
  const { clock, isDryRun = false, stop = new AbortController().signal, secrets, durability } = options;
  const folder = resolve(options.folder);
  const state = join(folder, STATE_FOLDER);
  using _lock = isDryRun ? undefined : lockFetch(folder, { state, now: clock.now(), durability });
  using journal = new Journal(join(state, JOURNAL_FILE), { durability });
  const now = clock.now();
  if (!isDryRun) await journal.open(now.getTime());
  if (!isDryRun) journal.begin(now.getTime());
  const parts: PortParts = {
    clock,
    now,
    lastSession: lastSession(now),
    files: new KeptFiles(folder, { durability }),
    journal,
    isDryRun,
    redact: createRedactor(secrets),
    asked: new Map(),
  };
  const tallies = sources.map((source) => new Tally(source, { companies: companies.length, redact: parts.redact }));
  const report = () => tallies.map(({ state }) => state);
  options.onBegin?.(report);
  const queues = queuesOf(sources, { journal, clock });
  await Promise.all(sources.map(async (source, at) => {
    const tally = tallies[at];
    const queue = queues.get(source);
    if (tally !== undefined && queue !== undefined) await follow(source, companies, { parts, tally, queue, options });
  }));
  const wasStopped = stop.aborted;
  if (!isDryRun && !wasStopped) journal.end(clock.now().getTime());
  return { sources: report(), wasStopped, lastSession: parts.lastSession };
}

function lockFetch(
  folder: string,
  { state, now, durability }: DurabilityOption & { readonly state: string; readonly now: Date },
): FolderLock {
  makeFolder(state, durability);
  try {
    return lockFolder(state, { now, name: LOCK_NAME });
  } catch (error) {
    throw error instanceof LockedError ? new LockedError(folder, error.holder) : error;
  }
}

/** Sources with a host in common share a queue. */
function queuesOf(
  sources: readonly Source[],
  { journal, clock }: { readonly journal: Journal; readonly clock: Clock },
): Map<Source, HostQueue> {
  const queues = new Map<Source, HostQueue>();
  const nowMs = clock.now().getTime();
  for (const { hosts, sources: together } of hostGroups(sources)) {
    const [first = ""] = hosts;
    const queue = new HostQueue(together.flatMap(({ rate }) => rate), {
      clock,
      past: { starts: journal.starts(hosts), pausedUntilMs: journal.pause(hosts, nowMs)?.untilMs ?? 0 },
      onStart: (wallMs) => journal.ask(first, wallMs),
    });
    for (const source of together) queues.set(source, queue);
  }
  return queues;
}

/** What the work of one source needs. */
interface Following {
  readonly parts: PortParts;
  readonly tally: Tally;
  readonly queue: HostQueue;
  readonly options: FetchOptions;
}

/** Follows one source through all companies, a few at once. */
async function follow(source: Source, companies: readonly FetchCompany[], following: Following): Promise<void> {
  const { parts, tally, queue, options } = following;
  const { stop = new AbortController().signal, limits = FETCH_LIMITS, mayWait = false } = options;
  const port = new SourcePort({ parts, tally, asking: askingOf(source, following), run: countedRun(following) });
  const left = companies.values();
  const work = async () => {
    for (const company of left) {
      if (stop.aborted) throw new FetchEnd("it was interrupted");
      await source.collect(company, port);
      tally.companiesDone += 1;
    }
  };
  try {
    if (!parts.isDryRun && !mayWait && queue.pausedMs > limits.patienceMs) throw stillPaused(source, following);
    await source.begin?.(companies, port);
    const workers = Array.from({ length: Math.max(1, source.atOnce ?? 1) }, work);
    // Each comes to its end, so that nothing is under way when the fetch ends.
    const [failed] = (await Promise.allSettled(workers)).filter(({ status }) => status === "rejected");
    if (failed?.status === "rejected") throw failed.reason;
  } catch (error) {
    if (!(error instanceof FetchEnd)) throw error;
    tally.end(error.message);
  }
  if (parts.isDryRun) tally.seconds = secondsAt(source.rate, tally.requests);
}

function stillPaused({ hosts }: Source, { parts: { journal, clock }, queue }: Following): FetchEnd {
  const why = journal.pause(hosts, clock.now().getTime())?.why ?? "";
  return new FetchEnd(`an earlier request got: ${why}; no requests ${untilWords(clock, queue.pausedMs)}`);
}

function askingOf({ hosts }: Source, { parts, tally, queue, options }: Following): Asking {
  const { fetch, clock, random, limits = FETCH_LIMITS, mayWait = false, secrets } = options;
  const [first = ""] = hosts;
  return new Asking({
    fetch,
    clock,
    random,
    limits,
    queue,
    hosts,
    mayWait,
    secrets,
    stop: options.stop ?? new AbortController().signal,
    giveUp: options.giveUp ?? new AbortController().signal,
    onPause: ({ untilMs, why }) => parts.journal.pauseUntil(first, { untilMs, why: parts.redact(why) }),
    onReply: ({ transferred, status, headers }, url) => {
      tally.requests += 1;
      tally.bytes += transferred;
      if (status === 200 && !hasEnd(headers)) tally.note(url, "it came without its length: it may not be whole");
    },
  });
}

/** Runs programs until the fetch is stopped. */
function countedRun({ tally, options: { run, stop } }: Following): RunProgram {
  return async (program) => {
    if (stop?.aborted === true) throw new FetchEnd("it was interrupted");
    tally.requests += 1;
    return await run(program);
  };
}

/** The shortest time in which requests can leave at a rate. */
function secondsAt(rate: readonly RateWindow[], requests: number): number {
  return Math.max(0, ...rate.map(({ count, perMs }) => Math.floor((requests - 1) / count) * perMs / 1000));
}

/** Sources that share a host, and all their hosts. */
interface HostGroup {
  readonly hosts: readonly string[];
  readonly sources: readonly Source[];
}

/** Puts sources together that have a host in common: their requests share a queue. */
function hostGroups(sources: readonly Source[]): HostGroup[] {
  const groups: HostGroup[] = [];
  for (const source of sources) {
    const together = groups.filter(({ hosts }) => hosts.some((host) => source.hosts.includes(host)));
    const apart = groups.filter((group) => !together.includes(group));
    groups.splice(0, groups.length, ...apart, {
      hosts: [...new Set([...together.flatMap(({ hosts }) => hosts), ...source.hosts])],
      sources: [...together.flatMap(({ sources }) => sources), source],
    });
  }
  return groups;
}
