import type { BeforeNow, BlockCell, BlockColumn, NameCell, TableBlock } from "../block.ts";
import { isFigure } from "../block_lines.ts";
import type { ThesisRow } from "../../run/thesis_row.ts";
import type { ThesisColumn } from "../thesis_columns.ts";
import { numberCell, textCell, type WorkbookCell } from "./cell.ts";
import type { SheetColumn } from "./sheet.ts";
import { BODY, chanceCell, FIGURE, OUR_FIGURES, OUR_HEADER, scoreCell, WRAPPED } from "./style.ts";

/** A row of a block. */
export type BlockRow = TableBlock["rows"][number];

/** In characters. */
const WIDTHS: Readonly<Record<BlockColumn["look"], number>> = {
  name: 12,
  chance: 12,
  score: 9,
  rank: 8,
  share: 13,
  probability: 13,
  confidence: 13,
  figures: 12,
  words: 13,
  marks: 20,
  points: 56,
  prose: 52,
  texts: 90,
};

/** A column of theses on a sheet. */
export function sheetColumn({ title, look, cellOf }: ThesisColumn, width = WIDTHS[look]): SheetColumn<ThesisRow> {
  const header = isFigure(look) ? OUR_FIGURES : OUR_HEADER;
  return { title, header, width, cellOf: (row) => cellOfSheet(cellOf(row), look) };
}

/** The columns of a block on a sheet: a name is two, and so is a value before and now; points are the page's. */
export function blockColumns({ columns, rows }: TableBlock): SheetColumn<BlockRow>[] {
  return columns.flatMap(({ title, look }, at): SheetColumn<BlockRow>[] => {
    const one = (name: string, cellOf: (cell: BlockCell) => BlockCell, width = WIDTHS[look]) => ({
      title: name,
      header: isFigure(look) ? OUR_FIGURES : OUR_HEADER,
      width,
      cellOf: (row: BlockRow) => cellOfSheet(cellOf(row[at] ?? ""), look),
    });
    if (look === "points") return [];
    if (look === "name") {
      return [one("Ticker", (cell) => (cell as NameCell).name), one("Company", (cell) => (cell as NameCell).note, 22)];
    }
    const isPair = rows.every((row) => typeof row[at] === "object" && !Array.isArray(row[at]));
    if (!isPair) return [one(title, (cell) => cell)];
    return (["before", "now"] as const).map((side) =>
      one(`${title} ${side}`, (cell) => (cell as BeforeNow)[side] ?? "", 12)
    );
  });
}

function cellOfSheet(cell: BlockCell, look: BlockColumn["look"]): WorkbookCell {
  if (typeof cell === "object") return textCell([cell].flat().join("\n"), WRAPPED);
  if (typeof cell === "string") return textCell(cell, look === "words" || look === "name" ? BODY : WRAPPED);
  if (look === "score") return scoreCell(cell);
  if (look === "chance") return chanceCell(cell);
  return numberCell(
    cell,
    { share: "0.00%", probability: "0.00", confidence: "0.00", rank: "0" }[look as string] ?? "General",
    FIGURE,
  );
}
