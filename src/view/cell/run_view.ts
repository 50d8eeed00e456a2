import type { Manifest } from "../../run/manifest.ts";
import type { Outcome } from "../../run/outcome.ts";
import type { ThesisRow } from "../../run/thesis_row.ts";
import type { View } from "../lines.ts";
import { rowsTable } from "./rows_table.ts";

/** A run, as `openRun()` gives it. */
export interface RunToShow {
  /** Absolute path. */
  readonly folder: string;
  readonly manifest: Manifest;
  readonly outcomes: readonly Outcome[];
  readonly rows: readonly ThesisRow[];
}

/** A run as a table to drill into. */
export function runView({ rows }: RunToShow): View {
  return rowsTable(rows);
}
