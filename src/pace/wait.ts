import type { Clock } from "./clock.ts";

/** Waits; rejects with the reason of the signal as soon as that aborts. */
export function wait(delayMs: number, { clock, signal }: { readonly clock: Clock; readonly signal: AbortSignal }) {
  return new Promise<void>((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    const end = () => {
      cancel();
      signal.removeEventListener("abort", end);
      if (signal.aborted) reject(signal.reason);
      else resolve();
    };
    const cancel = clock.schedule(delayMs, end);
    signal.addEventListener("abort", end);
  });
}
