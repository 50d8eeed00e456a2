import { stripControl } from "../../text/control.ts";
import { counted } from "../../text/counted.ts";
import { cutWords } from "../../text/cut.ts";
import { tableLines } from "../block_lines.ts";
import { blockOf, type CellTable, type TableColumn } from "./table.ts";

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
