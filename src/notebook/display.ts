import type { Bundle } from "./bundle.ts";
import { PNG_SCALE, VEGA_LITE } from "./chart_bundle.ts";
import { isInKernel } from "./kernel.ts";
import { ZmtpSocket } from "../kernel/zmtp_socket.ts";

/** Where output goes: a cell, or a terminal as text. */
export interface Display {
  /** Whether an output can be replaced by a later one. */
  readonly isLive: boolean;
  /** Milliseconds since some start, to pace a live output. */
  nowMs(): number;
  /** Resolves after some milliseconds. Absent: what came within a pause of the drawing is drawn with the next event. */
  readonly wait?: (ms: number) => Promise<void>;
  /** Shows a new output, or replaces the one with this name. */
  put(bundle: Bundle, name?: string): Promise<void>;
  /** Resolves when every output has reached the cell. */
  flush(): Promise<void>;
}

/** Where nothing says that the kernel has sent an output: measured lag of one output up to 5 ms. */
const FLUSH_MS = 20;

/** The display of this kernel, or of the terminal outside one. */
export function openDisplay(): Display {
  return isInKernel() ? kernelDisplay() : terminalDisplay();
}

function kernelDisplay(): Display {
  const shown = new Set<string>();
  return {
    isLive: true,
    nowMs: () => performance.now(),
    wait,
    async put(data, name) {
      const isUpdate = name !== undefined && shown.has(name);
      if (name !== undefined) shown.add(name);
      await Deno.jupyter.broadcast(isUpdate ? "update_display_data" : "display_data", {
        data,
        metadata: metadataOf(data),
        transient: name === undefined ? {} : { display_id: name },
      });
    },
    flush,
  };
}

/** A chart is drawn with two pixels per unit; viewers that show its picture take a pixel for a unit. */
function metadataOf(data: Bundle): Readonly<Record<string, unknown>> {
  const { "image/png": png, [VEGA_LITE]: spec } = data;
  if (spec === undefined || typeof png !== "string") return {};
  return { "image/png": { width: Math.round(pngWidth(png) / PNG_SCALE) } };
}

/** The width of a PNG in pixels: its header has it at byte 16. */
function pngWidth(base64: string): number {
  const header = Uint8Array.fromBase64(base64.slice(0, 32));
  return new DataView(header.buffer).getUint32(16);
}

/** Resolves when what was sent has reached the cell. */
export async function flush(): Promise<void> {
  const { isPublished } = await import("./published.ts"); // which Node, where there is no kernel, cannot load
  if (!await isPublished()) await wait(FLUSH_MS);
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

function terminalDisplay(): Display {
  return {
    isLive: false,
    nowMs: () => 0,
    put(bundle) {
      // deno-lint-ignore no-console -- outside a kernel the terminal is the cell
      console.log(String(bundle["text/plain"] ?? ""));
      return Promise.resolve();
    },
    flush: () => Promise.resolve(),
  };
}

const RETRY_MS = 10;
const LIMIT_MS = 5_000;
let port: Promise<number | undefined> | undefined;
let asked = 0;

/**
 * Waits until the kernel has published what this cell has sent. It puts outputs into a queue, and a cell may end before
 * that queue is empty: a client that reads no further then loses them. The queue keeps its order and serves its
 * listeners in theirs, so this listens too, sends an update of a display that does not exist, which clients ignore, and
 * waits until it comes by. To be deleted when the kernel waits for its queue.
 *
 * @returns False where the kernel's port cannot be found, as outside Linux, or it does not answer within 5 s.
 */
async function isPublished(): Promise<boolean> {
  try {
    const iopub = await (port ??= findPort());
    if (iopub === undefined) return false;
    using socket = await ZmtpSocket.connect(iopub, "SUB");
    return await hearUpdate(socket, `conviction-sent-${++asked}`);
  } catch {
    return false; // the caller waits some time instead
  }
}

async function hearUpdate(socket: ZmtpSocket, name: string): Promise<boolean> {
  const ended = heard(socket, name);
  const pause = () => new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), RETRY_MS));
  const transient = { display_id: name };
  for (let waitedMs = 0; waitedMs < LIMIT_MS; waitedMs += RETRY_MS) {
    // Again and again: one that is published before the kernel has read the subscription is not heard.
    await Deno.jupyter.broadcast("update_display_data", { data: {}, metadata: {}, transient });
    const isHeard = await Promise.race([ended, pause()]);
    if (isHeard !== undefined) return isHeard;
  }
  return false;
}

async function heard(socket: ZmtpSocket, name: string): Promise<boolean> {
  for await (const frames of socket.messages()) {
    if (frames.some((frame) => frame.length < 1_000 && new TextDecoder().decode(frame).includes(`"${name}"`))) {
      return true;
    }
  }
  return false;
}

/** The port on which the kernel publishes: its command line names the file that says so. */
async function findPort(): Promise<number | undefined> {
  const words = (await Deno.readTextFile("/proc/self/cmdline")).split("\0");
  const file = words[words.indexOf("--conn") + 1];
  const { iopub_port } = JSON.parse(await Deno.readTextFile(file ?? ""));
  return typeof iopub_port === "number" ? iopub_port : undefined;
}
