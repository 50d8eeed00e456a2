import type { OwnColumn } from "../own_column.ts";

/** The numbers of one column of a table about one ticker, in ascending order of day. */
export type OwnSeries = Pick<OwnColumn, "name" | "ticker" | "days" | "values">;

/** A series to which rows are added in any order, one a day. */
export class GrowingSeries {
  readonly #name: string;
  readonly #ticker: string;
  readonly #rows: [day: number, value: number][] = [];

  constructor(name: string, ticker: string) {
    this.#name = name;
    this.#ticker = ticker;
  }

  /** Adds the value of a day that has none yet. */
  add(day: number, value: number): void {
    this.#rows.push([day, value]);
  }

  /** The series of all that was added. */
  finish(): OwnSeries {
    const rows = this.#rows.toSorted(([one], [other]) => one - other);
    return {
      name: this.#name,
      ticker: this.#ticker,
      days: Int32Array.from(rows, ([day]) => day),
      values: Float64Array.from(rows, ([, value]) => value),
    };
  }
}
