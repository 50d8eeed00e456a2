import { type Html, html } from "../../text/html.ts";

/** A column of figures or words. */
export interface FigureColumn {
  readonly title: string;
  /** Whether its cells are figures, which stand at the right. */
  readonly isFigure?: boolean;
}

const TABLE = "border-collapse:collapse;margin:4px 0 8px;font-size:13px;color:inherit";
const CELL = "padding:3px 10px 3px 0;border-bottom:1px solid #8884;vertical-align:top;background:none;";
const LEFT = `${CELL}text-align:left;max-width:34em;white-space:normal`;
const RIGHT = `${CELL}text-align:right;white-space:nowrap;font-variant-numeric:tabular-nums`;

/**
 * A table as a cell shows it, styled without a style sheet: viewers strip it.
 * @param columns The first names its row.
 * @param rows A cell for each column.
 */
export function figureTable(
  columns: readonly FigureColumn[],
  rows: readonly (readonly (string | Html | undefined)[])[],
): Html {
  const styleOf = (at: number) => columns[at]?.isFigure === true ? RIGHT : LEFT;
  const head = columns.map(({ title }, at) => html`<th scope="col" style="${styleOf(at)}">${title}</th>`);
  const body = rows.map((row) => {
    const [name, ...cells] = row;
    const rest = cells.map((cell, at) => html`<td style="${styleOf(at + 1)}">${cell}</td>`);
    return html`<tr><th scope="row" style="${styleOf(0)};font-weight:600">${name}</th>${rest}</tr>`;
  });
  return html`
    <table style="${TABLE}">
      <thead>
        <tr>${head}</tr>
      </thead>
      <tbody>${body}</tbody>
    </table>
  `;
}

/** The frame of a view with tables, and its small print. */
export const FRAME = {
  article: "font-family:system-ui,sans-serif;font-size:14px;line-height:1.45;max-width:76em;overflow-x:auto",
  title: "margin:4px 0;font-size:16px",
  subtitle: "margin:12px 0 2px;font-size:14px",
  line: "margin:4px 0",
  small: "margin:4px 0;font-size:13px;opacity:.8",
  warning: "margin:8px 0;padding:6px 12px;border-left:4px solid #c98500;background:#c9850022",
} as const;
