import { createHash } from "node:crypto";
import { createGate } from "../pace/gate.ts";
import { type DrawnFiles, type DrawThread, startDrawThread } from "./draw_thread.ts";
import { ChartError } from "./look.ts";
import type { DrawnChart } from "./items_chart.ts";

export type { DrawnFiles, DrawThread } from "./draw_thread.ts";

/** Options of {@linkcode createDrawing}. */
export interface DrawingOptions {
  /** Charts drawn at once, each by a thread of its own, 1 or more; a thread starts when it is needed. */
  readonly atOnce: number;
  /** Most bytes of drawn charts to keep for equal ones. Default: 32 MiB, about 150 charts of daily closes. */
  readonly maxKeptBytes?: number;
  /** Starts a thread. Default: one of this process. */
  readonly startThread?: () => DrawThread;
}

/** Draws charts of prices, of items of reports and of other numbers beside the thread that asks. */
export interface Drawing {
  /**
   * Draws a chart, or returns the files of an equal one that is drawn or being drawn; a private one is drawn by itself
   * and not kept. A chart whose thread ends is drawn once more, in a new thread.
   *
   * @param signal Aborted when nobody needs it any more; a chart that nobody needs when its turn comes is not drawn.
   * @throws {ChartError} when the chart cannot be drawn correctly, its second thread ends, or drawing is closed.
   */
  draw(chart: DrawnChart, signal?: AbortSignal): Promise<DrawnFiles>;
  /** Ends all threads; charts that are not finished are given up. */
  close(): Promise<void>;
}

const UNWANTED = "nobody waits for it any more";
const KEPT_BYTES = 32 * 2 ** 20;

/** Creates the threads' queue; nothing starts before the first chart. */
export function createDrawing(
  { atOnce, maxKeptBytes = KEPT_BYTES, startThread = startDrawThread }: DrawingOptions,
): Drawing {
  const gate = createGate(atOnce);
  const threads = new DrawThreads(startThread);
  const drawTwice = async (chart: string): Promise<DrawnFiles> => {
    try {
      return await threads.draw(chart);
    } catch (error) {
      if (error instanceof ChartError) throw error;
      return await threads.draw(chart).catch(asChartError);
    }
  };
  return {
    draw: drawnOnce((chart, begin) =>
      gate(() => {
        begin();
        return drawTwice(chart);
      }), maxKeptBytes),
    close: () => threads.close(),
  };
}

/** Threads that are kept for the next chart. */
class DrawThreads {
  readonly #start: () => DrawThread;
  readonly #all = new Set<DrawThread>();
  readonly #idle: DrawThread[] = [];
  #isClosed = false;

  constructor(start: () => DrawThread) {
    this.#start = start;
  }

  async draw(chart: string): Promise<DrawnFiles> {
    if (this.#isClosed) throw new ChartError("drawing is closed");
    const thread = this.#idle.pop() ?? this.#start(); // the last one to finish: with few charts, few threads start
    this.#all.add(thread);
    let isUsable = true;
    try {
      return await thread.draw(chart);
    } catch (error) {
      isUsable = error instanceof ChartError;
      throw error;
    } finally {
      if (isUsable) this.#idle.push(thread);
      else if (this.#all.delete(thread)) await thread.stop();
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const threads = [...this.#all];
    this.#all.clear();
    await Promise.all(threads.map((thread) => thread.stop()));
  }
}

function asChartError(cause: unknown): never {
  if (cause instanceof ChartError) throw cause;
  throw new ChartError(`two threads ended while they drew it (${cause instanceof Error ? cause.message : cause})`, {
    cause,
  });
}

/** Calls `begin` when its turn comes, which throws when nobody needs the chart any more. */
type Draw = (chart: string, begin: () => void) => Promise<DrawnFiles>;

interface Entry {
  readonly files: Promise<DrawnFiles>;
  /** 0 while it is drawn. */
  bytes: number;
  /** Who needs it; `undefined` for one who always will. */
  readonly needs: (AbortSignal | undefined)[];
}

/** Shares the files of equal charts, also of those being drawn; forgets those unused for longest over the limit. */
function drawnOnce(draw: Draw, maxBytes: number): Drawing["draw"] {
  const known = new Map<string, Entry>();
  let kept = 0;
  const keep = (entry: Entry, { svg, png }: DrawnFiles) => {
    entry.bytes = svg.length + png.length;
    entry.needs.length = 0;
    kept += entry.bytes;
    for (const [oldest, { bytes }] of known) {
      if (kept <= maxBytes) break;
      if (bytes === 0) continue;
      kept -= bytes;
      known.delete(oldest);
    }
  };
  const start = (key: string, chart: string): Entry => {
    const needs: Entry["needs"] = [];
    const begin = () => {
      if (needs.some((signal) => signal?.aborted !== true)) return;
      known.delete(key);
      throw new ChartError(UNWANTED);
    };
    const entry = { files: draw(chart, begin), bytes: 0, needs };
    entry.files.then((files) => keep(entry, files), () => {
      if (known.get(key) === entry) known.delete(key);
    });
    return entry;
  };
  return (chart, signal) => {
    const text = JSON.stringify(chart);
    if ("kind" in chart && chart.kind === "line" && chart.isPrivate) {
      return draw(text, () => {
        if (signal?.aborted) throw new ChartError(UNWANTED);
      });
    }
    const key = createHash("sha256").update(text).digest("base64");
    const entry = known.get(key) ?? start(key, text);
    if (entry.bytes === 0) entry.needs.push(signal);
    known.delete(key); // a Map keeps insertion order: the last used is last
    known.set(key, entry);
    return entry.files;
  };
}
