import { dayText, longDay } from "../../calendar/day.ts";
import { firstNames } from "../../text/cut.ts";
import { mapColumns, type RowColumns } from "./row_columns.ts";

/** A split of shares that a file of prices shows. */
export interface ShownSplit {
  /** First day on which the shares traded split, `YYYY-MM-DD`. */
  readonly day: string;
  /** Shares after for each share before, like 4. */
  readonly ratio: number;
  /** Whether the closes before it are as they were traded, so that they are read as adjusted. */
  readonly isAsTraded: boolean;
}

/** A split changes the factor of an adjusted close by at least this much; a smaller step may be a dividend. */
const LEAST = 1.2;
/** Shares of splits: 3 for 2, 5 for 4, 50 for 1. */
const MOST_AFTER = 50;
const MOST_BEFORE = 5;
/** No more than this of the figure may be rounding, so that a step can be distinguished from that of a dividend. */
const MAX_ROUNDING = 0.005;
/** A smaller step may be that of a special dividend: ten ratios lie below it, so that one of a low price is like one. */
const LEAST_CLEAR = 1.98;
const MAX_ROUNDING_BELOW = 0.0005;
/** How exactly a column states a ratio. */
const STATED = 1e-4;
const MAX_PLACES = 8;
/** Rows that show how many decimals a column has. */
const ROWS_LOOKED_AT = 30;

/**
 * The splits that rows show: those of a column of splits, or else the steps of adjusted against plain closes that are the
 * ratio of a split to the last decimal (a dividend's step is smaller, or no such ratio). Tiingo and Alpha Vantage have the
 * column; EODHD shows its splits by the steps alone.
 * @param rows In order of their days.
 */
export function shownSplits({ days, values }: RowColumns): readonly ShownSplit[] {
  const { close, adjusted, split } = values;
  if (close === undefined || split === undefined && adjusted === undefined) return [];
  const factor = (row: number) => (adjusted?.[row] ?? NaN) / (close[row] ?? NaN);
  const errors = adjusted && split === undefined ? { close: halfStep(close), adjusted: halfStep(adjusted) } : undefined;
  const found: ShownSplit[] = [];
  for (let row = 1; row < days.length; row++) {
    const step = factor(row) / factor(row - 1);
    const move = (close[row] ?? NaN) / (close[row - 1] ?? NaN);
    const rounding = (errors?.adjusted ?? 0) / Math.min(adjusted?.[row] ?? 0, adjusted?.[row - 1] ?? 0) +
      (errors?.close ?? 0) / Math.min(close[row] ?? 0, close[row - 1] ?? 0);
    const ratio = split === undefined ? ratioOfStep(step, rounding) : statedRatio(split[row] ?? NaN);
    if (ratio === undefined) continue;
    // a step of the adjusted closes says more than a move, which may be that of a bad day
    const isAsTraded = isNearer(split === undefined || Number.isNaN(step) ? 1 / move : step, ratio);
    if (split !== undefined || isAsTraded) found.push({ day: dayText(days[row] ?? NaN), ratio, isAsTraded });
  }
  return found;
}

/**
 * The rows with closes, opens, highs and lows as if shares had always been split as on the last day. Volumes are those of
 * the shares of their day beside a column of splits, and are multiplied; EODHD publishes them split.
 */
export function afterSplits(rows: RowColumns, splits: readonly ShownSplit[]): RowColumns {
  const asTraded = new Map(splits.filter((one) => one.isAsTraded).map(({ day, ratio }) => [day, ratio]));
  if (asTraded.size === 0) return rows;
  const divisors = new Float64Array(rows.days.length);
  let divisor = 1;
  for (let row = rows.days.length - 1; row >= 0; row--) {
    divisors[row] = divisor;
    divisor *= asTraded.get(dayText(rows.days[row] ?? NaN)) ?? 1;
  }
  const { adjusted, split, volume, ...prices } = rows.values;
  const divided = mapColumns(prices, (column) => column.map((value, row) => value / (divisors[row] ?? 1)));
  const volumes = split === undefined ? volume : volume?.map((value, row) => value * (divisors[row] ?? 1));
  const others = { ...adjusted && { adjusted }, ...split && { split }, ...volumes && { volume: volumes } };
  return { ...rows, values: { ...divided, ...others } };
}

/** Splits of a ticker that a file shows. */
export type TickerSplits = readonly [ticker: string, splits: readonly ShownSplit[]];

/** One sentence on all files whose closes are as traded; undefined where none was changed. */
export function splitNote(files: readonly { readonly splits?: readonly TickerSplits[] }[]): string | undefined {
  const stated = files.flatMap(({ splits = [] }) => splits).flatMap(([ticker, own]) =>
    own.filter((one) => one.isAsTraded).map(({ day, ratio }) => `${ticker} ${ratioWords(ratio)} on ${longDay(day)}`)
  );
  if (stated.length === 0) return undefined;
  return `Closes are as they were traded: those before a split are read as adjusted for it (${
    firstNames([...new Set(stated)], 3)
  })`;
}

function ratioWords(ratio: number): string {
  for (let before = 1; before <= MOST_BEFORE; before++) {
    const after = ratio * before;
    const whole = before / ratio;
    if (ratio >= 1 && Number.isInteger(Number(after.toFixed(6)))) return `${Number(after.toFixed(6))} for ${before}`;
    if (ratio < 1 && Number.isInteger(Number(whole.toFixed(6)))) return `${before} for ${Number(whole.toFixed(6))}`;
  }
  return `${ratio} for 1`;
}

/** What a cell states: 1, or 0 in some tables, on the days without a split. */
function statedRatio(cell: number): number | undefined {
  if (!(cell > 0) || cell === 1 || cell === Infinity) return undefined;
  return simpleRatio(cell, STATED) ?? cell;
}

/** The ratio of a split that a step is to the last decimal. */
function ratioOfStep(step: number, rounding: number): number | undefined {
  const far = Math.max(step, 1 / step);
  const most = far < LEAST_CLEAR ? MAX_ROUNDING_BELOW : MAX_ROUNDING;
  return rounding <= most && far >= LEAST ? simpleRatio(step, 2 * rounding) : undefined;
}

function simpleRatio(value: number, within: number): number | undefined {
  const isSmall = value < 1;
  const large = isSmall ? 1 / value : value;
  for (let before = 1; before <= MOST_BEFORE; before++) {
    const after = Math.round(large * before);
    const ratio = after / before;
    if (after <= MOST_AFTER && Math.abs(large / ratio - 1) <= within) return isSmall ? 1 / ratio : ratio;
  }
  return undefined;
}

/** Whether a factor is nearer to a ratio than to none. */
function isNearer(factor: number, ratio: number): boolean {
  return Math.abs(Math.log(factor / ratio)) < Math.abs(Math.log(factor));
}

/** Half of the last decimal that the first numbers of a column have. */
function halfStep(column: Float64Array): number {
  const some = column.filter((value) => Number.isFinite(value)).subarray(-ROWS_LOOKED_AT);
  for (let places = 0; places < MAX_PLACES; places++) {
    const scale = 10 ** places;
    if (some.every((value) => Math.abs(value * scale - Math.round(value * scale)) < 1e-7 * scale)) return 0.5 / scale;
  }
  return 0.5 / 10 ** MAX_PLACES;
}
