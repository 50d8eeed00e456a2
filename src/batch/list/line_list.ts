import { excerpt } from "../../text/control.ts";
import type { CsvRecord } from "../../text/csv_record.ts";

/** Further ranges are only counted. */
const NAMED_RANGES = 5;
const MAX_CELL_CHARS = 40;

/** Line numbers for a note, in constant memory. */
export class LineList {
  readonly #ranges: { readonly from: number; to: number; readonly cell: string }[] = [];
  #count = 0;
  #last = 0;

  get count(): number {
    return this.#count;
  }

  /**
   * Adds a range of lines, in the order of the file.
   * @param from Its first line.
   * @param to Its last line.
   * @param cell A cell to show; such a range stands alone.
   */
  add(from: number, to = from, { cell = "" }: { readonly cell?: string | undefined } = {}): void {
    this.#count += to - from + 1;
    const range = this.#ranges.at(-1);
    const isNext = range?.to === this.#last && from === this.#last + 1 && cell === "" && range.cell === "";
    if (range !== undefined && isNext) range.to = to;
    else if (this.#ranges.length < NAMED_RANGES) this.#ranges.push({ from, to, cell: excerpt(cell, MAX_CELL_CHARS) });
    this.#last = to;
  }

  /** `line 4`, or `lines 1 to 3, 7 and 12 more`, or `line 9 (Account Total)`. */
  toString(): string {
    const named = this.#ranges.reduce((sum, { from, to }) => sum + to - from + 1, 0);
    const parts = this.#ranges.map(({ from, to, cell }) =>
      `${from === to ? `${from}` : `${from} to ${to}`}${cell === "" ? "" : ` (${cell})`}`
    );
    const more = this.#count - named;
    if (more > 0) parts.push(`${more} more`);
    const last = parts.length > 1 ? ` and ${parts.pop()}` : "";
    return `${this.#count === 1 ? "line" : "lines"} ${parts.join(", ")}${last}`;
  }
}

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
