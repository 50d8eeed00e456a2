import type { PriceRow } from "./price_row.ts";
import { makeSeries, type SeriesOfTicker } from "./price_series.ts";

/** A row that says another close for a day than an earlier row. */
interface Conflict {
  readonly line: number;
  readonly day: string;
}

/** The series of a ticker, and what a person should know of them. */
export interface TickerResult extends SeriesOfTicker {
  /** How many rows were left out because an earlier one of their day differs, and the first. */
  readonly conflicts?: Conflict & { readonly count: number };
}

/** The rows of one ticker in one file, one of each day; the first of a day stays. */
export class TickerRows {
  readonly #rows = new Map<string, PriceRow>();
  #newest = "";
  #isInOrder = true;
  #conflicts = 0;
  #firstConflict: Conflict | undefined;

  /** Keeps a row; false when an equal one of its day is kept already. */
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

  /** The series of all rows kept. */
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
