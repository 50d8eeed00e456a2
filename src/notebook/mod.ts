/**
 * What a cell shows: an answer live, a thesis as a card, a run as a table, a chart as a picture.
 * Outside a Jupyter kernel the same calls print text.
 *
 * @module
 */
import "./cell_values.ts";

export type { Bundle } from "./bundle.ts";
export type { Display } from "./display.ts";
export { type DroppedRight, protect, type Protection } from "./protect.ts";
export { show, type ShowOptions } from "./show.ts";
export { stopSignal } from "./stop.ts";
export type { Showable, Thesis } from "./kinds.ts";
export type { ChartToShow } from "./chart_bundle.ts";
export type { RunToShow } from "../view/cell/run_view.ts";
export type { RunsToShow } from "../view/cell/runs_view.ts";
