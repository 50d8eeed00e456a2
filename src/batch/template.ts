import { InputError } from "./input_error.ts";
import type { InputColumns } from "./input_columns.ts";
import type { InputRow } from "../run/outcome.ts";

const PLACE = /\{\{\s*([^{}]*?)\s*\}\}/g;

/** A prompt with places for cells, bound to the columns of an input. */
export interface Template {
  /** Names of the columns whose cells are filled in. */
  readonly columns: readonly string[];
  /** The prompt of a row; or the name of a column whose cell it needs and is empty. */
  fill(row: InputRow): { readonly text: string } | { readonly emptyColumn: string };
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
  const places = new Map<string, number>();
  for (const [, name] of text.matchAll(PLACE)) {
    if (name !== undefined) places.set(name, placeOf(name, columns));
  }
  return {
    columns: [...new Set([...places.values()].map((at) => columns.header[at] ?? ""))],
    fill: (row) => {
      for (const [name, at] of places) {
        if ((row.cells[at] ?? "").trim() === "") return { emptyColumn: columns.header[at] ?? name };
      }
      return { text: text.replace(PLACE, (_, name: string) => (row.cells[places.get(name) ?? -1] ?? "").trim()) };
    },
  };
}

/** A column of that name wins over the meaning of the word. */
function placeOf(name: string, { header, tickerAt, companyAt }: InputColumns): number {
  const exact = header.indexOf(name);
  if (exact >= 0) return exact;
  const loose = header.findIndex((column) => column.toLowerCase() === name.toLowerCase());
  if (loose >= 0) return loose;
  if (name === "ticker") return tickerAt;
  if (name === "company" && companyAt !== undefined) return companyAt;
  const known = header.map((column) => `{{${column}}}`).join(", ");
  throw new InputError(`Cannot use the prompt: it names {{${name}}}, but the columns are ${known}`);
}
