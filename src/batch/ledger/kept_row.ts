import type { Outcome } from "../../run/outcome.ts";
import type { OutcomeTexts } from "../../run/placed_row.ts";
import { outcomeAt } from "./ledger_rows.ts";
import type { Values } from "./open_database.ts";

/** A row as the ledger keeps it, to be written. */
export interface KeptRow {
  readonly outcome: Outcome;
  /** What of it is JSON already; absent for a row that was never asked. */
  readonly texts?: OutcomeTexts | undefined;
  /** Whether no row before asks the same. */
  readonly isFirst: boolean;
}

/** Makes an outcome of what `keptRows` gives of a row. */
export function toKeptRow(values: Values): KeptRow {
  return { outcome: outcomeAt(values), texts: textsOf(values), isFirst: values[0] === values[17] };
}

/** How long the answer is that `keptRows` gives of a row. */
export function answerChars(values: Values): number {
  return textAt(values, 13)?.length ?? 0;
}

/** What the ledger holds as JSON, it holds as `JSON.stringify` wrote it. */
function textsOf(values: Values): OutcomeTexts | undefined {
  const request = textAt(values, 7);
  if (request === undefined) return undefined;
  return { request, result: textAt(values, 13), files: textAt(values, 14) ?? "[]", error: textAt(values, 15) };
}

function textAt(values: Values, place: number): string | undefined {
  const value = values[place];
  return typeof value === "string" ? value : undefined;
}
