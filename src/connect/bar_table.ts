import { type CsvValue, stringify } from "../text/csv_write.ts";
import { isRecord } from "../text/options.ts";

/** A table as it is kept. */
export interface BarTable {
  readonly csv: Uint8Array;
  /** The newest day that it names, `YYYY-MM-DD`; undefined where it writes days in another way. */
  readonly newest: string | undefined;
}

/** What is wrong with a printed table: it has no row, is markup, or a line of it is no JSON. */
export function tableProblem(output: Uint8Array): string | undefined {
  const text = new TextDecoder().decode(output).trim();
  if (text === "") return "it printed nothing";
  if (text.startsWith("<")) return "it printed markup, not a table";
  if (!text.startsWith("{")) {
    return /\n/.test(text) ? undefined : "it printed one line: a header without a row, or a note";
  }
  const lines = text.split("\n");
  const wrong = lines.findIndex((line) => line.trim() !== "" && recordOf(line) === undefined);
  return wrong < 0 ? undefined : `line ${wrong + 1} of what it printed is not a JSON object`;
}

/** A printed table: JSON lines as CSV, with a column for each name; anything else as it is. */
export function jsonBarsAsCsv(output: Uint8Array): BarTable {
  const text = new TextDecoder().decode(output);
  if (!text.trimStart().startsWith("{")) return { csv: output, newest: newestDay(text) };
  const records = text.split("\n").filter((line) => line.trim() !== "").map((line) => recordOf(line) ?? {});
  const names = [...new Set(records.flatMap((record) => Object.keys(record)))];
  const rows = records.map((record) => names.map((name) => cellOf(record[name])));
  const csv = stringify([names, ...rows]);
  return { csv: new TextEncoder().encode(csv), newest: newestDay(csv) };
}

function recordOf(line: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function cellOf(value: unknown): CsvValue {
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") return value;
  return value === null || value === undefined ? undefined : JSON.stringify(value);
}

function newestDay(text: string): string | undefined {
  return text.match(/\b(?:19|20)\d\d-[01]\d-[0-3]\d\b/g)?.reduce((newest, day) => day > newest ? day : newest);
}
