import type { SQLOutputValue } from "node:sqlite";
import type { Outcome } from "../run/outcome.ts";
import type { OutcomeTexts } from "../run/placed_row.ts";
import { toOutcome } from "./ledger_rows.ts";

/** A row as the ledger keeps it, to be written. */
export interface KeptRow {
  readonly outcome: Outcome;
  /** What of it is JSON already; absent for a row that was never asked. */
  readonly texts?: OutcomeTexts | undefined;
  /** Whether no row before asks the same. */
  readonly isFirst: boolean;
}

/** What {@linkcode KEPT_ROWS} gives of a row: values without names are had in half the time. */
export type KeptValues = readonly SQLOutputValue[];

/** The number of a row and the size of its answer come first, for who reads page by page. */
export const KEPT_ROWS = "SELECT r.row, octet_length(q.result), r.line, r.ticker, r.company, r.cells, r.problem, " +
  "q.identity, q.body, q.idempotency_key, q.state, q.attempts, q.started_at, q.seconds, q.result, q.files, q.error, " +
  "q.reused_from, q.first_row FROM rows r LEFT JOIN requests q ON q.id = r.request WHERE r.row > ? ORDER BY r.row LIMIT ?";

/** Makes an outcome of what was kept. */
export function toKeptRow(values: KeptValues): KeptRow {
  const [row = null, , line = null, ticker = null, company = null, cells = null, problem = null, ...asked] = values;
  const [identity = null, body = null, idempotency_key = null, state = null, attempts = null, ...answered] = asked;
  const [
    started_at = null,
    seconds = null,
    result = null,
    files = null,
    error = null,
    reused_from = null,
    first_row = null,
  ] = answered;
  const outcome = toOutcome({
    ...{ row, line, ticker, company, cells, problem, identity, body, idempotency_key, state, attempts },
    ...{ started_at, seconds, result, files, error, reused_from },
  });
  return { outcome, texts: textsOf({ body, result, files, error }), isFirst: row === first_row };
}

/** What the ledger holds as JSON, it holds as `JSON.stringify` wrote it. */
function textsOf({ body, result, files, error }: Readonly<Record<string, SQLOutputValue>>): OutcomeTexts | undefined {
  if (typeof body !== "string") return undefined;
  return {
    request: body,
    result: typeof result === "string" ? result : undefined,
    files: typeof files === "string" ? files : "[]",
    error: typeof error === "string" ? error : undefined,
  };
}
