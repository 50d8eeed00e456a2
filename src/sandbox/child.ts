import type { Clock } from "../pace/clock.ts";
import { systemClock } from "../pace/system_clock.ts";
import { INSIDE } from "./bubblewrap.ts";
import { type CodeRun, SandboxError, type StoppedBy } from "./code_run.ts";
import { command, type Launcher } from "./launcher.ts";
import { heapFlag, type SandboxLimits } from "./limits.ts";
import { type MemoryMeter, startMeter } from "./memory_meter.ts";
import { readOutput } from "./read_output.ts";
import { isOverfull } from "./run_folder.ts";

/** How a child process ended. */
export type Ended = Omit<CodeRun, "result" | "tier">;

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
  const { launcher, limits, signal, clock = systemClock } = options;
  const child = start(folder, options);
  const meter = launcher.watchesMemory ? startMeter(child.pid, launcher) : undefined;
  let stoppedBy: StoppedBy | undefined;
  const stop = (reason: StoppedBy) => {
    stoppedBy ??= reason;
    const killChild = () => kill(child);
    // Descendants first, while they can be found.
    if (meter === undefined) killChild();
    else meter.kill().then(killChild, killChild);
  };
  const outOfTime = () => stop("time");
  let cancel = clock.schedule(limits.startMs, outOfTime);
  const onStart = () => {
    cancel();
    cancel = clock.schedule(limits.wallMs, outOfTime);
  };
  const output = readOutput(child, { maxBytes: limits.outputBytes, onFull: () => stop("output"), onStart });
  const watch = startWatch(folder, { limits, signal, stop, meter });
  const killNow = () => kill(child); // this process exits: nothing later would be done
  globalThis.addEventListener("unload", killNow);
  try {
    const status = await child.status;
    stoppedBy = stopReason(stoppedBy, { signal: signalOf(status, launcher) });
    // After a kill, a launcher script around Deno may still hold the pipes open.
    if (stoppedBy !== undefined) output.cut();
    const [stdout, stderr] = await output.texts;
    // Polling misses what was written just before the exit.
    if (stoppedBy === undefined && await isOverfull(folder, limits)) stoppedBy = "files";
    const peak_bytes = await watch.end();
    const ended = { stdout, stderr, return_code: status.code, ...peak_bytes > 0 && { peak_bytes } };
    return stoppedBy === undefined ? ended : { ...ended, stopped_by: stoppedBy };
  } finally {
    kill(child);
    cancel();
    globalThis.removeEventListener("unload", killNow);
    await watch.end().finally(() => meter?.close());
  }
}

function start(folder: string, { launcher, limits }: ChildOptions): Deno.ChildProcess {
  const [program, args] = command(launcher, denoArgs(limits), { limits, folder });
  try {
    return new Deno.Command(program, {
      args,
      cwd: `${folder}/out`,
      clearEnv: true,
      env: environment(seenAs(folder, launcher), launcher.path),
      stdin: "null",
      stdout: "piped",
      stderr: "piped",
    }).spawn();
  } catch (cause) {
    const advice = "check that deno is still in PATH and permitted by --allow-run";
    throw new SandboxError(`${program} does not start`, { cause, advice });
  }
}

/** Where the code sees the folder of its run. */
export function seenAs(folder: string, { tier }: Pick<Launcher, "tier">): string {
  return tier === "bubblewrap" ? INSIDE : folder;
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

/** The limits of the kernel by which `bwrap` says that Deno was killed; it ends by itself then, with such a code. */
const LIMIT_OF_CODE: Readonly<Record<number, Deno.Signal>> = { [128 + 24]: "SIGXCPU", [128 + 25]: "SIGXFSZ" };

/** The signal that ended Deno, if one did. Code that exits with the code of a limit counts as stopped by it. */
function signalOf({ signal, code }: Deno.CommandStatus, { tier }: Launcher): Deno.Signal | null {
  return tier === "bubblewrap" ? signal ?? LIMIT_OF_CODE[code] ?? null : signal;
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

const POLL_MS = 50;

interface WatchOptions {
  readonly limits: SandboxLimits;
  readonly signal: AbortSignal | undefined;
  readonly stop: (reason: StoppedBy) => void;
  readonly meter: MemoryMeter | undefined;
}

interface Watch {
  /**
   * Stops watching; returns the most bytes of memory that were seen.
   * @throws {SandboxError} when the watch failed; the child was stopped then.
   */
  end(): Promise<number>;
}

/** Watches disk and memory, and the caller's signal. */
function startWatch(folder: string, { limits, signal, stop, meter }: WatchOptions): Watch {
  let looking: Promise<void> | undefined;
  let failure: unknown;
  let peak = 0;
  const look = async () => {
    const [isFull, bytes = 0] = await Promise.all([isOverfull(folder, limits), meter?.look()]);
    peak = Math.max(peak, bytes);
    if (isFull) stop("files");
    if (bytes > limits.residentBytes) stop("memory");
  };
  const abort = () => stop("aborted");
  const poll = setInterval(() => {
    looking ??= look().catch((cause) => {
      failure ??= cause;
      abort();
    }).finally(() => looking = undefined);
  }, POLL_MS);
  signal?.addEventListener("abort", abort);
  if (signal?.aborted) abort();
  return {
    async end() {
      clearInterval(poll);
      signal?.removeEventListener("abort", abort);
      await looking;
      if (failure !== undefined) throw failure;
      return peak;
    },
  };
}
