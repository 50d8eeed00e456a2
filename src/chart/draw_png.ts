/** Draws an SVG document as PNG, `scale` pixels for each of its units. */
export type DrawPng = (svg: string, scale: number) => Uint8Array<ArrayBuffer>;

/** What resvg needs; it sees no file of the machine. */
export interface PngParts {
  /** The WebAssembly module of resvg. */
  readonly wasm: Uint8Array<ArrayBuffer>;
  /** Fonts in which text is drawn; without one all text vanishes, and no error says so. */
  readonly fonts: Uint8Array<ArrayBuffer>[];
}

/** Loads resvg; call it once, it can be started only once in a process. */
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
