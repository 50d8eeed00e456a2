import { type CellStyle, textCell, type WorkbookCell } from "./cell.ts";
import { linesHeight } from "./style.ts";

/** A sheet of the workbook. */
export interface WorkbookSheet {
  readonly name: string;
  /** Iterated once, so that a long sheet need not be in memory. */
  readonly rows: Iterable<readonly WorkbookCell[]>;
  /** Number of the rows. */
  readonly count: number;
  /** Column widths, in characters. */
  readonly widths: readonly number[];
  /** Frozen rows and columns. */
  readonly sticky?: { readonly rows: number; readonly columns: number } | undefined;
  /** The header row with filters, from 1; they extend to the last row. */
  readonly filterRow?: number | undefined;
  /** Links to files. */
  readonly links?: readonly SheetLink[] | undefined;
  /** What is printed. Default: all columns. */
  readonly print?: PrintedColumns | undefined;
}

/** The columns of a sheet that fit a page, from 1; the others are for the screen. */
export interface PrintedColumns {
  readonly first: number;
  readonly last: number;
  /** Columns before these that stand at the left of each page. */
  readonly titles?: readonly [first: number, last: number] | undefined;
}

/** A link from a cell to a file. */
export interface SheetLink {
  /** From 1. */
  readonly row: number;
  /** From 1. */
  readonly column: number;
  /** Relative to the workbook, percent-encoded. */
  readonly target: string;
}

/** A column of a table. */
export interface SheetColumn<T> {
  readonly title: string;
  readonly header: CellStyle;
  readonly width: number;
  cellOf(thing: T): WorkbookCell;
}

/** The header row of a table. */
export function headerRow<T>(columns: readonly SheetColumn<T>[]): WorkbookCell[] {
  return columns.map(({ title, header }) => textCell(title, header));
}

/** A body row of a table. */
export function bodyRow<T>(columns: readonly SheetColumn<T>[], thing: T): WorkbookCell[] {
  return columns.map((column) => column.cellOf(thing));
}

/** A body row as tall as its texts, within what a program shows of a row. */
export function fittedRow<T>(columns: readonly SheetColumn<T>[], thing: T): WorkbookCell[] {
  const cells = bodyRow(columns, thing);
  const height = linesHeight(
    cells.map(({ value, style }, at) => style.wrap === true ? [String(value ?? ""), columns[at]?.width ?? 1] : ["", 1]),
  );
  return cells.map((cell) => ({ ...cell, height }));
}

/** A header and the rows of a table below it, each made when it is asked for. */
export function* tableRows<T>(
  before: readonly (readonly WorkbookCell[])[],
  things: Iterable<T>,
  rowOf: (thing: T) => readonly WorkbookCell[],
): Generator<readonly WorkbookCell[], void, undefined> {
  yield* before;
  for (const thing of things) yield rowOf(thing);
}
