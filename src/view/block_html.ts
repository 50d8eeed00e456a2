import { excerpt } from "../text/control.ts";
import { counted } from "../text/counted.ts";
import { type Html, html, type HtmlValue } from "../text/html.ts";
import type { BeforeNow, BlockCell, NameCell, TableBlock } from "./block.ts";
import { figureWords, isFigure, pairWords } from "./block_lines.ts";
import { figureTable, type TableForm } from "./figure_table.ts";

const MAX_CELL = 400;

/** How much of a table is drawn, and in which form. */
export interface BlockTableOptions {
  readonly form: TableForm;
  /** Rows at once. Default: all. */
  readonly shown?: number;
  /** Rows in all, the later ones folded. Default: all. */
  readonly most?: number;
  /** Where the others are. */
  readonly rest?: HtmlValue;
  /** The name of a row. Default: its words. */
  readonly nameOf?: (cell: NameCell) => Html;
  /** What is drawn below a figure. Default: nothing. */
  readonly barOf?: (value: number, look: Look) => Html | undefined;
}

type Look = TableBlock["columns"][number]["look"];

/** A table of page and cell: whole texts are for the workbook, further points and rows are folded. */
export function blockTable({ columns, rows }: TableBlock, options: BlockTableOptions): Html {
  const { form, shown = Infinity, most = Infinity, rest } = options;
  const drawn = columns.flatMap(({ look, title }, at) =>
    look === "texts" ? [] : [{ at, look, title, isFigure: isFigure(look) }]
  );
  const tableOf = (some: TableBlock["rows"]) => {
    const cells = some.map((row) => drawn.map(({ at, look }) => cellHtml(row[at] ?? "", look, options)));
    return figureTable(drawn, cells, form);
  };
  const folded = rows.slice(shown, most);
  const left = rows.length - most;
  return html`${tableOf(rows.slice(0, shown))}${
    folded.length > 0 && html`
      <details class="more">
        <summary>${counted(folded.length)} more, less important</summary>
        ${tableOf(folded)}
      </details>
    `
  }${left > 0 && html`<p class="note">${counted(left)} more in ${rest}.</p>`}`;
}

function plainName({ name, note }: NameCell): Html {
  return html`${name}${note !== "" && html`<br /><small style="font-weight:400">${note}</small>`}`;
}

function cellHtml(cell: BlockCell, look: Look, { nameOf = plainName, barOf }: BlockTableOptions): Html | string {
  if (typeof cell === "string") return excerpt(cell, MAX_CELL);
  if (typeof cell === "number") return html`${figureWords(cell, look)}${barOf?.(cell, look)}`;
  if (Array.isArray(cell)) return look === "points" ? pointsHtml(cell) : excerpt(cell.join("; "), MAX_CELL);
  if ("name" in cell) return nameOf(cell);
  const [before, now] = pairWords(cell as BeforeNow, look);
  return before === now ? now : html`${before || "–"} → <b>${now || "–"}</b>`;
}

/** The first reason, and the others below a fold: a table is read by its rows. */
function pointsHtml([first = "", ...others]: readonly string[]): Html | string {
  if (others.length === 0) return excerpt(first, MAX_CELL);
  return html`
    ${excerpt(first, MAX_CELL)}<details>
      <summary>${others.length} more</summary>
      ${others.map((line) => html`<p>${excerpt(line, MAX_CELL)}</p>`)}
    </details>
  `;
}
