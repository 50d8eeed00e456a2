import { errorOf, hasThesis, type Outcome } from "./outcome.ts";
import type { Comparison } from "./ranks.ts";
import { selectedOf } from "./select.ts";
import type { LineTable, TableOptions } from "./theses_table.ts";
import { warningsOf } from "./warnings.ts";

/**
 * Renders `theses.jsonl`: all that is known of each row.
 * @param header Names of the input's columns.
 * @param others What the warnings say about a row among the others.
 * @param options Further columns, which stand under `selected`.
 * @returns One line of JSON for each row.
 */
export function thesesLines(
  header: readonly string[],
  others: Comparison,
  { select = [] }: TableOptions = {},
): LineTable {
  return {
    head: "",
    line: (outcome) => {
      const warnings = hasThesis(outcome) ? warningsOf(outcome, others) : [];
      const selected = select.length === 0 ? {} : { selected: selectedOf(select, outcome) };
      return `${JSON.stringify({ ...describe(outcome, header), ...selected, warnings })}\n`;
    },
  };
}

function describe(outcome: Outcome, header: readonly string[]): Record<string, unknown> {
  const { row, line, ticker, cells } = outcome.input;
  const error = errorOf(outcome);
  return {
    row,
    line,
    ticker,
    status: outcome.status,
    input: Object.fromEntries(header.map((name, at) => [name, cells[at] ?? ""])),
    ...(outcome.status === "invalid" ? {} : describeAsked(outcome)),
    ...(hasThesis(outcome) ? { result: outcome.result, files: outcome.files } : {}),
    ...(error === undefined ? {} : { error }),
  };
}

function describeAsked({ asked }: Exclude<Outcome, { status: "invalid" }>): Record<string, unknown> {
  return {
    request: asked.request,
    identity: asked.identity,
    idempotency_key: asked.idempotencyKey,
    attempts: asked.attempts,
    started_at: asked.startedAt,
    seconds: asked.seconds,
  };
}
