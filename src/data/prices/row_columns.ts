import { type PriceValues, VALUES } from "./price_row.ts";

/** Rows of a ticker in columns: days, and a column for each of the values of a row, NaN where unknown. */
export interface RowColumns {
  /** In days since 1 January 1970. */
  readonly days: Int32Array;
  /** By the names of the values. */
  readonly values: Readonly<Record<typeof VALUES[number], Float64Array>>;
}

/** The first rows, in the same memory. */
export function firstRows({ days, values }: RowColumns, count: number): RowColumns {
  const columns = VALUES.map((name) => [name, values[name].subarray(0, count)] as const);
  return { days: days.subarray(0, count), values: Object.fromEntries(columns) as RowColumns["values"] };
}

const FIRST_ROOM = 64;

/** Columns that grow: half a million rows as objects take ten times the memory. */
export class GrowingColumns {
  #days = new Int32Array(FIRST_ROOM);
  /** Row after row, `VALUES.length` numbers each. */
  #values = new Float64Array(FIRST_ROOM * VALUES.length);
  #count = 0;

  /** Number of rows. */
  get count(): number {
    return this.#count;
  }

  /** Adds a row. */
  add(day: number, values: PriceValues): void {
    if (this.#count === this.#days.length) this.#grow();
    this.#days[this.#count] = day;
    this.#values.set(values, this.#count * VALUES.length);
    this.#count++;
  }

  /** The day of a row. */
  dayOf(row: number): number {
    return this.#days[row] ?? NaN;
  }

  /** A value of a row, by its place among {@linkcode VALUES}. */
  valueOf(row: number, place: number): number {
    return this.#values[row * VALUES.length + place] ?? NaN;
  }

  /** The rows in order of day, in columns of their own. */
  inOrder(): RowColumns {
    const order = Uint32Array.from({ length: this.#count }, (_, row) => row);
    if (!this.#isInOrder()) order.sort((one, other) => this.dayOf(one) - this.dayOf(other));
    const columns = VALUES.map((name, place) =>
      [name, Float64Array.from(order, (row) => this.valueOf(row, place))] as const
    );
    return {
      days: Int32Array.from(order, (row) => this.dayOf(row)),
      values: Object.fromEntries(columns) as RowColumns["values"],
    };
  }

  #isInOrder(): boolean {
    for (let row = 1; row < this.#count; row++) if (this.dayOf(row) < this.dayOf(row - 1)) return false;
    return true;
  }

  #grow(): void {
    const [days, values] = [this.#days, this.#values];
    this.#days = new Int32Array(days.length * 2);
    this.#values = new Float64Array(values.length * 2);
    this.#days.set(days);
    this.#values.set(values);
  }
}
