import { createHash } from "node:crypto";
import { deflateRawSync } from "node:zlib";
import { escapeHtml, type Html, html } from "../../text/html.ts";
import body from "./table_frame.html" with { type: "text" };
import style from "./table_frame.css" with { type: "text" };
import drawing from "./table_draw.js" with { type: "text" };
import program from "./table_frame.js" with { type: "text" };
import type { CellTable, TableColumn } from "./table.ts";

/** Characters of a whole output; a notebook with a few of them still opens at once. */
const MAX_CHARS = 1_000_000;
/** Most rows to sort and filter in a cell. */
const MAX_ROWS = 20_000;
/** Rows whose details are packed, and unpacked, together. */
const PER_BLOCK = 100;
/** A column is offered as a choice when it repeats a few words. */
const CHOICES = { least: 2, most: 15, columns: 3, repeats: 2 } as const;
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
const STYLE = style.replace(/\s+/g, " ");
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
  return { columns: cut, total, perBlock: PER_BLOCK, choices: choicesOf(columns), codes };
}

/** The columns by whose words rows can be chosen. */
function choicesOf(columns: readonly TableColumn[]): number[] {
  const isChoice = ({ words, values, look }: TableColumn) => {
    if (values !== undefined || look === "prose" || look === "name") return false;
    const { size } = new Set(words);
    return size >= CHOICES.least && size <= CHOICES.most && size * CHOICES.repeats <= words.length;
  };
  return columns.flatMap((column, at) => isChoice(column) ? [at] : []).slice(0, CHOICES.columns);
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

function packed(data: unknown): string {
  return deflateRawSync(JSON.stringify(data), { level: 9 }).toString("base64");
}
