import type { PriceRow } from "./price_row.ts";
import { makeSeries, type SeriesOfTicker } from "./price_series.ts";

/** A row whose close differs from an earlier row of the same day. */
interface Conflict {
  readonly line: number;
  readonly day: string;
}

/** The series of a ticker and its conflicting rows. */
export interface TickerResult extends SeriesOfTicker {
  /** Number of rows skipped because an earlier row of the day differs, and the first of them. */
  readonly conflicts?: Conflict & { readonly count: number };
}

/** The rows of one ticker in one file; the first row of each day is kept. */
export class TickerRows {
  readonly #rows = new Map<string, PriceRow>();
  #newest = "";
  #isInOrder = true;
  #conflicts = 0;
  #firstConflict: Conflict | undefined;

  /** Adds a row; false when it repeats a row of its day. */
  add(row: PriceRow, line: number): boolean {
    const day = (row.price ?? row.adjusted)?.date ?? "";
    const before = this.#rows.get(day);
    if (before === undefined) {
      this.#rows.set(day, row);
      if (day < this.#newest) this.#isInOrder = false;
      this.#newest = day;
      return true;
    }
    if (isSame(before, row)) return false;
    this.#conflicts++;
    this.#firstConflict ??= { line, day };
    return true;
  }

  /** Returns the series of the rows kept. */
  finish(
    owner: { ticker: string; currency: string; source: string },
  ): TickerResult {
    const first = this.#firstConflict;
    if (first && this.#conflicts >= this.#rows.size) {
      return { series: [], isMoved: false, refusal: "several bars a day" };
    }
    const rows = [...this.#rows];
    if (!this.#isInOrder) rows.sort(([one], [other]) => one < other ? -1 : 1);
    const made = makeSeries({ ...owner, rows });
    return first ? { ...made, conflicts: { ...first, count: this.#conflicts } } : made;
  }
}

function isSame(one: PriceRow, other: PriceRow): boolean {
  return one.price?.close === other.price?.close &&
    one.adjusted?.close === other.adjusted?.close;
}
