import type { Clock } from "../pace/clock.ts";
import { systemClock } from "../pace/system_clock.ts";
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

/** Options of a child process. */
export interface ChildOptions {
  readonly launcher: Launcher;
  readonly limits: SandboxLimits;
  readonly signal?: AbortSignal | undefined;
  /** The clock of the limits of time. Default: the system's. */
  readonly clock?: Pick<Clock, "schedule">;
}

/** Runs the wrapper in `folder` until it exits or reaches a limit; leaves no process behind. */
export async function runChild(folder: string, options: ChildOptions): Promise<Ended> {
  const { limits, signal, clock = systemClock } = options;
  const child = start(folder, options);
  let stoppedBy: StoppedBy | undefined;
  const stop = (reason: StoppedBy) => {
    stoppedBy ??= reason;
    kill(child);
  };
  const outOfTime = () => stop("time");
  let cancel = clock.schedule(limits.startMs, outOfTime);
  const onStart = () => {
    cancel();
    cancel = clock.schedule(limits.wallMs, outOfTime);
  };
  const output = readOutput(child, { maxBytes: limits.outputBytes, onFull: () => stop("output"), onStart });
  const release = watch(folder, { limits, signal, stop });
  try {
    const status = await child.status;
    stoppedBy = stopReason(stoppedBy, status);
    // After a kill, a launcher script around Deno may still hold the pipes open.
    if (stoppedBy !== undefined) output.cut();
    const [stdout, stderr] = await output.texts;
    // Polling misses what was written just before the exit.
    if (stoppedBy === undefined && await isOverfull(folder, limits)) stoppedBy = "files";
    const ended = { stdout, stderr, return_code: status.code };
    return stoppedBy === undefined ? ended : { ...ended, stopped_by: stoppedBy };
  } finally {
    kill(child);
    cancel();
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
    const advice = "check that deno is still in PATH and permitted by --allow-run";
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
    // Relative to the working directory `out`: the flag splits an absolute path at a comma.
    "--allow-read=../in",
    "--allow-write=.",
    heapFlag(limits),
    "../main.js",
  ];
}

/** Each run has its own caches and home; shared ones would let a run read what another left. */
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

/** SIGKILL, because code can handle other signals. */
function kill(child: Deno.ChildProcess): void {
  try {
    child.kill("SIGKILL");
  } catch {
    // It has already exited.
  }
}

/**
 * What stopped a child that has exited.
 * @param wanted Why this process killed it, if it did. A timer that is late because this process was busy may fire
 * after the child's exit: a child that no signal ended was in time.
 */
export function stopReason(
  wanted: StoppedBy | undefined,
  { signal }: Pick<Deno.CommandStatus, "signal">,
): StoppedBy | undefined {
  if (wanted !== undefined) return wanted === "time" && signal === null ? undefined : wanted;
  if (signal === "SIGXCPU") return "time";
  return signal === "SIGXFSZ" ? "files" : undefined;
}

interface Watch {
  readonly limits: SandboxLimits;
  readonly signal: AbortSignal | undefined;
  readonly stop: (reason: StoppedBy) => void;
}

/** Watches the disk, the caller's signal and our own exit; returns a function that stops watching. */
function watch(folder: string, { limits, signal, stop }: Watch): () => Promise<void> {
  let looking: Promise<void> | undefined;
  const poll = setInterval(() => {
    looking ??= isOverfull(folder, limits).then((isFull) => {
      if (isFull) stop("files");
      looking = undefined;
    });
  }, POLL_MS);
  const abort = () => stop("aborted");
  signal?.addEventListener("abort", abort);
  if (signal?.aborted) abort();
  globalThis.addEventListener("unload", abort);
  return async () => {
    clearInterval(poll);
    signal?.removeEventListener("abort", abort);
    globalThis.removeEventListener("unload", abort);
    await looking;
  };
}
