import { excerpt } from "../../text/control.ts";
import type { CsvRecord } from "../../text/csv_record.ts";
import type { FoundHeader } from "./find_header.ts";
import { SECTION_MARK } from "./sections.ts";
import { filled, isBlank, type Reading } from "./head_readings.ts";
import { isNumber } from "./header_below.ts";
import { isFormulaOfSymbols, isTerminalTicker, isTickerLike, tickerShape } from "./ticker_shape.ts";

/** A table that its cells explain, because no header names its tickers. */
export interface FoundTable extends FoundHeader {
  /** Name of the ticker column, where its cells tell which it is. */
  readonly tickerColumn?: string | undefined;
  /** Absent when `line` is a header; else it is the first row, and in a watchlist each cell is one. */
  readonly form?: "rows" | "watchlist" | undefined;
  /** How it is read, as a sentence for people. */
  readonly note?: string | undefined;
}

/** A list that can be read in two ways: its first cell names the column, or is a ticker. */
export interface TwoReadings {
  readonly line: number;
  readonly cell: string;
}

/** What is a ticker to some and the name of a column to others. */
const COLUMN_WORDS = new Set(
  ("asset assets bbg bloomberg code codes coin companies company constituent crypto epic equities equity etf etfs " +
    "fund funds holding holdings id ids index isins issuer list member members name names portfolio position ric rics " +
    "reuters sec secid securities security share shares stock stocks sym tidm tkr underlying universe valor wkn").split(
      " ",
    ),
);
const MAX_CELL_CHARS = 40;
const NUMBERED_COLUMN = /^column \d{1,4}$/i;

/**
 * Finds the tickers by their cells: a column of a terminal's notation (`AAPL US Equity`) under any name, a watchlist
 * (`###Tech,NASDAQ:AAPL`), or a column of tickers without a header.
 * @param readings The start of the file, with each separator.
 * @param tickerColumn The column that the caller names; `column 2` is the second of a file without a header.
 * @returns The table; two readings where the first cell may be a name or a ticker; nothing when the cells prove nothing.
 */
export function findByCells(
  readings: readonly Reading[],
  tickerColumn: string | undefined,
): FoundTable | TwoReadings | undefined {
  const whole = readings.filter(({ records: [first] }) => first !== undefined && first.problem === undefined);
  const [widest] = whole.toSorted((one, other) => widthOf(other) - widthOf(one));
  if (widest === undefined) return undefined;
  if (tickerColumn !== undefined) {
    const isNumbered = NUMBERED_COLUMN.test(tickerColumn.trim()) &&
      Number(tickerColumn.trim().slice(7)) <= widthOf(widest);
    return isNumbered
      ? withoutHeader(widest, Array.from({ length: widthOf(widest) }, (_, at) => `column ${at + 1}`))
      : undefined;
  }
  return terminalTable(widest) ?? watchlist(readings) ?? plainColumn(readings);
}

function widthOf({ records }: Reading): number {
  return records[0]?.cells.length ?? 0;
}

/** A table whose first line is a row. */
function withoutHeader({ separator, records, directiveLines }: Reading, cells: readonly string[]): FoundTable {
  const { line = 1, cells: [first = ""] = [] } = records[0] ?? {};
  const note = `Read without a header: line ${line}, "${excerpt(first, MAX_CELL_CHARS)}", is a row`;
  return { separator, line, cells, linesBefore: directiveLines, form: "rows", note };
}

/** Names above rows with a cell in the terminal's notation each; one name alone may be a ticker of another notation. */
function terminalTable({ separator, records, directiveLines }: Reading): FoundTable | TwoReadings | undefined {
  const [first, ...below] = records;
  if (first === undefined || first.cells.some(isNumber)) return undefined;
  const tickerColumn = terminalColumn(first.cells, below.map(({ cells }) => cells));
  if (tickerColumn === undefined) return undefined;
  const { line, cells } = first;
  if (filled(first) === 1 && (isTickerLike(tickerColumn) || !isColumnWord(tickerColumn))) {
    return { line, cell: tickerColumn.trim() };
  }
  const name = excerpt(tickerColumn, MAX_CELL_CHARS);
  const note = `Read the tickers from the column "${name}", as its cells are like AAPL US Equity`;
  return { separator, line, cells, linesBefore: directiveLines, tickerColumn, note };
}

function isColumnWord(cell: string): boolean {
  return COLUMN_WORDS.has(cell.trim().toLowerCase());
}

/**
 * The only column whose cells are all in a terminal's notation.
 * @param rows Cells of the rows, or of the first of them.
 * @returns Its name, where there is exactly one.
 */
export function terminalColumn(header: readonly string[], rows: readonly (readonly string[])[]): string | undefined {
  const isTerminal = (at: number) =>
    rows.every((cells) => isBlank(cells[at] ?? "") || isTerminalTicker(cells[at] ?? ""));
  const hasCells = (at: number) => rows.some((cells) => !isBlank(cells[at] ?? ""));
  const found = header.filter((name, at) =>
    name.trim() !== "" && !isTerminalTicker(name) && hasCells(at) && isTerminal(at)
  );
  return found.length === 1 ? found[0] : undefined;
}

/** Names of sections, or symbols with their exchange in lines of several; a line of plain words may be a header. */
function watchlist(readings: readonly Reading[]): FoundTable | undefined {
  const reading = readings.find(({ separator }) => separator === ",");
  const cells = reading?.records.flatMap((record) => record.cells).map((cell) => cell.trim()).filter((cell) =>
    cell !== ""
  );
  if (reading === undefined || cells === undefined) return undefined;
  const hasSections = cells.some((cell) => cell.startsWith(SECTION_MARK));
  const isSure = hasSections ? cells.every(isWatchlistCell) : cells.every((cell) => tickerShape(cell) === "symbol");
  const isWide = reading.records.some((record) => filled(record) > 1);
  if (!isSure || !(hasSections || isWide)) return undefined;
  return { ...withoutHeader(reading, ["ticker", "section"]), form: "watchlist", note: "Read as a watchlist" };
}

/** One cell in each line, every one like a ticker. */
function plainColumn(readings: readonly Reading[]): FoundTable | TwoReadings | undefined {
  const reading = readings.find(({ records }) => records.every(isOneTicker));
  const [first, ...others] = reading?.records ?? [];
  if (reading === undefined || first === undefined) return undefined;
  const cell = first.cells[0]?.trim() ?? "";
  const shapes = new Set(others.map(({ cells }) => tickerShape(cells[0] ?? "")));
  const isAlone = tickerShape(cell) === "word" && others.length > 0 && !shapes.has("word");
  if (isColumnWord(cell) || isAlone) return { line: first.line, cell };
  return withoutHeader(reading, ["ticker"]);
}

function isWatchlistCell(cell: string): boolean {
  return cell.startsWith(SECTION_MARK) || isTickerLike(cell) || isFormulaOfSymbols(cell);
}

function isOneTicker(record: CsvRecord): boolean {
  return record.problem === undefined && filled(record) === 1 && isTickerLike(record.cells[0] ?? "");
}
