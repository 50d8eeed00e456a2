import { oneLine } from "../text/control.ts";
import type { Bundle } from "./bundle.ts";

/** A chart that a cell shows. */
export interface ChartToShow {
  /** Vega-Lite, version 5, with inline data. */
  readonly spec: Readonly<Record<string, unknown>>;
  /** Draws it; the same chart gives the same bytes. */
  png(): Promise<Uint8Array<ArrayBuffer>>;
}

/** Live in JupyterLab, a picture elsewhere. No SVG: exports of notebooks lose its drawing. */
export async function chartBundle(chart: ChartToShow): Promise<Bundle> {
  return {
    "text/plain": oneLine(String(chart.spec["description"] ?? "A chart")),
    "image/png": (await chart.png()).toBase64(),
    "application/vnd.vegalite.v5+json": chart.spec,
  };
}
