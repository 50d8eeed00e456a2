/**
 * Charts of prices, theses, scores and screens: live in JupyterLab, a picture elsewhere, SVG and PNG for reports.
 * The packages that draw are loaded with the first drawing.
 *
 * @module
 */
import "../notebook/cell_values.ts";

export { ChartError } from "./look.ts";
export type { Chart } from "../view/chart/chart.ts";
export { chart } from "../view/chart/own_spec.ts";
export { drawdownChart, priceChart } from "../view/chart/price.ts";
export { rankingChart } from "../view/chart/ranking.ts";
export { reliabilityChart } from "../view/chart/reliability.ts";
export { thesisChart } from "../view/chart/thesis.ts";
