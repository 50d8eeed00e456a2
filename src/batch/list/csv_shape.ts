import type { Separator } from "../../text/csv_record.ts";
import type { Encoding } from "./decode_text.ts";

/** How a file was found to be written. */
export interface CsvShape {
  readonly encoding: Encoding;
  readonly separator: Separator;
  /** Physical line of the header, from 1. */
  readonly headerLine: number;
  /** Lines with content before the header, left out. */
  readonly linesBefore: number;
  /** Lines with content after the table, left out; known once the rows were read. */
  readonly linesAfter: number;
}

const SEPARATOR_NAMES: Readonly<Record<Separator, string>> = {
  ",": "commas",
  ";": "semicolons",
  "\t": "tabs",
  "|": "bars",
};

/**
 * Says how a file was read, where it is not the usual way.
 * @param shape What was found.
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
