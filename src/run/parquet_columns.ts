import { INPUT_PREFIX, type ParquetType, thesisColumns } from "./columns.ts";
import type { TableOptions } from "./theses_table.ts";
import type { ThesisRow } from "./thesis_row.ts";

/** A cell; a missing value is `null`. */
export type ParquetValue = number | string | Date | readonly string[] | null;

/** A column of the file. */
export interface ParquetColumn {
  /** Unique, ignoring case. */
  readonly name: string;
  readonly type: ParquetType;
  valueOf(row: ThesisRow): ParquetValue;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/**
 * The columns of `theses.parquet`: those of `theses.csv`, typed. A duplicate name, ignoring case, gets a number,
 * because readers of Parquet find columns by name.
 * @param options Selected columns, and whether the run checks its theses.
 */
export function parquetColumns(
  header: readonly string[],
  { select = [], ...options }: TableOptions = {},
): readonly ParquetColumn[] {
  const columns = [
    ...thesisColumns(options).map(({ name, type, value }) => ({ name, type, valueOf: typed(type, value) })),
    ...select.map(({ name }, at) => ({
      name,
      type: "text" as const,
      valueOf: typed("text", (row) => row.selected[at]),
    })),
    ...header.map((name, at) => ({
      name: INPUT_PREFIX + name,
      type: "text" as const,
      valueOf: typed("text", (row) => row.cells[at]),
    })),
  ];
  const names = uniqueNames(columns.map(({ name }) => name.toWellFormed()));
  return columns.map((column, at) => ({ ...column, name: names[at] ?? column.name }));
}

/** Numbers names that differ in case only, or not at all. */
export function uniqueNames(names: readonly string[]): string[] {
  const taken = new Set(names.map((name) => name.toLowerCase()));
  const used = new Set<string>();
  return names.map((name) => {
    let unique = name;
    for (let count = 2; used.has(unique.toLowerCase()); count++) {
      const next = `${name}_${count}`;
      // A column whose original name this is keeps it.
      unique = taken.has(next.toLowerCase()) ? unique : next;
    }
    used.add(unique.toLowerCase());
    return unique;
  });
}

type Given = string | number | boolean | readonly string[] | undefined;

/** A value of the type, or `null`: a wrong one is in `theses.jsonl` only. */
function typed(type: ParquetType, valueOf: (row: ThesisRow) => Given): ParquetColumn["valueOf"] {
  return (row) => {
    const value = valueOf(row);
    if (value === undefined) return null;
    if (Array.isArray(value)) return value.map((text) => text.toWellFormed());
    if (typeof value === "number" && type !== "text") return Number.isFinite(value) ? value : null;
    return type === "day" ? dayOf(String(value)) : String(value).toWellFormed();
  };
}

/**
 * Parses a day from a service; an invalid one is in `theses.jsonl` only.
 * @returns Its midnight in UTC, or `null`.
 */
export function dayOf(day: string | undefined): Date | null {
  if (day === undefined || !DAY.test(day)) return null;
  const date = new Date(`${day}T00:00:00Z`);
  return Number.isNaN(date.getTime()) || date.toISOString().slice(0, 10) !== day ? null : date;
}
