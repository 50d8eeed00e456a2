import { errorOf, hasThesis, type Outcome } from "./outcome.ts";
import { compareRows } from "./ranks.ts";
import type { RunTable } from "./theses_table.ts";
import { warningsOf } from "./warnings.ts";

/**
 * Renders `theses.jsonl`: all that is known of each row, in input order.
 * @param run The rows of a run.
 * @returns One line of JSON for each row, with its line end.
 */
export function* thesesLines({ header, outcomes }: RunTable): Generator<string, void, undefined> {
  const others = compareRows(outcomes);
  for (const outcome of outcomes) {
    const warnings = hasThesis(outcome) ? warningsOf(outcome, others) : [];
    yield `${JSON.stringify({ ...describe(outcome, header), warnings })}\n`;
  }
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
