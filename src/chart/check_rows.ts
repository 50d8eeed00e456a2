import { ChartError } from "./look.ts";

/** One bar of a price chart. */
export interface PriceRow {
  /** Day as YYYY-MM-DD; rows are in ascending order of day. */
  readonly date: string;
  /** Price above 0, in the chart's currency. */
  readonly close: number;
  /** Fall from the highest close so far, from -1 to 0. */
  readonly drawdown: number;
}

/** More rows add no detail to a picture 720 units wide. */
const MAX_ROWS = 20_000;

/**
 * Rejects rows that Vega would draw wrongly without an error.
 * @throws {ChartError} for fewer than two rows, days out of order, or a figure out of range.
 */
export function checkRows(rows: readonly PriceRow[]): void {
  if (rows.length < 2) throw new ChartError(`a line needs at least 2 rows, got ${rows.length}`);
  if (rows.length > MAX_ROWS) throw new ChartError(`${rows.length} rows exceed the limit of ${MAX_ROWS}`);
  let before = "";
  for (const [index, row] of rows.entries()) {
    const problem = problemOf(row, before);
    if (problem !== undefined) throw new ChartError(`row ${index + 1} ${problem}`);
    before = row.date;
  }
}

function problemOf({ date, close, drawdown }: PriceRow, before: string): string | undefined {
  if (!isDay(date)) return `has the date ${JSON.stringify(date)}, not YYYY-MM-DD`;
  if (date === before) return `has the date ${date} a second time`;
  if (date < before) return `has the date ${date} after ${before}`;
  if (!Number.isFinite(close) || close <= 0) return `(${date}) has the close ${close}`;
  if (!(drawdown >= -1 && drawdown <= 0)) return `(${date}) has the drawdown ${drawdown}`;
  return undefined;
}

function isDay(date: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date)) return false;
  const time = Date.parse(date);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(date);
}
