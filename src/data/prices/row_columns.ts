import { type PriceValues, VALUES } from "./price_row.ts";

/** The columns of values that rows have. */
export type ValueColumns = Readonly<Partial<Record<typeof VALUES[number], Float64Array>>>;

/** Rows of a ticker in columns: days, and a column for each value that some row has, NaN where unknown. */
export interface RowColumns {
  /** In days since 1 January 1970. */
  readonly days: Int32Array;
  /** By the names of the values. */
  readonly values: ValueColumns;
}

/** Chosen rows of all columns. */
export function mapColumns(values: ValueColumns, choose: (column: Float64Array) => Float64Array): ValueColumns {
  const known = VALUES.map((name) => [name, values[name]] as const);
  return Object.fromEntries(known.flatMap(([name, column]) => column === undefined ? [] : [[name, choose(column)]]));
}

/** The values of some rows, in their order. `from` with a function takes ten times as long as this loop. */
export function pick(column: Float64Array, rows: Uint32Array): Float64Array {
  const picked = new Float64Array(rows.length);
  for (let at = 0; at < rows.length; at++) picked[at] = column[rows[at] ?? 0] ?? NaN;
  return picked;
}

/** Rows of a piece of memory; pieces are not copied when there are more rows, so that none becomes garbage. */
const ROWS_OF_PIECE = 128;
/** A day and the values of a row. */
const ROW = 1 + VALUES.length;

/** Rows that are added one by one; half a million of them as objects take ten times the memory. */
export class GrowingRows {
  #pieces: Float64Array[] = [];
  #count = 0;
  #isInOrder = true;

  /** Number of rows. */
  get count(): number {
    return this.#count;
  }

  /** Adds a row. */
  add(day: number, values: PriceValues): void {
    if (this.#count > 0 && day < this.dayOf(this.#count - 1)) this.#isInOrder = false;
    const at = this.#count % ROWS_OF_PIECE;
    if (at === 0) this.#pieces.push(new Float64Array(ROWS_OF_PIECE * ROW));
    const piece = this.#pieces.at(-1);
    piece?.set([day, ...values], at * ROW);
    this.#count++;
  }

  /** Puts other values in the place of those of a row. */
  put(row: number, values: PriceValues): void {
    this.#pieces[Math.floor(row / ROWS_OF_PIECE)]?.set(values, row % ROWS_OF_PIECE * ROW + 1);
  }

  /** The day of a row. */
  dayOf(row: number): number {
    return this.#at(row, 0);
  }

  /** A value of a row, by its place among {@linkcode VALUES}. */
  valueOf(row: number, place: number): number {
    return this.#at(row, 1 + place);
  }

  /** Takes the rows out, in order of day; none is left. */
  take(): RowColumns {
    const order = new Uint32Array(this.#count).map((_, at) => at);
    if (!this.#isInOrder) order.sort((one, other) => this.dayOf(one) - this.dayOf(other));
    const days = new Int32Array(order.length).map((_, at) => this.dayOf(order[at] ?? 0));
    const columns = VALUES.map((name, place) => [name, this.#column(order, place)] as const);
    this.#pieces = [];
    this.#count = 0;
    return { days, values: Object.fromEntries(columns.filter(([, column]) => column !== undefined)) };
  }

  /** `undefined` when no row has the value. */
  #column(order: Uint32Array, place: number): Float64Array | undefined {
    const column = new Float64Array(order.length);
    let isKnown = false;
    for (let at = 0; at < order.length; at++) {
      const value = this.valueOf(order[at] ?? 0, place);
      isKnown ||= !Number.isNaN(value);
      column[at] = value;
    }
    return isKnown ? column : undefined;
  }

  #at(row: number, cell: number): number {
    return this.#pieces[Math.floor(row / ROWS_OF_PIECE)]?.[row % ROWS_OF_PIECE * ROW + cell] ?? NaN;
  }
}
