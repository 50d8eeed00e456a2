import { InputError } from "../../protocol/errors.ts";
import type { InputColumns } from "../list/input_columns.ts";
import type { InputRow } from "../../run/outcome.ts";

/** A name in double braces. */
export const PLACE = /\{\{\s*([^{}]*?)\s*\}\}/g;

/** A text of a row; or the name of a column whose cell it needs and is empty. */
export type Filled = { readonly text: string } | { readonly emptyColumn: string };

/** A prompt with places for cells, bound to the columns of an input. */
export interface Template {
  /** Names of the columns whose cells are filled in. */
  readonly columns: readonly string[];
  /** The prompt of a row. */
  fill(row: InputRow): Filled;
}

/**
 * Binds a prompt to the columns it names: `{{ticker}}`, `{{company}}`, and any column by its name.
 * @param text The prompt.
 * @param columns Columns of the input.
 * @returns The template.
 * @throws {InputError} when the prompt is empty or names a column that is not there.
 */
export function bindTemplate(text: string, columns: InputColumns): Template {
  if (text.trim() === "") throw new InputError("Cannot use the prompt: it is empty");
  const places = new Map(namesIn(text).map((name) => [name, findPlace(name, columns, { what: "prompt" })]));
  return {
    columns: [...new Set([...places.values()].map((at) => columns.header[at] ?? ""))],
    fill: (row) => {
      for (const at of places.values()) {
        if (cellAt(row, at) === "") return { emptyColumn: columns.header[at] ?? "" };
      }
      return { text: fillPlaces(text, (name) => cellAt(row, places.get(name) ?? -1)) };
    },
  };
}

/** The names of the places in a text, as often as they stand there. */
export function namesIn(text: string): string[] {
  return [...text.matchAll(PLACE)].map(([, name = ""]) => name);
}

/** Puts values in the places of a text; braces in a value are no places. */
export function fillPlaces(text: string, valueOf: (name: string) => string): string {
  return text.replace(PLACE, (_, name: string) => valueOf(name));
}

/** A cell without white space around it; empty where the row has none. */
export function cellAt({ cells }: InputRow, at: number): string {
  return (cells[at] ?? "").trim();
}

/**
 * Finds the column a place means; a column of that name wins over the meaning of the word.
 * @param name The name in the braces.
 * @param columns Columns of the input.
 * @param options What holds the place, and which other places it may hold, for messages.
 * @returns Place of the column, from 0.
 * @throws {InputError} when there is none.
 */
export function findPlace(
  name: string,
  columns: InputColumns,
  { what, others = [] }: { readonly what: string; readonly others?: readonly string[] },
): number {
  const { header, tickerAt, companyAt } = columns;
  const exact = header.indexOf(name);
  if (exact >= 0) return exact;
  const loose = findColumn(name, columns);
  if (loose !== undefined) return loose;
  if (name === "ticker") return tickerAt;
  if (name === "company" && companyAt !== undefined) return companyAt;
  const known = [...others, ...header].map((column) => `{{${column}}}`).join(", ");
  throw new InputError(`Cannot use the ${what}: it names {{${name}}}, but the columns are ${known}`);
}

/** A column by its name, upper and lower case alike; place from 0. */
export function findColumn(name: string, { header }: InputColumns): number | undefined {
  const at = header.findIndex((column) => column.toLowerCase() === name.trim().toLowerCase());
  return at < 0 ? undefined : at;
}
