import { dayText } from "../../calendar/day.ts";
import { currencyCode } from "../currency.ts";
import { type PriceRow, VALUES } from "./price_row.ts";
import { makeSeries, type SeriesOfTicker, SUPPORTED } from "./price_series.ts";
import { GrowingRows } from "./row_columns.ts";

/** A row whose close differs from an earlier row of the same day. */
interface Conflict {
  readonly line: number;
  readonly day: string;
}

/** The series of a ticker and its conflicting rows. */
export interface TickerResult extends SeriesOfTicker {
  /** Number of rows that differ from an earlier row of their day, and the first of them. */
  readonly conflicts?: Conflict & { readonly count: number };
}

const VOLUME = VALUES.indexOf("volume");
const CLOSES = [VALUES.indexOf("close"), VALUES.indexOf("adjusted")];

/** The rows of one ticker in one file; of two of a day the settled one is kept: that of more shares traded, or the later. */
export class TickerRows {
  readonly #rows = new GrowingRows();
  /** The row of each day; made when a row is not beyond those before it. */
  #rowOfDay: Map<number, number> | undefined;
  #newest = -Infinity;
  #oldest = Infinity;
  #conflicts = 0;
  #firstConflict: Conflict | undefined;
  readonly #currencies = new Set<string>();

  /** Adds a row; false when it repeats a row of its day. */
  add({ day, values, currency }: PriceRow, line: number): boolean {
    if (currency !== "") this.#currencies.add(currency);
    const before = this.#rowOf(day);
    if (before === undefined) {
      this.#rowOfDay?.set(day, this.#rows.count);
      this.#rows.add(day, values);
      this.#newest = Math.max(this.#newest, day);
      this.#oldest = Math.min(this.#oldest, day);
      return true;
    }
    if (CLOSES.every((place) => Object.is(this.#rows.valueOf(before, place), values[place]))) return false;
    const isLess = (values[VOLUME] ?? NaN) < this.#rows.valueOf(before, VOLUME);
    if (!isLess) this.#rows.put(before, values);
    this.#conflicts++;
    this.#firstConflict ??= { line, day: dayText(day) };
    return true;
  }

  /** Returns the series of the rows kept. */
  finish(
    owner: { ticker: string; source: string },
  ): TickerResult {
    const first = this.#firstConflict;
    const [stated = "", ...others] = new Set(
      [...this.#currencies].map(currencyCode),
    );
    if (others.length > 0) {
      return refused(`its prices are in ${[stated, ...others].join(" and ")}; give each currency a ticker of its own`);
    }
    if (first && this.#conflicts >= this.#rows.count) return refused(`several bars a day; ${SUPPORTED}`);
    const made = makeSeries({ ...owner, currency: stated, ...this.#rows.take() });
    return first ? { ...made, conflicts: { ...first, count: this.#conflicts } } : made;
  }

  /** Most files go forward or back in time, and need no map. */
  #rowOf(day: number): number | undefined {
    if (this.#rowOfDay === undefined) {
      if (day > this.#newest || day < this.#oldest) return undefined;
      const rows = Array.from({ length: this.#rows.count }, (_, row) => [this.#rows.dayOf(row), row] as const);
      this.#rowOfDay = new Map(rows);
    }
    return this.#rowOfDay.get(day);
  }
}

function refused(refusal: string): TickerResult {
  return { series: [], isMoved: false, isMixed: false, refusal };
}
