import { createAnalyst } from "../agent/analyst.ts";
import type { ChartRequest, ItemChartRequest, MadeFile, Program, ProgramRun } from "../agent/ports.ts";
import type { Fetch } from "../client/send.ts";
import type { LoadedDataset } from "../data/dataset.ts";
import { dayAfter } from "../calendar/day.ts";
import { openFolder } from "../data/folder/folder.ts";
import { openSample } from "../data/prices/sample.ts";
import { DiskError } from "../disk/disk_error.ts";
import type { Sandbox, SandboxTier } from "../sandbox/code_run.ts";
import { findDeno } from "../sandbox/find_deno.ts";
import { runCode } from "../sandbox/run_code.ts";
import { removeRunFolder } from "../sandbox/run_folder.ts";
import { MemoryFileStore } from "../service/file_store.ts";
import type { ServiceLimits } from "../service/limits.ts";
import { type ClosableService, createService } from "../service/service.ts";
import type { KeyRing } from "../service/tenants/authorize.ts";
import { ServiceState } from "../service/service_state.ts";
import { verify } from "../verify/verify.ts";
import { aboutService } from "./about.ts";
import { createCodeRuns } from "./code_runs.ts";
import { inProcessFetch } from "./in_process.ts";
import { systemClock } from "../pace/system_clock.ts";
import { isProtected } from "../notebook/protect.ts";
import { newId } from "./host.ts";
import { openTracing } from "./tracing.ts";
import { createDrawing, type Drawing, type DrawnFiles } from "../chart/drawing.ts";
import { stringify } from "../text/csv_write.ts";

/** Options of the service. */
export interface ServeOptions {
  /** Accepted keys. */
  readonly apiKeys: readonly string[];
  /** Keys that may change while it runs. */
  readonly keys?: KeyRing | undefined;
  /** Origins whose pages may ask the service from a browser. Default: none. */
  readonly corsOrigins?: readonly string[] | undefined;
  readonly limits?: Partial<ServiceLimits>;
  /** Folder for answers by `Idempotency-Key` and files, which later processes reuse; in memory when absent. */
  readonly stateFolder?: string | undefined;
  /** How the agent's code is isolated. Default: the strongest tier that starts on this machine. */
  readonly sandbox?: SandboxTier | undefined;
}

/** Which data the analyst reads. */
export interface DataOptions {
  /** Folder of price files; the sample when absent. */
  readonly data: string | undefined;
  /** What to measure against: a file of prices, or a ticker of the folder. Default: the index among its files. */
  readonly benchmark?: string | undefined;
  /** Where a relative path of the benchmark starts. Default: the current folder. */
  readonly base?: string | undefined;
  /** Where what is read of the folder is kept: in an index in it, or in memory. Default: in an index. */
  readonly index?: "file" | "memory" | undefined;
  /** Called after each file with the number of those read and of all. */
  readonly onFile?: ((read: number, all: number) => void) | undefined;
}

/** Options of the embedded service. */
export interface EmbeddedOptions extends ServeOptions, DataOptions {}

/** The service in this process. */
export interface Embedded extends AsyncDisposable {
  readonly service: ClosableService;
  /** Sends requests to the service, as `fetch` does over the network. */
  readonly fetch: Fetch;
  readonly dataset: LoadedDataset;
  /**
   * How the agent's code is isolated here.
   *
   * @throws {SandboxError} when no code can run on this machine; charts are missing then.
   */
  sandbox(): Promise<Sandbox>;
  /** Stops all work and releases the state folder, with everything on disk. */
  close(): Promise<void>;
}

/** Each code execution is a process, so more than one per core would only compete. */
const CODE_RUNS_AT_ONCE = Math.max(1, navigator.hardwareConcurrency);
/** A thread takes about 100 MiB, and one process prepares charts for a few threads at most. */
const CHARTS_AT_ONCE = Math.min(CODE_RUNS_AT_ONCE, 8);

/**
 * Opens the embedded service: the analyst over real data, with sandbox, charts, verification and store.
 *
 * @throws {DataError} when the data folder cannot be read.
 * @throws {SandboxError} when the sandbox that was asked for cannot be had; a lower one is not used instead.
 * @throws {StateError} when the state folder is not one, or is damaged.
 * @throws {LockedError} when another process uses the state folder.
 */
export async function openEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  return await serveDataset(await openDataset(options), options);
}

/**
 * Opens the data of the analyst. A row of a day that is still to come everywhere is skipped.
 *
 * @throws {DataError} when the data folder cannot be read, or the benchmark has no prices.
 */
export function openDataset({ data, index = "file", ...options }: DataOptions): Promise<LoadedDataset> {
  if (data === undefined) return openSample();
  return openFolder(data, { ...options, index, latestDay: dayAfter(systemClock.now()) });
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
 */
export async function serveDataset(
  dataset: LoadedDataset,
  { apiKeys, keys, corsOrigins, limits = {}, stateFolder, sandbox: tier }: ServeOptions,
): Promise<Embedded> {
  const sandbox = () => openSandbox(tier);
  if (tier !== undefined) await sandbox();
  const state = stateFolder === undefined ? undefined : await openState(stateFolder, limits);
  const fileStore = state?.files ?? new MemoryFileStore({ newId });
  const drawing = createDrawing({ atOnce: CHARTS_AT_ONCE });
  const trace = openTracing();
  const traced = async <T>(name: string, work: () => Promise<T>) => {
    const span = trace?.(name);
    try {
      return await work();
    } finally {
      span?.end();
    }
  };
  const agent = createAnalyst({
    dataset,
    verify,
    runCode: createCodeRuns({
      atOnce: CODE_RUNS_AT_ONCE,
      run: (program, options) => runInScratch(program, { ...options, tier, scratch: state?.scratch }),
    }),
    drawPriceChart: (request) => traced("chart", () => drawChartFiles(request, drawing)),
    drawItemChart: (request) => traced("chart", () => drawItemFiles(request, drawing)),
    storeFile: (file) => fileStore.put(file),
  });
  const stores = state ? { fileStore, replyStore: state.replies } : { fileStore };
  const service = createService({
    ...{ agent, ...stores, apiKeys, keys, clock: systemClock, newId, limits },
    ...{ about: aboutService(dataset), trace, corsOrigins },
  });
  const close = async () => {
    await service.close();
    await drawing.close();
    await state?.close();
  };
  return { service, fetch: inProcessFetch(service), dataset, sandbox, close, [Symbol.asyncDispose]: close };
}

async function openState(folder: string, { maxKeptBytes }: Partial<ServiceLimits>): Promise<ServiceState> {
  const state = ServiceState.open(folder, { newId, ...(maxKeptBytes === undefined ? {} : { maxKeptBytes }) });
  try {
    await removeScratch(state.scratch); // left by a killed process
    return state;
  } catch (cause) {
    await state.close();
    throw new DiskError("clear", state.scratch, { cause });
  }
}

async function removeScratch(scratch: string): Promise<void> {
  try {
    await Deno.stat(scratch);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return;
    throw error;
  }
  await removeRunFolder(scratch);
}

interface ScratchOptions {
  readonly signal: AbortSignal;
  readonly wallMs: number;
  readonly tier: SandboxTier | undefined;
  /** Folder for the run; a temporary one when absent. */
  readonly scratch: string | undefined;
}

async function runInScratch(
  program: Program,
  { scratch, wallMs, ...options }: ScratchOptions,
): Promise<ProgramRun> {
  options.signal.throwIfAborted();
  if (isProtected()) throw new Error("protect() dropped the right to run code; restart the kernel for charts");
  const limits = { wallMs };
  if (scratch !== undefined) return await runCode(program, { ...options, scratch, limits });
  const own = await Deno.makeTempDir({ prefix: "conviction-" });
  try {
    return await runCode(program, { ...options, scratch: own, limits });
  } finally {
    await Deno.remove(own, { recursive: true });
  }
}

/** Draws a price chart as files: PNG, SVG, and its figures as CSV. */
async function drawChartFiles({ stem, ...chart }: ChartRequest, drawing: Drawing): Promise<readonly MadeFile[]> {
  const drawn = await drawing.draw(chart);
  const header = ["date", `close_${chart.currency.toLowerCase()}`, "drawdown"];
  const csv = stringify([header, ...chart.rows.map(({ date, close, drawdown }) => [date, close, drawdown])]);
  return filesOf(stem, drawn, csv);
}

/** Draws a chart of an item of reports as the same files. */
async function drawItemFiles(
  { stem, rows, unit, ...words }: ItemChartRequest,
  drawing: Drawing,
): Promise<readonly MadeFile[]> {
  const bars = rows.map(({ series, end, value, shown }) => ({
    ...(series !== undefined && { series }),
    ...{ end, value, shown: shown.replace(/ (?:[A-Z]{3}|shares)$/, "") },
  }));
  const drawn = await drawing.draw({ kind: "items", bars, isShare: unit === "fraction", ...words });
  const isOne = rows.every(({ series }) => series === undefined);
  const first = isOne ? [] : ["item"];
  const header = [...first, "start", "end", `value_${unit.toLowerCase()}`, "change", "tags", "reports", "known"];
  const cells = rows.map((
    { series = "", start = "", end, value, change = "", tags, reports, known },
  ) => [...(isOne ? [] : [series]), start, end, value, change, tags, reports, known]);
  return filesOf(stem, drawn, stringify([header, ...cells]));
}

function filesOf(stem: string, { svg, png }: DrawnFiles, csv: string): readonly MadeFile[] {
  return [
    { filename: `${stem}.png`, mediaType: "image/png", bytes: png },
    { filename: `${stem}.svg`, mediaType: "image/svg+xml", bytes: svg },
    { filename: `${stem}.csv`, mediaType: "text/csv", bytes: new TextEncoder().encode(csv) },
  ];
}
