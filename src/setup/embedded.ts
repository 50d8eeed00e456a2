import { createAnalyst } from "../agent/analyst.ts";
import type { Program, ProgramRun } from "../agent/ports.ts";
import type { Fetch } from "../client/send.ts";
import type { Dataset } from "../data/dataset.ts";
import { openFolder } from "../data/folder.ts";
import { openSample } from "../data/sample.ts";
import { createGate } from "../pace/gate.ts";
import { runCode } from "../sandbox/run_code.ts";
import { MemoryFileStore } from "../service/file_store.ts";
import type { ServiceLimits } from "../service/limits.ts";
import { createService, type Service } from "../service/service.ts";
import { verify } from "../verify/verify.ts";
import { drawChartFiles } from "./draw_chart.ts";
import { inProcessFetch } from "./in_process.ts";
import { systemClock } from "../pace/system_clock.ts";
import { newId } from "./world.ts";

/** What the embedded service is made of. */
export interface EmbeddedOptions {
  /** Folder of price CSVs; the sample when absent. */
  readonly data: string | undefined;
  /** Keys that are let in. */
  readonly apiKeys: readonly string[];
  readonly limits?: Partial<ServiceLimits>;
}

/** The service in this process. */
export interface Embedded {
  readonly service: Service;
  /** Asks the service as `fetch` asks one over the network. */
  readonly fetch: Fetch;
  readonly dataset: Dataset;
}

/** Every run of code is a process: more at once than this only wait for each other. */
const CODE_RUNS_AT_ONCE = Math.max(1, navigator.hardwareConcurrency);

/**
 * Opens the embedded service: the analyst over real data, joined to sandbox, charts, verification and store.
 *
 * @throws {DataError} when the data folder cannot be read.
 */
export async function openEmbedded({ data, apiKeys, limits }: EmbeddedOptions): Promise<Embedded> {
  const dataset = data === undefined ? await openSample() : await openFolder(data);
  const fileStore = new MemoryFileStore({ newId });
  const gate = createGate(CODE_RUNS_AT_ONCE);
  const agent = createAnalyst({
    dataset,
    verify,
    runCode: (program, signal) => gate(() => runInScratch(program, signal)),
    drawPriceChart: drawChartFiles,
    storeFile: (file) => fileStore.put(file),
  });
  const service = createService({ agent, fileStore, apiKeys, clock: systemClock, newId, ...(limits && { limits }) });
  return { service, fetch: inProcessFetch(service), dataset };
}

async function runInScratch(program: Program, signal: AbortSignal): Promise<ProgramRun> {
  signal.throwIfAborted();
  const scratch = await Deno.makeTempDir({ prefix: "conviction-" });
  try {
    return await runCode(program, { scratch, signal });
  } finally {
    await Deno.remove(scratch, { recursive: true });
  }
}
