import { type ChildOptions, runChild, seenAs } from "./child.ts";
import { type CodeRun, type Program, SandboxError, type SandboxTier } from "./code_run.ts";
import { findDeno } from "./find_deno.ts";
import { DEFAULT_LIMITS, type SandboxLimits } from "./limits.ts";
import { makeRunFolder, readResult, removeRunFolder, withoutPath } from "./run_folder.ts";

export type { CodeRun, Program, SandboxTier, StoppedBy } from "./code_run.ts";
export type { SandboxLimits } from "./limits.ts";
export { SandboxError } from "./code_run.ts";

/** Options of `runCode`. */
export interface RunCodeOptions extends Pick<ChildOptions, "clock"> {
  /** Folder for the run's temporary folder. */
  readonly scratch: string;
  /** Limits that differ from the defaults. */
  readonly limits?: Partial<SandboxLimits>;
  /** How the code is isolated. Default: the strongest tier that starts here. */
  readonly tier?: SandboxTier | undefined;
  /** Kills the code on abort; the run then resolves with `stopped_by: "aborted"`. */
  readonly signal?: AbortSignal;
}

/**
 * Runs untrusted TypeScript in a separate process without access to the network, the environment,
 * subprocesses or any file but its input. A failure of the code is a value, not an exception.
 *
 * @param program The module and the input of its default export.
 * @returns The output, and the result if the code succeeded.
 * @throws {SandboxError} when the code is too long, or Deno cannot be started on the tier.
 */
export async function runCode(program: Program, options: RunCodeOptions): Promise<CodeRun> {
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  refuseLong(program.code, limits.codeBytes);
  const launcher = await findDeno(options.tier);
  const folder = await makeRunFolder(options.scratch, program);
  try {
    const ended = await runChild(folder, { ...options, launcher, limits });
    const seen = seenAs(folder, launcher);
    const run = {
      ...ended,
      stdout: withoutPath(ended.stdout, seen),
      stderr: withoutPath(ended.stderr, seen),
      tier: launcher.tier,
    };
    return await withResult(run, { folder, limits });
  } finally {
    await removeRunFolder(folder);
  }
}

/** The parser works on long code without a pause in which it could be stopped early. */
function refuseLong(code: string, maxBytes: number): void {
  const bytes = new TextEncoder().encode(code).length;
  if (bytes <= maxBytes) return;
  throw new SandboxError(`it has ${bytes} bytes, over ${maxBytes}`, {
    advice: "pass data as the input, not in the code",
  });
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
