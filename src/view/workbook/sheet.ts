import { type CellStyle, textCell, type WorkbookCell } from "./cell.ts";

/** A sheet of the workbook. */
export interface WorkbookSheet {
  readonly name: string;
  readonly rows: readonly (readonly WorkbookCell[])[];
  /** Column widths, in characters. */
  readonly widths: readonly number[];
  /** Frozen rows and columns. */
  readonly sticky?: { readonly rows: number; readonly columns: number } | undefined;
  /** The header row with filters, from 1; they extend to the last row. */
  readonly filterRow?: number | undefined;
  /** Links to files. */
  readonly links?: readonly SheetLink[] | undefined;
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
