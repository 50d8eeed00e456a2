import type { Bundle } from "./bundle.ts";
import { PNG_SCALE, VEGA_LITE } from "./chart_bundle.ts";
import { isInKernel } from "./kernel.ts";

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
