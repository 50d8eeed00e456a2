import type { Manifest } from "../../run/manifest.ts";
import type { Outcome } from "../../run/outcome.ts";
import type { ThesisRow } from "../../run/thesis_row.ts";
import type { View } from "../lines.ts";
import { rowsTable } from "./rows_table.ts";

/** A run, as `openRun()` gives it. */
export interface RunToShow {
  /** Absolute path. */
  readonly folder: string;
  /** The manifest, as it was last written. */
  readonly manifest: Manifest;
  /** One for each data row, with the whole answer. */
  readonly outcomes: readonly Outcome[];
  /** One for each data row, as people read it. */
  readonly rows: readonly ThesisRow[];
}

/** A run as a table to drill into. */
export function runView({ rows }: RunToShow): View {
  return rowsTable(rows);
}
