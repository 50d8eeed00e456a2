import { z } from "zod";

/** A file of a request, as the Responses style writes it: our service reads a CSV file with tickers, dates and numbers. */
export interface InputFile {
  /** Always `input_file`. */
  readonly type: "input_file";
  /** Its name, like `scores.csv`, of which the names of its columns begin. */
  readonly filename: string;
  /** Its bytes as a data URL, like `data:text/csv;base64,...`. */
  readonly file_data: string;
}

/** Reads an {@linkcode InputFile}. */
export const inputFileSchema = z.looseObject({
  type: z.literal("input_file"),
  filename: z.string().min(1),
  file_data: z.string().min(1),
}) satisfies z.ZodType<InputFile>;

/** Longest CSV file of a request, in bytes. */
export const MAX_TABLE_BYTES = 1_048_576;
/** Most rows of one, its header aside. */
export const MAX_TABLE_ROWS = 10_000;

/** The rows of a CSV text below its header; a line inside a quoted cell counts too, which a table of numbers does not have. */
export function rowsIn(text: string): number {
  return (text.trimEnd().match(/\r\n|\r|\n/g) ?? []).length;
}

const CSV = "data:text/csv;base64,";
/** Bytes that become characters at once: more are more arguments than a call may have. */
const PIECE = 32_768;

/** Writes a CSV text as a file of a request. */
export function csvFile(filename: string, text: string): InputFile {
  const bytes = new TextEncoder().encode(text);
  let binary = "";
  for (let at = 0; at < bytes.length; at += PIECE) binary += String.fromCharCode(...bytes.subarray(at, at + PIECE));
  return { type: "input_file", filename, file_data: `${CSV}${btoa(binary)}` };
}
