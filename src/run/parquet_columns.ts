import { INPUT_PREFIX, THESIS_COLUMNS } from "./columns.ts";
import type { SelectedField } from "./select.ts";
import type { ThesisRow } from "./thesis_row.ts";

/** Type of a column of the file. */
export type ParquetType = "int" | "double" | "text" | "day" | "list";

/** A cell; a missing value is `null`. */
export type ParquetValue = number | string | Date | readonly string[] | null;

/** A column of the file. */
export interface ParquetColumn {
  /** Unique, ignoring case. */
  readonly name: string;
  readonly type: ParquetType;
  valueOf(row: ThesisRow): ParquetValue;
}

type Definition = Omit<ParquetColumn, "name">;

const DAY = /^\d{4}-\d{2}-\d{2}$/;

const OWN = {
  row: int((row) => row.row),
  ticker: text((row) => row.ticker === "" ? undefined : row.ticker),
  status: text((row) => row.status),
  signal: text((row) => row.signal),
  confidence: double((row) => row.confidence),
  score: double((row) => row.score),
  rank: int((row) => row.rank),
  drawdown_probability: double((row) => row.drawdownProbability),
  verification_confidence: double((row) => row.verificationConfidence),
  top_driver: text((row) => row.drivers[0]),
  top_risk: text((row) => row.risks[0]),
  warnings: list((row) => row.warnings),
  as_of: { type: "day", valueOf: (row) => dayOf(row.asOf) },
  horizon: text((row) => row.horizon),
  benchmark: text((row) => row.benchmark),
  currency: text((row) => row.currency),
  subject: text((row) => row.subject),
  files: list((row) => row.files.map(({ path }) => path)),
  key_drivers: list((row) => row.drivers),
  risks: list((row) => row.risks),
  reasoning: text((row) => row.reasoning),
  error_code: text((row) => row.errorCode),
  error: text((row) => row.error),
} satisfies Record<(typeof THESIS_COLUMNS)[number], Definition>;

/**
 * The columns of `theses.parquet`: those of `theses.csv`, typed. A duplicate name, ignoring case, gets a number,
 * because readers of Parquet find columns by name.
 * @param header Names of the input's columns.
 * @param select Selected columns.
 */
export function parquetColumns(header: readonly string[], select: readonly SelectedField[]): readonly ParquetColumn[] {
  const columns = [
    ...THESIS_COLUMNS.map((name) => ({ name: name as string, ...OWN[name] })),
    ...select.map(({ name }, at) => ({ name, ...text((row) => row.selected[at]) })),
    ...header.map((name, at) => ({ name: INPUT_PREFIX + name, ...text((row) => row.cells[at]) })),
  ];
  const names = uniqueNames(columns.map(({ name }) => name.toWellFormed()));
  return columns.map((column, at) => ({ ...column, name: names[at] ?? column.name }));
}

function uniqueNames(names: readonly string[]): string[] {
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

function text(valueOf: (row: ThesisRow) => string | number | boolean | undefined): Definition {
  return {
    type: "text",
    valueOf: (row) => {
      const value = valueOf(row);
      return value === undefined ? null : String(value).toWellFormed();
    },
  };
}

function list(valuesOf: (row: ThesisRow) => readonly string[]): Definition {
  return {
    type: "list",
    valueOf: (row) => row.signal === undefined ? null : valuesOf(row).map((value) => value.toWellFormed()),
  };
}

function int(valueOf: (row: ThesisRow) => number | undefined): Definition {
  return { type: "int", valueOf: (row) => valueOf(row) ?? null };
}

function double(valueOf: (row: ThesisRow) => number | undefined): Definition {
  return {
    type: "double",
    valueOf: (row) => {
      const value = valueOf(row);
      return value !== undefined && Number.isFinite(value) ? value : null;
    },
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
