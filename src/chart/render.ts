import { ChartError, type VegaLiteSpec } from "./look.ts";
import { type DrawSvg, loadVega } from "./draw_svg.ts";
import { type PriceChart, priceChartSpec } from "./price_chart.ts";
import { textWidth } from "./text_width.ts";

export { ChartError } from "./look.ts";
export type { VegaLiteSpec } from "./look.ts";
export type { PriceChart, PriceRow } from "./price_chart.ts";

/** A chart in two formats. */
export interface Picture {
  /** An SVG document without scripts or external references. */
  readonly svg: string;
  /** The same chart as a PNG file. */
  readonly png: Uint8Array<ArrayBuffer>;
}

/** Options of drawing. */
export interface DrawOptions {
  /** PNG pixels per unit, 0.1 to 8; 2 is sharp in print at about 12 cm. */
  readonly scale?: number;
}

interface Tools {
  readonly drawSvg: DrawSvg;
  readonly drawPng: DrawPng;
}

let tools: Promise<Tools> | undefined;

/**
 * Draws closes above their drawdown; identical input gives identical bytes.
 *
 * @throws {ChartError} when the rows cannot be drawn correctly.
 */
export async function drawPriceChart(
  chart: PriceChart,
  options: DrawOptions = {},
): Promise<Picture> {
  return await drawSpec(priceChartSpec(chart), options);
}

/**
 * Draws a Vega-Lite specification with inline data.
 * @throws {ChartError} when it refers to a file or a URL, or Vega reports an error.
 */
export async function drawSpec(spec: VegaLiteSpec, options: DrawOptions = {}): Promise<Picture> {
  const { scale = 2 } = options;
  if (!(scale >= 0.1 && scale <= 8)) throw new ChartError(`the scale ${scale} is not from 0.1 to 8`);
  const { drawSvg, drawPng } = await loadedTools();
  const svg = await drawSvg(spec);
  return { svg, png: drawPng(svg, scale) };
}

/**
 * Draws a Vega-Lite specification with inline data as SVG alone, which takes a third of the time.
 * @throws {ChartError} as {@linkcode drawSpec}.
 */
export async function drawSpecAsSvg(spec: VegaLiteSpec): Promise<string> {
  const { drawSvg } = await loadedTools();
  return await drawSvg(spec);
}

function loadedTools(): Promise<Tools> {
  return tools ??= loadTools().catch((error) => {
    tools = undefined;
    throw error;
  });
}

async function loadTools(): Promise<Tools> {
  // As text, which a module can import over https too, and without a permission of its own.
  const [regularText, boldText, wasm] = await Promise.all([
    import("./font/DejaVuSans.base64", { with: { type: "text" } }),
    import("./font/DejaVuSans-Bold.base64", { with: { type: "text" } }),
    Deno.readFile(new URL(import.meta.resolve("@resvg/resvg-wasm/index_bg.wasm"))),
  ]);
  const regular = Uint8Array.fromBase64(regularText.default);
  const bold = Uint8Array.fromBase64(boldText.default);
  const [drawSvg, drawPng] = await Promise.all([
    loadVega({ regular: textWidth(regular), bold: textWidth(bold) }),
    loadResvg({ wasm, fonts: [regular, bold] }),
  ]);
  return { drawSvg, drawPng };
}

/** Draws an SVG document as PNG, with `scale` pixels per unit. */
type DrawPng = (svg: string, scale: number) => Uint8Array<ArrayBuffer>;

/** Inputs of resvg, which reads no file itself. */
interface PngParts {
  /** The WebAssembly module of resvg. */
  readonly wasm: Uint8Array<ArrayBuffer>;
  /** Fonts for text; without one, resvg omits all text without an error. */
  readonly fonts: Uint8Array<ArrayBuffer>[];
}

/** Loads resvg; call it only once, because resvg can be initialised only once per process. */
async function loadResvg({ wasm, fonts }: PngParts): Promise<DrawPng> {
  const { initWasm, Resvg } = await import("@resvg/resvg-wasm");
  await initWasm(wasm);
  return (svg, scale) => {
    const font = { fontBuffers: fonts, defaultFontFamily: "DejaVu Sans" };
    const picture = new Resvg(svg, { fitTo: { mode: "zoom", value: scale }, font });
    const pixels = picture.render();
    try {
      return new Uint8Array(pixels.asPng());
    } finally {
      pixels.free();
      picture.free();
    }
  };
}
