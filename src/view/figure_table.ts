import { escapeHtml, Html, html } from "../text/html.ts";

/** A column of figures or words. */
export interface FigureColumn {
  readonly title: string | Html;
  /** Whether its cells are figures, which stand at the right. */
  readonly isFigure?: boolean;
}

/** How a table looks: attributes of its elements. */
export interface TableForm {
  readonly table: string;
  readonly words: string;
  readonly figure: string;
  readonly name: string;
  /** Whether each cell repeats the title of its column, for a screen that shows them one below the other. */
  readonly isLabelled?: boolean;
}

const CELL = "padding:3px 10px 3px 0;border-bottom:1px solid #8884;vertical-align:top;background:none;";
const LEFT = `${CELL}text-align:left;max-width:34em;white-space:normal`;
const RIGHT = `${CELL}text-align:right;white-space:nowrap;font-variant-numeric:tabular-nums`;

/** In a cell, without a style sheet: viewers strip it. */
export const CELL_FORM: TableForm = {
  table: 'style="border-collapse:collapse;margin:4px 0 8px;font-size:13px;color:inherit"',
  words: `style="${LEFT}"`,
  figure: `style="${RIGHT}"`,
  name: `style="${LEFT};font-weight:600"`,
};

/** On the page, which has a style sheet. */
export const PAGE_FORM: TableForm = {
  table: 'class="blk"',
  words: 'class="w"',
  figure: 'class="num"',
  name: 'class="w"',
  isLabelled: true,
};

/**
 * A table of page or cell.
 * @param columns The first names its row.
 * @param rows A cell for each column.
 */
export function figureTable(
  columns: readonly FigureColumn[],
  rows: readonly (readonly (string | Html | undefined)[])[],
  form: TableForm = CELL_FORM,
): Html {
  const look = (at: number) => at === 0 ? form.name : columns[at]?.isFigure === true ? form.figure : form.words;
  const cell = (tag: string, attributes: string, content: string | Html | undefined) =>
    html`${new Html(`<${tag} ${attributes}>`)}${content}${new Html(`</${tag.split(" ")[0]}>`)}`;
  const head = columns.map(({ title, isFigure = false }) =>
    cell('th scope="col"', isFigure ? form.figure : form.words, title)
  );
  const body = rows.map((row) =>
    html`<tr>${
      row.map((one, at) => {
        const label = form.isLabelled === true && at > 0
          ? ` data-t="${escapeHtml(String(columns[at]?.title ?? ""))}"`
          : "";
        return cell(at === 0 ? 'th scope="row"' : "td", `${look(at)}${label}`, one);
      })
    }</tr>`
  );
  return cell(
    "table",
    form.table,
    html`
      <thead>
        <tr>${head}</tr>
      </thead>
      <tbody>${body}</tbody>
    `,
  );
}

/** A line of Markdown: what stands between double asterisks is bold. */
export function bolded(line: string): Html {
  return html`${line.split(/\*\*(\S.*?)\*\*/).map((part, at) => at % 2 === 1 ? html`<b>${part}</b>` : part)}`;
}

/** The bold line that a text of Markdown begins with. */
export const BOLD_LEAD = /^\*\*[^\n]+?\*\*(?=\s|$)/;

/** Lines of Markdown: those between bars are tables, the others are drawn one by one. */
export function markdownLines(lines: readonly string[], lineOf: (line: string) => Html, form = CELL_FORM): Html[] {
  const parts: Html[] = [];
  let rows: Html[][] = [];
  for (const line of [...lines, ""]) {
    const isRow = line.startsWith("|");
    if (isRow && /[^\s|:-]/.test(line)) {
      rows.push(line.replace(/^\||\|\s*$/g, "").split("|").map((cell) => bolded(cell.trim())));
    }
    if (isRow) continue;
    const [head = [], ...body] = rows;
    if (rows.length > 0) parts.push(figureTable(head.map((title, at) => ({ title, isFigure: at > 0 })), body, form));
    rows = [];
    if (line !== "") parts.push(lineOf(line));
  }
  return parts;
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
