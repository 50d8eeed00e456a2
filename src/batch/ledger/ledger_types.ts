import type { ReasoningResult } from "../../protocol/reasoning.ts";
import type { RowError, SavedFile } from "../../run/outcome.ts";

/** What a restart does with what an earlier process left. */
export interface RecoverOptions {
  /** Rows after this number are skipped. Default: none. */
  readonly limit?: number | undefined;
  /** How many requests in doubt are sent again with the same key. Default: 0. */
  readonly resendInDoubt?: number | undefined;
  /** Whether the service runs a repeated key once, so that what is in doubt is simply asked again. Default: false. */
  readonly isIdempotent?: boolean | undefined;
}

/** How an attempt ended without a thesis. */
export interface AttemptEnd {
  readonly state: "failed" | "in_doubt" | "planned";
  readonly error: RowError;
  readonly seconds: number;
  /** Failures in a row with this code. */
  readonly strikes: number;
  /** Whether it may have run, and so may be billed. */
  readonly isBillable: boolean;
}

/** An answer of another run to a request that waits. */
export interface EarlierAnswer {
  readonly id: number;
  readonly firstRow: number;
  readonly ticker: string;
  readonly result: ReasoningResult;
  readonly files: readonly SavedFile[];
  /** When it was asked, ISO 8601. */
  readonly startedAt: string;
  readonly seconds: number;
}

/** How many requests there are, are over, and failed. */
export interface RequestCounts {
  readonly all: number;
  readonly settled: number;
  readonly failed: number;
}

/** What a ledger holds, in numbers. */
export interface LedgerTally {
  readonly rows: number;
  /** Rows nothing is sent for. */
  readonly invalid: number;
  readonly requests: number;
  readonly inDoubt: number;
  /** Requests that wait for work. */
  readonly open: number;
}
