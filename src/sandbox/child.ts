import { SandboxError, type StoppedBy } from "./code_run.ts";
import { command, type Launcher } from "./find_deno.ts";
import { heapFlag, type SandboxLimits } from "./limits.ts";
import { readOutput } from "./read_output.ts";
import { isOverfull } from "./run_folder.ts";

const POLL_MS = 50;

/** How a child process ended. */
export interface Ended {
  readonly stdout: string;
  readonly stderr: string;
  readonly return_code: number;
  readonly stopped_by?: StoppedBy;
}

/** What a child is started with. */
export interface ChildOptions {
  readonly launcher: Launcher;
  readonly limits: SandboxLimits;
  readonly signal?: AbortSignal | undefined;
}

/** Runs the wrapper in `folder` until it ends or a limit ends it; no process is left behind. */
export async function runChild(folder: string, options: ChildOptions): Promise<Ended> {
  const { limits, signal } = options;
  const child = start(folder, options);
  let stoppedBy: StoppedBy | undefined;
  const stop = (reason: StoppedBy) => {
    stoppedBy ??= reason;
    kill(child);
  };
  const output = readOutput(child, { maxBytes: limits.outputBytes, onFull: () => stop("output") });
  const release = watch(folder, { limits, signal, stop });
  try {
    const status = await child.status;
    // A launcher script between us and Deno could still hold the pipes open after a kill.
    if (stoppedBy !== undefined) output.cut();
    const [stdout, stderr] = await output.texts;
    stoppedBy ??= limitBehind(status.signal);
    // No poll sees what was written in the last moments.
    if (stoppedBy === undefined && await isOverfull(folder, limits)) stoppedBy = "files";
    const ended = { stdout, stderr, return_code: status.code };
    return stoppedBy === undefined ? ended : { ...ended, stopped_by: stoppedBy };
  } finally {
    kill(child);
    await release();
  }
}

function start(folder: string, { launcher, limits }: ChildOptions): Deno.ChildProcess {
  const [program, args] = command(launcher, denoArgs(limits), limits);
  try {
    return new Deno.Command(program, {
      args,
      cwd: `${folder}/out`,
      clearEnv: true,
      env: environment(folder, launcher.path),
      stdin: "null",
      stdout: "piped",
      stderr: "piped",
    }).spawn();
  } catch (cause) {
    const advice = "look whether deno is still in PATH and permitted by --allow-run";
    throw new SandboxError(`${program} does not start`, { cause, advice });
  }
}

function denoArgs(limits: SandboxLimits): string[] {
  return [
    "run",
    "--quiet",
    "--no-prompt",
    "--no-remote",
    "--no-npm",
    "--no-config",
    "--no-lock",
    "--cached-only",
    "--no-code-cache",
    // Relative to `out`, where it starts: a comma in an absolute path would end the path.
    "--allow-read=../in",
    "--allow-write=.",
    heapFlag(limits),
    "../main.js",
  ];
}

/** Caches and home are the run's own: shared ones let one run read what another left. */
function environment(folder: string, path: string): Record<string, string> {
  return {
    PATH: path,
    HOME: `${folder}/home`,
    DENO_DIR: `${folder}/deno`,
    DENO_NO_PACKAGE_JSON: "1",
    DENO_NO_UPDATE_CHECK: "1",
    NO_COLOR: "1",
    TZ: "UTC",
    LANG: "C.UTF-8",
  };
}

/** SIGKILL: code may listen for every signal that can be listened for. */
function kill(child: Deno.ChildProcess): void {
  try {
    child.kill("SIGKILL");
  } catch {
    // It has ended already.
  }
}

function limitBehind(signal: Deno.Signal | null): StoppedBy | undefined {
  if (signal === "SIGXCPU") return "time";
  return signal === "SIGXFSZ" ? "files" : undefined;
}

interface Watch {
  readonly limits: SandboxLimits;
  readonly signal: AbortSignal | undefined;
  readonly stop: (reason: StoppedBy) => void;
}

/** Watches clock, disk, caller and our own end; returns what ends the watching. */
function watch(folder: string, { limits, signal, stop }: Watch): () => Promise<void> {
  let looking: Promise<void> | undefined;
  const poll = setInterval(() => {
    looking ??= isOverfull(folder, limits).then((isFull) => {
      if (isFull) stop("files");
      looking = undefined;
    });
  }, POLL_MS);
  const clock = setTimeout(() => stop("time"), limits.wallMs);
  const abort = () => stop("aborted");
  signal?.addEventListener("abort", abort);
  if (signal?.aborted) abort();
  globalThis.addEventListener("unload", abort);
  return async () => {
    clearInterval(poll);
    clearTimeout(clock);
    signal?.removeEventListener("abort", abort);
    globalThis.removeEventListener("unload", abort);
    await looking;
  };
}
