import { DEFAULT_LIMITS, prlimitArgs, type SandboxLimits } from "./limits.ts";
import { SandboxError } from "./code_run.ts";

/** How to start a child on this machine. */
export interface Launcher {
  /** What starts Deno: its name, or the path of the Deno that runs this where no `deno` starts by name. */
  readonly deno: string;
  /** "permissions+limits" with `prlimit`, else "permissions". */
  readonly tier: "permissions" | "permissions+limits";
  /** PATH of the child. */
  readonly path: string;
}

let found: Promise<Launcher> | undefined;

/**
 * Finds Deno and, if present, `prlimit`; the result is cached for the process.
 * @throws {SandboxError} when Deno cannot be started.
 */
export function findDeno(): Promise<Launcher> {
  found ??= look().catch((error) => {
    found = undefined; // In a notebook the user can fix the cause and run the cell again.
    throw error;
  });
  return found;
}

/** The command line that starts `deno` with `args` under the limits of the launcher's tier. */
export function command(launcher: Launcher, args: string[], limits: SandboxLimits): [string, string[]] {
  if (launcher.tier === "permissions") return [launcher.deno, args];
  return ["prlimit", [...prlimitArgs(limits), launcher.deno, ...args]];
}

/** The name first: `--allow-run=deno,prlimit` permits only the name. */
const NAME = "deno";

async function look(): Promise<Launcher> {
  const running = runningDeno();
  refuseUnpermitted(running);
  const path = readPath();
  let failure = new SandboxError("deno is not in PATH", { advice: ADVICE });
  for (const deno of [NAME, ...running]) {
    if (!isPermitted(deno)) continue;
    const limited: Launcher = { deno, tier: "permissions+limits", path };
    if (isPermitted("prlimit") && await starts(limited).catch(() => false)) return limited;
    const plain: Launcher = { deno, tier: "permissions", path };
    const started = await starts(plain).catch((cause) => {
      failure = new SandboxError("deno is not in PATH", { cause, advice: ADVICE });
    });
    if (started) return plain;
    if (started === false) failure = new SandboxError("the deno in PATH does not start", { advice: ADVICE });
  }
  throw failure;
}

const ADVICE = "install Deno 2.9 or later, or start with npx -y deno@2.9";

/** The path of the Deno that runs this, if it may be started: many a Jupyter kernel has no `deno` in its PATH. */
function runningDeno(): readonly string[] {
  const path = Deno.execPath();
  return isPermitted(path) ? [path] : [];
}

function readPath(): string {
  if (Deno.permissions.querySync({ name: "env", variable: "PATH" }).state !== "granted") {
    throw new SandboxError("no permission to read PATH", { advice: "add PATH to --allow-env" });
  }
  return Deno.env.get("PATH") ?? "";
}

function refuseUnpermitted(running: readonly string[]): void {
  if (isPermitted(NAME) || running.length > 0) return;
  // Deno drops a name from --allow-run that is not in PATH when it starts.
  throw new SandboxError("no permission to start deno", { advice: "add --allow-run=deno,prlimit, with deno in PATH" });
}

/** Queries without a prompt, which would block an unattended run forever. */
function isPermitted(name: string): boolean {
  return Deno.permissions.querySync({ name: "run", command: name }).state === "granted";
}

/** Tries the whole command, because a container may forbid a limit even if `prlimit` exists. */
async function starts(launcher: Launcher): Promise<boolean> {
  const [program, args] = command(launcher, ["--version"], DEFAULT_LIMITS);
  const child = new Deno.Command(program, {
    args,
    clearEnv: true,
    env: { PATH: launcher.path },
    stdin: "null",
    stdout: "null",
    stderr: "null",
  }).spawn();
  return (await child.status).success;
}
