import { stripControl } from "../../text/control.ts";
import type { Block, TableBlock } from "../block.ts";
import { escapeHtml, type Html, html } from "../../text/html.ts";
import drawing from "./table_draw.js" with { type: "text" };
import body from "./table_frame.html" with { type: "text" };
import program from "./table_frame.js" with { type: "text" };
import { createHash } from "node:crypto";
import { deflateRawSync } from "node:zlib";

/** A table of a cell, before it becomes text or markup. All texts in it are untrusted. */
export interface CellTable {
  readonly columns: readonly TableColumn[];
  /** Rows of each column. */
  readonly count: number;
  /** More about a row; called for the rows that are shown. */
  readonly detailOf: (at: number) => RowDetail;
  /** Code of a cell that shows a row whole, also one whose details are not in the output. */
  readonly codeOf?: ((at: number) => string) | undefined;
}

/** A column of a table. */
export interface TableColumn {
  readonly title: string;
  /** A cell for each row, as people read it, on one line; empty without a value. */
  readonly words: readonly string[];
  /** What to sort by, and why the column is at the right: numbers, or undefined without one. Default: the words. */
  readonly values?: readonly (number | undefined)[] | undefined;
  /** How a cell is drawn. Default: as it is. */
  readonly look?: ColumnLook | undefined;
  /** Whether it is left out of the short table, which stands where scripts do not run. */
  readonly isExtra?: boolean | undefined;
}

/**
 * `name`: what a row is called, which stays in sight. `prose`: sentences, which take the room that is left. `score`
 * and `chance`: a bar below the figure, from -1 to 1 and from 0 to 1.
 */
export type ColumnLook = "name" | "prose" | "score" | "chance";

/** What is known about a row, beyond its cells. */
export interface RowDetail {
  readonly title: string;
  readonly blocks: readonly Block[];
  /** What shows still more, as code of a cell. */
  readonly code?: string | undefined;
}

/** Some columns and rows of a table as a block. */
export function blockOf(columns: readonly TableColumn[], places: readonly number[]): TextTable {
  return {
    kind: "table",
    columns: columns.map(({ title, values, look }) => {
      return { title, look: values !== undefined ? "figures" : look === "prose" ? look : "words" };
    }),
    rows: places.map((place) => columns.map(({ words }) => words[place] ?? "")),
  };
}

/** A table of texts. */
interface TextTable extends TableBlock {
  readonly rows: readonly (readonly string[])[];
}

/** Characters of a whole output; a notebook with a few of them still opens at once. */
const MAX_CHARS = 1_000_000;
/** Most rows to sort and filter in a cell. */
const MAX_ROWS = 20_000;
/** Rows whose details are packed, and unpacked, together. */
const PER_BLOCK = 100;
/** Digits of a number to sort by. */
const DIGITS = 6;

/** The modules as one script, without the comments and the indentation, which a notebook need not keep. */
const SCRIPT = `"use strict";\n${drawing}${program}`
  .replace(/^import [^;]*;\n/gm, "").replace(/^export /gm, "")
  .replace(/^\s*(?:\/\/|\/\*\*).*\n/gm, "").replace(/^\s+/gm, "");
/** The class of the frame, by which the page knows that it is there. */
export const FRAME_CLASS = "conviction-frame";
const FRAME_LOOK =
  "grid-area:1/1;width:100%;height:100%;border:1px solid #8886;border-radius:6px;box-sizing:border-box";
const ROW_PX = 28;
const BARS_PX = 110;
const MOST_PX = 420;
/** The frame has its own page, with the colours of the report. */
const STYLE = `
:root{color-scheme:light dark;--bg:light-dark(#fff,#15191d);--ink:light-dark(#16202a,#e7ebef);--dim:light-dark(#566270,#a0acb8);--line:light-dark(#dde2e7,#2b343d);--soft:light-dark(#f1f4f6,#20272e);--pick:light-dark(#dcebff,#1f3a5c);--link:light-dark(#1d57a5,#8fbcff);--up:light-dark(#0a6c5b,#4fc3ad);--down:light-dark(#a83f16,#f0946a)}
*{box-sizing:border-box}
html,body{height:100%;margin:0}
body{display:flex;flex-direction:column;background:var(--bg);color:var(--ink);font:13px/1.4 system-ui,-apple-system,"Segoe UI",Roboto,Arial,sans-serif;font-variant-numeric:tabular-nums}
button,input{font:inherit;color:inherit}
#bar{display:flex;flex-wrap:wrap;gap:6px 8px;align-items:center;padding:7px 8px;border-bottom:1px solid var(--line)}
#bar input{height:28px;padding:2px 8px;border:1px solid var(--line);border-radius:5px;background:var(--soft)}
#bar input{flex:1 1 140px;max-width:260px;min-width:90px}
#count{margin-left:auto;color:var(--dim);white-space:nowrap}
#box{flex:1 1 55%;min-height:90px;overflow:auto}
table{border-collapse:separate;border-spacing:0;table-layout:fixed}
th,td{height:28px;padding:0 9px;text-align:left;font-weight:400;white-space:nowrap;overflow:hidden;text-overflow:ellipsis;border-bottom:1px solid var(--line)}
thead th{position:sticky;top:0;z-index:2;padding:0;background:var(--soft);color:var(--dim)}
thead button{display:block;width:100%;height:28px;padding:0 9px;border:0;background:none;text-align:inherit;font-weight:600;cursor:pointer;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
thead button:hover{color:var(--ink)}
th[aria-sort]{color:var(--ink)}
th[aria-sort=ascending] button::after{content:" ↑"}
th[aria-sort=descending] button::after{content:" ↓"}
.num{text-align:right}
.name{position:sticky;left:0;z-index:1;background:var(--bg);font-weight:600}
thead .name{z-index:3;background:var(--soft)}
tbody tr{cursor:pointer}
tbody tr:hover > *{background-color:var(--soft)}
tbody tr[aria-selected=true] > *{background-color:var(--pick)}
.prose{color:var(--dim)}
tbody .score,tbody .chance{background-image:linear-gradient(to right,transparent var(--from),var(--bar) var(--from) var(--to),transparent var(--to));background-size:calc(100% - 18px) 2px;background-position:9px 23px;background-repeat:no-repeat;--bar:var(--up)}
tbody .score.neg{--bar:var(--down)}
tbody .chance{--bar:var(--link)}
:focus-visible{outline:2px solid var(--link);outline-offset:-2px;border-radius:3px}
#detail{flex:1 1 45%;min-height:120px;overflow:auto;border-top:2px solid var(--line);padding:0 12px 12px}
#detail[hidden]{display:none}
#detail header{position:sticky;top:0;display:flex;align-items:center;background:var(--bg);padding:6px 0 4px}
h3{flex:1;margin:0;font-size:15px}
#close{width:28px;height:28px;border:0;background:none;font-size:18px;line-height:1;cursor:pointer}
dl{display:flex;flex-wrap:wrap;gap:4px 22px;margin:0}
dt{color:var(--dim);font-size:12px}
dd{margin:0;font-weight:600;overflow-wrap:anywhere}
h4{margin:10px 0 2px;font-size:12px;color:var(--dim)}
#text-of-row{max-width:100ch;overflow-wrap:anywhere}
#text-of-row p{margin:2px 0}
#text-of-row table{table-layout:auto}
ul{margin:0;padding-left:18px}
code{padding:2px 6px;background:var(--soft);border-radius:5px;color:var(--ink)}
.dim{color:var(--dim)}
`.replaceAll("\n", "");
/** Only this program runs in the frame, whatever the data holds, and nothing is requested. */
const POLICY = `default-src 'none'; script-src 'sha256-${createHash("sha256").update(SCRIPT).digest("base64")}'; ` +
  "style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";
const PAGE_START =
  '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><meta name="color-scheme" content="light dark">' +
  `<meta http-equiv="Content-Security-Policy" content="${POLICY}"><title>Table</title><style>${STYLE}</style></head>` +
  `<body>${body}`;
/** What the parts around the data take, escaped. */
const FIXED_CHARS = escapeHtml(PAGE_START + SCRIPT).length;

/**
 * The document of a frame in which a table is sorted, filtered and looked into. Its data is packed in base64, so that no
 * text of it can end an attribute or an element, and a long table fits into a notebook.
 * @param used Characters that the rest of the output takes.
 */
export function tableFrame(table: CellTable, { used }: { readonly used: number }): Html {
  const room = MAX_CHARS - used - FIXED_CHARS;
  const { block, count } = packedRows(table, room);
  const blocks = [block, ...packedDetails(table, { count, room: room - block.length })];
  const data = `<script type="text/plain" id="data">${blocks.join(" ")}</script>`;
  const document = `${PAGE_START}${data}<script>${SCRIPT}</script></body></html>`;
  const look = `${FRAME_LOOK};min-height:${heightOf(table)}px`;
  return html`<iframe class="${FRAME_CLASS}" sandbox="allow-scripts" title="Table" style="${look}" srcdoc="${document}"></iframe>`;
}

/** With room for the details of a row, which are long in a run. */
function heightOf({ count, codeOf }: CellTable): number {
  return Math.min(MOST_PX, Math.max(codeOf === undefined ? 3 : 11, count) * ROW_PX + BARS_PX);
}

/** The columns of as many rows as there is room for, half of it at most where details follow. */
function packedRows(table: CellTable, room: number): { readonly block: string; readonly count: number } {
  let count = Math.min(table.count, MAX_ROWS);
  for (;;) {
    const block = packed(rowData(table, count));
    if (block.length <= room || count <= 1) return { block, count };
    count = Math.floor(count * Math.min(0.9, room / block.length));
  }
}

function rowData({ columns, count: total, codeOf }: CellTable, count: number) {
  const cut = columns.map((column) => ({
    title: column.title,
    look: column.look,
    words: column.words.slice(0, count),
    values: column.values?.slice(0, count).map((value) =>
      value === undefined ? null : Number(value.toPrecision(DIGITS))
    ),
  }));
  const codes = codeOf && Array.from({ length: count }, (_, at) => codeOf(at));
  return { columns: cut, total, perBlock: PER_BLOCK, codes };
}

/** The details of the first rows, as many as there is room for. */
function packedDetails(
  { detailOf }: CellTable,
  { count, room }: { readonly count: number; readonly room: number },
): string[] {
  const blocks: string[] = [];
  let left = room;
  for (let from = 0; from < count; from += PER_BLOCK) {
    const rows = Array.from({ length: Math.min(PER_BLOCK, count - from) }, (_, at) => detailOf(from + at));
    const block = packed(rows);
    left -= block.length + 1;
    if (left < 0) break;
    blocks.push(block);
  }
  return blocks;
}

/** The texts of a service come with what no page shows, and the claims behind a sentence are not drawn. */
function packed(data: unknown): string {
  const shown = (name: string, value: unknown) =>
    name === "claims" ? undefined : typeof value === "string" ? stripControl(value) : value;
  return deflateRawSync(JSON.stringify(data, shown), { level: 9 }).toString("base64");
}
