import type { ThesisRow } from "../../run/thesis_row.ts";
import { numberCell, textCell } from "./cell.ts";
import type { SheetColumn } from "./sheet.ts";
import { FIGURE, LIST_FIGURES, LIST_HEADER, WRAPPED } from "./style.ts";

/** As a person writes a number; not `0005`, `+1`, `1E5`, `1,000`, `.5` or `-0`. */
const PLAIN_NUMBER = /^(?!-0(?:\.0*)?$)-?(?:0|[1-9]\d*)(?:\.\d+)?$/;
/** More are lost in a double, and in every spreadsheet program. */
const MAX_DIGITS = 15;
/** Beyond this, a cell without a format of its own shows a power of ten. */
const MAX_FREE_DIGITS = 9;
const WIDTH = { least: 8, most: 28, margin: 4 } as const;
/** Rows whose cells decide how wide a column is. */
const MEASURED_ROWS = 500;

/**
 * The columns of the user's list, under their own names. A column is numbers only if each of its cells that is not
 * empty is a plain number, and all of them are shown as the list writes them; all others, and the tickers, are texts.
 * @param header Names of the list's columns.
 */
export function listColumns(header: readonly string[], rows: readonly ThesisRow[]): SheetColumn<ThesisRow>[] {
  return header.map((title, at) => {
    const format = isTickerColumn(rows, at) ? undefined : numberFormat(rows, at);
    return {
      title,
      header: format === undefined ? LIST_HEADER : LIST_FIGURES,
      width: widthOf(title, rows, at),
      cellOf: ({ cells }) => {
        const cell = cells[at] ?? "";
        return format === undefined || cell === "" ? textCell(cell, WRAPPED) : numberCell(Number(cell), format, FIGURE);
      },
    };
  });
}

/**
 * Finds the column that the tickers stand in.
 * @returns Its index, or -1.
 */
export function tickerColumn(header: readonly string[], rows: readonly ThesisRow[]): number {
  return rows.length === 0 ? -1 : header.findIndex((_, at) => isTickerColumn(rows, at));
}

/** Some lists have nothing but numbers for tickers, as in Hong Kong or Tokyo. */
function isTickerColumn(rows: readonly ThesisRow[], at: number): boolean {
  return rows.every(({ ticker, cells }) => (cells[at] ?? "").trim() === ticker);
}

/** A format in which every cell shows what the list says; without one, they are texts. */
function numberFormat(rows: readonly ThesisRow[], at: number): string | undefined {
  const decimals = new Set<number>();
  let canBeFree = true;
  for (const { cells } of rows) {
    const cell = cells[at] ?? "";
    if (cell === "") continue;
    const digits = cell.replace(/\D/g, "").length;
    if (!PLAIN_NUMBER.test(cell) || digits > MAX_DIGITS) return undefined;
    canBeFree &&= digits <= MAX_FREE_DIGITS && String(Number(cell)) === cell;
    decimals.add(cell.split(".")[1]?.length ?? 0);
    if (decimals.size > 1 && !canBeFree) return undefined;
  }
  const [first] = decimals;
  if (first === undefined) return undefined;
  if (decimals.size > 1) return "General";
  return first === 0 ? "0" : `0.${"0".repeat(first)}`;
}

function widthOf(title: string, rows: readonly ThesisRow[], at: number): number {
  const lengths = rows.slice(0, MEASURED_ROWS).map(({ cells }) => cells[at]?.length ?? 0);
  const longest = Math.max(title.length, ...lengths) + WIDTH.margin;
  return Math.min(WIDTH.most, Math.max(WIDTH.least, longest));
}
