import { stripControl } from "../../text/control.ts";
import { counted } from "../../text/counted.ts";
import { cutWords } from "../../text/cut.ts";
import { Html, html, type HtmlValue } from "../../text/html.ts";
import { blockTable } from "../block_html.ts";
import { tableLines } from "../block_lines.ts";
import { CELL_FORM } from "./card.ts";
import { blockOf, type CellTable, FRAME_CLASS, type RowDetail, type TableColumn, tableFrame } from "./table_frame.ts";

const ROWS = 20;
const COLUMNS = 12;
/** Characters of a paragraph in the details of a row. */
const MAX_DETAIL = 700;

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
  const block = blockOf(shown, Array.from({ length: Math.min(ROWS, count) }, (_, at) => at));
  const words = count > ROWS ? `${ROWS} of ${counted(count)} rows shown` : counted(count, "row");
  const more = columns.length > shown.length ? `, ${shown.length} of ${counted(columns.length)} columns` : "";
  return html`${
    blockTable(block, { form: CELL_FORM, ...hasDetails && { foldOf: (word, row) => folded(word, detailOf(row)) } })
  }<p style="${NOTE}">${words}${more}.</p>`;
}

function folded(word: HtmlValue, { facts, sections }: RowDetail): Html {
  const figures = facts.map(([name, value]) => `${name} ${value}`).join(" · ");
  const texts = sections.map(({ title, lines, isList }) =>
    html`${title !== "" && html`<p><b>${title}</b></p>`}${
      isList === true
        ? html`<ul>${lines.map((line) => html`<li>${line}</li>`)}</ul>`
        : lines.map((line) => html`<p>${line.slice(0, MAX_DETAIL)}</p>`)
    }`
  );
  return html`<details><summary>${word || "details"}</summary><p>${figures}</p>${texts}</details>`;
}

const FIRST = 10;
const LAST = 5;
/** Most characters of a line. */
export const TEXT_WIDTH = 118;
/** Most characters of a cell, and of sentences that another column follows. */
const MAX_CELL = { words: 24, prose: 30 } as const;
const GAP = 2;

/** The first rows of a table and the last, as aligned columns, with the number of all. */
export function tableText({ columns, count }: CellTable): string {
  if (count === 0) return "No rows.";
  const isCut = count > FIRST + LAST + 1;
  const places = Array.from({ length: count }, (_, at) => at).filter((at) =>
    !isCut || at < FIRST || at >= count - LAST
  );
  const shown = fitting(columns.filter(({ isExtra }) => isExtra !== true), places);
  const { rows, ...block } = blockOf(shown, places);
  const cut = (cell: string, at: number) =>
    at === shown.length - 1 ? cell : cutWords(cell, MAX_CELL[shown[at]?.look === "prose" ? "prose" : "words"]);
  const lines = tableLines({ ...block, rows: rows.map((row) => row.map(cut)) }, TEXT_WIDTH, { isOthers: true });
  const ends = isCut ? `; the first ${FIRST} and the last ${LAST} are shown` : "";
  const more = columns.length - shown.length;
  const left = more === 0 ? "" : ` ${counted(more, "more column")} not shown.`;
  if (isCut) lines.splice(FIRST + 1, 0, "…");
  return stripControl([...lines, "", `${counted(count, "row")}${ends}.${left}`].join("\n"));
}

/** The columns that fit into a line. */
function fitting(columns: readonly TableColumn[], places: readonly number[]): TableColumn[] {
  let left = TEXT_WIDTH;
  const end = columns.findIndex(({ title, words, look }) => {
    const longest = places.reduce((most, place) => Math.max(most, words[place]?.length ?? 0), title.length);
    left -= GAP + Math.min(longest, MAX_CELL[look === "prose" ? "prose" : "words"]);
    return left < -GAP;
  });
  return end < 0 ? [...columns] : columns.slice(0, Math.max(1, end));
}
