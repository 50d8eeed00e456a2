import { DEFAULT_LIMITS, prlimitArgs, type SandboxLimits } from "./limits.ts";
import { SandboxError } from "./code_run.ts";

/** How a child is started here, and what that holds back. */
export interface Launcher {
  /** "permissions+limits" with `prlimit`, else "permissions". */
  readonly tier: "permissions" | "permissions+limits";
  /** Where the child looks for its programs. */
  readonly path: string;
}

let found: Promise<Launcher> | undefined;

/**
 * Finds Deno and, where there is one, `prlimit`; asks once in the life of the process.
 * @throws {SandboxError} when Deno cannot be started.
 */
export function findDeno(): Promise<Launcher> {
  found ??= look().catch((error) => {
    found = undefined; // In a notebook the cause can be mended and the cell run again.
    throw error;
  });
  return found;
}

/** The program and arguments that start `deno` with `args` under the limits of the launcher's tier. */
export function command(launcher: Launcher, args: string[], limits: SandboxLimits): [string, string[]] {
  // The name, not Deno.execPath(): only the name is permitted by `--allow-run=deno,prlimit`.
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
    throw new SandboxError("there is no deno in PATH", { cause, advice });
  });
  if (!started) throw new SandboxError("the deno in PATH does not start", { advice });
  return plain;
}

function readPath(): string {
  if (Deno.permissions.querySync({ name: "env", variable: "PATH" }).state !== "granted") {
    throw new SandboxError("PATH may not be read", { advice: "add PATH to --allow-env" });
  }
  return Deno.env.get("PATH") ?? "";
}

function refuseUnpermitted(): void {
  if (isPermitted("deno")) return;
  throw new SandboxError("deno may not be started", {
    advice: "add --allow-run=deno,prlimit",
  });
}

/** Asks without a prompt: a question in the middle of a run would wait for ever. */
function isPermitted(name: string): boolean {
  return Deno.permissions.querySync({ name: "run", command: name }).state === "granted";
}

/** The whole chain is tried, because a container can forbid a limit although `prlimit` is there. */
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
