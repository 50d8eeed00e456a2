import { parsePointer, valueAt } from "../protocol/json_pointer.ts";
import { type CsvValue, flat } from "../text/csv_write.ts";
import { hasThesis, type Outcome } from "./outcome.ts";

/** A selected column: a part of the answer. */
export interface SelectedField {
  /** Name of the column. */
  readonly name: string;
  /** JSON pointer (RFC 6901) to the part in the whole body. */
  readonly pointer: string;
}

/**
 * The selected parts of an answer, as `theses.jsonl` shows them.
 * @param select The selected columns.
 * @param outcome The outcome of the row.
 * @returns Values by name; a missing part is absent, and without a thesis the object is empty.
 */
export function selectedOf(select: readonly SelectedField[], outcome: Outcome): Readonly<Record<string, unknown>> {
  if (!hasThesis(outcome)) return {};
  const wire = outcome.result.wire ?? outcome.result;
  const found = select.map(({ name, pointer }) => [name, valueAt(wire, parsePointer(pointer))] as const);
  return Object.fromEntries(found.filter(([, value]) => value !== undefined));
}

/**
 * The cells of the selected columns: lists and objects as JSON, a missing part is empty.
 * @param select The selected columns.
 * @param outcome The outcome of the row.
 * @returns A cell for each column.
 */
export function selectedCells(select: readonly SelectedField[], outcome: Outcome): CsvValue[] {
  const found = selectedOf(select, outcome);
  return select.map(({ name }) => cellOf(Object.hasOwn(found, name) ? found[name] : undefined));
}

function cellOf(value: unknown): CsvValue {
  if (value === undefined || value === null) return undefined;
  if (typeof value === "string") return flat(value);
  return typeof value === "number" || typeof value === "boolean" ? value : JSON.stringify(value);
}
