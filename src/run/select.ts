import { parsePointer, valueAt } from "../protocol/json_pointer.ts";
import type { ReasoningResult } from "../protocol/reasoning.ts";
import type { CsvValue } from "../text/csv_write.ts";
import { flat, INPUT_PREFIX, THESIS_COLUMNS } from "./columns.ts";
import { hasThesis, type Outcome } from "./outcome.ts";

/** A selected column: a part of the answer. */
export interface SelectedField {
  /** Name of the column. */
  readonly name: string;
  /** JSON pointer (RFC 6901) to the part in the whole body. */
  readonly pointer: string;
}

const OWN_NAMES: ReadonlySet<string> = new Set(THESIS_COLUMNS);

/**
 * Validates selected columns.
 * @param select The columns, in their order.
 * @returns Why they are invalid; nothing when they are valid.
 */
export function selectProblem(select: readonly SelectedField[]): string | undefined {
  const earlier = new Set<string>();
  for (const { name, pointer } of select) {
    const problem = nameProblem(name, earlier) ?? pointerProblem(pointer);
    if (problem !== undefined) return `Cannot select "${name}": ${problem}`;
    earlier.add(name.toLowerCase());
  }
  return undefined;
}

function nameProblem(name: string, earlier: ReadonlySet<string>): string | undefined {
  const lower = name.toLowerCase();
  if (name.trim() !== name || name === "") return "a column needs a name without white space around it";
  if (/\p{Cc}/u.test(name)) return "its name contains a control character";
  if (OWN_NAMES.has(lower)) return "theses.csv has a column of that name";
  if (lower.startsWith(INPUT_PREFIX)) return `${INPUT_PREFIX} is the prefix of the input's columns`;
  return earlier.has(lower) ? "two columns would have that name" : undefined;
}

function pointerProblem(pointer: string): string | undefined {
  try {
    parsePointer(pointer);
    return undefined;
  } catch (error) {
    if (error instanceof TypeError) return error.message;
    throw error;
  }
}

/**
 * The selected parts of an answer, as `theses.jsonl` shows them.
 * @param select The selected columns.
 * @param outcome The outcome of the row.
 * @returns Values by name; a missing part is absent, and without a thesis the object is empty.
 */
export function selectedOf(select: readonly SelectedField[], outcome: Outcome): Readonly<Record<string, unknown>> {
  if (!hasThesis(outcome)) return {};
  const wire = wireOf(outcome.result);
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

/** The whole body of an answer. */
function wireOf(result: ReasoningResult): unknown {
  return result.wire ?? result;
}

function cellOf(value: unknown): CsvValue {
  if (value === undefined || value === null) return undefined;
  if (typeof value === "string") return flat(value);
  return typeof value === "number" || typeof value === "boolean" ? value : JSON.stringify(value);
}
