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
 * Adds to each close its fall from the highest so far.
 * @throws {ChartError} as {@linkcode checkRows}, but for up to `maxRows` rows.
 */
export function rowsWithDrawdown(
  { dates, closes }: { readonly dates: readonly string[]; readonly closes: readonly number[] },
  maxRows: number,
): PriceRow[] {
  if (dates.length !== closes.length) throw new ChartError(`${dates.length} dates have ${closes.length} closes`);
  let highest = 0;
  const rows = dates.map((date, at) => {
    const close = closes[at] ?? NaN;
    highest = Math.max(highest, close);
    return { date, close, drawdown: close / highest - 1 };
  });
  checkRows(rows, maxRows);
  return rows;
}

/**
 * Rejects rows that Vega would draw wrongly without an error.
 * @throws {ChartError} for fewer than two rows, days out of order, or a figure out of range.
 */
export function checkRows(rows: readonly PriceRow[], maxRows: number = MAX_ROWS): void {
  if (rows.length < 2) throw new ChartError(`a line needs at least 2 rows, got ${rows.length}`);
  if (rows.length > maxRows) throw new ChartError(`${rows.length} rows exceed the limit of ${maxRows}`);
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

/** Whether a text is a day that exists, as YYYY-MM-DD. */
export function isDay(date: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date)) return false;
  const time = Date.parse(date);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(date);
}
