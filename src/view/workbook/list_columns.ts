import type { ThesisRow } from "../../run/thesis_row.ts";
import { numberCell, textCell } from "./cell.ts";
import type { SheetColumn } from "./sheet.ts";
import { FIGURE, LIST_FIGURES, LIST_HEADER, WRAPPED } from "./style.ts";

/** A plain number; not `0005`, `+1`, `1E5`, `1,000`, `.5` or `-0`. */
const PLAIN_NUMBER = /^(?!-0(?:\.0*)?$)-?(?:0|[1-9]\d*)(?:\.\d+)?$/;
/** A double keeps no more digits. */
const MAX_DIGITS = 15;
/** With more digits, the format `General` shows a power of ten. */
const MAX_FREE_DIGITS = 9;
const WIDTH = { least: 8, most: 28, margin: 4 } as const;
/** Rows measured for the width of a column. */
const MEASURED_ROWS = 500;

/**
 * The columns of the user's list. A column has number cells only if every non-empty cell is a plain number that one
 * format can show as the list writes it; all others, and the tickers, are text.
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
 * Finds the column of tickers.
 * @returns Its index, or -1.
 */
export function tickerColumn(header: readonly string[], rows: readonly ThesisRow[]): number {
  return rows.length === 0 ? -1 : header.findIndex((_, at) => isTickerColumn(rows, at));
}

/** The columns that say whose row it is: the ticker's, and the company's if it is beside it; the first without either. */
export function nameColumns(
  header: readonly string[],
  rows: readonly ThesisRow[],
): readonly [first: number, last: number] {
  const ticker = tickerColumn(header, rows);
  if (ticker < 0) return [0, 0];
  const isCompany = (at: number) =>
    header[at] !== undefined && rows.some(({ company }) => company !== undefined) &&
    rows.every(({ company = "", cells }) => (cells[at] ?? "").trim() === company);
  if (isCompany(ticker + 1)) return [ticker, ticker + 1];
  return isCompany(ticker - 1) ? [ticker - 1, ticker] : [ticker, ticker];
}

/** Compares cells with tickers, because in Hong Kong or Tokyo tickers are numbers. */
function isTickerColumn(rows: readonly ThesisRow[], at: number): boolean {
  return rows.every(({ ticker, cells }) => (cells[at] ?? "").trim() === ticker);
}

/** A number format that shows every cell as the list writes it, if there is one. */
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
