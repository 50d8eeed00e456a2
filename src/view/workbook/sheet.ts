import { type CellStyle, textCell, type WorkbookCell } from "./cell.ts";

/** A page of the workbook. */
export interface WorkbookSheet {
  readonly name: string;
  readonly rows: readonly (readonly WorkbookCell[])[];
  /** In characters, one for each column. */
  readonly widths: readonly number[];
  /** Rows and columns that stay in sight. */
  readonly sticky?: { readonly rows: number; readonly columns: number } | undefined;
  /** The row of names that filters stand in, from 1; they reach down to the last row. */
  readonly filterRow?: number | undefined;
  /** Files beside the workbook that cells open. */
  readonly links?: readonly SheetLink[] | undefined;
}

/** A cell that opens a file. */
export interface SheetLink {
  /** From 1. */
  readonly row: number;
  /** From 1. */
  readonly column: number;
  /** Relative to the workbook, percent-encoded. */
  readonly target: string;
}

/** A column of a table about things of one kind. */
export interface SheetColumn<T> {
  readonly title: string;
  readonly header: CellStyle;
  readonly width: number;
  cellOf(thing: T): WorkbookCell;
}

/** The row of names of a table. */
export function headerRow<T>(columns: readonly SheetColumn<T>[]): WorkbookCell[] {
  return columns.map(({ title, header }) => textCell(title, header));
}

/** The row of one thing. */
export function bodyRow<T>(columns: readonly SheetColumn<T>[], thing: T): WorkbookCell[] {
  return columns.map((column) => column.cellOf(thing));
}
