import type { RequestBody } from "../../protocol/reasoning.ts";
import type { LedgerReader } from "../ledger/ledger_reader.ts";
import { IS_INCOMPLETE } from "../ledger/ledger_schema.ts";

/** What resuming a run would do. */
export interface WorkAhead {
  /** Requests that would be sent. */
  readonly requests: number;
  /** The first few of them. */
  readonly first: readonly RequestBody[];
  /** Requests that are settled. */
  readonly known: number;
  /** Requests that may have been sent, with an unknown result. */
  readonly inDoubt: number;
}

/** Options of the resume. */
export interface ResumeOptions {
  /** Rows after this number are skipped. */
  readonly limit: number | undefined;
  readonly retryFailed: boolean;
  readonly resendInDoubt: number;
  /** Whether the service runs a repeated key once; then all requests in doubt are sent again. */
  readonly isIdempotent: boolean;
  /** Number of first requests to return. */
  readonly shown: number;
}

/** Reads from a ledger what `recover()` and `retryFailed()` would reopen, without writing. */
export function workAhead(reader: LedgerReader, options: ResumeOptions): WorkAhead {
  const { limit = Number.MAX_SAFE_INTEGER, retryFailed, resendInDoubt, isIdempotent, shown } = options;
  const doubts = retryFailed ? "'intent'" : "'intent', 'in_doubt'";
  const opened = retryFailed ? "'planned', 'skipped', 'failed', 'in_doubt'" : "'planned', 'skipped'";
  const incomplete = retryFailed ? `OR (${IS_INCOMPLETE})` : "";
  const ahead = `FROM requests WHERE first_row <= ? AND (state IN (${opened}) ${incomplete} OR id IN ` +
    `(SELECT id FROM requests WHERE state IN (${doubts}) ORDER BY id LIMIT ?))`;
  const resent = isIdempotent ? -1 : resendInDoubt; // to SQLite a negative limit is no limit
  const first = reader.all(`SELECT body ${ahead} ORDER BY id LIMIT ?`, limit, resent, shown);
  const states = reader.requestsByState();
  const count = (...names: readonly Parameters<typeof states.get>[0][]) =>
    names.reduce((sum, name) => sum + (states.get(name) ?? 0), 0);
  const askedAgain = retryFailed ? reader.all(`SELECT count(*) AS n FROM requests WHERE ${IS_INCOMPLETE}`) : [];
  return {
    requests: Number(reader.all(`SELECT count(*) AS n ${ahead}`, limit, resent)[0]?.["n"]),
    first: first.map(({ body }) => JSON.parse(String(body)) as RequestBody),
    known: count("done", "partial", "answered") + (retryFailed ? 0 : count("failed")) -
      Number(askedAgain[0]?.["n"] ?? 0),
    inDoubt: count("in_doubt", "intent"),
  };
}
