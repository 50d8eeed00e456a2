import { ChartError, type VegaLiteSpec } from "./look.ts";
import { type PriceChart, priceChartSpec } from "./price_chart.ts";
import { type TextWidth, textWidth } from "./text_width.ts";
import { createHash } from "node:crypto";
import type { Loader, View } from "vega";
import type { TopLevelSpec } from "vega-lite";

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

/** Text widths of the two font weights. */
export interface TextWidths {
  readonly regular: TextWidth;
  readonly bold: TextWidth;
}

/** Draws a specification with inline data as an SVG document. */
export type DrawSvg = (spec: VegaLiteSpec) => Promise<string>;

/** Loads Vega and Vega-Lite on demand. */
export async function loadVega(widths: TextWidths): Promise<DrawSvg> {
  const [vega, { compile }] = await Promise.all([import("vega"), import("vega-lite")]);
  measureBy(widths, vega);
  return async (spec) => {
    const refused: string[] = [];
    const logged: string[] = [];
    const logger = collect(logged);
    const view = asChartError(() => {
      const compiled = compile(spec as unknown as TopLevelSpec, { logger });
      const loader = refuseAll(refused);
      return new vega.View(vega.parse(compiled.spec), { renderer: "none", loader, logger });
    });
    return await toSvg(view, { refused, logged });
  };
}

function asChartError<Value>(build: () => Value): Value {
  try {
    return build();
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new ChartError(`invalid specification (${why})`, { cause });
  }
}

async function toSvg(
  view: View,
  { refused, logged }: { refused: string[]; logged: string[] },
): Promise<string> {
  try {
    const svg = await view.toSVG();
    const [uri] = refused;
    if (uri !== undefined) throw new ChartError(`it refers to ${JSON.stringify(uri)}`);
    // After an error Vega continues and draws an empty or incomplete chart.
    const [problem] = logged;
    if (problem !== undefined) throw new ChartError(problem);
    return withOwnIds(svg.toWellFormed().replaceAll(NO_XML, ""));
  } finally {
    view.finalize();
  }
}

/** Vega writes texts and names of fields as they are; an XML document with one of these characters is invalid. */
// deno-lint-ignore no-control-regex -- it matches control characters
const NO_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/**
 * Vega counts the ids of clip paths and gradients over the whole process. Equal charts shall have equal bytes, and
 * different ones different ids: a report holds several SVGs in one document.
 */
function withOwnIds(svg: string): string {
  const known = new Map<string, string>();
  const numbered = svg.replaceAll(TAG, (tag) =>
    tag.replaceAll(ID, (_, start: string, kind: string, id: string) => {
      if (!known.has(kind + id)) known.set(kind + id, `${kind}_${known.size}`);
      return start + known.get(kind + id);
    }));
  if (known.size === 0) return svg;
  const name = createHash("sha256").update(numbered).digest("hex").slice(0, 8);
  const named = (_: string, start: string, kind: string, id: string) => `${start}${kind}_${name}${id}`;
  return numbered.replaceAll(TAG, (tag) => tag.replaceAll(ID, named));
}

/** Texts hold no "<" and no ">". */
const TAG = /<[^>]*>/g;
const ID = /( id="|"url\(#)(clip|gradient)((?:_?\d+)+)/g;

/** Replaces Vega's own loader, which would embed local files in the picture. */
function refuseAll(refused: string[]): Loader {
  const refuse = (uri: string) => {
    refused.push(uri);
    return Promise.reject(new ChartError("it refers to a file or a URL"));
  };
  // A rejection crashes Vega 6 (its SVG renderer reads `.href` of null), so return an empty reference.
  const blank = (uri: string) => {
    refused.push(uri);
    return Promise.resolve({ href: "" });
  };
  return { load: refuse, sanitize: blank, http: refuse, file: refuse };
}

/** A part that answers to a pointer listens to the window, which a picture has not. */
const NO_WINDOW = "Can not resolve event source: window";

function collect(logged: string[]) {
  const keep = (...words: readonly unknown[]) => {
    const message = words.map(String).join(" ");
    if (message !== NO_WINDOW) logged.push(message);
    return logger;
  };
  const skip = () => logger;
  const logger = { level: () => logger, error: keep, warn: keep, info: skip, debug: skip };
  return logger;
}

interface TextItem {
  readonly fontSize?: number;
  readonly fontWeight?: string | number;
  readonly limit?: number;
}

/** Without a canvas, Vega assumes that every character is 0.8 of the font size wide. */
function measureBy({ regular, bold }: TextWidths, vega: object): void {
  const { textMetrics } = vega as { textMetrics: { width: (item: TextItem, text: string) => number } };
  textMetrics.width = ({ fontSize = 11, fontWeight, limit = 0 }, text) => {
    const isBold = fontWeight === "bold" || Number(fontWeight) >= 600;
    const width = fontSize * (isBold ? bold : regular)(String(text ?? "").trim());
    return limit > 0 ? Math.min(width, limit) : width;
  };
}
