import type { AgentPorts, Program, ProgramRun } from "../agent/ports.ts";
import type { Drawing } from "../chart/drawing.ts";
import { isProtected } from "../notebook/protect.ts";
import type { SandboxTier } from "../sandbox/code_run.ts";
import { runCode } from "../sandbox/run_code.ts";
import { removeRunFolder } from "../sandbox/run_folder.ts";
import type { FileStore } from "../service/file_store.ts";
import type { Trace } from "../service/trace.ts";
import { chartPorts } from "./chart_files.ts";
import type { OutsidePorts } from "./thread_messages.ts";
import { tracedPorts } from "./tracing.ts";
import { createGate } from "../pace/gate.ts";

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

/** Time for a program that runs by itself. */
const WALL_MS = 10_000;
/** Time for the only program that runs, after it was stopped beside others. */
const RETRY_WALL_MS = 60_000;
/** A larger return code names the signal that ended the program. */
const FIRST_SIGNAL = 128;

/** Options of {@linkcode createCodeRuns}. */
export interface CodeRunsOptions {
  /** Programs that run at once, 1 or more. */
  readonly atOnce: number;
  /** Runs one program, for so many milliseconds at most. */
  readonly run: (program: Program, options: { signal: AbortSignal; wallMs: number }) => Promise<ProgramRun>;
}

/**
 * Runs the agent's programs so that a busy machine changes no answer: the limit of time grows with the number of
 * programs that run at once, and a program that was stopped by it, or killed, runs once more while no other does. One
 * that may never end runs once.
 */
export function createCodeRuns({ atOnce, run }: CodeRunsOptions): AgentPorts["runCode"] {
  const gate = createGate(atOnce);
  return async (program, signal) => {
    const first = await gate((running) => {
      return run(program, { signal, wallMs: Math.min(WALL_MS * running, RETRY_WALL_MS) });
    });
    if (program.once || !mayEndOtherwise(first) || signal.aborted) return first;
    return await gate.alone(() => run(program, { signal, wallMs: RETRY_WALL_MS }));
  };
}

/** Whether the machine may have ended the program, not its code. */
function mayEndOtherwise({ stopped_by, return_code }: ProgramRun): boolean {
  return stopped_by === undefined ? return_code > FIRST_SIGNAL : stopped_by === "time";
}
