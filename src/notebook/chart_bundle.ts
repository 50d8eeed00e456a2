import { oneLine } from "../text/control.ts";
import type { Bundle } from "./bundle.ts";

/** The media type of a Vega-Lite specification of version 5, which JupyterLab draws. */
export const VEGA_LITE = "application/vnd.vegalite.v5+json";
/** Pixels per unit of a chart's picture in a cell. */
export const PNG_SCALE = 2;

/** A chart that a cell shows. */
export interface ChartToShow {
  /** Vega-Lite, version 5, with inline data. */
  readonly spec: Readonly<Record<string, unknown>>;
  /** Draws it; the same chart gives the same bytes. */
  png(options?: { readonly scale?: number }): Promise<Uint8Array<ArrayBuffer>>;
}

/** Live in JupyterLab, a picture elsewhere. No SVG: exports of notebooks lose its drawing. */
export async function chartBundle(chart: ChartToShow): Promise<Bundle> {
  return {
    "text/plain": oneLine(String(chart.spec["description"] ?? "A chart")),
    "image/png": (await chart.png({ scale: PNG_SCALE })).toBase64(),
    [VEGA_LITE]: chart.spec,
  };
}
