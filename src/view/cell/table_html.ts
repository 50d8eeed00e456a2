import { stripControl } from "../../text/control.ts";
import { counted } from "../../text/counted.ts";
import { cutWords } from "../../text/cut.ts";
import { Html, html, type HtmlValue } from "../../text/html.ts";
import { said } from "../block.ts";
import { blocksHtml, blockTable } from "../block_html.ts";
import { tableLines } from "../block_lines.ts";
import { cutBlocks } from "../thesis_blocks.ts";
import { CELL_FORM } from "./card.ts";
import { blockOf, type CellTable, FRAME_CLASS, type RowDetail, type TableColumn, tableFrame } from "./table_frame.ts";

const ROWS = 20;
const COLUMNS = 12;
/** Characters of the details of a row. */
const MAX_DETAIL = 4_000;

const SHORT_CLASS = "conviction-rows";
/**
 * The short table is there for where the frame is not: a viewer that removes frames removes this style too, or it does
 * not apply. Where the frame is, nothing of the short table is seen, read out or reached by a key. A frame takes over
 * the scheme of its element, which is how it learns of the theme of JupyterLab, Notebook 7 and VS Code.
 */
const STYLE = [
  `:has(>.${FRAME_CLASS})>.${SHORT_CLASS}{visibility:hidden}`,
  `[data-jp-theme-light=false] .${FRAME_CLASS},.vscode-dark .${FRAME_CLASS}{color-scheme:dark}`,
  `[data-jp-theme-light=true] .${FRAME_CLASS},.vscode-light .${FRAME_CLASS}{color-scheme:light}`,
].join("");

const BOTH = "display:grid;grid-template-columns:minmax(0,1fr);font-family:sans-serif;font-size:13px";
const SHORT = "grid-area:1/1;overflow-x:auto";
const NOTE = "margin:6px 10px;opacity:.75";

/** A table to sort, to filter and to look into where frames are shown; else its first rows. */
export function tableHtml(table: CellTable, { hasDetails = false } = {}): Html {
  if (table.count === 0) return html`<p style="${NOTE}">No rows.</p>`;
  const short = shortTable(table, { hasDetails });
  const frame = tableFrame(table, { used: String(short).length + 4_000 });
  return html`
    <div
      style="${BOTH}"><style>${new Html(
        STYLE,
      )}</style><div class="${SHORT_CLASS}" style="${SHORT}">${short}</div>${frame}</div>
  `;
}

/** The first rows, in markup that every viewer shows. */
function shortTable({ columns, count, detailOf }: CellTable, { hasDetails }: { readonly hasDetails: boolean }): Html {
  const shown = columns.filter(({ isExtra }) => isExtra !== true).slice(0, COLUMNS);
  const block = blockOf(shown, firstRows(count));
  const more = columns.length > shown.length ? `, ${shown.length} of ${counted(columns.length)} columns` : "";
  return html`${
    blockTable(block, CELL_FORM, hasDetails ? (word, row) => folded(word, detailOf(row)) : undefined)
  }<p style="${NOTE}">${shownWords(count)}${more}.</p>`;
}

function folded(word: HtmlValue, { blocks }: RowDetail): Html {
  const plain = blocks.map((block) =>
    block.kind === "facts"
      ? said("text", [block.facts.map(({ name, words }) => `${name} ${words}`).join(" · ")])
      : block
  );
  const { shown } = cutBlocks(plain, MAX_DETAIL);
  return html`<details><summary>${word || "details"}</summary>${blocksHtml(shown, CELL_FORM)}</details>`;
}

/** Most characters of a line. */
export const TEXT_WIDTH = 118;
/** Most characters of a cell, and of sentences that another column follows. */
const MAX_CELL = { words: 24, prose: 30 } as const;
const GAP = 2;

/** The first rows of a table as aligned columns, with the number of all. */
export function tableText({ columns, count }: CellTable): string {
  if (count === 0) return "No rows.";
  const places = firstRows(count);
  const mostOf = ({ look }: TableColumn) => MAX_CELL[look === "prose" ? "prose" : "words"];
  let left = TEXT_WIDTH + GAP;
  const shown = columns.filter(({ isExtra }) => isExtra !== true).filter((column) => {
    const longest = Math.max(column.title.length, ...places.map((at) => column.words[at]?.length ?? 0));
    left -= GAP + Math.min(longest, mostOf(column));
    return left >= 0;
  });
  const { rows, ...block } = blockOf(shown, places);
  const cut = (cell: string, at: number) => {
    const column = shown[at];
    return column === undefined || at === shown.length - 1 ? cell : cutWords(cell, mostOf(column));
  };
  const lines = tableLines({ ...block, rows: rows.map((row) => row.map(cut)) }, TEXT_WIDTH, { isOthers: true });
  const more = columns.length - shown.length;
  const others = more === 0 ? "" : ` ${counted(more, "more column")} not shown.`;
  return stripControl([...lines, "", `${shownWords(count)}.${others}`].join("\n"));
}

function firstRows(count: number): number[] {
  return Array.from({ length: Math.min(ROWS, count) }, (_, at) => at);
}

function shownWords(count: number): string {
  return count > ROWS ? `${ROWS} of ${counted(count)} rows shown` : counted(count, "row");
}
