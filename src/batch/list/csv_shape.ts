import type { Separator } from "../../text/csv_record.ts";
import type { Encoding } from "./decode_text.ts";

/** The detected format of a file. */
export interface CsvShape {
  readonly encoding: Encoding;
  readonly separator: Separator;
  /** Physical line of the header, from 1. */
  readonly headerLine: number;
  /** Non-empty lines before the header; they are skipped. */
  readonly linesBefore: number;
  /** Non-empty lines after the table; they are skipped. Final once the rows were read. */
  readonly linesAfter: number;
}

const SEPARATOR_NAMES: Readonly<Record<Separator, string>> = {
  ",": "commas",
  ";": "semicolons",
  "\t": "tabs",
  "|": "bars",
};

/**
 * Describes the format of a file where it is not the usual one.
 * @param shape The detected format.
 * @returns A sentence; nothing for UTF-8, commas and a header on the first line.
 */
export function shapeText({ encoding, separator, headerLine }: CsvShape): string | undefined {
  const parts = [
    ...(encoding === "UTF-8" ? [] : [`as ${encoding}`]),
    ...(separator === "," ? [] : [`separated by ${SEPARATOR_NAMES[separator]}`]),
    ...(headerLine === 1 ? [] : [`with its header on line ${headerLine}`]),
  ];
  return parts.length === 0 ? undefined : `Read ${parts.join(", ")}`;
}

/** Further ranges are only counted. */
const NAMED_RANGES = 5;

/** Line numbers for a note, in constant memory. */
export class LineList {
  readonly #ranges: { from: number; to: number }[] = [];
  #count = 0;
  #last = 0;

  get count(): number {
    return this.#count;
  }

  /** Adds a range of lines, in the order of the file. */
  add(from: number, to = from): void {
    this.#count += to - from + 1;
    const range = this.#ranges.at(-1);
    if (range !== undefined && range.to === this.#last && from === this.#last + 1) range.to = to;
    else if (this.#ranges.length < NAMED_RANGES) this.#ranges.push({ from, to });
    this.#last = to;
  }

  /** `line 4`, or `lines 1 to 3, 7 and 12 more`. */
  toString(): string {
    const named = this.#ranges.reduce((sum, { from, to }) => sum + to - from + 1, 0);
    const parts = this.#ranges.map(({ from, to }) => from === to ? `${from}` : `${from} to ${to}`);
    const more = this.#count - named;
    if (more > 0) parts.push(`${more} more`);
    const last = parts.length > 1 ? ` and ${parts.pop()}` : "";
    return `${this.#count === 1 ? "line" : "lines"} ${parts.join(", ")}${last}`;
  }
}
