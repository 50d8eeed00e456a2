import type { BeforeNow, Block, BlockCell, BlockColumn, BlockRow, NameCell, TableBlock } from "../block.ts";
import { cellWords, isFigure } from "../block_lines.ts";
import type { ThesisRow } from "../../run/thesis_row.ts";
import type { ThesisColumn } from "../thesis_columns.ts";
import { numberCell, textCell, type WorkbookCell } from "./cell.ts";
import type { SheetColumn } from "./sheet.ts";
import {
  BODY,
  chanceCell,
  FIGURE,
  HEADING,
  LINE_OF_WORDS,
  OUR_FIGURES,
  OUR_HEADER,
  scoreCell,
  wordsStyle,
  WRAPPED,
} from "./style.ts";

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

/**
 * A block as lines of words, below its title: a name and what is said of it, or what is said alone.
 * @param width Of the second column, in characters.
 */
export function wordRows(block: Block, width: number): WorkbookCell[][] {
  if (block.kind === "folded") return [];
  const title = block.kind === "sources" ? "Sources" : block.title;
  const lines = block.kind === "facts"
    ? block.facts.map(({ name, words }) => [name, words] as const)
    : (block.kind === "table"
      ? block.rows.map((row) => row.map((cell, at) => cellWords(cell, block.columns[at]?.look ?? "words")).join(": "))
      : block.kind === "sources"
      ? block.items
      : block.said.map(({ text }) => text)).map((words) => ["", words] as const);
  return [
    ...title === undefined ? [] : [[textCell(title, HEADING)]],
    ...lines.map(([name, words]) => [textCell(name, LINE_OF_WORDS), textCell(words, wordsStyle(words, width))]),
  ];
}
