import { bubblewrapCommand } from "./bubblewrap.ts";
import { type Sandbox, SandboxError } from "./code_run.ts";
import { prlimitArgs, type SandboxLimits } from "./limits.ts";

/** How to start a child on this machine. */
export interface Launcher extends Sandbox {
  /** What starts Deno: its name, or the path of the Deno that runs this. */
  readonly deno: string;
  /** PATH of the child. */
  readonly path: string;
  /** Paths of the libraries that Deno loads; only the tier "bubblewrap" needs them. */
  readonly libraries: readonly string[];
}

/** The command line that starts `deno` with `args` on the launcher's tier; `folder` is that of the run. */
export function command(
  launcher: Launcher,
  args: readonly string[],
  { limits, folder }: { readonly limits: SandboxLimits; readonly folder?: string },
): [program: string, args: string[]] {
  if (launcher.tier === "permissions") return [launcher.deno, [...args]];
  const isolated = launcher.tier === "bubblewrap"
    ? bubblewrapCommand(launcher, args, folder)
    : [launcher.deno, ...args];
  return ["prlimit", [...prlimitArgs(limits), ...isolated]];
}

/** How a program ended that was tried. */
export interface Tried {
  readonly success: boolean;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Runs a program to its end, with nothing of our environment but PATH.
 * @throws {SandboxError} when there is no such program; `advice` says what to do then.
 */
export async function tryProgram(
  [program, args]: readonly [program: string, args: readonly string[]],
  { path, advice }: { readonly path: string; readonly advice: string },
): Promise<Tried> {
  try {
    const { success, stdout, stderr } = await new Deno.Command(program, {
      args: [...args],
      clearEnv: true,
      env: { PATH: path },
      stdin: "null",
      stdout: "piped",
      stderr: "piped",
    }).output();
    const decoder = new TextDecoder();
    return { success, stdout: decoder.decode(stdout), stderr: decoder.decode(stderr) };
  } catch (cause) {
    throw new SandboxError(`${program} is not in PATH`, { cause, advice });
  }
}
