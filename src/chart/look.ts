/** A Vega-Lite specification as JSON; it names version 5, which JupyterLab can draw too. */
export type VegaLiteSpec = Readonly<Record<string, unknown>>;

/** What every specification says it is. */
export const SCHEMA = "https://vega.github.io/schema/vega-lite/v5.json";
/** Colours of every picture: text, what is read second, lines behind, and the two that carry figures. */
export const INK = { text: "#1a1a1a", faint: "#4d4d4d", grid: "#e2e2e2", first: "#1f4e8c", second: "#b3372f" } as const;

/** Title of a picture; its widest line is `limit` units. */
export function titleLook(limit: number) {
  return {
    anchor: "start",
    limit,
    color: INK.text,
    fontSize: 17,
    subtitleColor: INK.faint,
    subtitleFontSize: 12,
    subtitlePadding: 5,
    offset: 14,
  } as const;
}

/** Axes and texts of every picture. */
export const LOOK = {
  font: "DejaVu Sans, Verdana, sans-serif",
  axis: {
    labelColor: INK.text,
    labelFontSize: 11,
    titleColor: INK.text,
    titleFontSize: 11,
    titleFontWeight: "normal",
    domainColor: INK.faint,
    tickColor: INK.faint,
    gridColor: INK.grid,
  },
  text: { fontSize: 11, color: INK.text },
  view: { stroke: null },
} as const;
