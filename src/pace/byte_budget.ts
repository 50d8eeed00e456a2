/** What one body holds of a budget; disposing of it gives the bytes back. */
export interface Room extends Disposable {
  /** Waits until the body may hold this many bytes more; an abort ends the wait. */
  take(bytes: number, signal: AbortSignal): Promise<void> | undefined;
}

/**
 * Creates a bound on the bytes that bodies hold together while they are read. At the bound a body waits; one of those
 * that would have to wait goes on beyond it, or all might wait for each other half read. So all come to their end, and
 * hold at most `bytes` and one body.
 */
export function createByteBudget(bytes: number): () => Room {
  const waiting = new Set<() => void>();
  let free = bytes;
  let beyond: Room | undefined;
  return () => {
    let held = 0;
    const mayHold = (more: number): boolean => {
      if (more > free) beyond ??= room;
      if (beyond === room || more > free) return beyond === room;
      free -= more;
      held += more;
      return true;
    };
    const wait = (more: number, signal: AbortSignal) =>
      new Promise<void>((resolve) => {
        const goOn = () => {
          if (!signal.aborted && !mayHold(more)) return;
          waiting.delete(goOn);
          signal.removeEventListener("abort", goOn);
          resolve();
        };
        waiting.add(goOn);
        signal.addEventListener("abort", goOn);
      });
    const room: Room = {
      take: (more, signal) => signal.aborted || mayHold(more) ? undefined : wait(more, signal),
      [Symbol.dispose]() {
        free += held;
        held = 0;
        if (beyond === room) beyond = undefined;
        for (const goOn of waiting) goOn();
      },
    };
    return room;
  };
}
