import { stripControl } from "../../text/control.ts";
import { counted } from "../../text/counted.ts";
import { cutWords } from "../../text/cut.ts";
import { type CellTable, isNumeric, type TableColumn } from "./table.ts";

const FIRST = 10;
const LAST = 5;
/** Most characters of a line. */
export const TEXT_WIDTH = 118;
const MAX_CELL = 24;
/** Least room of a column of sentences. */
const MIN_PROSE = 30;
const GAP = 2;

/** The first rows of a table and the last, as aligned columns, with the number of all. */
export function tableText({ columns, count }: CellTable): string {
  if (count === 0) return "No rows.";
  const isCut = count > FIRST + LAST + 1;
  const last = Array.from({ length: LAST }, (_, at) => count - LAST + at);
  const places = Array.from({ length: isCut ? FIRST : count }, (_, at) => at);
  const shown = fitting(columns.filter(({ isExtra }) => isExtra !== true), [...places, ...isCut ? last : []]);
  const line = (cells: readonly string[]) =>
    shown.map(({ column, width }, at) => {
      const cell = cutWords(cells[at] ?? "", width);
      return isNumeric(column) ? cell.padStart(width) : cell.padEnd(width);
    }).join(" ".repeat(GAP)).trimEnd();
  const rowLine = (place: number) => line(shown.map(({ column }) => column.words[place] ?? ""));
  const lines = [
    line(shown.map(({ column }) => column.title)),
    ...places.map(rowLine),
    ...isCut ? ["…", ...last.map(rowLine)] : [],
    "",
    countLine({ columns, count }, { isCut, columnsShown: shown.length }),
  ];
  return stripControl(lines.join("\n"));
}

function countLine(
  { columns, count }: Pick<CellTable, "columns" | "count">,
  { isCut, columnsShown }: { readonly isCut: boolean; readonly columnsShown: number },
): string {
  const rows = isCut
    ? `${counted(count, "row")}; the first ${FIRST} and the last ${LAST} are shown`
    : counted(count, "row");
  const more = columns.slice(columnsShown).length;
  return more === 0 ? `${rows}.` : `${rows}. ${counted(more, "more column")} not shown.`;
}

interface Fitted {
  readonly column: TableColumn;
  readonly width: number;
}

/** The columns that fit into a line; the first column of sentences takes the room that is left. */
function fitting(columns: readonly TableColumn[], places: readonly number[]): Fitted[] {
  const fitted: Fitted[] = [];
  let left = TEXT_WIDTH;
  for (const column of columns) {
    const longest = Math.max(column.title.length, ...places.map((place) => column.words[place]?.length ?? 0));
    const isProse = column.look === "prose";
    const width = Math.min(longest, isProse ? Math.max(MIN_PROSE, left) : MAX_CELL);
    if (width > left && fitted.length > 0) break;
    fitted.push({ column, width });
    left -= width + GAP;
  }
  return fitted;
}
