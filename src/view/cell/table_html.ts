import { counted } from "../../text/counted.ts";
import { Html, html } from "../../text/html.ts";
import { type CellTable, isNumeric, type RowDetail, type TableColumn } from "./table.ts";
import { FRAME_CLASS, tableFrame } from "./table_frame.ts";

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

const STYLES = {
  both: "display:grid;grid-template-columns:minmax(0,1fr);font-family:sans-serif;font-size:13px",
  short: "grid-area:1/1;overflow-x:auto",
  table: "border-collapse:collapse;margin:0;text-align:left;font-size:13px",
  head: "padding:4px 10px;white-space:nowrap;text-align:left;border-bottom:1px solid #8888",
  headNumber: "padding:4px 10px;white-space:nowrap;text-align:right;border-bottom:1px solid #8888",
  cell: "padding:4px 10px;white-space:nowrap;text-align:left;vertical-align:top;border-bottom:1px solid #8884",
  number: "padding:4px 10px;white-space:nowrap;text-align:right;vertical-align:top;border-bottom:1px solid #8884",
  prose: "padding:4px 10px;text-align:left;vertical-align:top;min-width:26em;border-bottom:1px solid #8884",
  note: "margin:6px 10px;opacity:.75",
} as const;

/** A table to sort, to filter and to look into where frames are shown; else its first rows. */
export function tableHtml(table: CellTable, { hasDetails = false } = {}): Html {
  if (table.count === 0) return html`<p style="${STYLES.note}">No rows.</p>`;
  const short = shortTable(table, { hasDetails });
  const frame = tableFrame(table, { used: String(short).length + 4_000 });
  return html`
    <div
      style="${STYLES.both}"><style>${new Html(STYLE)}</style><div class="${SHORT_CLASS}" style="${STYLES
        .short}">${short}</div>${frame}</div>
  `;
}

/** The first rows, in markup that every viewer shows. */
export function shortTable({ columns, count, detailOf }: CellTable, { hasDetails = false } = {}): Html {
  const wanted = columns.filter(({ isExtra }) => isExtra !== true);
  const shown = wanted.slice(0, COLUMNS);
  const places = Array.from({ length: Math.min(ROWS, count) }, (_, at) => at);
  const opens = hasDetails ? shown.findLast(({ look }) => look === "prose") ?? shown.at(-1) : undefined;
  const rows = places.map((place) =>
    html`<tr>${
      shown.map((column) => cellOf(column, { place, detail: column === opens ? detailOf(place) : undefined }))
    }</tr>`
  );
  const head = shown.map((column) =>
    html`<th scope="col" style="${isNumeric(column) ? STYLES.headNumber : STYLES.head}">${column.title}</th>`
  );
  return html`
    <table style="${STYLES.table}">
      <thead>
        <tr>${head}</tr>
      </thead>
      <tbody>${rows}</tbody>
    </table>${noteOf({ rows: count, columns: columns.length, columnsShown: shown.length })}
  `;
}

function noteOf({ rows, columns, columnsShown }: {
  readonly rows: number;
  readonly columns: number;
  readonly columnsShown: number;
}): Html {
  const words = rows > ROWS ? `${ROWS} of ${counted(rows)} rows shown` : counted(rows, "row");
  const more = columns > columnsShown ? `, ${columnsShown} of ${counted(columns)} columns` : "";
  return html`<p style="${STYLES.note}">${words}${more}.</p>`;
}

function cellOf(
  column: TableColumn,
  { place, detail }: { readonly place: number; readonly detail: RowDetail | undefined },
): Html {
  const word = column.words[place] ?? "";
  const style = isNumeric(column) ? STYLES.number : column.look === "prose" ? STYLES.prose : STYLES.cell;
  if (column.look === "name") return html`<th scope="row" style="${style}">${word}</th>`;
  return html`<td style="${style}">${detail === undefined ? word : folded(word, detail)}</td>`;
}

function folded(word: string, { facts, sections }: RowDetail): Html {
  const figures = facts.map(([name, value]) => `${name} ${value}`).join(" · ");
  const texts = sections.map(({ title, lines, isList }) =>
    html`<p><b>${title}</b></p>${
      isList === true
        ? html`<ul>${lines.map((line) => html`<li>${line}</li>`)}</ul>`
        : lines.map((line) => html`<p>${line.slice(0, MAX_DETAIL)}</p>`)
    }`
  );
  return html`<details><summary>${word || "details"}</summary><p>${figures}</p>${texts}</details>`;
}
