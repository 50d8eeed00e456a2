import type { CsvRecord } from "../../text/csv_record.ts";
import { LineList } from "./line_list.ts";

/** Why lines are no rows, in the order of the notes; completes "Skipped". */
const REASONS = [
  "after the table",
  "as empty",
  "as a total",
  "as cash",
  "as pending activity",
  "as a repeated header",
  "above a repeated header",
  "as another table with other columns",
] as const;

/** Why a line is no row. */
export type SkipReason = typeof REASONS[number];

/** The lines of a table that are no rows, for notes. */
export class SkippedLines {
  readonly #lines = new Map<SkipReason, LineList>(REASONS.map((reason) => [reason, new LineList()]));

  /**
   * Adds the lines of a record.
   * @param reason Why it is no row.
   * @param record The record.
   * @param cell The cell that says so, to be shown.
   */
  add(reason: SkipReason, { line, lastLine }: Pick<CsvRecord, "line" | "lastLine">, cell?: string): void {
    this.#lines.get(reason)?.add(line, lastLine, { cell });
  }

  /** How many lines were skipped for a reason. */
  count(reason: SkipReason): number {
    return this.#lines.get(reason)?.count ?? 0;
  }

  /** A sentence for each reason that occurred. */
  notes(): string[] {
    return [...this.#lines].filter(([, { count }]) => count > 0).map(([reason, lines]) =>
      `Skipped ${reason}: ${lines}`
    );
  }
}
