import type { Clock } from "../pace/clock.ts";

const FIRST_MS = 1_000;
/** Added at random to a wait that was asked for, so that not everybody comes back at once. */
const SPREAD_MS = 500;

/**
 * The pause after a failed attempt: about 1, 2, 4 s and so on, or the wait that the target asked for.
 * @param failures Number of failed attempts so far, 1 or more.
 */
export function pauseMs(
  failures: number,
  { random, askedMs }: { random(): number; readonly askedMs?: number | undefined },
): number {
  if (askedMs !== undefined) return askedMs + random() * SPREAD_MS;
  return (0.5 + random() / 2) * FIRST_MS * 2 ** (failures - 1);
}

/** Waits, until the signal at most. */
export async function pause(
  ms: number,
  { clock, signal }: { readonly clock: Clock; readonly signal?: AbortSignal | undefined },
): Promise<void> {
  if (signal?.aborted) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  const cancel = clock.schedule(ms, resolve);
  signal?.addEventListener("abort", () => resolve(), { once: true });
  await promise;
  cancel();
}
