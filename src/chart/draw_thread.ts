import { parentPort, Worker } from "node:worker_threads";
import { lowerThreadPriority } from "../pace/thread_priority.ts";
import { ChartError } from "./look.ts";
import { type DrawnChart, itemsChartSpec } from "./items_chart.ts";
import { lineChartSpec } from "./line_chart.ts";
import { drawPriceChart, drawSpec } from "./render.ts";

/** A chart as the contents of its files. */
export interface DrawnFiles {
  /** An SVG document, UTF-8. */
  readonly svg: Uint8Array<ArrayBuffer>;
  readonly png: Uint8Array<ArrayBuffer>;
}

/** A thread that draws one chart at a time. It does not keep the process alive while it waits for one. */
export interface DrawThread {
  /**
   * @param chart A `DrawnChart` as JSON.
   * @throws {ChartError} when the chart cannot be drawn correctly; the thread can draw the next one.
   * @throws {Error} when the thread has ended or is broken: stop it.
   */
  draw(chart: string): Promise<DrawnFiles>;
  stop(): Promise<void>;
}

/** What the thread posts for each chart. */
type Reply = DrawnFiles | { readonly refused: string } | { readonly broken: string };

/**
 * The thread's main module, as a data URL: on Deno 2.9.6 the `Worker` of Node takes no `https:` URL, which this module
 * has when it comes from a registry. The `Worker` of the Web does, but it has no `unref()`: it would keep a script
 * alive whose last chart is drawn.
 */
const MAIN = `import { drawForParent } from ${JSON.stringify(import.meta.url)}; drawForParent();`;

/** Starts a thread; it loads Vega and resvg with its first chart. */
export function startDrawThread(): DrawThread {
  const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(MAIN)}`));
  worker.unref();
  let ended: Error | undefined;
  let waiting: PromiseWithResolvers<Reply> | undefined;
  const end = (error: Error) => {
    ended ??= error;
    waiting?.reject(ended);
  };
  worker.on("message", (reply: Reply) => waiting?.resolve(reply));
  worker.on("error", end);
  worker.on("exit", (code) => end(new Error(`the thread that draws ended with code ${code}`)));
  const draw = async (chart: string): Promise<DrawnFiles> => {
    if (ended !== undefined) throw ended;
    waiting = Promise.withResolvers();
    worker.ref();
    worker.postMessage(chart);
    try {
      return readReply(await waiting.promise);
    } finally {
      worker.unref();
    }
  };
  return { draw, stop: async () => void await worker.terminate() };
}

function readReply(reply: Reply): DrawnFiles {
  if ("refused" in reply) throw new ChartError(reply.refused);
  if ("broken" in reply) throw new Error(reply.broken);
  return reply;
}

/** Draws what the parent posts, in the thread. */
export function drawForParent(): void {
  lowerThreadPriority();
  const port = parentPort;
  port?.on("message", async (chart: string) => {
    const reply = await drawReply(chart);
    port.postMessage(reply, "png" in reply ? [reply.svg.buffer, reply.png.buffer] : []);
  });
}

function drawnOf(chart: DrawnChart): ReturnType<typeof drawSpec> {
  if (!("kind" in chart)) return drawPriceChart(chart);
  return drawSpec(chart.kind === "line" ? lineChartSpec(chart) : itemsChartSpec(chart));
}

/** Catches every error: Deno prints one that leaves a thread, even if its parent handles it. */
async function drawReply(chart: string): Promise<Reply> {
  try {
    const read: DrawnChart = JSON.parse(chart);
    const { svg, png } = await drawnOf(read);
    return { svg: new TextEncoder().encode(svg), png };
  } catch (error) {
    if (error instanceof ChartError) return { refused: error.state };
    return { broken: error instanceof Error ? error.message : String(error) };
  }
}
