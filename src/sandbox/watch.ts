import type { StoppedBy } from "./code_run.ts";
import type { SandboxLimits } from "./limits.ts";
import type { MemoryMeter } from "./memory_meter.ts";
import { isOverfull } from "./run_folder.ts";

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
export function startWatch(folder: string, { limits, signal, stop, meter }: WatchOptions): Watch {
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
