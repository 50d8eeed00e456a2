import type { Bundle } from "./bundle.ts";
import type { Display } from "./display.ts";

/** How a live output is drawn. */
export interface Drawing {
  readonly display: Display;
  /** Milliseconds between two drawings. */
  readonly everyMs: number;
}

/** One live output. */
interface LiveOutput extends Drawing {
  readonly name: string;
  /** Milliseconds after which it is drawn again while nothing comes, for what changes with time. Default: never. */
  readonly idleMs?: number;
}

/**
 * Draws a live output while something is read, at most once in `everyMs`. When nothing else comes, what came since the
 * last drawing is drawn, and at first that something is awaited: a step that takes long is seen while it runs.
 * @param draw Makes the output; called only where an output can be replaced.
 * @throws What the source throws.
 */
export async function drawWhileReading<Event>(
  source: AsyncIterable<Event>,
  draw: () => Bundle,
  { display, everyMs, name, idleMs }: LiveOutput,
): Promise<void> {
  const events = source[Symbol.asyncIterator]();
  if (!display.isLive) {
    while (!(await events.next()).done);
    return;
  }
  const firstAt = display.nowMs() + (idleMs ?? everyMs);
  let drawnAt = -Infinity;
  const put = async () => {
    drawnAt = display.nowMs();
    await display.put(draw(), name);
  };
  let isOver = false;
  try {
    for (let isDrawn = false;;) {
      const next = events.next();
      for (;;) {
        const pauseMs = isDrawn ? idleMs : Math.max(firstAt, drawnAt + everyMs) - display.nowMs();
        if (pauseMs === undefined || await endsWithin(next, display, pauseMs)) break;
        await put();
        isDrawn = true;
      }
      isOver = true; // it ends now, by itself, unless another event comes
      if ((await next).done) return;
      isOver = false;
      isDrawn = display.nowMs() - drawnAt >= everyMs;
      if (isDrawn) await put();
    }
  } finally {
    if (!isOver) await events.return?.();
  }
}

/** Whether a promise settles before the display's pause is over. Without a clock it is awaited. */
async function endsWithin(next: Promise<unknown>, { wait }: Display, pauseMs: number): Promise<boolean> {
  if (wait === undefined) return true;
  const settled = next.then(() => true, () => true);
  return await Promise.race([settled, wait(Math.max(0, pauseMs)).then(() => false)]);
}
