import type { CsvRecord } from "../../text/csv_record.ts";
import type { DayReader, NoDay } from "./day_form.ts";
import { markOf, type NumberForm, readNumber, readShares, twoReadings } from "./number_form.ts";
import type { PriceColumns } from "./price_header.ts";

/** One row of a price file; what the row does not say is NaN. */
export interface PriceRow {
  /** As the file spells it; empty when the file has no such column. */
  readonly ticker: string;
  /** In days since 1 January 1970. */
  readonly day: number;
  readonly values: PriceValues;
  /** Present where its adjusted close is not above 0, as dividends larger than the price make it, and is left out. */
  readonly isBelowZero?: true;
  /** Its currency, as the file spells it; empty when the file has no such column. */
  readonly currency: string;
}

/** Columns of numbers of a row, in the order of {@linkcode PriceValues}. */
export const VALUES = ["close", "adjusted", "open", "high", "low", "volume", "split"] as const;

/** The numbers of a row as the file has them: those of {@linkcode VALUES}. Open, high and low are beside the close. */
export type PriceValues = readonly number[];

/** A cell that cannot be read. */
export interface BadCell extends NoDay {
  /** Index in the row, from 0. */
  readonly cell: number;
  /** Present for the day of the row. */
  readonly isDay?: true;
}

/** Where a cell starts in its line, from 1; approximately, because quotes are already removed. */
export function columnOf({ cells, columnOf: known }: Pick<CsvRecord, "cells" | "columnOf">, cell: number): number {
  if (known !== undefined) return known(cell);
  return cells.slice(0, cell).reduce((sum, text) => sum + text.length + 1, 1);
}

type ValueName = typeof VALUES[number];

/** Tables that state splits have 0 or 1 on days without one. */
const MAY_BE_ZERO: ReadonlySet<ValueName> = new Set(["volume", "split"]);
const CLOSE = VALUES.indexOf("close");
const ADJUSTED = VALUES.indexOf("adjusted");

const INFINITE = /^\s*[+-]?inf(inity)?\s*$/i;
const RATIO = /^\s*([\d.]+)\s*(?::|\/|-?for-?)\s*([\d.]+)\s*$/i;

/** New shares for an old one, as a number or as `4:1`. */
function readRatio(cell: string, decimal: NumberForm["decimal"]): number | undefined {
  const [, after, before] = RATIO.exec(cell) ?? [];
  return after === undefined ? readNumber(cell, decimal) : Number(after) / Number(before);
}

const READ: Readonly<Partial<Record<ValueName, typeof readNumber>>> = { volume: readShares, split: readRatio };

/** Reads the rows below a header, as one set of columns has them. */
export class PriceRowReader {
  readonly #columns: PriceColumns;
  readonly #form: NumberForm;
  readonly #days: DayReader;
  readonly #numbers: readonly (readonly [ValueName, number, number])[];

  constructor(columns: PriceColumns, { numbers, days }: { numbers: NumberForm; days: DayReader }) {
    this.#columns = columns;
    this.#form = numbers;
    this.#days = days;
    this.#numbers = numberColumns(columns).map(([name, at]) => [name, at, VALUES.indexOf(name)]);
  }

  /** The row, its first bad cell, or `undefined` when it has no close. */
  read(cells: readonly string[]): PriceRow | BadCell | undefined {
    const { date, ticker: named, owner = "", close, currency } = this.#columns;
    const ticker = named === undefined ? owner : cells[named] ?? "";
    const day = this.#days.read(cells[date] ?? "", ticker);
    if (typeof day !== "number") return { cell: date, isDay: true, ...day };
    const { decimal, isProven } = this.#form;
    const values = VALUES.map(() => NaN);
    let isBelowZero = false;
    for (const [name, at, place] of this.#numbers) {
      const cell = cells[at] ?? "";
      const value = (READ[name] ?? readNumber)(cell, decimal);
      if (value === undefined) continue;
      if (name === "adjusted" && close !== undefined && (value <= 0 || INFINITE.test(cell))) {
        isBelowZero = true;
        continue;
      }
      if (!(MAY_BE_ZERO.has(name) ? value >= 0 : value > 0) || value === Infinity) {
        return badNumber(cell, { at, name });
      }
      if (!isProven && name !== "volume" && this.#isOpen(cell, cells)) return openNumber(cell, at);
      values[place] = value;
    }
    if (Number.isNaN(values[close === undefined ? ADJUSTED : CLOSE])) return undefined;
    return { ticker, day, values, currency: cells[currency ?? -1] ?? "", ...(isBelowZero && { isBelowZero }) };
  }

  /** Whether the comma of a cell may stand before decimals: neither it nor the row says. */
  #isOpen(cell: string, cells: readonly string[]): boolean {
    return cell.includes(",") && !this.#numbers.some(([, at]) => markOf(cells[at] ?? "") === ".");
  }
}

/** The columns of numbers. */
export function numberColumns(columns: PriceColumns): readonly (readonly [ValueName, number])[] {
  const { date: _date, ticker: _ticker, owner: _owner, currency: _currency, ...numbers } = columns;
  return Object.entries(numbers) as [ValueName, number][];
}

function badNumber(cell: string, { at, name }: { at: number; name: ValueName }): BadCell {
  const shares = name === "split" ? "new shares for an old one" : "a number of shares";
  const expected = MAY_BE_ZERO.has(name)
    ? shares
    : `a price above 0${cell.trim().startsWith("-") ? ", and no return" : ""}`;
  return { cell: at, message: `Cannot read ${JSON.stringify(cell.slice(0, 40))}: expected ${expected}` };
}

function openNumber(cell: string, at: number): BadCell {
  return { cell: at, message: `Cannot tell the decimal mark: ${twoReadings(cell)}`, refusesFile: true };
}
