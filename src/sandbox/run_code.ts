import { type ChildOptions, runChild } from "./child.ts";
import type { CodeRun, Program } from "./code_run.ts";
import { findDeno } from "./find_deno.ts";
import { DEFAULT_LIMITS, type SandboxLimits } from "./limits.ts";
import { makeRunFolder, readResult, removeRunFolder, withoutPath } from "./run_folder.ts";

export type { CodeRun, Program, StoppedBy } from "./code_run.ts";
export type { SandboxLimits } from "./limits.ts";
export { SandboxError } from "./code_run.ts";

/** Options of `runCode`. */
export interface RunCodeOptions extends Pick<ChildOptions, "clock"> {
  /** Folder for the run's temporary folder. */
  readonly scratch: string;
  /** Limits that differ from the defaults. */
  readonly limits?: Partial<SandboxLimits>;
  /** Kills the code on abort; the run then resolves with `stopped_by: "aborted"`. */
  readonly signal?: AbortSignal;
}

/**
 * Runs untrusted TypeScript in a separate process without access to the network, the environment,
 * subprocesses or any file but its input. A failure of the code is a value, not an exception.
 *
 * @param program The module and the input of its default export.
 * @returns The output, and the result if the code succeeded.
 * @throws {SandboxError} when Deno is not in PATH or may not be started.
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
    const ended = await runChild(folder, { ...options, launcher, limits });
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
