import { DEFAULT_LIMITS, prlimitArgs, type SandboxLimits } from "./limits.ts";
import { SandboxError } from "./code_run.ts";

/** How to start a child on this machine. */
export interface Launcher {
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
  // The name, not Deno.execPath(): `--allow-run=deno,prlimit` permits only the name.
  if (launcher.tier === "permissions") return ["deno", args];
  return ["prlimit", [...prlimitArgs(limits), "deno", ...args]];
}

async function look(): Promise<Launcher> {
  const path = readPath();
  refuseUnpermitted();
  const limited: Launcher = { tier: "permissions+limits", path };
  if (isPermitted("prlimit") && await starts(limited).catch(() => false)) return limited;
  const plain: Launcher = { tier: "permissions", path };
  const advice = "install Deno 2.9 or later, or start with npx -y deno@2.9";
  const started = await starts(plain).catch((cause) => {
    throw new SandboxError("deno is not in PATH", { cause, advice });
  });
  if (!started) throw new SandboxError("the deno in PATH does not start", { advice });
  return plain;
}

function readPath(): string {
  if (Deno.permissions.querySync({ name: "env", variable: "PATH" }).state !== "granted") {
    throw new SandboxError("no permission to read PATH", { advice: "add PATH to --allow-env" });
  }
  return Deno.env.get("PATH") ?? "";
}

function refuseUnpermitted(): void {
  if (isPermitted("deno")) return;
  throw new SandboxError("no permission to start deno", {
    advice: "add --allow-run=deno,prlimit",
  });
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
