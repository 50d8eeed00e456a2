import type { BeforeNow, BlockColumn, NameCell, TableBlock } from "../block.ts";
import { numberCell, textCell, type WorkbookCell } from "./cell.ts";
import type { SheetColumn } from "./sheet.ts";
import { BODY, chanceCell, FIGURE, OUR_HEADER, scoreCell, WRAPPED } from "./style.ts";

/** A row of a block. */
export type BlockRow = TableBlock["rows"][number];

/** The columns of a block on a sheet: a name is two, and so is a value before and now; points are the page's. */
export function blockColumns({ columns, rows }: TableBlock): SheetColumn<BlockRow>[] {
  return columns.flatMap((column, at) => columnsOf(column, { at, rows }));
}

function columnsOf(
  { title, look }: BlockColumn,
  { at, rows }: { readonly at: number; readonly rows: readonly BlockRow[] },
): SheetColumn<BlockRow>[] {
  const one = (title: string, width: number, cellOf: (row: BlockRow) => WorkbookCell) => {
    return { title, header: OUR_HEADER, width, cellOf };
  };
  if (look === "points") return [];
  if (look === "name") {
    const nameOf = (row: BlockRow) => row[at] as NameCell;
    return [
      one("Ticker", 12, (row) => textCell(nameOf(row).name, BODY)),
      one("Company", 22, (row) => textCell(nameOf(row).note, WRAPPED)),
    ];
  }
  if (look === "marks" || look === "texts") {
    const width = look === "marks" ? 20 : title === "What changed" ? 56 : 90;
    return [one(title, width, (row) => textCell((row[at] as readonly string[]).join("\n"), WRAPPED))];
  }
  if (rows.some((row) => typeof row[at] !== "object")) {
    return [one(title, 13, (row) => figureCell(row[at] as string | number, look))];
  }
  return (["before", "now"] as const).map((side) =>
    one(`${title} ${side}`, 12, (row) => figureCell((row[at] as BeforeNow)[side], look))
  );
}

function figureCell(value: string | number | undefined, look: BlockColumn["look"]): WorkbookCell {
  if (typeof value !== "number") return textCell(value, BODY);
  if (look === "score") return scoreCell(value);
  return look === "chance" ? chanceCell(value) : numberCell(value, look === "share" ? "0.00%" : "0", FIGURE);
}
