import { excerpt } from "../../text/control.ts";
import type { CsvRecord } from "../../text/csv_record.ts";

/** How a watchlist marks the name of a section. */
export const SECTION_MARK = "###";
/** Further sections are only counted. */
const NAMED_SECTIONS = 5;
const MAX_NAME_CHARS = 40;

/** The sections of a watchlist. */
export class Sections {
  readonly #names: string[] = [];
  #count = 0;
  #current = "";

  /**
   * Turns lines of many cells into rows of a ticker and its section.
   * @returns A record for each ticker; a malformed line as it is.
   */
  rowsOf(records: readonly CsvRecord[]): CsvRecord[] {
    return records.flatMap((record) => record.problem === undefined ? this.#rowsIn(record) : [record]);
  }

  /** Sentences for people. */
  notes(): string[] {
    if (this.#count === 0) return [];
    const more = this.#count - this.#names.length;
    const names = `${this.#names.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
    return [`Read the names of sections into the column section: ${names}`];
  }

  #rowsIn({ line, cells }: CsvRecord): CsvRecord[] {
    const rows: CsvRecord[] = [];
    for (const cell of cells.map((text) => text.trim()).filter((text) => text !== "")) {
      if (cell.startsWith(SECTION_MARK)) this.#begin(cell.slice(SECTION_MARK.length).trim());
      else rows.push({ line, cells: [cell, this.#current] });
    }
    return rows;
  }

  #begin(name: string): void {
    this.#current = name;
    this.#count++;
    if (this.#names.length < NAMED_SECTIONS) this.#names.push(excerpt(name, MAX_NAME_CHARS));
  }
}
