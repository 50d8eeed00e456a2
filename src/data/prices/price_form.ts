import type { CsvRecord } from "../../text/csv_record.ts";
import { bothReadings, type DayOrder, looksLikeDay, orderOf } from "./day_form.ts";
import { isOpenNumber, markOf, type NumberForm, twoReadings } from "./number_form.ts";
import { findLayout, type PriceLayout } from "./price_layout.ts";
import { columnOf, numberColumns } from "./price_row.ts";

/** How a price file is to be read. */
export interface PriceForm extends PriceLayout {
  readonly numbers: NumberForm;
  /** Present where its days need one. */
  readonly order?: DayOrder;
  /** The rows that were looked at, without the header. */
  readonly rows: readonly CsvRecord[];
}

/** Why a file is not read, and where that was seen. */
export interface FormRefusal {
  readonly message: string;
  readonly line: number;
  readonly column?: number;
}

/** A cell that may be read in two ways. */
interface OpenCell {
  readonly cell: string;
  readonly line: number;
  readonly column?: number;
}

/** Looks at the first rows of a file until they prove how all are to be read. Nothing is guessed. */
export class FormSearch {
  readonly #owner: string | undefined;
  readonly #separator: string;
  readonly #rows: CsvRecord[] = [];
  #layout: PriceLayout | string | undefined;
  #order: DayOrder | undefined;
  #hasDay = false;
  #numbers: NumberForm | undefined;
  #openDay: OpenCell | undefined;
  #openNumber: OpenCell | undefined;

  /** `ticker` is the one in the name of the file. */
  constructor({ ticker, separator = "," }: { ticker?: string | undefined; separator?: string }) {
    this.#owner = ticker;
    this.#separator = separator;
  }

  /** Whether there was a row. */
  get hasHeader(): boolean {
    return this.#rows.length > 0;
  }

  /** Adds a row; true when the form is known, or it is known that there is none. */
  add(record: CsvRecord): boolean {
    if (this.#rows.length === 0 && /^(#|sep=)/i.test(record.cells[0] ?? "")) return false;
    this.#rows.push(record);
    if (this.#rows.length === 1) return false;
    if (this.#layout === undefined) {
      this.#layout = findLayout(this.#rows, this.#owner);
      if (typeof this.#layout !== "string" && this.#layout.headerRows === 1) this.#look(record);
    } else if (typeof this.#layout !== "string") this.#look(record);
    return typeof this.#layout === "string" || this.#hasDay && this.#numbers !== undefined;
  }

  /** The form, as far as the rows show it; the refusal of a file that leaves a choice. */
  form(): PriceForm | FormRefusal {
    const layout = this.#layout ?? findLayout(this.#rows, this.#owner);
    const line = this.#rows[0]?.line ?? 1;
    if (typeof layout === "string") return { message: layout, line };
    if (!this.#hasDay && this.#openDay) return refuseDays(this.#openDay);
    const numbers = this.#numbers ?? this.#numbersOfAll();
    if (numbers === undefined) return refuseNumbers(this.#openNumber ?? { cell: "", line });
    const rows = this.#rows.slice(layout.headerRows);
    const [first] = rows;
    const isNameOfIndex = layout.headerRows === 2 && first?.cells.slice(1).every((cell) => cell === "");
    if (isNameOfIndex && !looksLikeDay(first?.cells[0] ?? "")) rows.shift();
    return { ...layout, numbers, ...(this.#order !== undefined && { order: this.#order }), rows };
  }

  #look(record: CsvRecord): void {
    const { cells, line } = record;
    const { sets } = this.#layout as PriceLayout;
    const day = cells[sets[0]?.date ?? 0] ?? "";
    const order = orderOf(day);
    if (order === "open") this.#openDay ??= { cell: day, line };
    else if (order === "day" || order === "month") this.#order ??= order;
    this.#hasDay ||= this.#order !== undefined || order === "none" && looksLikeDay(day);
    if (this.#numbers !== undefined) return;
    const found = sets.flatMap((set) => numberColumns(set).map(([, at]) => cells[at] ?? ""));
    const mark = found.map(markOf).find((one) => one !== undefined);
    // a semicolon separates cells where the comma is the decimal mark, and the dot groups thousands
    const open = found.find((cell) => cell.includes(",") || this.#separator === ";" && isOpenNumber(cell));
    if (mark !== undefined) this.#numbers = { decimal: mark, isProven: true };
    else if (open !== undefined) {
      this.#openNumber ??= { cell: open, line, column: columnOf(record, cells.indexOf(open)) };
    } else if (this.#separator === ",") this.#numbers = { decimal: ".", isProven: false };
  }

  /** Without proof: a semicolon separates cells where the comma stands before decimals. */
  #numbersOfAll(): NumberForm | undefined {
    if (this.#openNumber === undefined) return { decimal: ".", isProven: false };
    return this.#separator === ";" && this.#openNumber.cell.includes(",")
      ? { decimal: ",", isProven: true }
      : undefined;
  }
}

function refuseDays({ cell, line }: OpenCell): FormRefusal {
  const message = `Cannot tell the day from the month: ${JSON.stringify(cell)} is ${bothReadings(cell)}, ` +
    "and no row proves which; write days as YYYY-MM-DD";
  return { message, line };
}

function refuseNumbers({ cell, ...place }: OpenCell): FormRefusal {
  return { message: `Cannot tell the decimal mark: ${twoReadings(cell)}`, ...place };
}
