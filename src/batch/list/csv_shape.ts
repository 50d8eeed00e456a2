import type { Separator } from "../../text/csv_record.ts";
import type { Encoding } from "./decode_text.ts";

/** The detected format of a file. */
export interface CsvShape {
  readonly encoding: Encoding;
  readonly separator: Separator;
  /** Physical line of the header, from 1; 0 without one. */
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
 * @returns A sentence; nothing for UTF-8, commas and no header below the first line.
 */
export function shapeText({ encoding, separator, headerLine }: CsvShape): string | undefined {
  const parts = [
    ...(encoding === "UTF-8" ? [] : [`as ${encoding}`]),
    ...(separator === "," ? [] : [`separated by ${SEPARATOR_NAMES[separator]}`]),
    ...(headerLine <= 1 ? [] : [`with its header on line ${headerLine}`]),
  ];
  return parts.length === 0 ? undefined : `Read ${parts.join(", ")}`;
}
