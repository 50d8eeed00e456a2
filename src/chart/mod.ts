/**
 * Charts of prices, theses, scores and screens: live in JupyterLab, a picture elsewhere, SVG and PNG for reports.
 * The packages that draw are loaded with the first drawing.
 *
 * @module
 */
import "../notebook/cell_values.ts";

export { ChartError } from "./look.ts";
export type { VegaLiteSpec } from "./look.ts";
export type { ChartEvent } from "./event_labels.ts";
export type { Chart, PictureOptions } from "../view/chart/chart.ts";
export { chart } from "../view/chart/own_spec.ts";
export { drawdownChart, priceChart, type PriceChartOptions } from "../view/chart/price.ts";
export type { MarkedDay, SeriesOptions } from "../view/chart/series.ts";
export { rankingChart, type RankingOptions } from "../view/chart/ranking.ts";
export { reliabilityChart, type ReliabilityOptions } from "../view/chart/reliability.ts";
export { thesisChart, type ThesisChartOptions } from "../view/chart/thesis.ts";
