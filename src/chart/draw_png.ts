/** Draws an SVG document as PNG, with `scale` pixels per unit. */
export type DrawPng = (svg: string, scale: number) => Uint8Array<ArrayBuffer>;

/** Inputs of resvg, which reads no file itself. */
export interface PngParts {
  /** The WebAssembly module of resvg. */
  readonly wasm: Uint8Array<ArrayBuffer>;
  /** Fonts for text; without one, resvg omits all text without an error. */
  readonly fonts: Uint8Array<ArrayBuffer>[];
}

/** Loads resvg; call it only once, because resvg can be initialised only once per process. */
export async function loadResvg({ wasm, fonts }: PngParts): Promise<DrawPng> {
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
