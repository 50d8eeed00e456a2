import type { Program, ProgramRun } from "../agent/ports.ts";
import type { Drawing } from "../chart/drawing.ts";
import { isProtected } from "../notebook/protect.ts";
import type { SandboxTier } from "../sandbox/code_run.ts";
import { runCode } from "../sandbox/run_code.ts";
import { removeRunFolder } from "../sandbox/run_folder.ts";
import type { FileStore } from "../service/file_store.ts";
import type { Trace } from "../service/trace.ts";
import { chartPorts } from "./chart_files.ts";
import { createCodeRuns } from "./code_runs.ts";
import type { OutsidePorts } from "./thread_messages.ts";
import { tracedPorts } from "./tracing.ts";

/** Each code execution is a process, so more than one per core would only compete. */
export const CODE_RUNS_AT_ONCE = Math.max(1, navigator.hardwareConcurrency);

interface PortParts {
  readonly fileStore: FileStore;
  readonly drawing: Drawing;
  readonly trace: Trace | undefined;
  readonly tier: SandboxTier | undefined;
  /** Folder for each run of code; a temporary one when absent. */
  readonly scratch: string | undefined;
}

/** What the agent has of the world outside it: the sandbox, the charts and the store of files. */
export function outsidePorts({ fileStore, drawing, trace, tier, scratch }: PortParts): OutsidePorts {
  return {
    runCode: createCodeRuns({
      atOnce: CODE_RUNS_AT_ONCE,
      run: (program, options) => runInScratch(program, { ...options, tier, scratch }),
    }),
    ...tracedPorts(chartPorts(drawing), trace),
    storeFile: (file) => fileStore.put(file),
  };
}

/** Removes a folder of runs, if it is there. */
export async function removeScratch(scratch: string): Promise<void> {
  try {
    await Deno.stat(scratch);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return;
    throw error;
  }
  await removeRunFolder(scratch);
}

interface ScratchOptions extends Pick<PortParts, "tier" | "scratch"> {
  readonly signal: AbortSignal;
  readonly wallMs: number;
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
