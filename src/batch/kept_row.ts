import type { Outcome } from "../run/outcome.ts";
import type { OutcomeTexts } from "../run/placed_row.ts";
import { type LedgerRecord, toOutcome } from "./ledger_rows.ts";
import type { Values } from "./open_database.ts";

/** A row as the ledger keeps it, to be written. */
export interface KeptRow {
  readonly outcome: Outcome;
  /** What of it is JSON already; absent for a row that was never asked. */
  readonly texts?: OutcomeTexts | undefined;
  /** Whether no row before asks the same. */
  readonly isFirst: boolean;
}

/** The number of a row and the size of its answer come first, for who reads page by page. */
export const KEPT_ROWS = "SELECT r.row, octet_length(q.result), r.line, r.ticker, r.company, r.cells, r.problem, " +
  "q.identity, q.body, q.idempotency_key, q.state, q.attempts, q.started_at, q.seconds, q.result, q.files, q.error, " +
  "q.reused_from, q.first_row FROM rows r LEFT JOIN requests q ON q.id = r.request WHERE r.row > ? ORDER BY r.row LIMIT ?";

/** Makes an outcome of what {@linkcode KEPT_ROWS} gives of a row. Taken by place: to take so many values out of a list by its iterator costs more. */
export function toKeptRow(values: Values): KeptRow {
  const at = (place: number) => values[place] ?? null;
  const record = {
    row: at(0),
    line: at(2),
    ticker: at(3),
    company: at(4),
    cells: at(5),
    problem: at(6),
    identity: at(7),
    body: at(8),
    idempotency_key: at(9),
    state: at(10),
    attempts: at(11),
    started_at: at(12),
    seconds: at(13),
    result: at(14),
    files: at(15),
    error: at(16),
    reused_from: at(17),
  };
  return { outcome: toOutcome(record), texts: textsOf(record), isFirst: record.row === at(18) };
}

/** What the ledger holds as JSON, it holds as `JSON.stringify` wrote it. */
function textsOf({ body, result, files, error }: LedgerRecord): OutcomeTexts | undefined {
  if (typeof body !== "string") return undefined;
  return {
    request: body,
    result: typeof result === "string" ? result : undefined,
    files: typeof files === "string" ? files : "[]",
    error: typeof error === "string" ? error : undefined,
  };
}
