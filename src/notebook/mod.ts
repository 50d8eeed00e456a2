/**
 * What a cell shows: an answer live, a thesis as a card, a chart as a picture.
 * Outside a Jupyter kernel the same calls print text.
 *
 * @module
 */
export type { Bundle } from "./bundle.ts";
export type { Display } from "./display.ts";
export { show, type ShowOptions, type Thesis } from "./show.ts";
