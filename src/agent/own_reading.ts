import type { DatasetView } from "../data/dataset.ts";
import type { OwnKey } from "../data/about.ts";
import { onceEach, onceEachOf } from "../data/once_each.ts";
import type { OwnColumn } from "../data/own_column.ts";
import { ownNamesOf } from "../data/own_view.ts";
import { LEAST_COMPARED } from "../data/metrics/own.ts";

/** A row of a column. */
export interface OwnRow {
  /** In days since 1 January 1970. */
  readonly day: number;
  readonly known: number;
  readonly value: number;
}

/** What a view holds of a key. */
export interface OwnRead {
  readonly source: string;
  /** The newest row; of a span, the newest in it. */
  readonly newest: OwnRow;
  /** The row before it; of a span, the first in it. If any. */
  readonly before?: OwnRow;
  /** Those of a span; of no span, all that are known. */
  readonly rows: readonly OwnRow[];
}

/** Reads a key for a company; `undefined` where no row of it is known. */
export function readOwn({ name, span }: OwnKey, ticker: string, view: DatasetView): OwnRead | undefined {
  const column = columnOf(name, ticker, view);
  if (column === undefined) return undefined;
  const all = Array.from(column.days, (day, at): OwnRow => ({
    day,
    known: column.known[at] ?? NaN,
    value: column.values[at] ?? NaN,
  }));
  const rows = span === undefined ? all : all.filter(({ day }) => day >= span.from && day <= span.to);
  const newest = rows.at(-1);
  if (newest === undefined) return undefined;
  const before = rows.length < 2 ? undefined : span === undefined ? rows.at(-2) : rows[0];
  return { source: column.source, newest, rows, ...(before && { before }) };
}

/** Whether anything of a column is known of a company. */
export function hasOwn(name: string, ticker: string, view: DatasetView): boolean {
  return columnOf(name, ticker, view) !== undefined;
}

function columnOf(name: string, ticker: string, view: DatasetView): OwnColumn | undefined {
  return view.own(ticker).find((one) => one.name === name);
}

/** The newest value of each company of a view that has one; made once for each view. */
export const newestOwn = onceEachOf((view: DatasetView, name: string): ReadonlyMap<string, number> =>
  new Map(view.companies.flatMap(({ ticker }) => {
    const value = columnOf(name, ticker, view)?.values.at(-1);
    return value === undefined ? [] : [[ticker, value] as const];
  }))
);

/** The names of the columns that have a value of a company, in their order. */
export function ownOf(ticker: string, view: DatasetView): readonly string[] {
  const names = new Set(view.own(ticker).map(({ name }) => name));
  return ownNamesOf(view).filter((name) => names.has(name));
}

/** Digits that a number of a caller's own table is shown with. */
const DIGITS = 6;

/** Shows a number of a caller's own table with six significant digits: `1,234.57`, `-0.5`, `1.5e-9`. */
export function showOwn(value: number): string {
  const rounded = Number(value.toPrecision(DIGITS));
  const size = Math.abs(rounded);
  if (size === 0) return "0";
  if (size < 1e-6 || size >= 1e15) return rounded.toExponential();
  return rounded.toLocaleString("en-US", { maximumSignificantDigits: DIGITS });
}

/** The same with its sign, of a change. */
export function showOwnChange(value: number): string {
  const shown = showOwn(value);
  return value > 0 && shown !== "0" ? `+${shown}` : shown;
}

/** A share in per cent with one decimal, rounded down: 99.97% is not all. */
export function showOwnShare(value: number): string {
  return `${(Math.floor(value * 1000 + 1e-9) / 10).toFixed(1)}%`;
}

/** Of each column of a company that carries a sign, the sign times 2 percentile - 1, where enough companies have it. */
export function ownPlaces(ticker: string, view: DatasetView): readonly number[] {
  return view.own(ticker).flatMap(({ name, sign, values }) => {
    const newest = values.at(-1);
    if (sign === undefined || newest === undefined) return [];
    const all = [...newestOwn(view, name).values()];
    if (all.length < LEAST_COMPARED) return [];
    const below = all.filter((value) => value < newest).length;
    const equal = all.filter((value) => value === newest).length;
    return [sign * (2 * (below + equal / 2) / all.length - 1)];
  });
}

/** Whether any column of a view carries a sign. */
export const hasSigns = onceEach((view: DatasetView): boolean =>
  view.companies.some((company) => view.own(company.ticker).some(({ sign }) => sign !== undefined))
);
