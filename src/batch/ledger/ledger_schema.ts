import { type Durability, synchronous } from "../../disk/durability.ts";
import { CHAIN_SCHEMA } from "./ledger_chain.ts";

/** States of a request; `answered` holds a result whose files are not on disk yet. */
export type RequestState =
  | "planned"
  | "intent"
  | "answered"
  | "done"
  | "partial"
  | "failed"
  | "in_doubt"
  | "skipped";

/** With WAL and FULL an acknowledged intent survives a power cut (docs/measured.md). */
export function pragmasOf(durability?: Durability): string {
  return `${synchronous("FULL", durability)} PRAGMA journal_mode = WAL; PRAGMA busy_timeout = 5000; ` +
    "PRAGMA temp_store = MEMORY;";
}

/** Name of the ledger in the folder of a run. */
export const LEDGER_FILE = "ledger.sqlite";
/** Name of the file beside it that holds the number of its commits. */
export const MARK_FILE = ".ledger.mark";

/** Raised with each change of the tables. */
export const SCHEMA_VERSION = 4;
/** Had no chain; a writer begins one. */
export const VERSION_WITHOUT_CHAIN = 3;

/**
 * `attempts` counts what was sent or may have been sent; `billable`, the attempts with the current key that may have
 * run; `strikes`, consecutive failures with the same code. Rows are numbered from 1 without a gap. The first row of a
 * request is in no index: nearly all rows are, and that index would take a third of the time of writing them.
 */
export const SCHEMA = `
PRAGMA user_version = ${SCHEMA_VERSION};
${CHAIN_SCHEMA}
CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
CREATE TABLE requests (
  id INTEGER PRIMARY KEY,
  identity TEXT NOT NULL UNIQUE,
  body TEXT NOT NULL,
  first_row INTEGER NOT NULL,
  idempotency_key TEXT NOT NULL,
  round INTEGER NOT NULL DEFAULT 1,
  state TEXT NOT NULL DEFAULT 'planned',
  attempts INTEGER NOT NULL DEFAULT 0,
  billable INTEGER NOT NULL DEFAULT 0,
  strikes INTEGER NOT NULL DEFAULT 0,
  started_at TEXT,
  seconds REAL,
  result TEXT,
  files TEXT,
  error TEXT,
  reused_from TEXT
) STRICT;
CREATE INDEX requests_by_state ON requests (state, id);
CREATE TABLE rows (
  row INTEGER PRIMARY KEY,
  line INTEGER NOT NULL,
  ticker TEXT NOT NULL,
  company TEXT,
  cells TEXT NOT NULL,
  problem TEXT,
  request INTEGER REFERENCES requests (id),
  is_repeat INTEGER NOT NULL
) STRICT;
CREATE INDEX repeats_by_request ON rows (request, row) WHERE is_repeat = 1;
CREATE INDEX invalid_rows ON rows (row) WHERE request IS NULL;
`;

/** Kept by a run that checks its theses, and only by that: another ledger has no such table. */
export const CHECKS_SCHEMA = "CREATE TABLE IF NOT EXISTS checks " +
  "(request INTEGER PRIMARY KEY REFERENCES requests (id), outcome TEXT NOT NULL) STRICT";

/** Columns that are read as values without names: of `rows`, of `requests`, and of an open request. */
const ROW = ["row", "line", "ticker", "company", "cells", "problem"] as const;
const REQUEST = [
  "identity",
  "body",
  "idempotency_key",
  "state",
  "attempts",
  "started_at",
  "seconds",
  "result",
  "files",
  "error",
  "reused_from",
  "first_row",
] as const;
const OPEN = ["id", "billable", "strikes"] as const;
/**
 * The request about the list as a whole, if there is one, is the last; no row shares it. Its first row is the last one,
 * so that it is sent after the others and a limit of rows leaves it out, but that row has a request of its own or none.
 */
const ABOUT_LIST = "r.request IS NOT q.id";
/** Index of each column in the values of `nextOpen`; `keptRows` and `rowsOf` return a prefix of them. */
export const AT = placesOf([...ROW, ...REQUEST, "checked", ...OPEN, "is_shared", "is_about_list"]);

function of(table: string, names: readonly string[]): string[] {
  return names.map((name) => `${table}.${name}`);
}

function placesOf<Name extends string>(names: readonly Name[]): Readonly<Record<Name, number>> {
  return Object.fromEntries(names.map((name, at) => [name, at])) as Record<Name, number>;
}

/**
 * A partial request that is asked again, because the service itself says what it could not do. An answer nested too
 * deep for the database is not valid JSON to it.
 */
export const IS_INCOMPLETE = "state = 'partial' AND " +
  "iif(json_valid(result), coalesce(json_extract(result, '$.metadata.incomplete'), 0), 0) = 1";

/** The statements that read whole rows, and with them the outcomes of their checks. */
function readsWith(check: string) {
  const rowAndRequest = [...of("r", ROW), ...of("q", REQUEST), `${check} AS checked`].join(", ");
  return {
    // One state at a time: over two the index is not ordered by id, and each page would sort all open requests.
    nextOpen: `SELECT ${rowAndRequest}, ${of("q", OPEN).join(", ")}, ` +
      "EXISTS (SELECT 1 FROM rows t WHERE t.request = q.id AND t.is_repeat = 1) AS is_shared, " +
      `${ABOUT_LIST} AS is_about_list ` +
      "FROM requests q JOIN rows r ON r.row = q.first_row " +
      "WHERE q.state = ? AND q.id > ? ORDER BY q.id LIMIT 256",
    keptRows: `SELECT ${rowAndRequest} ` +
      "FROM rows r LEFT JOIN requests q ON q.id = r.request WHERE r.row > ? ORDER BY r.row LIMIT ?",
  } as const;
}

const READS = readsWith("NULL");
const READS_WITH_CHECKS = readsWith("(SELECT c.outcome FROM checks c WHERE c.request = q.id)");

/** The statements that read whole rows of a ledger, with or without checks. */
export function readsOf(options: { readonly hasChecks: boolean }): typeof READS {
  return options.hasChecks ? READS_WITH_CHECKS : READS;
}

/** All other statements of a ledger. */
export const SQL = {
  hasChecks: "SELECT 1 FROM sqlite_schema WHERE name = 'checks'",
  setCheck: "INSERT INTO checks (request, outcome) VALUES (?, ?) " +
    "ON CONFLICT (request) DO UPDATE SET outcome = excluded.outcome",
  insertRequest: "INSERT INTO requests (identity, body, first_row, idempotency_key) VALUES (?, ?, ?, ?) " +
    "ON CONFLICT (identity) DO NOTHING",
  requestId: "SELECT id FROM requests WHERE identity = ?",
  insertRow: "INSERT INTO rows (row, line, ticker, company, cells, problem, request, is_repeat) " +
    "VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
  setMeta: "INSERT INTO meta (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
  meta: "SELECT value FROM meta WHERE name = ?",
  inDoubtIds: "SELECT id FROM requests WHERE state = 'in_doubt' ORDER BY id",
  intent: "UPDATE requests SET state = 'intent', attempts = attempts + 1, billable = billable + 1, " +
    "started_at = ?, seconds = NULL WHERE id = ?",
  answered: "UPDATE requests SET state = ?, result = ?, seconds = ?, error = NULL, strikes = 0 WHERE id = ?",
  saved: "UPDATE requests SET state = ?, files = ?, error = ? WHERE id = ?",
  lost: "UPDATE requests SET state = 'partial', files = ?, error = coalesce(error, ?) WHERE id = ?",
  ended: "UPDATE requests SET state = ?, error = ?, seconds = ?, strikes = ?, billable = billable - ? WHERE id = ?",
  rollBack: "UPDATE requests SET state = 'planned', attempts = attempts - 1, billable = billable - 1 WHERE id = ?",
  reuse: "UPDATE requests SET state = 'done', result = ?, files = ?, started_at = ?, seconds = ?, reused_from = ? " +
    "WHERE id = ?",
  requestCount: "SELECT count(*) AS n FROM requests",
  countByState: "SELECT state, count(*) AS n FROM requests GROUP BY state",
  openCount: "SELECT count(*) AS n FROM requests WHERE state IN ('planned', 'intent', 'answered') " +
    "OR (state = 'skipped' AND first_row <= ?)",
  // Requests are numbered in the order of their first rows.
  firstOpenRow: "SELECT first_row FROM requests WHERE id = (SELECT min(id) FROM requests " +
    "WHERE state IN ('planned', 'intent', 'answered', 'skipped', 'in_doubt'))",
  aboutList: `SELECT ${of("q", REQUEST).join(", ")} FROM requests q JOIN rows r ON r.row = q.first_row ` +
    `WHERE q.id = (SELECT max(id) FROM requests) AND ${ABOUT_LIST}`,
  rowCount: "SELECT coalesce(max(row), 0) AS n FROM rows",
  invalidCount: "SELECT count(*) AS n FROM rows WHERE request IS NULL",
  inDoubtCount: "SELECT count(*) AS n FROM requests WHERE state = 'in_doubt'",
  openUpTo: "SELECT count(*) AS n FROM requests WHERE state IN ('planned', 'intent', 'answered', 'skipped') " +
    "AND first_row <= ?",
  rowsOf: `SELECT ${ROW.join(", ")} FROM rows WHERE row = ` +
    "(SELECT first_row FROM requests WHERE id = ?1) OR (request = ?1 AND is_repeat = 1) ORDER BY row",
  unskip: "UPDATE requests SET state = 'planned' WHERE state = 'skipped'",
  // An incomplete answer that was to be asked for again stays one.
  skip:
    "UPDATE requests SET state = iif(result IS NULL, 'skipped', 'partial') WHERE state = 'planned' AND first_row > ?",
  doubt: "UPDATE requests SET state = iif(result IS NULL, 'in_doubt', 'partial'), error = ? WHERE state = 'intent'",
  resend: "UPDATE requests SET state = 'planned' WHERE id IN " +
    "(SELECT id FROM requests WHERE state = 'in_doubt' ORDER BY id LIMIT ?)",
  toRetry: `SELECT id, identity, round, state, ${IS_INCOMPLETE} AS is_incomplete ` +
    "FROM requests WHERE state IN ('failed', 'partial', 'in_doubt')",
  // Paid replies that were no thesis; other failures have codes of the service, or a status.
  keptReply: "SELECT id, seconds, json_extract(error, '$.body') AS body FROM requests WHERE state = 'failed' " +
    "AND id > ? AND json_extract(error, '$.code') IN ('protocol', 'http_200') " +
    "AND json_type(error, '$.body') = 'text' ORDER BY id LIMIT 1",
  retry: "UPDATE requests SET state = 'planned', round = ?, idempotency_key = ?, result = NULL, files = NULL, " +
    "error = NULL, strikes = 0, billable = 0 WHERE id = ?",
  askAgain: "UPDATE requests SET state = 'planned', round = ?, idempotency_key = ?, strikes = 0, billable = 0 " +
    "WHERE id = ?",
  fetchAgain: "UPDATE requests SET state = 'answered', files = NULL, error = NULL WHERE id = ?",
} as const;

/** Note with the state of rate, limit and breaker. */
export const PACE_NOTE = "pace";
/** Note with what was spent. */
export const SPENT_NOTE = "spent";
/** Note that the service runs a repeated key once. */
export const HONOURS_KEYS_NOTE = "honours_keys";
