import { InputError } from "../../protocol/errors.ts";
import type { InputColumns } from "../list/input_columns.ts";
import type { InputRow } from "../../run/outcome.ts";

/** A name in double braces. */
const PLACEHOLDER = /\{\{\s*([^{}]*?)\s*\}\}/g;

/** The text of a row, or the column of an empty cell that it needs. */
export type Filled = { readonly text: string } | { readonly emptyColumn: string };

/** A prompt with placeholders, bound to the columns of an input. */
export interface Template {
  /** Names of the columns whose cells are filled in. */
  readonly columns: readonly string[];
  fill(row: InputRow): Filled;
}

/**
 * Binds a prompt to the columns it names: `{{ticker}}`, `{{company}}`, and any column by its name.
 * @throws {InputError} when the prompt is empty or names an unknown column.
 */
export function bindTemplate(text: string, columns: InputColumns): Template {
  if (text.trim() === "") throw new InputError("Cannot use the prompt: it is empty");
  const columnsAt = new Map(namesIn(text).map((name) => [name, placeholderColumn(name, columns, { what: "prompt" })]));
  return {
    columns: [...new Set([...columnsAt.values()].map((at) => columns.header[at] ?? ""))],
    fill: (row) => {
      for (const at of columnsAt.values()) {
        if (cellAt(row, at) === "") return { emptyColumn: columns.header[at] ?? "" };
      }
      return { text: fillPlaceholders(text, (name) => cellAt(row, columnsAt.get(name) ?? -1)) };
    },
  };
}

/** The names of the placeholders in a text, with repeats. */
export function namesIn(text: string): string[] {
  return [...text.matchAll(PLACEHOLDER)].map(([, name = ""]) => name);
}

/** Fills in the placeholders of a text; braces in a value have no meaning. */
export function fillPlaceholders(text: string, valueOf: (name: string) => string): string {
  return text.replace(PLACEHOLDER, (_, name: string) => valueOf(name));
}

/** A trimmed cell; empty when the row has none. */
export function cellAt({ cells }: InputRow, at: number): string {
  return (cells[at] ?? "").trim();
}

/**
 * Finds the column a placeholder means. A column with that name takes precedence over the built-in meaning of `ticker`
 * and `company`.
 * @param options What contains the placeholder, and its other valid names, for messages.
 * @throws {InputError} when it is missing.
 */
export function placeholderColumn(
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

/** Index of a column by its name, ignoring case. */
export function findColumn(name: string, { header }: InputColumns): number | undefined {
  const at = header.findIndex((column) => column.toLowerCase() === name.trim().toLowerCase());
  return at < 0 ? undefined : at;
}
