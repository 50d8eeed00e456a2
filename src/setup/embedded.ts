import { createAnalyst } from "../agent/analyst.ts";
import { createAssist } from "../agent/model/assist.ts";
import type { Agent } from "../agent/ports.ts";
import { createDrawing } from "../chart/drawing.ts";
import type { Fetch } from "../client/send.ts";
import type { LanguageModel } from "./language_model.ts";
import type { LoadedDataset } from "../data/dataset.ts";
import { DiskError } from "../disk/disk_error.ts";
import { systemClock } from "../pace/system_clock.ts";
import type { Sandbox, SandboxTier } from "../sandbox/code_run.ts";
import { findDeno } from "../sandbox/find_deno.ts";
import { type CallerTools, callerTools, type McpHandler } from "../service/assistants.ts";
import { MemoryFileStore } from "../service/file_store.ts";
import { type AgentPlaces, DEFAULT_LIMITS, type ServiceLimits } from "../service/limits.ts";
import { type ClosableService, createService } from "../service/service.ts";
import type { KeyRing } from "../service/tenants/authorize.ts";
import { ServiceState } from "../service/service_state.ts";
import { verify } from "../verify/verify.ts";
import { aboutService, type EmbeddedLoad } from "./about.ts";
import { AgentPool } from "./agent_pool.ts";
import { fingerprintOf, startAnalystThread } from "./analyst_thread.ts";
import { newId } from "./host.ts";
import { inProcessFetch } from "./in_process.ts";
import { type DataOptions, type DataSettings, lastDayAnywhere, openDataset } from "./open_dataset.ts";
import { CODE_RUNS_AT_ONCE, outsidePorts, removeScratch } from "./outside_ports.ts";
import type { OutsidePorts } from "./thread_messages.ts";
import { openTracing } from "./tracing.ts";

/** Options of the service. */
export interface ServeOptions {
  /** Accepted keys. */
  readonly apiKeys: readonly string[];
  /** Keys that may change while it runs. */
  readonly keys?: KeyRing | undefined;
  /** Origins whose pages may ask the service from a browser. Default: none. */
  readonly corsOrigins?: readonly string[] | undefined;
  readonly limits?: Partial<ServiceLimits>;
  /** Called with each internal failure and the identifier of its request. Default: nobody hears of it. */
  readonly onFailure?: ((error: unknown, requestId: string) => void) | undefined;
  /** Milliseconds that answers and files are kept; `Infinity` for no limit of time. Default: 24 hours, in a folder 30 days. */
  readonly keptMs?: number | undefined;
  /** Folder for answers by `Idempotency-Key` and files, which later processes reuse; in memory when absent. */
  readonly stateFolder?: string | undefined;
  /** Makes what answers assistants at `/mcp`. Default: the path refuses. */
  readonly mcp?: ((dataset: LoadedDataset) => McpHandler | undefined) | undefined;
  /** Adds to what the analyst says. Default: nothing. */
  readonly adding?: ((agent: Agent, dataset: LoadedDataset) => Agent) | undefined;
  /** How the agent's code is isolated. Default: the strongest tier that starts on this machine. */
  readonly sandbox?: SandboxTier | undefined;
  /** The language model that adds to answers. Default: none. */
  readonly model?: LanguageModel | undefined;
}

/** Options of the embedded service. */
export interface EmbeddedOptions extends ServeOptions, DataOptions {
  /**
   * Threads that research, each over the same data; 0 researches in this one, where every question starts at once.
   * Default: 0.
   */
  readonly threads?: number | undefined;
}

/** The service in this process. */
export interface Embedded extends AsyncDisposable {
  readonly service: ClosableService;
  /** Sends requests to the service, as `fetch` does over the network. */
  readonly fetch: Fetch;
  readonly dataset: LoadedDataset;
  /** What a caller works with who sends no requests, like the other end of a pipe. */
  desk(owner: string): CallerTools;
  /**
   * How the agent's code is isolated here.
   *
   * @throws {SandboxError} when no code can run on this machine; charts are missing then.
   */
  sandbox(): Promise<Sandbox>;
  /** What it does at this moment. */
  load(): EmbeddedLoad;
  /** Stops all work and releases the state folder, with everything on disk. */
  close(): Promise<void>;
}

/** A thread takes about 100 MiB, and one process prepares charts for a few threads at most. */
const CHARTS_AT_ONCE = Math.min(CODE_RUNS_AT_ONCE, 8);
/** While one answer waits for its program or chart, another is researched. */
const FILES_AT_ONCE = 2 * CHARTS_AT_ONCE;

/** An answer with a model mostly waits for it; more at once would only be refused by most servers. */
const MODEL_ANSWERS_AT_ONCE = 32;

/** Where requests wait in line, their number only bounds memory. */
const QUEUED = { maxConcurrent: 1_024, maxConcurrentPerKey: 512 };

/**
 * Opens the embedded service: the analyst over real data, with sandbox, charts, verification and store.
 *
 * @throws {DataError} when the data folder cannot be read.
 * @throws {SandboxError} when the sandbox that was asked for cannot be had; a lower one is not used instead.
 * @throws {StateError} when the state folder is not one, or is damaged.
 * @throws {LockedError} when another process uses the state folder.
 */
export async function openEmbedded({ threads = 0, ...options }: EmbeddedOptions): Promise<Embedded> {
  const latestDay = options.latestDay ?? lastDayAnywhere();
  const dataset = await openDataset({ ...options, latestDay });
  if (threads === 0) return await serveDataset(dataset, options);
  const { data, benchmark, currency, base, index, names } = options;
  return await serveDataset(dataset, {
    ...options,
    threads: { count: threads, data: { data, benchmark, currency, base, index, names, latestDay } },
  });
}

/** Threads over the data of a service. */
export interface ServeThreads {
  /** 1 or more. */
  readonly count: number;
  /** How each opens the dataset that the service has. */
  readonly data: DataSettings;
}

/**
 * How the agent's code is isolated on this machine.
 *
 * @param tier The tier that was asked for. Default: the strongest that starts.
 * @throws {SandboxError} when code cannot run on it.
 */
export async function openSandbox(tier: SandboxTier | undefined): Promise<Sandbox> {
  const { watchesMemory, ...launcher } = await findDeno(tier);
  return { tier: launcher.tier, watchesMemory };
}

/**
 * Builds the service around a dataset.
 *
 * @throws {SandboxError} when the sandbox that was asked for cannot be had.
 * @throws {StateError} when the state folder is not one, or is damaged.
 * @throws {LockedError} when another process uses the state folder.
 * @throws {ThreadEndedError} when a thread cannot open the data.
 */
export async function serveDataset(
  dataset: LoadedDataset,
  options: ServeOptions & { readonly threads?: ServeThreads },
): Promise<Embedded> {
  const { limits, stateFolder, keptMs, sandbox: tier, model, mcp, threads, adding = (agent) => agent } = options;
  const sandbox = () => openSandbox(tier);
  if (tier !== undefined) await sandbox();
  const { backgroundKeptMs } = DEFAULT_LIMITS;
  const kept = keptMs === undefined ? {} : { keptMs, backgroundKeptMs: Math.min(keptMs, backgroundKeptMs) };
  const state = stateFolder === undefined ? undefined : await openState(stateFolder, { ...limits, ...kept });
  const fileStore = state?.files ?? new MemoryFileStore({ newId, clock: systemClock, ...kept });
  const drawing = createDrawing({ atOnce: CHARTS_AT_ONCE });
  const trace = openTracing();
  const ports = outsidePorts({ fileStore, drawing, trace, tier, scratch: state?.scratch });
  const inPlace = createAnalyst({ dataset, verify, ...ports }, { assist: assistOf(model) });
  const pool = threads && poolOf(threads, { dataset, ports, model, inPlace });
  const agent = adding(pool?.agent ?? inPlace, dataset);
  const handler = mcp?.(dataset);
  const service = createService({
    ...callersOf(options, kept),
    agent,
    fileStore,
    ...(state && { replyStore: state.replies, responseStore: state.responses }),
    about: { ...aboutService(dataset, { sandbox, load: () => load() }), check: state && (() => state.check()) },
    trace,
    ...(handler && { mcp: handler }),
  });
  const load = () => ({ ...service.load(), threads: pool?.size ?? 0 });
  const desk = (owner: string) => callerTools({ owner }, { agent, fileStore });
  const close = async () => {
    await service.close();
    await pool?.close();
    await drawing.close();
    await state?.close();
  };
  try {
    await pool?.ready();
  } catch (error) {
    await close();
    throw error;
  }
  return { service, fetch: inProcessFetch(service), dataset, desk, sandbox, load, close, [Symbol.asyncDispose]: close };
}

/** The part of a model, with a sign of life while it is waited for. */
function assistOf(model: LanguageModel | undefined) {
  return model && createAssist({ schedule: systemClock.schedule, ...model });
}

/** What decides who may ask the service, and how much of it. */
function callersOf(
  { apiKeys, keys, corsOrigins, limits, model, onFailure, threads }: ServeOptions & { readonly threads?: ServeThreads },
  kept: Partial<ServiceLimits>,
) {
  const places = threads && placesOf(threads, model);
  return {
    apiKeys,
    keys,
    corsOrigins,
    clock: systemClock,
    newId,
    limits: { ...(places && QUEUED), ...kept, ...limits },
    ...(places && { places }),
    ...(onFailure && { onFailure }),
  };
}

/** How many answers are worked on at once. */
function placesOf({ count }: ServeThreads, model: LanguageModel | undefined): AgentPlaces {
  if (model === undefined) return { answers: count, files: FILES_AT_ONCE };
  return { answers: Math.max(count, MODEL_ANSWERS_AT_ONCE), files: Math.max(FILES_AT_ONCE, MODEL_ANSWERS_AT_ONCE) };
}

interface PoolParts {
  readonly dataset: LoadedDataset;
  readonly ports: OutsidePorts;
  readonly model: LanguageModel | undefined;
  readonly inPlace: Agent;
}

function poolOf({ count, data }: ServeThreads, { dataset, ports, model, inPlace }: PoolParts): AgentPool {
  const served = { ...ports, ...(model && { askModel: model.ask }) };
  const options = { data, model: model?.terms, ports: served, clock: systemClock, fingerprint: fingerprintOf(dataset) };
  return new AgentPool({ threads: count, startThread: () => startAnalystThread(options), inPlace });
}

async function openState(
  folder: string,
  { maxKeptBytes, maxResponseBytes, keptMs }: Partial<ServiceLimits>,
): Promise<ServiceState> {
  const state = ServiceState.open(folder, {
    newId,
    ...(maxKeptBytes !== undefined && { maxKeptBytes }),
    ...(maxResponseBytes !== undefined && { maxResponseBytes }),
    ...(keptMs !== undefined && { keptMs }),
  });
  try {
    await removeScratch(state.scratch); // left by a killed process
    return state;
  } catch (cause) {
    await state.close();
    throw new DiskError("clear", state.scratch, { cause });
  }
}
