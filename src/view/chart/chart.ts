import type { LiveChart } from "../../chart/frame.ts";
import { ChartError, type VegaLiteSpec } from "../../chart/look.ts";
import { showsItself } from "../../text/cell_value.ts";
import { optionProblem, type OptionShape } from "../../text/options.ts";

/** How a picture is drawn. */
export interface PictureOptions {
  /** Pixels for each unit of the chart, 0.1 to 8. Default: 2, sharp in print at about 12 cm. */
  readonly scale?: number | undefined;
}

/**
 * A chart. As the value of a cell, and in `show()`, JupyterLab draws it live and other viewers show the picture. The
 * packages that draw are loaded when it is drawn.
 */
export interface Chart {
  /** Vega-Lite, version 5, with inline data: what a notebook saves. It refers to no file and no address. */
  readonly spec: VegaLiteSpec;
  /**
   * Draws it as an SVG document, for a report: without scripts and references, with the fonts named, not embedded.
   * @throws {ChartError} when it cannot be drawn.
   */
  svg(): Promise<string>;
  /**
   * Draws it as a PNG file. The same chart has the same bytes on every machine.
   * @throws {ChartError} when it cannot be drawn, or the scale is not from 0.1 to 8.
   */
  png(options?: PictureOptions): Promise<Uint8Array<ArrayBuffer>>;
}

/** A viewer offers to save the chart as a file, and not to send it to an editor on the web. */
const EMBED_OPTIONS = { actions: { export: true, source: false, compiled: false, editor: false } } as const;

const PICTURE_OPTIONS = {
  scale: {
    words: "a number from 0.1 to 8",
    fits: (scale: unknown) => typeof scale === "number" && scale >= 0.1 && scale <= 8,
  },
} satisfies Readonly<Record<keyof PictureOptions, OptionShape>>;

/** A chart that shows itself in a cell. */
export function createChart({ live, still }: LiveChart): Chart {
  const { usermeta } = live as { readonly usermeta?: object };
  return showsItself({
    spec: { ...live, usermeta: { ...usermeta, embedOptions: EMBED_OPTIONS } },
    async svg() {
      const { drawSpecAsSvg } = await import("../../chart/render.ts");
      return await drawSpecAsSvg(still);
    },
    async png(options: PictureOptions = {}) {
      checkOptions(options, PICTURE_OPTIONS);
      const { drawSpec } = await import("../../chart/render.ts");
      return (await drawSpec(still, options.scale === undefined ? {} : { scale: options.scale })).png;
    },
  });
}

/** @throws {ChartError} when an option is unknown or of another kind. */
export function checkOptions(options: unknown, shapes: Readonly<Record<string, OptionShape>>): void {
  const problem = optionProblem(options, shapes);
  if (problem !== undefined) throw new ChartError(problem.state);
}
