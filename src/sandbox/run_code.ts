import { runChild } from "./child.ts";
import type { CodeRun, Program } from "./code_run.ts";
import { findDeno } from "./find_deno.ts";
import { DEFAULT_LIMITS, type SandboxLimits } from "./limits.ts";
import { makeRunFolder, readResult, removeRunFolder, withoutPath } from "./run_folder.ts";

export type { CodeRun, Program, StoppedBy } from "./code_run.ts";
export type { SandboxLimits } from "./limits.ts";
export { SandboxError } from "./code_run.ts";

/** Where and within which limits code runs. */
export interface RunCodeOptions {
  /** Folder in which a fresh folder is made for the run and removed after it. */
  readonly scratch: string;
  /** Limits that differ from the defaults. */
  readonly limits?: Partial<SandboxLimits>;
  /** Kills the code when it aborts; the run is then a value with `stopped_by: "aborted"`. */
  readonly signal?: AbortSignal;
}

/**
 * Runs untrusted TypeScript in a process of its own, without network, environment, subprocesses,
 * or any file but its input.
 *
 * Whatever the code does is a value; only a machine that cannot run code at all is an error.
 *
 * @param program The module and the JSON value its default export is called with.
 * @returns What it printed, and its result when it succeeded.
 * @throws {SandboxError} when Deno is not in PATH or starting it is not permitted.
 * @example
 * ```ts
 * import { strictEqual } from "node:assert";
 *
 * const code = "export default (closes: number[]) => Math.max(...closes)";
 * const scratch = await Deno.makeTempDir();
 * const { result } = await runCode({ code, input: [1, 3, 2] }, { scratch });
 * strictEqual(result, 3);
 * ```
 */
export async function runCode(program: Program, options: RunCodeOptions): Promise<CodeRun> {
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const launcher = await findDeno();
  const folder = await makeRunFolder(options.scratch, program);
  try {
    const ended = await runChild(folder, { launcher, limits, signal: options.signal });
    const run = {
      ...ended,
      stdout: withoutPath(ended.stdout, folder),
      stderr: withoutPath(ended.stderr, folder),
      tier: launcher.tier,
    };
    return await withResult(run, { folder, limits });
  } finally {
    await removeRunFolder(folder);
  }
}

async function withResult(
  run: CodeRun,
  { folder, limits }: { folder: string; limits: SandboxLimits },
): Promise<CodeRun> {
  if (run.stopped_by !== undefined) return { ...run, return_code: run.return_code || 1 };
  if (run.return_code !== 0) return run;
  try {
    return { ...run, result: await readResult(folder, limits) };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { ...run, return_code: 1, stderr: `${run.stderr}${why}\n` };
  }
}
