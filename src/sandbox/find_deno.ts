import { libraryPaths, LIST_LIBRARIES } from "./bubblewrap.ts";
import { SANDBOX_TIERS, SandboxError, type SandboxTier } from "./code_run.ts";
import { command, type Launcher, tryProgram } from "./launcher.ts";
import { DEFAULT_LIMITS } from "./limits.ts";
import { canMeasure, startMeter } from "./memory_meter.ts";

const found = new Map<SandboxTier | undefined, Promise<Launcher>>();

/**
 * Finds Deno, and what isolates it on a tier; the result is cached for the process.
 * @param tier The tier to use. Default: the strongest that starts here.
 * @throws {SandboxError} when Deno cannot be started on that tier; no lower one is used instead.
 */
export function findDeno(tier?: SandboxTier): Promise<Launcher> {
  return found.getOrInsertComputed(tier, () =>
    look(tier).catch((error) => {
      found.delete(tier); // In a notebook the user can fix the cause and run the cell again.
      throw error;
    }));
}

async function look(tier: SandboxTier | undefined): Promise<Launcher> {
  let failure = new SandboxError("there is no tier", { advice: "name one" });
  for (const one of tier === undefined ? SANDBOX_TIERS : [tier]) {
    try {
      return await FIND[one](permitted());
    } catch (error) {
      if (!(error instanceof SandboxError)) throw error;
      failure = error;
    }
  }
  if (tier === undefined) throw failure;
  const { advice, state } = failure;
  throw new SandboxError(`the tier "${tier}" does not start here, because ${state}`, { cause: failure, advice });
}

/** How each tier is found. The whole command is tried, because a container may forbid what is installed. */
const FIND: Readonly<Record<SandboxTier, (permitted: Permitted) => Promise<Launcher>>> = {
  async bubblewrap({ own = NAME, path }) {
    for (const [program, source] of [["prlimit", "util-linux"], ["bwrap", "bubblewrap"], ["sh", "a shell"]] as const) {
      refuseMissing(program, source);
    }
    const { stdout } = await tryProgram(["sh", ["-c", LIST_LIBRARIES, "sh", own]], { path, advice: "install a shell" });
    const launcher = { tier: "bubblewrap", deno: own, path, libraries: libraryPaths(stdout) } as const;
    return await tried({ ...launcher, watchesMemory: await canWatch(path) }, {
      program: "bwrap",
      advice: "install bubblewrap; where a container or the kernel forbids it, allow it or choose a lower tier",
    });
  },
  async "permissions+limits"({ own = NAME, path }) {
    refuseMissing("prlimit", "util-linux");
    const launcher = { tier: "permissions+limits", deno: own, path, libraries: [] } as const;
    return await tried({ ...launcher, watchesMemory: await canWatch(path) }, {
      program: "prlimit",
      advice: "install util-linux; where a container forbids it, allow it or choose a lower tier",
    });
  },
  async permissions({ own, path }) {
    const watchesMemory = await canWatch(path);
    let failure: unknown;
    for (const deno of [NAME, ...own === undefined ? [] : [own]].filter(isPermitted)) {
      const launcher: Launcher = { tier: "permissions", deno, path, libraries: [], watchesMemory };
      try {
        return await tried(launcher, { program: "the deno in PATH", advice: ADVICE });
      } catch (error) {
        failure = error;
      }
    }
    throw failure;
  },
};

/** The name first: `--allow-run=deno` permits only the name. */
const NAME = "deno";
const ADVICE = "install Deno 2.9 or later, or start with npx -y deno@2.9";

interface Permitted {
  /**
   * The path of the Deno of this process. Programs start it rather than a `deno` in PATH, which many a Jupyter kernel
   * lacks, and which may be a script that leaves Deno behind when it is killed.
   */
  readonly own: string | undefined;
  readonly path: string;
}

function permitted(): Permitted {
  const own = Deno.build.standalone ? undefined : Deno.execPath();
  if (!isPermitted(NAME) && (own === undefined || !isPermitted(own))) {
    // Deno drops a name from --allow-run that is not in PATH when it starts.
    const advice = "add --allow-run=deno,prlimit,bwrap,sh, with deno in PATH";
    throw new SandboxError("no permission to start deno", { advice });
  }
  if (Deno.permissions.querySync({ name: "env", variable: "PATH" }).state !== "granted") {
    throw new SandboxError("no permission to read PATH", { advice: "add PATH to --allow-env" });
  }
  return { own, path: Deno.env.get("PATH") ?? "" };
}

/** Queries without a prompt, which would block an unattended run forever. */
function isPermitted(name: string): boolean {
  return Deno.permissions.querySync({ name: "run", command: name }).state === "granted";
}

function refuseMissing(program: string, source: string): void {
  if (isPermitted(program)) return;
  const advice = `install ${source}, and add ${program} to --allow-run`;
  throw new SandboxError(`${program} is not in PATH, or may not be started`, { advice });
}

async function tried(
  launcher: Launcher,
  { program, advice }: { readonly program: string; readonly advice: string },
): Promise<Launcher> {
  const whole = command(launcher, ["--version"], { limits: DEFAULT_LIMITS });
  const { success, stderr } = await tryProgram(whole, { path: launcher.path, advice });
  if (success) return launcher;
  const [said = ""] = stderr.trim().split("\n");
  throw new SandboxError(`${program} does not start${said === "" ? "" : ` (${said})`}`, { advice });
}

/** Whether the shell can say how much memory this process uses. */
async function canWatch(path: string): Promise<boolean> {
  if (!canMeasure() || !isPermitted("sh")) return false;
  try {
    const meter = startMeter(Deno.pid, { path });
    return await meter.look().finally(() => meter.close()) > 0;
  } catch {
    return false; // there is no shell, or nothing in /proc
  }
}
