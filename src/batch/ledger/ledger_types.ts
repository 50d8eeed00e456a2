import type { DoneOutcome, RowError } from "../../run/outcome.ts";
/** How a restart treats what an earlier process left open. */
export interface RecoverOptions {
  /** Rows after this number are skipped. Default: no limit. */
  readonly limit?: number | undefined;
  /** Number of requests in doubt to send again with the same key. Default: 0. */
  readonly resendInDoubt?: number | undefined;
  /** Whether the service runs a repeated key once; then all requests in doubt are sent again. Default: false. */
  readonly isIdempotent?: boolean | undefined;
}

/** The end of an attempt without a thesis; `partial` when an earlier attempt gave one. */
export interface AttemptEnd {
  readonly state: "failed" | "in_doubt" | "planned" | "partial";
  readonly error: RowError;
  readonly seconds: number;
  /** Consecutive failures with this code. */
  readonly strikes: number;
  /** Whether it may have run, so that it may be billed. */
  readonly isBillable: boolean;
  /** Whether the next attempt was taken from the budget of retries. */
  readonly isRetry: boolean;
  /** How long the service that refused it wants nothing sent, in milliseconds; absent when it named no time. */
  readonly pauseMs?: number | undefined;
}

/** An answer of another run to a planned request. */
export interface EarlierAnswer extends Pick<DoneOutcome, "result" | "files" | "check"> {
  readonly id: number;
  readonly firstRow: number;
  readonly ticker: string;
  /** When it was sent, ISO 8601. */
  readonly startedAt: string;
  readonly seconds: number;
}

/** A reply that was no thesis when it came. */
export interface KeptReply {
  readonly id: number;
  readonly body: string;
  readonly seconds: number;
}

/** Totals of a ledger. */
export interface LedgerTally {
  readonly rows: number;
  /** Rows that are not sent. */
  readonly invalid: number;
  readonly requests: number;
  readonly inDoubt: number;
  /** Requests that are not settled. */
  readonly open: number;
}
