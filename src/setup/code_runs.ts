import type { AgentPorts, Program, ProgramRun } from "../agent/ports.ts";
import { createGate } from "../pace/gate.ts";

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
