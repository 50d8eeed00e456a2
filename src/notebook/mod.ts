/**
 * What a cell shows: an answer live, a thesis as a card, a run as a table, a chart as a picture.
 * Outside a Jupyter kernel the same calls print text.
 *
 * @module
 */
import "./cell_values.ts";

export { protect } from "./protect.ts";
export { show, type ShowOptions } from "./show.ts";
export { stopSignal } from "./stop.ts";
export type { Showable, Thesis } from "./kinds.ts";
